/** Planted keys in every kind of file that Baton writes beside the library: exports, projects, bundles, sequences, what is searched, what a server logs and keeps in Postgres, and what its callers get. */
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { createCore, type Core } from '../core'
import { nodePlatform } from '../platform/node'
import { openMcpBench, type McpBench } from '../testing/mcp-bench'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { findPostgres, startPostgres } from '../testing/postgres'
import { everyForm, KEYS, storedIn, storedInPostgres, tracesIn } from './testing/canary-bench'
import { keyless, startServing } from './testing/chat-client'
import { EXPORT_FORMATS } from './export'
import { openTerminal, type Terminal } from './testing/terminal'
import { THREAD_FORMATS } from './threads'

/** What callers of a server, and visitors of its page, are let in by. */
const CALLER = 'cnry-caller-3Wd5Zp7u'
const PAGE = 'cnry-page-8Yk2Mv4j'
const ENV = { GIVEN: KEYS.given }

let terminal: Terminal
let models: ModelServer
let mcp: McpBench
let api: Server
let origin = ''

beforeEach(async () => {
  terminal = openTerminal()
  models = await startModelServer({ key: KEYS.model })
  mcp = openMcpBench()
  // What it got, and every key besides.
  api = createServer((request, response) => {
    const { method, url, headers } = request
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(everyForm({ method, url, ...headers }))
  }).listen(0, '127.0.0.1')
  await once(api, 'listening')
  const address = api.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const core = await open()
  const save = (name: string, baseUrl: string, key: string) =>
    core.handlers['connections.save']({ name, provider: 'openai', baseUrl, model: 'm', key }, context())
  await save('default', models.baseUrl, KEYS.model)
  await save('api', origin, KEYS.api)
  await save('basic', origin, KEYS.basic)
  await core.handlers['secrets.save']({ name: 'STORED', value: KEYS.stored }, context())
  await core.close()
})
afterEach(async () => {
  await models.close()
  mcp.close()
  api.closeAllConnections()
  api.close()
  terminal.close()
})

const context = () => ({ signal: new AbortController().signal })
function open(): Promise<Core> {
  const dataDir = path.join(terminal.folder, 'data')
  mkdirSync(dataDir, { recursive: true })
  return createCore({ dataDir, platform: nodePlatform({ host: 'cli', dataDir }), env: ENV })
}

/** Keys in a header, an address, a query, the environment of a program, and as those of connections. */
function desk() {
  const sent = { query: { q: '{GIVEN}' }, headers: { 'X-Key': '{STORED} {GIVEN}' }, secrets: ['STORED', 'GIVEN'] }
  return flow('Desk')
    .start('a')
    .agent('a', { name: 'Ann' })
    .agent('b', { name: 'Bob' })
    .handoff('a', 'b', { condition: 'Always' })
    .httpTool('echo', { url: `${origin}/echo?k={STORED}`, connection: 'api', toolName: 'echo', ...sent })
    .httpTool('basic', { url: `${origin}/basic`, connection: 'basic', toolName: 'basic' })
    .node('mcp-server', 's', { ...mcp.small([], { env: { TOKEN: 'STORED' } }).data, include: ['token'] })
    .use('a', 'echo')
    .use('a', 'basic')
    .use('a', 's')
    .build()
}

/** One turn in which tools and models repeat every key, in what is called, said and asked. */
function answerWithKeys(): void {
  const calls = ['echo', 'basic', 'token'].map((name) => ({ name, arguments: { input: everyForm() } }))
  models.reply(
    { calls, text: everyForm() },
    { calls: [{ name: 'transfer_Ann_to_Bob', arguments: { reason: everyForm() } }] },
    { text: `The keys are ${everyForm()}` },
  )
}

function expectNothingKept(...further: readonly string[]): void {
  for (const [place, text] of storedIn(terminal.folder)) {
    expect([place, tracesIn(text)]).toEqual([place, []])
    expect([place, further.filter((key) => text.includes(key))]).toEqual([place, []])
  }
}

/** Runs a command, of which nothing may be found in what it prints. */
async function clean(...args: string[]): Promise<string> {
  const { code, out, notes } = await terminal.baton(args, { env: ENV })
  expect([args, code, notes]).toEqual([args, 0, code === 0 ? notes : []])
  expect([args, tracesIn(`${out}${notes.join('\n')}`)]).toEqual([args, []])
  return out
}

test('not in versions, undo steps, copies and the bin, nor in a flow in any form, a project for LangGraph included', async () => {
  const drawn = desk()
  const file = terminal.file(drawn)
  const core = await open()
  const text = saveFlow(drawn)
  const { id, revision } = await core.handlers['flows.import']({ text, fileName: null }, context())
  const undo = { stamp: null, from: 0, add: [{ number: 1, body: text }], position: 1 }
  const named = text.replaceAll('Desk', 'Front desk')
  await core.handlers['flows.save']({ id, baseRevision: revision, text: named, undo }, context())
  await core.handlers['flows.keepVersion']({ id, label: 'Kept' }, context())
  const copy = await core.handlers['flows.duplicate']({ id }, context())
  await core.handlers['flows.remove']({ id: copy.id }, context())
  await core.close()
  for (const format of EXPORT_FORMATS) {
    const out = path.join(terminal.folder, `exported-${format}`)
    await terminal.baton(['export', file, out, '--to', format, '--data', path.join(terminal.folder, 'data')], {
      env: ENV,
    })
  }
  const exported = readdirSync(terminal.folder).filter((name) => name.startsWith('exported-'))
  expect(exported.toSorted()).toEqual(EXPORT_FORMATS.map((format) => `exported-${format}`).toSorted())
  expectNothingKept()
})

test('not in a thread in any form, in what is searched, tried and counted', async () => {
  const file = terminal.file(desk())
  answerWithKeys()
  await clean('run', file, '-m', 'Go', '--allow', 'all', '--json', '--thread', 't')
  expect(models.calls).toBe(3)
  const held = JSON.stringify(models.requests.map(({ body }) => body))
  for (const word of ['echo', 'basic', 'the token is ***']) expect(held).toContain(word)
  expect(tracesIn(held)).toEqual([])

  for (const format of THREAD_FORMATS) {
    const out = path.join(terminal.folder, `thread-${format}`)
    await clean('threads', 'export', 't', out, '--to', format)
  }
  const bundle = path.join(terminal.folder, 'thread-bundle')
  await clean('threads', 'export', 't', bundle, '--bundle')
  expect(readdirSync(terminal.folder).filter((name) => name.startsWith('thread-'))).toHaveLength(
    THREAD_FORMATS.length + 1,
  )
  await clean('threads', 'import', bundle)
  expect(await clean('tools', 'try', file, 'echo', '--allow', 'all', '--args', '{}')).toContain('***')
  expect(await clean('connections', 'list', '--json')).toContain('basic')
  expect(await clean('ledger', '--json')).toContain('127.0.0.1')
  await clean('ledger', '--totals')

  const core = await open()
  const found = await core.handlers['threads.search']({ flowId: null, text: 'keys are', limit: 50 }, context())
  expect([found.length > 0, tracesIn(JSON.stringify(found))]).toEqual([true, []])
  for (const key of Object.values(KEYS))
    expect(await core.handlers['threads.search']({ flowId: null, text: key.slice(-8), limit: 50 }, context())).toEqual(
      [],
    )
  await core.close()
  const words = [...storedIn(terminal.folder)].filter(([place]) => place.includes('words of'))
  expect(words.map(([, text]) => text.split(' ').includes('keys'))).toEqual([true])
  expectNothingKept()
})

test('not in what a server logs and its callers and visitors get, nor what these are let in by', async () => {
  const file = terminal.file(desk())
  const ending = new AbortController()
  const keys = ['--key', CALLER, '--page-key', PAGE]
  const args = [file, '--log', '--chat', '--allow', 'all', '--grace', '0', ...keys]
  const { ended, listening } = startServing(args, { terminal, signal: ending.signal, env: ENV })
  const { address } = await listening
  const asked = async (url: string, { key, body }: { key: string; body?: object }) => {
    const visitor = 'a'.repeat(64)
    const headers = { authorization: `Bearer ${key}`, 'x-baton-visitor': visitor, 'content-type': 'application/json' }
    const posted = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const answer = await keyless(url, { headers, ...posted })
    expect([url, tracesIn(answer.body + JSON.stringify(answer.headers))]).toEqual([url, []])
    return answer
  }
  answerWithKeys()
  const messages = [{ role: 'user', content: 'Go' }]
  const said = await asked(`${address}/chat/completions`, { key: CALLER, body: { model: 'desk', messages } })
  expect([said.status, said.body.includes('The keys are')]).toEqual([200, true])
  const wrong = await asked(`${address}/models?key=${encodeURIComponent(CALLER)}`, { key: `${CALLER}x` })
  expect(wrong.status).toBe(401)
  answerWithKeys()
  const page = address.replace('/v1', '/chat')
  expect((await asked(`${page}/desk`, { key: PAGE })).status).toBe(200)
  const talked = await asked(`${page}/api/desk/say`, { key: PAGE, body: { text: 'Go', thread: null } })
  const lines = talked.body.split('\n').filter((line) => line !== '')
  const words = lines.map((line) => z.object({ text: z.string().catch('') }).parse(JSON.parse(line)).text).join('')
  expect([talked.status, words.includes('The keys are'), tracesIn(words)]).toEqual([200, true, []])
  ending.abort()
  const { out, notes } = await ended
  expect(notes.filter((line) => line.startsWith('{')).length).toBeGreaterThan(2)
  const logged = notes.join('\n')
  expect(tracesIn(out + logged)).toEqual([])
  expect([CALLER, PAGE].filter((key) => logged.includes(key))).toEqual([])
  expectNothingKept(CALLER, PAGE)
})

const found = findPostgres()

test.skipIf('missing' in found)(
  `not in the Postgres in which a server keeps its threads${'missing' in found ? ` (skipped: ${found.missing})` : ''}`,
  { timeout: 60_000 },
  async () => {
    if ('missing' in found) return
    const postgres = await startPostgres(found)
    try {
      const url = await postgres.database()
      const ending = new AbortController()
      const args = [terminal.file(desk()), '--database', url, '--allow', 'all', '--grace', '0', '--key', CALLER]
      const { ended, listening } = startServing(args, { terminal, signal: ending.signal, env: ENV })
      const { address } = await listening
      answerWithKeys()
      const headers = { authorization: `Bearer ${CALLER}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ model: 'desk', messages: [{ role: 'user', content: 'Go' }] })
      const said = await keyless(`${address}/chat/completions`, { method: 'POST', headers, body })
      expect([said.status, said.body.includes('The keys are')]).toEqual([200, true])
      ending.abort()
      await ended
      const stored = (await storedInPostgres((sql) => postgres.query(url, sql))).join('\n')
      expect(['The keys are', 'the token is ***'].filter((text) => !stored.includes(text))).toEqual([])
      expect([tracesIn(stored), stored.includes(CALLER)]).toEqual([[], false])
      expectNothingKept(CALLER)
    } finally {
      await postgres.close()
    }
  },
)
