/** The HTTP tool against a real server, through the guarded fetch. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { httpToolKind, httpToolSchema } from '../../src-shared/kinds/http-tool'
import type { JsonObject } from '../../src-shared/flow/records'
import { connectionKey } from '../connections/connection-key'
import { request } from './http'
import { createRedactor } from '../redaction/redactor'
import { createGuardedFetch, type GuardedFetch } from './net/guarded-fetch'
import { startLoopback, type Loopback } from './net/testing/loopback'

let server: Loopback
let guarded: GuardedFetch

beforeEach(async () => {
  server = await startLoopback()
  guarded = createGuardedFetch({
    purpose: { why: 'http-tool', permit: { by: 'consent' } },
    mayReach: (url) => (url.hostname === '127.0.0.1' ? 'anywhere' : 'no'),
  })
})
afterEach(async () => {
  await guarded.close()
  await server.close()
})

type SendOptions = { key?: string; signal?: AbortSignal; secrets?: ReadonlyMap<string, string> }
const send = (tool: object, args: JsonObject, more: SendOptions = {}) =>
  request(httpToolSchema.parse(tool), {
    args,
    ...(more.secrets === undefined ? {} : { secrets: more.secrets }),
    keyFor: async () => more.key ?? null,
    signal: more.signal ?? new AbortController().signal,
    fetch: guarded.fetch,
    redact: createRedactor([more.key]).text,
  })

describe('a request', () => {
  it('fills url and query encoded, headers and body as text, in one pass', async () => {
    const tool = {
      method: 'POST',
      url: `${server.base}/cakes/{name}`,
      query: { q: '{q}', only: '{missing}' },
      headers: { 'x-name': 'n {name}' },
      body: '{"name": "{q}"}',
    }
    await send(tool, { name: 'a/b {q}', q: 'x "&" y' }, { key: 'secret' })
    expect(server.seen).toMatchObject([
      {
        method: 'POST',
        url: '/cakes/a%2Fb%20%7Bq%7D?q=x+%22%26%22+y',
        body: '{"name": "x \\"&\\" y"}',
        headers: { 'x-name': 'n a/b {q}', authorization: 'Bearer secret', 'content-type': 'application/json' },
      },
    ])
  })

  it('puts secrets in where their names stand, and no argument in their place; fields of a form are encoded', async () => {
    const headers = { authorization: 'Basic {LOGIN}', 'content-type': 'application/x-www-form-urlencoded' }
    const tool = { method: 'POST', url: server.base, query: { key: '{KEY}' }, headers, body: 'text={text}&key={KEY}' }
    const secrets = new Map([
      ['KEY', 's&x'],
      ['LOGIN', 'bWU6cHc='],
    ])
    await send(tool, { text: 'a&b=c', KEY: 'mine', LOGIN: 'mine' }, { secrets })
    await send({ method: 'POST', url: server.base }, { text: 'a' }, { secrets })
    expect(server.seen).toMatchObject([
      { url: '/?key=s%26x', body: 'text=a%26b%3Dc&key=s%26x', headers: { authorization: 'Basic bWU6cHc=' } },
      { body: '{"text":"a"}' },
    ])
    const needs = httpToolKind.needs({
      kind: 'http-tool',
      name: 'T',
      data: { url: 'https://a.example/x', secrets: ['KEY'] },
    })
    expect(needs.map(({ type, content }) => `${type} ${content}`)).toEqual(['host a.example', 'secret KEY@a.example'])
  })

  it('sends its arguments as JSON where a POST has no body', async () => {
    await send({ method: 'POST', url: server.base }, { a: 1 })
    expect(server.seen[0]?.body).toBe('{"a":1}')
  })

  it('cannot be led elsewhere by its arguments', async () => {
    await expect(send({ url: 'http://{host}/' }, { host: 'evil.example' })).rejects.toMatchObject({
      code: 'consent-needed',
      details: { item: 'host:http://evil.example' },
    })
    server.answers['/a'] = { status: 302, headers: { location: 'http://localhost:1/' } }
    await expect(send({ url: `${server.base}/a` }, {}, { key: 'k' })).rejects.toMatchObject({
      code: 'consent-needed',
      details: { item: 'host:localhost:1' },
    })
  })
})

describe('an answer', () => {
  it('is text in full, by its charset, or media', async () => {
    const image = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0])
    const long = 'x'.repeat(200_000)
    const cases: [string, string | Uint8Array][] = [
      ['application/json', '{"a":1}'],
      ['application/problem+json; charset=iso-8859-1', new Uint8Array([0xe4])],
      ['text/plain', long],
      ['image/svg+xml', '<svg/>'],
      ['application/octet-stream', 'größer'],
      ['', ''],
      ['image/png', image],
      ['application/pdf', image],
    ]
    const results: unknown[] = []
    for (const [type, body] of cases) {
      server.answers['/a'] = { headers: type === '' ? {} : { 'content-type': type }, body }
      results.push(await send({ url: `${server.base}/a` }, {}))
    }
    expect(results).toEqual([
      { text: '{"a":1}', media: null },
      { text: 'ä', media: null },
      { text: long, media: null },
      { text: '<svg/>', media: null },
      { text: 'größer', media: null },
      { text: '', media: null },
      { text: '[image/png, 5 bytes]', media: { mimeType: 'image/png', base64: 'iVBORwA=' } },
      { text: '[application/pdf, 5 bytes]', media: { mimeType: 'application/pdf', base64: 'iVBORwA=' } },
    ])
  })

  it('of more than 10 MB is a failure', async () => {
    server.answers['/big'] = { body: Buffer.alloc(10_000_001, 'x') }
    await expect(send({ url: `${server.base}/big` }, {})).rejects.toThrow(/the answer is larger than 10 MB/)
  })

  it('with a status of 400 or more is a failure with the first 500 characters', async () => {
    server.answers['/'] = { status: 404, body: 'x'.repeat(600) }
    await expect(send({ url: server.base }, {})).rejects.toThrow(/^HTTP 404 from 127.0.0.1:\d+: x{500}$/)
  })

  it('that does not come says why: nobody there, too slow, a wrong address, a stop', async () => {
    server.answers['/hang'] = () => undefined
    const closed = await startLoopback()
    await closed.close()
    await expect(send({ url: closed.base }, {})).rejects.toThrow(/could not be reached: ECONNREFUSED/)
    await expect(send({ url: `${server.base}/hang`, timeout: 50 }, {})).rejects.toThrow(/did not answer within 50 ms/)
    await expect(send({ url: 'file:///etc/passwd' }, {})).rejects.toThrow(/are not allowed/)
    const stop = new AbortController()
    const sent = send({ url: `${server.base}/hang` }, {}, { signal: stop.signal })
    stop.abort()
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
  })
})

it("a connection's key goes to its own address only", async () => {
  const connections = {
    get: () => ({
      name: 'shop',
      provider: 'openai' as const,
      baseUrl: 'https://shop.example/v1',
      apiKey: 'k',
      model: null,
    }),
  }
  expect(await connectionKey(connections, 'shop', new URL('https://shop.example/prices'))).toBe('k')
  await expect(connectionKey(connections, 'shop', new URL('https://evil.example/'))).rejects.toMatchObject({
    code: 'consent-needed',
  })
})
