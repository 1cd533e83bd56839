/**
 * Planted keys, repeated by every server in every form that there is: none of them, nor half of one, is in any file that Baton writes, in
 * what it prints, or in what a model server is sent.
 */
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runEventSchema } from '../../src-shared/run/log/events'
import { flow } from '../../src-shared/testing/flow-builder'
import { createCore } from '../core'
import { nodePlatform } from '../platform/node'
import { backUp } from '../database-copy'
import { libraryPath } from '../store/database'
import { openMcpBench, type McpBench } from '../testing/mcp-bench'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { everyForm, KEYS, storedIn, TRACES, tracesIn } from './testing/canary-bench'
import { openTerminal, type CommandResult, type Terminal } from './testing/terminal'

let terminal: Terminal
let models: ModelServer
let mcp: McpBench
let api: Server
let origin = ''
/** Until when `/wait` has no answer. */
let gate: PromiseWithResolvers<void>
/** What the API repeats. */
let repeated: readonly string[] = []

beforeEach(async () => {
  repeated = Object.values(KEYS)
  gate = Promise.withResolvers()
  terminal = openTerminal()
  models = await startModelServer({ key: KEYS.model })
  mcp = openMcpBench()
  api = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://api')
    if (pathname === '/cut') response.writeHead(401).end(`${'x'.repeat(488)} ${KEYS.api}`)
    else if (pathname === '/wait') void gate.promise.then(() => response.end(everyForm(request.headers, repeated)))
    else if (pathname === '/picture')
      response.writeHead(200, { 'content-type': 'image/png' }).end(everyForm(request.headers))
    else {
      const shown = everyForm(request.headers, repeated)
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(pathname === '/held' ? `blanked-words ${shown}` : shown)
    }
  }).listen(0, '127.0.0.1')
  await once(api, 'listening')
  const address = api.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
})
afterEach(async () => {
  await models.close()
  mcp.close()
  api.closeAllConnections()
  api.close()
  terminal.close()
})

async function plant(): Promise<void> {
  const dataDir = path.join(terminal.folder, 'data')
  mkdirSync(dataDir, { recursive: true })
  const { handlers, close } = await createCore({ dataDir, platform: nodePlatform({ host: 'cli', dataDir }) })
  const context = { signal: new AbortController().signal }
  const save = (name: string, baseUrl: string, key: string) =>
    handlers['connections.save']({ name, provider: 'openai', baseUrl, model: 'm', key }, context)
  await save('default', models.baseUrl, KEYS.model)
  await save('api', origin, KEYS.api)
  await save('basic', origin, KEYS.basic)
  await handlers['secrets.save']({ name: 'STORED', value: KEYS.stored }, context)
  await close()
}

function desk() {
  const server = (secret: string, more: readonly string[]) => mcp.small(more, { env: { TOKEN: secret } }).data
  const get = (url: string, connection: string) => ({ url: `${origin}/${url}`, connection, toolName: url })
  return flow('Desk')
    .start('a')
    .agent('a')
    .httpTool('echo', get('echo', 'api'))
    .httpTool('cut', get('cut', 'api'))
    .httpTool('picture', get('picture', 'api'))
    .httpTool('bare', get('bare', ''))
    .node('openapi-tools', 'o', { document: document(), baseUrl: origin, connection: 'basic' })
    .node('mcp-server', 's', server('STORED', []))
    .node('mcp-server', 'g', { ...server('GIVEN', []), include: ['token'] })
    .node('workbench', 'w', { name: 'Given', prefix: true })
    .use('a', 'echo')
    .use('a', 'cut')
    .use('a', 'picture')
    .use('a', 'bare')
    .use('a', 'o')
    .use('a', 's')
    .use('a', 'w')
    .use('w', 'g')
    .build()
}

function document() {
  return {
    openapi: '3.0.3',
    info: { title: 'Things', version: '1' },
    servers: [{ url: origin }],
    components: { securitySchemes: { b: { type: 'http', scheme: 'basic' } } },
    security: [{ b: [] }],
    paths: { '/things': { get: { operationId: 'getThings', summary: 'Things' } } },
  }
}

function expectClean(ended: CommandResult): void {
  expect(tracesIn(ended.out + ended.notes.join('\n'))).toEqual([])
  for (const [place, text] of storedIn(path.join(terminal.folder, 'data')))
    expect([place, tracesIn(text)]).toEqual([place, []])
  for (const { body } of models.requests) expect(tracesIn(JSON.stringify(body))).toEqual([])
}

test('the look finds what is there', () => {
  expect(tracesIn(everyForm()).length).toBeGreaterThan(TRACES.length / 2)
  expect(TRACES.every((trace) => trace.length >= 8)).toBe(true)
})

test('keys that tools and model servers repeat are nowhere', async () => {
  await plant()
  const file = terminal.file(desk())
  const half = KEYS.model.length / 2
  const pieces = ['Your key is ', KEYS.model.slice(0, half), KEYS.model.slice(half), `, in base64 `, everyForm()]
  const calls = ['echo', 'cut', 'picture', 'bare', 'getThings', 'token', 'Given_token']
  models.reply(
    { calls: calls.map((name) => ({ name, arguments: { [KEYS.model]: everyForm() } })) },
    { text: pieces.join(''), pieces },
  )
  const attached = path.join(terminal.folder, 'notes.txt')
  writeFileSync(attached, `My keys:\n${Object.values(KEYS).join('\n')}\n${everyForm()}`)
  const env = { GIVEN: KEYS.given }
  const line = ['--allow', 'all', '--json', '--thread', 't']
  const ended = await terminal.baton(['run', file, '-m', 'Go', '--attach', attached, ...line], { env })
  expect([ended.code, ended.notes]).toEqual([0, []])
  expect(models.calls).toBe(2)
  const results = JSON.stringify(models.requests[1]?.messages)
  for (const word of ['"forms', 'HTTP 401', 'image/png', 'the token is ***', 'My keys:'])
    expect(results).toContain(word)
  expect(ended.out).toContain('Your key is ***, in base64')
  expectClean(ended)
  const bundle = await terminal.baton(['threads', 'export', 't', '--bundle'], { env })
  expect([bundle.code, bundle.out.slice(0, 21)]).toEqual([0, '{"format":"baton/run"'])
  expectClean(bundle)
})

test('nor where a person decides: questions, held results, forks, exports, a lean thread', async () => {
  await plant()
  // No flow names what is given by the environment here, so nobody knows that it is a secret.
  repeated = Object.values(KEYS).filter((key) => key !== KEYS.given)
  const echo = (name: string, data: object) => ({
    url: `${origin}/${name}`,
    connection: 'api',
    toolName: name,
    ...data,
  })
  const drawn = flow('Asked')
    .start('a')
    .agent('a')
    .httpTool('echo', echo('echo', { needsApproval: true }))
    .httpTool('held', echo('held', { holdResult: true }))
    .use('a', 'echo')
    .use('a', 'held')
    .build()
  const file = terminal.file(drawn)
  const calls = ['echo', 'held'].map((name) => ({ name, arguments: { input: everyForm({}, repeated) } }))
  models.reply({ calls }, { text: everyForm({}, repeated) })
  const run = async (...more: string[]) => {
    const ended = await terminal.baton(['run', file, '--allow', 'all', '--json', '--thread', 't', ...more])
    expectClean(ended)
    return ended
  }
  const asked = await run('-m', 'Go')
  expect([asked.out.includes('approve-call'), asked.out.includes('hold-result')]).toEqual([true, true])
  const threads = async (...args: string[]) => {
    const ended = await terminal.baton(['threads', ...args])
    expect([args, ended.code]).toEqual([args, 0])
    expectClean(ended)
    return ended.out
  }
  await threads('list')
  await run('--answer', 'approve')
  await run('--answer', 'blank')
  // What was blanked stays in the library, where a person may look at it, and leaves the machine in nothing.
  expect(JSON.stringify(models.requests.map(({ body }) => body))).not.toContain('blanked-words')
  const kinds = [
    ['show', 't'],
    ['export', 't'],
    ['export', 't', '--bundle'],
    ['fork', 't'],
  ]
  const leaving: [string, boolean][] = []
  for (const args of kinds) leaving.push([args.join(' '), (await threads(...args)).includes('blanked-words')])
  await threads('prune', '--keep', 'lean')
  expect(leaving).toEqual(kinds.map((args) => [args.join(' '), false]))
})

test('nor in messages that wait, in decisions that are listed and asked again, in copies of requests and of the library', async () => {
  await plant()
  const env = { GIVEN: KEYS.given }
  const sent = { query: { q: '{GIVEN}' }, headers: { 'X-Key': '{STORED} {GIVEN}' }, secrets: ['STORED', 'GIVEN'] }
  const tool = (name: string) => ({ url: `${origin}/${name}?k={STORED}`, connection: 'api', toolName: name, ...sent })
  const file = terminal.file(
    flow('Waits')
      .start('a')
      .agent('a', { name: 'Ann' })
      .agent('b', { name: 'Bob' })
      .handoff('a', 'b', { condition: 'Always' })
      .httpTool('wait', tool('wait'))
      .httpTool('echo', tool('echo'))
      .use('a', 'wait')
      .use('a', 'echo')
      .build(),
  )
  const attached = path.join(terminal.folder, 'notes.txt')
  // What is given by the environment is known to a program whose flow has asked for it, which this one's has not.
  const known = Object.values(KEYS).filter((key) => key !== KEYS.given)
  writeFileSync(attached, everyForm({}, known))
  models.reply(
    { calls: ['wait', 'echo'].map((name) => ({ name, arguments: { input: everyForm() } })) },
    { calls: [{ name: 'transfer_Ann_to_Bob', arguments: { reason: everyForm() } }], text: everyForm() },
  )
  let repeatedByModels: readonly string[] = Object.values(KEYS)
  models.on({}, () => ({ text: everyForm({}, repeatedByModels) }))
  const run = (...more: string[]) =>
    terminal.baton(['run', file, '--thread', 't', '--allow', 'all', '--json', ...more], { env })
  const running = run('-m', 'Go')
  await models.waitForRequest(1)
  const queued = await run('--when', 'after', '-m', 'And then?', '--attach', attached)
  expect(queued.notes.join(' ')).toContain('The message waits until it is over.')
  expectClean(queued)
  gate.resolve()
  const ended = await running
  expect([ended.code, ended.out.includes('And then?')]).toEqual([0, true])
  expectClean(ended)

  repeatedByModels = known
  const threads = async (...args: string[]) => {
    const done = await terminal.baton(['threads', ...args], { env })
    expect([args, done.code]).toEqual([args, 0])
    expectClean(done)
    return done.out
  }
  expect(await threads('decisions', file)).toContain('Bob')
  await threads('decisions', file, '--json')
  expect(await threads('replay', file, '--yes', '--csv')).toContain('***')
  expect(await threads('replay', file, '--yes', '--json')).toContain('***')
  await threads('show', 't', '--cost', '--json')

  const told = (await threads('export', 't')).trim().split('\n')
  const events = told.map((line) => runEventSchema.parse(JSON.parse(line)))
  const spans = events.flatMap((event) => (event.type === 'model.finished' ? [event.span] : []))
  const dataDir = path.join(terminal.folder, 'data')
  const { handlers, close } = await createCore({ dataDir, platform: nodePlatform({ host: 'cli', dataDir }), env })
  // All that a copy as curl is made of.
  for (const span of spans) {
    const { requests } = await handlers['requests.ofCall']({ span }, { signal: new AbortController().signal })
    expect([requests.length > 0, tracesIn(JSON.stringify(requests))]).toEqual([true, []])
  }
  await close()
  expect(spans.length).toBeGreaterThan(3)
  const library = new Database(libraryPath(dataDir))
  backUp(library, Number(library.pragma('user_version', { simple: true })))
  library.close()
  expect(
    [...storedIn(dataDir).keys()].filter((place) => /^library\.sqlite\.schema-\d+ events /.test(place)).length,
  ).toBeGreaterThan(0)
  expectClean(ended)
})

test.each([
  ['an error text that is cut', { status: 400, body: { error: { message: `${'x'.repeat(290)}${KEYS.model}` } } }],
  ['an error that is no JSON', { status: 400, body: `${'x'.repeat(290)}${KEYS.model}` }],
  ['a redirect', { status: 302, headers: { location: `http://127.0.0.1:1/?key=${encodeURIComponent(KEYS.model)}` } }],
  [
    'an error within the stream',
    {
      raw: `data: ${JSON.stringify({ error: { message: `${'x'.repeat(290)}${KEYS.model}` } })}\n\n`,
      contentType: 'text/event-stream',
    },
  ],
  [
    'an error in place of an answer',
    { raw: JSON.stringify({ error: everyForm({}, [KEYS.model]) }), contentType: 'application/json' },
  ],
])('%s holds no key', async (_what, reply) => {
  await plant()
  models.reply(reply)
  const ended = await terminal.baton([
    'run',
    terminal.file(flow('Calm').start('a').agent('a').build()),
    '-m',
    'Go',
    '--json',
  ])
  expect(ended.code).toBe(1)
  expectClean(ended)
})
