/** API tools, through the core, against a real server on loopback: agents call operations, find them in pools, and reach nothing else. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { consentItems } from '../../../src-shared/consent/items'
import { checkFlow } from '../../../src-shared/flow/checks/check'
import type { JsonObject } from '../../../src-shared/flow/records'
import { flow, type FlowBuilder, type NodeFields } from '../../../src-shared/testing/flow-builder'
import { openTerminal } from '../../cli/testing/terminal'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { importApi } from '../../tools/api/import-api'
import { githubText } from '../../tools/openapi/testing/documents'

type ReceivedRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

let api: Server
let origin = ''
let seen: ReceivedRequest[] = []
let test: TestCore | null = null

beforeEach(async () => {
  seen = []
  api = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push({ method, url, headers, body })
      if (url === '/openapi.json') response.end(JSON.stringify({ ...document(), servers: [{ url: '/v1' }] }))
      else if (url.startsWith('/v1/missing')) response.writeHead(404).end('No such thing. '.repeat(100))
      else if (url.startsWith('/v1/picture'))
        response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from('89504e470d0a1a0a', 'hex'))
      else if (url.startsWith('/v1/away')) response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: url }))
    })
  }).listen(0, '127.0.0.1')
  await once(api, 'listening')
  const address = api.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
})
afterEach(async () => {
  expect(test?.server.violations ?? []).toEqual([])
  await test?.close()
  test = null
  api.closeAllConnections()
  api.close()
})

const operation = (operationId: string, rest: JsonObject = {}) => ({ operationId, summary: operationId, ...rest })
const document = (rest: JsonObject = {}): JsonObject => ({
  openapi: '3.0.3',
  info: { title: 'Things', version: '1' },
  servers: [{ url: `${origin}/v1` }],
  paths: {
    '/things/{id}': {
      get: operation('getThing', {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'full', in: 'query', schema: { type: 'boolean' } },
        ],
      }),
    },
    '/things': {
      post: operation('makeThing', {
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
            },
          },
        },
      }),
    },
    '/missing': { get: operation('missing') },
    '/picture': { get: operation('picture') },
    '/away': { get: operation('away') },
  },
  ...rest,
})
const drawn = (data: NodeFields) =>
  flow('Api')
    .start('a')
    .agent('a', { name: 'A' })
    .node('openapi-tools', 't', { name: 'Things', ...data })
    .use('a', 't')
const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build(), { recordsPart: true }))
const call = (name: string, args: JsonObject = {}) => ({ calls: [{ name, arguments: args }] })
const results = async () =>
  ((await test?.state())?.log ?? []).flatMap((entry) => (entry.kind === 'result' ? [entry] : []))
/** One turn in which each of these is called, and what came of it. */
async function called(data: NodeFields, ...replies: ReturnType<typeof call>[]) {
  const { server, turn } = await open(drawn(data))
  server.reply(...replies, { text: 'Done.' })
  expect((await turn('go')).said).toEqual(['Done.'])
  return results()
}

describe('an agent', () => {
  it('is offered the operations with their schemas, and calls them', async () => {
    const made = await called(
      { document: document() },
      call('getThing', { id: 'a b', full: true }),
      call('makeThing', { name: 'Lamp' }),
    )
    expect(made.map(({ text, isError }) => [text, isError])).toEqual([
      ['{"ok":"/v1/things/a%20b?full=true"}', false],
      ['{"ok":"/v1/things"}', false],
    ])
    expect(seen.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
      'GET /v1/things/a%20b?full=true ',
      'POST /v1/things {"name":"Lamp"}',
    ])
    const offered = test?.server.requests[0]?.tools ?? []
    expect(offered.map((tool) => tool.function.name)).toEqual(['getThing', 'makeThing', 'missing', 'picture', 'away'])
    expect(offered[1]?.function).toMatchObject({
      description: 'makeThing',
      parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    })
  })

  it('reads a failure with its first 500 characters; an image is kept; a redirect to another private host is refused', async () => {
    const [missing, picture, away] = await called(
      { document: document() },
      call('missing'),
      call('picture'),
      call('away'),
    )
    expect(missing?.isError).toBe(true)
    expect(missing?.text).toMatch(/^Error: HTTP 404 from 127\.0\.0\.1:\d+: No such thing\./)
    expect(missing?.text.length).toBeLessThan(560)
    expect(picture).toMatchObject({ isError: false, kept: [{ mimeType: 'image/png', size: 8 }] })
    expect(away?.isError).toBe(true)
    expect(away?.text).toContain('127.0.0.1:1')
  })

  it('gets only what is included, and cannot call the rest', async () => {
    const made = await called({ document: document(), include: ['getThing', 'POST /things'] }, call('missing'))
    expect(test?.server.requests[0]?.toolNames).toEqual(['getThing', 'makeThing'])
    expect(made[0]?.isError).toBe(true)
    expect(seen).toEqual([])
  })
})

describe('the base address', () => {
  it('of the node goes before that of the document', async () => {
    await called({ document: document(), baseUrl: `${origin}/other` }, call('getThing', { id: '1' }))
    expect(seen[0]?.url).toBe('/other/things/1')
  })

  it('of a document on the web may be relative to where it is; the document is fetched once', async () => {
    await called({ document: `${origin}/openapi.json` }, call('getThing', { id: '1' }), call('getThing', { id: '2' }))
    expect(seen.map(({ url }) => url)).toEqual(['/openapi.json', '/v1/things/1', '/v1/things/2'])
  })
})

describe('a key', () => {
  const scheme = (place: JsonObject) =>
    document({ components: { securitySchemes: { k: place } }, security: [{ k: [] }] })
  const withConnection = async (place: JsonObject | null, baseUrl = origin) => {
    const builder = drawn({ document: place === null ? document() : scheme(place), connection: 'things' })
    const { core, server, turn } = await open(builder)
    await core().services.connections.save({ name: 'things', provider: 'openai', baseUrl, model: '', key: 'the-key' })
    server.reply(call('getThing', { id: '1' }), { text: 'Done.' })
    await turn('go')
    return seen[0]
  }

  it('is a bearer, or where the document wants it', async () => {
    expect((await withConnection(null))?.headers.authorization).toBe('Bearer the-key')
  })
  it('in a header', async () => {
    const request = await withConnection({ type: 'apiKey', in: 'header', name: 'X-Key' })
    expect([request?.headers['x-key'], request?.headers.authorization]).toEqual(['the-key', undefined])
  })
  it('in the query', async () => {
    expect((await withConnection({ type: 'apiKey', in: 'query', name: 'key' }))?.url).toBe('/v1/things/1?key=the-key')
  })
  it('goes to the host of its connection only', async () => {
    expect(await withConnection(null, 'https://example.com')).toBeUndefined()
    expect((await results())[0]?.text).toContain('belongs to https://example.com')
  })
})

it('of 1,000 operations in a pool, what opens an issue is found by what a person says', async () => {
  const { document: github } = importApi(githubText(), {})
  const builder = flow('GitHub')
    .start('a')
    .agent('a', { name: 'A' })
    .node('workbench', 'w', { name: 'Pool' })
    .node('openapi-tools', 't', { name: 'GitHub', document: github, baseUrl: origin })
    .use('a', 'w')
    .use('w', 't')
  const { server, turn } = await open(builder)
  server.reply(call('issues_create', { owner: 'o', repo: 'r', title: 'It breaks' }), { text: 'Opened.' })
  const { events } = await turn('create an issue in a repository')
  expect(server.requests[0]?.toolNames).toHaveLength(5)
  expect(server.requests[0]?.toolNames).toContain('issues_create')
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /repos/o/r/issues'])
  expect(eventsOfType(events, 'tool.finished').map(({ isError }) => isError)).toEqual([false])
})

it('says what it would reach before it runs, and what it lacks', () => {
  const needs = (data: NodeFields) => consentItems(drawn(data).build()).map(({ type, value }) => `${type}:${value}`)
  const codes = (data: NodeFields) => checkFlow(drawn(data).build()).map(({ severity, code }) => `${severity} ${code}`)
  const host = origin.slice('http://'.length)
  expect(needs({ document: document() })).toEqual([`host:${host}`])
  expect(needs({ document: document(), baseUrl: 'https://api.example.com/v1' })).toEqual(['host:api.example.com'])
  expect(needs({ document: 'api.json', baseUrl: 'https://api.example.com' })).toEqual([
    'file:api.json',
    'host:api.example.com',
  ])
  expect(needs({ document: 'https://docs.example.com/openapi.json' })).toEqual(['host:docs.example.com', 'host:*'])
  expect(codes({})).toEqual(['error no-document'])
  expect(codes({ document: 'api.json' })).toEqual(['warning no-base-url'])
  expect(codes({ document: document({ servers: [{ url: '/v1' }] }) })).toEqual(['error no-base-url'])
  expect(codes({ document: { swagger: '2.0', paths: {} } })).toEqual(['error bad-document'])
  expect(codes({ document: document(), baseUrl: 'ftp://x' })).toEqual(['error bad-url'])
  const many = Object.fromEntries(Array.from({ length: 129 }, (_, at) => [`/${at}`, { get: {} }]))
  expect(codes({ document: document({ paths: many }) })).toEqual(['warning many-tools'])
  expect(codes({ document: document({ paths: many }), include: ['GET /1'] })).toEqual([])
})

it('on the command line the document is a file beside the flow; its tools are listed and searched', async () => {
  const terminal = openTerminal()
  try {
    const builder = drawn({ document: 'api.json', baseUrl: `${origin}/v1` })
    const file = terminal.file(builder.node('workbench', 'w', { name: 'Pool' }).use('a', 'w').use('w', 't').build())
    writeFileSync(path.join(terminal.folder, 'api.json'), JSON.stringify(document()))
    const allow = ['--allow', 'file:api.json', '--allow', `host:${new URL(origin).host}`]
    const listed = await terminal.baton(['tools', 'list', file, ...allow])
    expect(listed.notes).toEqual([])
    expect(listed.out).toContain('getThing')
    const found = await terminal.baton(['tools', 'search', file, 'make a new thing', ...allow])
    expect(found.out).toContain('"makeThing"')
    const { server } = await open(builder)
    server.reply(call('getThing', { id: '7' }), { text: 'There it is.' })
    const line = ['--base-url', server.baseUrl, '--model', 'm', '--api-key', 'test-key']
    const run = await terminal.baton(['run', file, '-m', 'look', ...line, ...allow])
    expect([run.code, run.out, seen.map(({ url }) => url)]).toEqual([0, 'There it is.\n', ['/v1/things/7']])
    const refused = await terminal.baton(['tools', 'list', file])
    expect(refused.out + refused.notes.join('\n')).toContain('file:api.json')
    expect(seen).toHaveLength(1)
  } finally {
    terminal.close()
  }
})
