/** The chat page of `baton serve`, asked as browsers, other visitors and other sites would: what it hands out, and what its key opens. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import type { ModelServer } from '../testing/model-server'
import { bare, host, KEY, keyless, openServeBench, type ServeBench } from './testing/chat-client'
import type { Terminal } from './testing/terminal'

const PAGE_KEY = 'page-key-of-the-tests'
const ANN = 'a'.repeat(64)
const EVE = 'e'.repeat(64)

let bench: ServeBench
let server: ModelServer
let terminal: Terminal
beforeEach(async () => {
  bench = await openServeBench()
  ;({ server, terminal } = bench)
})
afterEach(async () => {
  await bench.close()
})

async function serve(file: string, ...more: string[]): Promise<string> {
  const page = ['--chat', '--page-key', PAGE_KEY, '--key', KEY, '--grace', '0']
  const listening = bench.serve([file, ...page, ...more])
  return (await listening).address.replace('/v1', '')
}

type VisitOptions = { visitor?: string; key?: string; body?: object; origin?: string }
type Line = {
  type: string
  text?: string
  thread?: string
  failed?: boolean
  note?: string
  questions?: ShownQuestion[]
}
type ShownQuestion = { id: string; text: string; fields: object; decisions: string[] | null; until: string | null }

async function visit(url: string, { visitor = ANN, key = PAGE_KEY, body, origin }: VisitOptions = {}) {
  const headers = { authorization: `Bearer ${key}`, 'x-baton-visitor': visitor, ...(origin ? { origin } : {}) }
  const posted = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const { status, body: text } = await keyless(url, { headers, ...posted })
  const lines = text.split('\n').filter((line) => line !== '')
  return { status, lines: status === 200 ? lines.map((line) => JSON.parse(line) as Line) : [] }
}

const FILES = ['/page.css', '/page.js', '/page-texts.mjs', '/embed.js']
FILES.push(...['/markdown.mjs', '/markdown-blocks.mjs', '/markdown-inline.mjs'])

/** A file of the page as a browser that takes these encodings gets it. */
async function bytesOf(url: string, encodings: string) {
  const [response] = (await once(get(url, { headers: { 'accept-encoding': encodings } }), 'response')) as [
    IncomingMessage,
  ]
  return {
    encoding: response.headers['content-encoding'],
    vary: response.headers['vary'],
    body: await buffer(response),
  }
}

test('the page is small: packed for browsers that take it so, as it is for others', async () => {
  const address = await serve(terminal.file(host().build()))
  const sizes: Record<string, number> = {}
  for (const file of ['', ...FILES]) {
    const url = `${address}/chat${file}`
    const [packed, plain, refused] = [
      await bytesOf(url, 'deflate, gzip, br'),
      await bytesOf(url, 'br'),
      await bytesOf(url, 'gzip;q=0, br'),
    ]
    expect([packed.encoding, plain.encoding, refused.encoding]).toEqual(['gzip', undefined, undefined])
    expect(packed.vary).toBe('accept-encoding')
    expect(gunzipSync(packed.body)).toEqual(plain.body)
    expect(refused.body).toEqual(plain.body)
    sizes[file] = packed.body.length
  }
  const sizeOf = (...files: string[]) => files.reduce((sum, file) => sum + (sizes[file] ?? Infinity), 0)
  expect(sizeOf('/embed.js')).toBeLessThan(2500)
  expect(sizeOf('', '/page.css', '/page.js', '/page-texts.mjs')).toBeLessThan(9500)
  expect(sizeOf('/markdown.mjs', '/markdown-blocks.mjs', '/markdown-inline.mjs')).toBeLessThan(11_500)
})

test('the page comes with a policy that lets it ask its own server alone, and be shown nowhere else', async () => {
  const address = await serve(terminal.file(host().build()))
  const files = await Promise.all(['', '/', '/host', ...FILES].map((path) => keyless(`${address}/chat${path}`, {})))
  expect(files.map(({ status }) => status)).toEqual(files.map(() => 200))
  for (const { headers, body } of files) {
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(body).not.toMatch(/https?:\/\/\w/)
    expect(body).not.toContain(PAGE_KEY)
  }
  expect(files[0]?.headers['x-frame-options']).toBe('DENY')
  const none = await Promise.all(
    ['/none', '/page.html', '/host/x', '/..%2fpage.css'].map((path) => keyless(`${address}/chat${path}`, {})),
  )
  expect(none.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test('sites are named as origins, and nothing else gets into the policy', async () => {
  const address = await serve(
    terminal.file(host().build()),
    '--embed-on',
    'https://Example.com/',
    '--embed-on',
    'http://localhost:3000',
  )
  const { headers } = await keyless(`${address}/chat`, {})
  expect(headers['content-security-policy']).toContain('frame-ancestors https://example.com http://localhost:3000;')
  expect(headers['x-frame-options']).toBeUndefined()
  const file = terminal.file(host().build())
  for (const site of [
    '*',
    'example.com',
    'https://a.example; script-src *',
    'https://a.example/path',
    'javascript:alert(1)',
    'null',
  ])
    expect((await terminal.baton(['serve', file, '--chat', '--embed-on', site])).code).toBe(2)
  expect((await terminal.baton(['serve', file, '--embed-on', 'https://a.example'])).code).toBe(2)
  expect((await terminal.baton(['serve', file, '--chat', '--page-key', 'short'])).code).toBe(2)
  // Whoever has the page would be a caller.
  const same = ['--page-key', PAGE_KEY, '--key', PAGE_KEY]
  expect((await terminal.baton(['serve', file, '--chat', ...same])).code).toBe(2)
})

test('its key talks in threads of its visitor and opens nothing else', async () => {
  const address = await serve(
    terminal.file(
      host()
        .settings({ starters: ['Hello'] })
        .build(),
    ),
  )
  const api = `${address}/chat/api/host`
  expect((await visit(api)).lines).toEqual([{ name: 'Host', starters: ['Hello'], speaksFirst: false }])
  server.reply({ pieces: ['Good ', 'day.'], text: 'Good day.' })
  const { lines } = await visit(`${api}/say`, { body: { text: 'Hi', thread: null } })
  const { thread = '' } = lines.at(-1) ?? {}
  expect(lines.map(({ text = '' }) => text).join('')).toBe('Good day.')
  expect(lines.at(-1)).toEqual({ type: 'end', thread, failed: false, questions: [] })
  const said = [
    { who: 'user', text: 'Hi' },
    { who: 'flow', text: 'Good day.' },
  ]
  expect((await visit(`${api}/threads/${thread}`)).lines).toEqual([{ said, questions: [], isRunning: false }])

  const refused = await Promise.all([
    visit(`${api}/threads/${thread}`, { visitor: EVE }),
    visit(`${api}/say`, { visitor: EVE, body: { text: 'Who?', thread } }),
    visit(api, { key: KEY }),
    visit(api, { visitor: 'guess' }),
    visit(`${address}/chat/api/none`),
    visit(`${api}/say`, { body: { text: 'x'.repeat(20_001), thread: null } }),
    visit(`${api}/say`, { origin: 'https://evil.example', body: { text: 'Hi', thread: null } }),
    visit(`${api}/say`, { origin: 'null', body: { text: 'Hi', thread: null } }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 401, 400, 404, 400, 403, 403])
  expect((await visit(api, { origin: address })).status).toBe(200)
  const asPage = { headers: { authorization: `Bearer ${PAGE_KEY}` } }
  const queue = `${address}/v1/threads/${thread}/queue`
  expect((await keyless(`${address}/v1/models`, asPage)).status).toBe(401)
  expect((await keyless(queue, asPage)).status).toBe(401)
  expect((await bare(queue, {})).status).toBe(404)
  const foreign = await keyless(`${address}/chat`, { headers: { host: 'evil.example' } })
  expect([foreign.status, server.calls]).toEqual([403, 1])
})

test('a visitor who asks too often takes at most half of what all have together', async () => {
  const address = await serve(terminal.file(host().build()), '--per-minute', '4')
  const api = `${address}/chat/api/-`
  const ask = async (visitor: string) => {
    const headers = { authorization: `Bearer ${PAGE_KEY}`, 'x-baton-visitor': visitor }
    const { status, body } = await keyless(api, { headers })
    return status === 429 ? body : status
  }
  const told: unknown[] = []
  while (typeof told.at(-1) !== 'string' && told.length < 500) told.push(await ask(ANN))
  expect(told.at(-1)).toContain('A visitor may ask 2 times in a minute.')
  expect(await ask(EVE)).toBe(200)
})

test('a visitor answers an approval, with its form; calls of tools are for whoever runs the flow', async () => {
  const form = { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] }
  const drawn = flow('Asks').start('q').node('approval', 'q', { name: 'Ok', message: 'Refund?', form })
  drawn.agent('a', { name: 'A' }).edge('next', { from: 'q', to: 'a', port: 'approved' })
  const address = await serve(terminal.file(drawn.build()))
  const api = `${address}/chat/api/-`
  const { lines } = await visit(`${api}/say`, { body: { text: 'A refund', thread: null } })
  const { thread = '', questions = [] } = lines.at(-1) ?? {}
  expect(lines[0]).toEqual({ type: 'begin', thread })
  expect(questions).toMatchObject([
    { text: 'Refund?', fields: { amount: { type: 'number' } }, decisions: ['approve', 'refuse'] },
  ])
  const answer = { thread, question: questions[0]?.id, decision: 'approve', filled: { amount: 5 } }
  expect((await visit(`${api}/answer`, { visitor: EVE, body: answer })).status).toBe(404)
  expect((await visit(`${api}/answer`, { body: { ...answer, decision: 'timeout' } })).status).toBe(400)
  server.reply({ text: 'Paid.' })
  expect((await visit(`${api}/answer`, { body: answer })).lines).toEqual([
    { type: 'begin', thread },
    { type: 'text', text: 'Paid.' },
    { type: 'end', thread, failed: false, questions: [] },
  ])
})

test('a visitor is told until when they can answer; where that passed in a turn that was killed, they can only let it go on', async () => {
  const drawn = flow('Asks').start('q').node('approval', 'q', { name: 'Ok', message: 'Refund?', timeout: 60 })
  drawn.agent('a', { name: 'A' }).edge('next', { from: 'q', to: 'a', port: 'timeout' })
  const file = terminal.file(drawn.build())
  const address = await serve(file)
  const { lines } = await visit(`${address}/chat/api/-/say`, { body: { text: 'A refund', thread: null } })
  const { thread = '', questions = [] } = lines.at(-1) ?? {}
  expect(questions).toMatchObject([{ decisions: ['approve', 'refuse'], until: expect.stringMatching(/^20/) as string }])
  await bench.stop()
  const db = new Database(path.join(terminal.folder, 'data', 'library.sqlite'))
  // As a program on another machine leaves it that was killed.
  db.exec("UPDATE runs SET state = 'running', owner = 'elsewhere/1/1/x', lease = 1")
  db.close()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
  try {
    const again = `${await serve(file)}/chat/api/-`
    const read = await keyless(`${again}/threads/${thread}`, {
      headers: { authorization: `Bearer ${PAGE_KEY}`, 'x-baton-visitor': ANN },
    })
    expect(JSON.parse(read.body)).toMatchObject({ questions: [{ text: 'Refund?', fields: {}, decisions: ['go-on'] }] })
    const listed = await terminal.baton(['threads', 'list', '--waiting'])
    expect(listed.out).toContain('Whatever you answer now, it goes on as it does without an answer.')
    server.reply({ text: 'Too late.' })
    const answer = { thread, question: questions[0]?.id, decision: 'go-on', filled: {} }
    const went = (await visit(`${again}/answer`, { body: answer })).lines
    expect([went.map(({ text = '' }) => text).join(''), went.at(-1)]).toMatchObject([
      'Too late.',
      { type: 'end', failed: false, questions: [] },
    ])
  } finally {
    vi.useRealTimers()
  }
})

test('a visitor is told that somebody else decides on a call, unless visitors may', async () => {
  const drawn = host().builtinTool('c', { tool: 'calculator' }).use('host', 'c', { needsApproval: true }).build()
  for (const [index, more] of [[], ['--visitors-decide']].entries()) {
    await bench.stop()
    const address = await serve(terminal.file(drawn), ...more)
    server.reply({ calls: [{ name: 'calculator', arguments: { expression: '1 + 1' } }] })
    const { lines } = await visit(`${address}/chat/api/-/say`, { body: { text: '1 + 1?', thread: null } })
    const [asked] = lines.at(-1)?.questions ?? []
    expect(asked?.decisions).toEqual(index === 0 ? null : ['approve', 'refuse'])
    expect(asked?.text.includes('calculator')).toBe(index === 1)
  }
})

test('a visitor stops their own answer, and is told of a limit; a flow that is called "api" has its page', async () => {
  const drawn = host()
    .builtinTool('c', { tool: 'calculator' })
    .use('host', 'c')
    .settings({ limits: { modelCalls: 1 } })
  const file = terminal.file({ ...drawn.build(), name: 'API' })
  const address = await serve(file)
  const page = await keyless(`${address}/chat/api`, {})
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const api = `${address}/chat/api/api`
  server.reply({ calls: [{ name: 'calculator', arguments: { expression: '1 + 1' } }] })
  const limited = (await visit(`${api}/say`, { body: { text: '1 + 1?', thread: null } })).lines.at(-1)
  expect(limited).toMatchObject({ type: 'end', failed: false, note: 'limit' })
  const { thread = '' } = limited ?? {}
  server.reply({ pieces: ['Good ', 'day.'], text: 'Good day.', hangAfter: 1 })
  const calls = server.calls
  const said = visit(`${api}/say`, { body: { text: 'Hi', thread } })
  await expect.poll(() => server.calls).toBe(calls + 1)
  expect((await visit(`${api}/stop`, { visitor: EVE, body: { thread } })).status).toBe(404)
  expect((await visit(`${api}/stop`, { body: { thread } })).status).toBe(200)
  expect((await said).lines.at(-1)).toEqual({ type: 'end', thread, failed: false, note: 'stopped', questions: [] })
  // Nothing runs any more.
  expect((await visit(`${api}/stop`, { body: { thread } })).status).toBe(200)
  expect((await visit(`${api}/threads/${thread}`)).lines[0]).toMatchObject({ isRunning: false })
})

test('a turn that fails until somebody mends it is told so, also when the page is opened again; what else fails may be tried again', async () => {
  const remote = ['--base-url', 'https://models.example.com/v1', '--model', 'm']
  const page = ['--chat', '--page-key', PAGE_KEY, '--key', KEY, '--grace', '0']
  vi.stubEnv('BATON_OFFLINE', '1')
  try {
    const { address } = await bench.start([terminal.file(host().build()), ...page, ...remote, '--log'])
    const api = `${address.replace('/v1', '')}/chat/api/-`
    const { status, lines } = await visit(`${api}/say`, { body: { text: 'Hi', thread: null } })
    expect([status, lines.at(-1)]).toEqual([200, expect.objectContaining({ failed: true, note: 'broken' })])
    expect(JSON.stringify(lines)).not.toContain('models.example.com')
    const read = await visit(`${api}/threads/${lines.at(-1)?.thread}`)
    expect(read.lines).toEqual([
      { said: [{ who: 'user', text: 'Hi' }], questions: [], isRunning: false, failed: 'broken' },
    ])
    // Whoever serves it reads why.
    const log = ((await bench.stop())?.notes ?? []).filter((line) => line.startsWith('{'))
    expect(log.map((line) => JSON.parse(line) as object)).toMatchObject([
      { route: '/chat/api/:flow/say', status: 200, error: 'model-refused' },
      { route: '/chat/api/:flow/threads/:thread', status: 200, error: null },
    ])
  } finally {
    vi.unstubAllEnvs()
  }

  const api = `${await serve(terminal.file(host().build()))}/chat/api/-`
  server.reply({ raw: '<html>' })
  const { lines } = await visit(`${api}/say`, { body: { text: 'Hi', thread: null } })
  expect(lines.at(-1)).toMatchObject({ failed: true })
  expect(lines.at(-1)?.note).toBeUndefined()
  const { thread } = lines.at(-1) ?? {}
  expect((await visit(`${api}/threads/${thread}`)).lines[0]).toMatchObject({ failed: 'failed' })
  server.reply({ text: 'Good day.' })
  await visit(`${api}/say`, { body: { text: 'Hi', thread } })
  expect((await visit(`${api}/threads/${thread}`)).lines[0]).not.toHaveProperty('failed')
})
