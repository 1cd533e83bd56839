/** How much may be asked of `baton serve` and from where, what it says of itself, what it writes down, and how it stops. */
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ModelServer } from '../testing/model-server'
import { bare, client, failure, host, KEY, keyless, openServeBench, user, type ServeBench } from './testing/chat-client'
import type { Terminal } from './testing/terminal'

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

async function serve(...more: string[]): Promise<string> {
  const listening = bench.serve([terminal.file(host().build()), ...more])
  return (await listening).address
}

const chat = (address: string, key = KEY, thread = 't') =>
  client(address, key).chat.completions.create(
    { model: 'host', messages: [user('Hi')] },
    { headers: { 'x-baton-thread': thread } },
  )

test('other machines may come only with keys of their own, by an address or a name that was given', async () => {
  const flow = terminal.file(host().build())
  const refused = await terminal.baton(['serve', flow, '--host', '0.0.0.0'])
  expect([refused.code, refused.notes]).toEqual([
    2,
    [
      '--host 0.0.0.0 lets other machines reach "baton serve", which takes keys of your own: give --keys FILE, --key KEY or BATON_SERVE_KEY.',
    ],
  ])
  const guessed = [
    '--host 0.0.0.0 --key short-key',
    `--host-name desk.example --key ${KEY} --key short-key`,
    `--host 0.0.0.0 --keys ${terminal.file('ann short-key\n', 'keys')}`,
  ]
  for (const line of guessed) {
    const { code, notes } = await terminal.baton(['serve', flow, ...line.split(' ')])
    expect([line, code, notes.join()]).toEqual([line, 2, expect.stringMatching(/^The key "[\w-]+" has fewer than 16/)])
    expect(notes.join()).not.toContain('short-key')
  }
  const address = await serve('--host', '0.0.0.0', '--key', KEY, '--host-name', 'Desk.example.com')
  expect(address).toMatch(/^http:\/\/0\.0\.0\.0:\d+\/v1$/)
  const here = address.replace('0.0.0.0', '127.0.0.1')
  const { port } = new URL(here)
  const statusWith = async (name: string) => (await bare(`${here}/models`, { headers: { host: name } })).status
  const names = ['desk.example.com', `192.168.0.7:${port}`, '[fe80::1]', 'localhost']
  expect(await Promise.all(names.map(statusWith))).toEqual(names.map(() => 200))
  const strangers = ['evil.example', 'desk.example.com.evil.example', '127.0.0.1@evil.example', '1.2.3.4.evil.example']
  expect(await Promise.all(strangers.map(statusWith))).toEqual([403, 403, 403, 403])
  const hosts = (names: readonly string[]) => names.map((name) => `Host: ${name}\r\n`).join('')
  const statusOf = async (...sent: readonly string[]) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`GET /v1/models HTTP/1.1\r\n${hosts(sent)}Authorization: Bearer ${KEY}\r\nConnection: close\r\n\r\n`)
    let answer = ''
    for await (const piece of socket) answer += String(piece)
    return answer.slice(0, 12)
  }
  expect(await statusOf('localhost')).toBe('HTTP/1.1 200')
  expect(await statusOf('localhost', 'evil.example')).toBe('HTTP/1.1 403')
})

test('keys of a file have names; what is wrong with the file is said without showing it', async () => {
  const lines = ['# colleagues', 'ann key-of-ann', '', '  bob   key-of-bob  ']
  const address = await serve('--keys', terminal.file(lines.join('\n'), 'keys'), '--key', KEY)
  const told = await Promise.all(
    ['key-of-ann', 'key-of-bob', KEY, 'ann', 'key-of-eve'].map(
      async (key) => (await keyless(`${address}/models`, { headers: { authorization: `Bearer ${key}` } })).status,
    ),
  )
  expect(told).toEqual([200, 200, 200, 401, 401])
  const flow = terminal.file(host().build())
  const wrong = async (text: string) => {
    const { code, notes } = await terminal.baton(['serve', flow, '--keys', terminal.file(text, 'wrong')])
    return [code, notes.join().replace(terminal.folder, '')]
  }
  expect(await wrong('ann')).toEqual([2, '/wrong, line 1: a line is a name, a blank and a key, such as "ann KEY".'])
  expect(await wrong('ann secret more')).toEqual(await wrong('ann'))
  expect(await wrong('# none\n')).toEqual([2, '/wrong has no key. Write a name, a blank and a key on a line.'])
  expect(await wrong('ann a\nann b')).toEqual([2, 'Two keys are called "ann". Give each a name of its own.'])
})

test('each key has its own limits: 429 says when to come again', async () => {
  const address = await serve('--key', KEY, '--key', 'other', '--per-minute', '3', '--at-once', '1', '--grace', '0')
  server.reply({ hang: true })
  const first = failure(chat(address))
  await server.waitForRequest(1)
  const second = await failure(chat(address))
  expect(second).toMatchObject({ status: 429, code: 'rate_limit_exceeded' })
  expect((await bare(`${address}/models`, {})).status).toBe(200)
  const often = await bare(`${address}/models`, {})
  expect([often.status, Number(often.headers['retry-after']) > 0]).toEqual([429, true])
  const other = { headers: { authorization: 'Bearer other' } }
  expect((await keyless(`${address}/models`, other)).status).toBe(200)
  const stopped = bench.stop()
  await first
  await stopped
})

test('whoever tries without a valid key is told to wait, and whoever has one never is', async () => {
  const address = await serve('--key', KEY, '--chat', '--page-key', 'page-key-of-this-test')
  const guess = (key: string) => keyless(`${address}/models`, { headers: { authorization: `Bearer ${key}` } })
  const tries: Awaited<ReturnType<typeof guess>>[] = []
  // More may come back in the seconds that the tries take, so the last of many is looked at.
  while (tries.at(-1)?.status !== 429 && tries.length < 500) tries.push(await guess(`guess-${tries.length}`))
  expect(tries.length).toBeGreaterThan(30)
  const { 'retry-after': wait, connection } = tries.at(-1)?.headers ?? {}
  expect([Number(wait) > 0, connection]).toEqual([true, 'close'])
  expect(tries.at(-1)?.body).toContain('Requests without a valid key may come 30 times in a minute from one address.')
  expect((await bare(`${address}/models`, {})).status).toBe(200)
  const page = { authorization: 'Bearer no-key-of-a-page', 'x-baton-visitor': '0'.repeat(64) }
  const pages: number[] = []
  while (pages.at(-1) !== 429 && pages.length < 500)
    pages.push((await keyless(`${address.replace('/v1', '/chat/api/host')}`, { headers: page })).status)
  expect(pages.at(-1)).toBe(429)
})

test('a body that is nested too deeply, or has too many values, is refused before it is read', async () => {
  const address = await serve('--key', KEY, '--body', '5')
  const url = `${address}/chat/completions`
  const post = async (body: string) => {
    const { status, body: told } = await bare(url, { method: 'POST', body })
    return [status, (JSON.parse(told) as { error: { message: string; code: string } }).error]
  }
  const half = 2 * 1024 * 1024
  const nested = { message: 'The body has lists and objects within each other more than 100 deep.', code: 'bad-input' }
  expect(await post('['.repeat(half) + ']'.repeat(half))).toMatchObject([400, nested])
  const wide = { message: 'The body has more than 50000 values.', code: 'bad-input' }
  expect(await post(`{"model":"host","messages":[${'1,'.repeat(half)}1]}`)).toMatchObject([400, wide])
  expect(server.calls).toBe(0)
})

test('a body that is too large, and one that does not go on', async () => {
  const address = await serve('--key', KEY, '--body', '0.01', '--idle', '0.05')
  const content = 'x'.repeat(20_000)
  const body = JSON.stringify({ model: 'host', messages: [user(content)] })
  const url = `${address}/chat/completions`
  expect((await bare(url, { method: 'POST', body })).status).toBe(413)
  const { port } = new URL(address)
  const head = `POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${KEY}\r\n`
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`${head}Content-Length: 100\r\n\r\n{`)
  let answer = ''
  for await (const piece of socket) answer += String(piece)
  expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*body_too_slow/)
  expect(server.calls).toBe(0)
})

test('it says whether it lives and whether it can answer, without a key and without names', async () => {
  const address = (await serve('--key', KEY)).replace('/v1', '')
  const get = async (path: string) => {
    const { status, body } = await keyless(`${address}${path}`, {})
    return [status, JSON.parse(body) as unknown]
  }
  expect(await get('/health')).toEqual([200, { status: 'ok' }])
  expect(await get('/ready')).toEqual([
    200,
    { ready: true, checks: { library: true, connections: true, serving: true } },
  ])
  const looked = await keyless(`${address}/health`, { method: 'HEAD' })
  expect([looked.status, looked.body]).toEqual([200, ''])
  const wrong = await keyless(`${address}/health`, { method: 'POST' })
  expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'GET, HEAD'])
  const stranger = await keyless(`${address}/health`, { headers: { host: 'desk.example' } })
  expect([stranger.status, stranger.body]).toEqual([403, expect.stringContaining('start it with --host-name NAME')])
  await bench.stop()

  const named = host()
    .settings({ model: { connection: 'work' } })
    .build()
  const listening = bench.start([terminal.file(named)])
  const other = (await listening).address.replace('/v1', '')
  const { status, body } = await keyless(`${other}/ready`, {})
  expect([status, JSON.parse(body)]).toEqual([
    503,
    { ready: false, checks: { library: true, connections: false, serving: true } },
  ])
})

test('a line for each request, without contents, headers, queries or keys', async () => {
  const address = await serve('--keys', terminal.file('ann key-of-ann', 'keys'), '--log')
  server.reply({ text: 'SECRET-REPLY' })
  await chat(address, 'key-of-ann', 'diary')
  const ann = { headers: { authorization: 'Bearer key-of-ann' } }
  // A stream has begun with what was said before the failure, which no status tells.
  server.reply({ pieces: ['SECRET', '-WORDS'], text: 'SECRET-WORDS', cutAfter: 1 })
  const stream = await client(address, 'key-of-ann').chat.completions.create(
    { model: 'host', messages: [user('SECRET-MESSAGE')], stream: true },
    { headers: { 'x-baton-thread': 'broken' } },
  )
  const drained = async () => {
    for await (const _chunk of stream);
  }
  await drained().catch(() => undefined)
  await keyless(`${address}/threads/${'x'.repeat(5000)}/queue`, ann)
  await keyless(`${address}/models?key=SECRET-QUERY`, { headers: { authorization: 'Bearer SECRET-KEY' } })
  await keyless(`${address}/SECRET-PATH`, { headers: { authorization: 'Bearer key-of-ann' } })
  const notes = (await bench.stop())?.notes ?? []
  expect(notes.map((line) => JSON.parse(line) as object)).toEqual(
    [
      { method: 'POST', route: '/v1/chat/completions', status: 200, key: 'ann', thread: 'diary', error: null },
      {
        method: 'POST',
        route: '/v1/chat/completions',
        status: 200,
        key: 'ann',
        thread: 'broken',
        error: 'model-dropped',
      },
      {
        method: 'GET',
        route: '/v1/threads/:thread/queue',
        status: 404,
        key: 'ann',
        thread: 'x'.repeat(128),
        error: 'thread_not_found',
      },
      { method: 'GET', route: '/v1/models', status: 401, key: null, thread: null, error: 'invalid_api_key' },
      { method: 'GET', route: null, status: 404, key: 'ann', thread: null, error: 'not-found' },
    ].map((line) => ({ ...line, time: expect.any(String) as string, ms: expect.any(Number) as number })),
  )
  expect(notes.join()).not.toMatch(/SECRET|key-of/)
})

test('SIGTERM: no new turn begins, one that runs may end, and the program ends in order', async () => {
  const address = await serve('--key', KEY, '--grace', '60')
  const gate = Promise.withResolvers<undefined>()
  server.reply({ text: 'To the end.', gate: gate.promise })
  const running = chat(address)
  await server.waitForRequest(1)
  const stopped = bench.stop()
  const refused = await bare(`${address}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'host', messages: [user('Hi')] }),
  })
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5'])
  expect((await keyless(`${address.replace('/v1', '')}/ready`, {})).status).toBe(503)
  gate.resolve(undefined)
  expect((await running).choices[0]?.message.content).toBe('To the end.')
  expect((await stopped)?.code).toBe(0)
})

test('offline, a model that cannot be reached is named at the start, and a turn that asks it says so', async () => {
  vi.stubEnv('BATON_OFFLINE', '1')
  try {
    const note =
      'Baton is offline, so turns that ask models.example.com will fail. Use a model server on this machine, or start without --offline.'
    const flow = terminal.file(host().build())
    const { address } = await bench.start([
      flow,
      '--key',
      KEY,
      '--base-url',
      'https://models.example.com/v1',
      '--model',
      'm',
    ])
    const { status, code, message } = await failure(chat(address))
    expect([status, code]).toEqual([422, 'model-refused'])
    expect(message).toContain('Baton is offline, so it did not connect to models.example.com.')
    expect((await bench.stop())?.notes).toContain(note)

    // One on this machine can be.
    const here = await serve('--key', KEY)
    server.reply({ text: 'Hello.' })
    await chat(here)
    expect((await bench.stop())?.notes).not.toContain(note)
    const mcp = ['mcp', flow, '--base-url', 'https://models.example.com/v1', '--model', 'm']
    expect((await terminal.baton(mcp)).notes).toContain(note)
  } finally {
    vi.unstubAllEnvs()
  }
})
