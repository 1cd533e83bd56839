/** Requests: every style as the standard writes it, bodies of each kind, and that no argument leads away from the base address. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src-shared/errors'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import type { OpenApiOperation } from './document'
import { readOpenApi } from './read'
import { requestOf, withKey, type OpenApiRequest } from './request'
import { documentOf, oneOperation } from './testing/documents'

const NO_BASE = { baseUrl: null }

function only(document: JsonObject): OpenApiOperation {
  const [operation] = readOpenApi(document).operations
  if (operation === undefined) throw new Error('The document has no operation.')
  return operation
}

function withParameter(parameter: JsonObject, path = '/x'): OpenApiOperation {
  return only(oneOperation(path, 'get', { parameters: [{ name: 'v', ...parameter }] }))
}

function withBody(type: string, media: JsonObject, rest: JsonObject = {}): OpenApiOperation {
  return only(oneOperation('/x', 'post', { requestBody: { required: true, content: { [type]: media }, ...rest } }))
}

function bodyText({ body }: OpenApiRequest): string {
  return typeof body === 'string' ? body : Buffer.from(body ?? []).toString()
}

type StyleCase = [style: string, explode: boolean | null]

const LIST = [3, 4, 5]
const MAP = { R: 100, G: 200 }

describe('styles', () => {
  it.each<[...StyleCase, Json, string]>([
    ['simple', null, 5, '5'],
    ['simple', null, LIST, '3,4,5'],
    ['simple', null, MAP, 'R,100,G,200'],
    ['simple', true, MAP, 'R=100,G=200'],
    ['label', null, 5, '.5'],
    ['label', null, LIST, '.3,4,5'],
    ['label', true, LIST, '.3.4.5'],
    ['label', null, MAP, '.R,100,G,200'],
    ['label', true, MAP, '.R=100.G=200'],
    ['matrix', null, 5, ';v=5'],
    ['matrix', null, LIST, ';v=3,4,5'],
    ['matrix', true, LIST, ';v=3;v=4;v=5'],
    ['matrix', null, MAP, ';v=R,100,G,200'],
    ['matrix', true, MAP, ';R=100;G=200'],
  ])('path, %s, explode %s, %j', (...[style, explode, value, written]) => {
    const operation = withParameter({ in: 'path', style, ...(explode === null ? {} : { explode }) }, '/x/{v}')
    expect(requestOf(operation, { v: value }, NO_BASE).url.href).toBe(`https://shop.test/api/x/${written}`)
  })

  it.each<[...StyleCase, Json, string]>([
    ['form', null, 'a b&c=d#e+f/g?', '?v=a%20b%26c%3Dd%23e%2Bf%2Fg%3F'],
    ['form', null, true, '?v=true'],
    ['form', null, '', '?v='],
    ['form', null, null, ''],
    ['form', null, [], ''],
    ['form', null, LIST, '?v=3&v=4&v=5'],
    ['form', false, LIST, '?v=3,4,5'],
    ['form', false, ['a,b', 'c'], '?v=a%2Cb,c'],
    ['form', null, MAP, '?R=100&G=200'],
    ['form', false, MAP, '?v=R,100,G,200'],
    ['form', null, [{ a: 1 }, null], '?v=%7B%22a%22%3A1%7D'],
    ['spaceDelimited', null, LIST, '?v=3%204%205'],
    ['spaceDelimited', true, LIST, '?v=3&v=4&v=5'],
    ['pipeDelimited', null, LIST, '?v=3%7C4%7C5'],
    ['pipeDelimited', false, MAP, '?v=R%7C100%7CG%7C200'],
    ['deepObject', true, MAP, '?v%5BR%5D=100&v%5BG%5D=200'],
    [
      'deepObject',
      null,
      { a: { b: 1 }, c: [1, 2], d: [{ e: 3 }] },
      '?v%5Ba%5D%5Bb%5D=1&v%5Bc%5D%5B%5D=1&v%5Bc%5D%5B%5D=2&v%5Bd%5D%5B0%5D%5Be%5D=3',
    ],
    ['odd', null, 5, '?v=5'],
  ])('query, %s, explode %s, %j', (...[style, explode, value, written]) => {
    const operation = withParameter({ in: 'query', style, ...(explode === null ? {} : { explode }) })
    expect(requestOf(operation, { v: value }, NO_BASE).url.search).toBe(written)
  })

  it.each<[JsonObject, Json, string]>([
    [{}, LIST, '3,4,5'],
    [{}, MAP, 'R,100,G,200'],
    [{ explode: true }, MAP, 'R=100,G=200'],
    [{}, 'a\r\nX-Evil: 1', 'a X-Evil: 1'],
    [{}, 'größe →', 'größe %E2%86%92'],
    [{ content: { 'application/json': {} } }, MAP, '{"R":100,"G":200}'],
  ])('header %j, %j', (rest, value, written) => {
    const { headers } = requestOf(withParameter({ name: 'X-V', in: 'header', ...rest }), { 'X-V': value }, NO_BASE)
    expect(headers['x-v']).toBe(written)
    expect(() => new Headers(headers)).not.toThrow()
  })

  it('reserved characters stay where the document wants them, as long as they end nothing', () => {
    const operation = withParameter({ in: 'query', allowReserved: true })
    expect(requestOf(operation, { v: 'a/b:c?d&e=f#g+h' }, NO_BASE).url.search).toBe('?v=a/b:c?d%26e%3Df%23g%2Bh')
  })

  it('a parameter described by its content is JSON', () => {
    const operation = withParameter({ in: 'query', content: { 'application/json': { schema: { type: 'object' } } } })
    expect(requestOf(operation, { v: { a: 'b c' } }, NO_BASE).url.searchParams.get('v')).toBe('{"a":"b c"}')
  })
})

describe('the address', () => {
  const operation = only(oneOperation('/a/{x}/b.{y}', 'get', {}))

  it.each([
    ['../x', '..%2Fx'],
    ['a/b?c', 'a%2Fb%3Fc'],
    ['a#b', 'a%23b'],
    ['%2e%2e', '%252e%252e'],
    ['\\..\\', '%5C..%5C'],
    ['@evil.test', '%40evil.test'],
    ['\ud800', '%EF%BF%BD'],
  ])('%j stays one segment', (x, written) => {
    expect(requestOf(operation, { x, y: 'y' }, NO_BASE).url.href).toBe(`https://shop.test/api/a/${written}/b.y`)
  })

  it.each([
    [{ x: '..', y: 'y' }, /may not be "." or ".."/],
    [{ x: '.', y: 'y' }, /may not be/],
    [{ x: '', y: 'y' }, /argument "x" may not be empty/],
    [{ x: null, y: 'y' }, /argument "x" must be given/],
    [{}, /arguments "x", "y" must be given/],
    [Object.setPrototypeOf({}, { x: 'inherited', y: 'inherited' }) as JsonObject, /must be given/],
  ])('%j is refused', (args, words) => {
    expect(() => requestOf(operation, args, NO_BASE)).toThrow(words)
    expect(() => requestOf(operation, args, NO_BASE)).toThrow(AppError)
  })

  it('is the given one, else the nearest server that is whole', () => {
    const servers = [
      { url: '/v2' },
      { url: 'https://{zone}.shop.test/{v}/', variables: { zone: { default: 'eu' }, v: { enum: ['v1'] } } },
    ]
    const document = documentOf({ '/x': { get: {}, put: { servers: [{ url: 'http://up.test' }] } } }, { servers })
    const urls = readOpenApi(document).operations.map((one) => [
      requestOf(one, {}, NO_BASE).url.href,
      requestOf(one, {}, { baseUrl: ' http://localhost:8080/base/?key=1#x ' }).url.href,
    ])
    expect(urls).toEqual([
      ['https://eu.shop.test/v1/x', 'http://localhost:8080/base/x?key=1'],
      ['http://up.test/x', 'http://localhost:8080/base/x?key=1'],
    ])
  })

  it.each([
    [[], null, /names no server\. Set the base address/],
    [[{ url: '/api' }], '', /no server with a whole address \("\/api"\)/],
    [[{ url: 'https://{x}.test' }], null, /no server with a whole address/],
    [[], 'file:///etc/passwd', /is not a base address/],
    [[], 'https://user:secret@x.test', /no name and password/],
  ])('servers %j, base %j', (servers, baseUrl, words) => {
    const document = documentOf({ '/x': { get: {} } }, { servers })
    expect(() => requestOf(only(document), {}, { baseUrl })).toThrow(words)
  })

  it('a path of the document leads nowhere else either, and may bring a query', () => {
    const href = (path: string) => requestOf(only(oneOperation(path, 'get', {})), { id: 'a b' }, NO_BASE).url.href
    expect(href('//evil.test/x')).toBe('https://shop.test/api//evil.test/x')
    expect(href('/x?action=find&id={id}#part')).toBe('https://shop.test/api/x?action=find&id=a%20b')
    expect(href('/a b/%20/\\x')).toBe('https://shop.test/api/a%20b/%20/%5Cx')
    expect(() => href('/../admin')).toThrow(AppError)
    expect(() => href('/%2E%2e/admin')).toThrow(AppError)
  })
})

it('whatever the arguments are: the base address holds, or it is refused in words', () => {
  const paths = ['/{a}', '/x/{a}/{b}', '/{a}{b}', '/x.{a}', '/..{a}', '/{a}/../{b}', '/x?y={a}', '//{a}']
  const styles = ['simple', 'label', 'matrix']
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('.', '..', '%2e', '/', '\\', '?', '#', '//evil.test', '\r\n', '@', ':'),
  )
  const value = fc.oneof(
    text,
    fc.array(text, { maxLength: 3 }),
    fc.dictionary(text, text, { maxKeys: 2 }),
    fc.jsonValue(),
  )
  const args = fc.dictionary(fc.constantFrom('a', 'b', 'q', 'h', '__proto__', 'constructor'), value)
  const setting = fc.record({
    path: fc.constantFrom(...paths),
    style: fc.constantFrom(...styles),
    explode: fc.boolean(),
  })
  fc.assert(
    fc.property(setting, args, ({ path, style, explode }, given) => {
      const parameters = [
        ...['a', 'b'].map((name) => ({ name, in: 'path', required: true, style, explode })),
        ...['form', 'deepObject', 'pipeDelimited'].map((kind) => ({
          name: kind === 'form' ? 'q' : kind,
          in: 'query',
          style: kind,
        })),
        { name: 'h', in: 'header', explode },
      ]
      const operation = only(oneOperation(path, 'get', { parameters }))
      let request: OpenApiRequest
      try {
        request = requestOf(operation, given as JsonObject, { baseUrl: 'https://shop.test/api' })
      } catch (cause) {
        expect(cause).toBeInstanceOf(AppError)
        return
      }
      expect(request.url.origin).toBe('https://shop.test')
      expect(request.url.pathname.startsWith('/api/')).toBe(true)
      expect(request.url.hash).toBe('')
      expect(() => new Headers(request.headers)).not.toThrow()
      const slashes = path.split('?')[0]?.split('/').length
      expect(request.url.pathname.slice('/api'.length).split('/')).toHaveLength(slashes ?? 0)
    }),
    { numRuns: 500 },
  )
})

describe('bodies', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: ['integer', 'null'] }, list: { type: 'array' } },
  }

  it('JSON: the fields that were given, null too, nothing else', () => {
    const operation = withBody('application/json', { schema })
    expect(requestOf(operation, { a: 'x', b: null, other: 1 }, NO_BASE)).toEqual({
      url: new URL('https://shop.test/api/x'),
      method: 'POST',
      headers: { accept: 'application/json, text/*;q=0.9, */*;q=0.8', 'content-type': 'application/json' },
      body: '{"a":"x","b":null}',
    })
  })

  it('JSON: open schemas take more, optional bodies may be left out', () => {
    const open = withBody('application/merge-patch+json', {
      schema: { ...schema, additionalProperties: { type: 'string' } },
    })
    const more = JSON.parse('{"a":"x","other":"y","__proto__":{"z":1}}') as JsonObject
    expect([bodyText(requestOf(open, more, NO_BASE)), open.parameters['additionalProperties']]).toEqual([
      '{"a":"x","other":"y"}',
      { type: 'string' },
    ])
    const optional = withBody('application/json', { schema }, { required: false })
    expect(requestOf(optional, {}, NO_BASE)).toMatchObject({
      body: null,
      headers: { accept: 'application/json, text/*;q=0.9, */*;q=0.8' },
    })
    expect(bodyText(requestOf(withBody('application/json', { schema }), {}, NO_BASE))).toBe('{}')
  })

  it('JSON that is no object, and one that clashes, is one argument', () => {
    const list = withBody('application/json', { schema: { type: 'array', items: { type: 'string' } } })
    expect(bodyText(requestOf(list, { body: ['a'] }, NO_BASE))).toBe('["a"]')
    const clash = only(
      oneOperation('/x/{a}', 'put', { requestBody: { required: true, content: { 'application/json': { schema } } } }),
    )
    const request = requestOf(clash, { a: 'id', body: { a: 'x' } }, NO_BASE)
    expect([request.url.pathname, bodyText(request)]).toEqual(['/api/x/id', '{"a":"x"}'])
  })

  it('url-encoded: lists repeated, objects as JSON, or as the document says', () => {
    const encoding = { deep: { style: 'deepObject', explode: true }, ids: { style: 'form', explode: false } }
    const any = { type: 'object', properties: { a: {}, list: {}, map: {}, deep: {}, ids: {} } }
    const operation = withBody('application/x-www-form-urlencoded', { schema: any, encoding })
    const args = { a: 'x & y', list: [1, 2], map: { k: 1 }, deep: { k: { l: 'v' } }, ids: [1, 2] }
    const request = requestOf(operation, args, NO_BASE)
    expect(request.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(bodyText(request)).toBe('a=x+%26+y&list=1&list=2&map=%7B%22k%22%3A1%7D&deep%5Bk%5D%5Bl%5D=v&ids=1,2')
  })

  it('multipart: a standard reader finds texts and files in it, and no text breaks out', async () => {
    const properties = {
      'na"me': { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      meta: { type: 'object' },
      file: { type: 'string', format: 'binary', description: 'The picture.' },
      files: { type: 'array', items: { type: 'string', format: 'binary' } },
    }
    const operation = withBody('multipart/form-data', {
      schema: { type: 'object', properties, required: ['file'] },
      encoding: { files: { contentType: 'text/csv, text/plain' } },
    })
    const args = {
      na_me: 'x\r\n--baton',
      tags: ['a', 'b'],
      meta: { k: 1 },
      file: 'data:image/png;base64,aGk=',
      files: ['1;2'],
    }
    const request = requestOf(operation, args, NO_BASE)
    expect(requestOf(operation, args, NO_BASE)).toEqual(request)
    const form = await new Response(request.body, { headers: request.headers }).formData()
    const read = await Promise.all(
      [...form].map(async ([name, value]) =>
        typeof value === 'string' ? [name, value] : [name, value.name, value.type, await value.text()],
      ),
    )
    expect(read).toEqual([
      ['na"me', 'x\r\n--baton'],
      ['tags', 'a'],
      ['tags', 'b'],
      ['meta', '{"k":1}'],
      ['file', 'file', 'image/png', 'hi'],
      ['files', 'files', 'text/csv', '1;2'],
    ])
    expect(operation.parameters).toMatchObject({
      properties: {
        file: {
          type: 'string',
          description: 'The picture. A file: its text, or a data: URL with its bytes in base64.',
        },
      },
      required: ['file'],
    })
  })

  it.each([
    ['text/csv', 'a;b', 'text/csv', 'a;b'],
    ['text/*', 'a', 'text/plain; charset=utf-8', 'a'],
    ['application/xml', '<a/>', 'application/xml', '<a/>'],
    ['image/png', 'data:image/png;base64,aGk=', 'image/png', 'hi'],
    ['application/octet-stream', 'raw', 'application/octet-stream', 'raw'],
  ])('%s', (...[type, body, contentType, sent]) => {
    const request = requestOf(withBody(type, { schema: { type: 'string', format: 'binary' } }), { body }, NO_BASE)
    expect([request.headers['content-type'], bodyText(request)]).toEqual([contentType, sent])
  })
})

it('a key goes where the document wants it, and is asked of no model', () => {
  const schemes = {
    head: { type: 'apiKey', in: 'header', name: 'X-Key' },
    url: { type: 'apiKey', in: 'query', name: 'key' },
    cake: { type: 'apiKey', in: 'cookie', name: 'sid' },
    basic: { type: 'http', scheme: 'basic' },
    token: { type: 'oauth2', flows: {} },
    odd: { type: 'mutualTLS' },
  }
  const sent = Object.keys(schemes).map((name) => {
    const parameters = [
      { name: 'x-key', in: 'header', required: true },
      { name: 'key', in: 'query', required: true },
    ]
    const document = oneOperation('/x', 'get', { security: [{ [name]: [] }], parameters })
    const operation = only({ ...document, components: { securitySchemes: schemes } })
    const { url, headers } = withKey(requestOf(operation, { 'x-key': '1', key: '1' }, NO_BASE), operation.key, 'k\n&1')
    const { accept: _, ...rest } = headers
    return [url.search, rest]
  })
  expect(sent).toEqual([
    ['?key=1', { 'x-key': 'k &1' }],
    ['?key=k%0A%261', { 'x-key': '1' }],
    ['?key=1', { 'x-key': '1', cookie: 'sid=k%0A%261' }],
    ['?key=1', { 'x-key': '1', authorization: `Basic ${Buffer.from('k\n&1').toString('base64')}` }],
    ['?key=1', { 'x-key': '1', authorization: 'Bearer k &1' }],
    ['?key=1', { 'x-key': '1', authorization: 'Bearer k &1' }],
  ])
})
