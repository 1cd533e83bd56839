/** Who may talk to `baton serve`: nobody without its key, no page that was not named, and nobody in the thread of another key. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ModelServer } from '../testing/model-server'
import {
  assistant,
  bare,
  client,
  failure,
  host,
  KEY,
  keyless,
  openServeBench,
  user,
  type ChatParam,
  type ServeBench,
} from './testing/chat-client'
import type { Terminal } from './testing/terminal'
import { heard } from '../testing/heard'

let bench: ServeBench
let server: ModelServer
let terminal: Terminal
beforeEach(async () => {
  bench = await openServeBench()
  ;({ server, terminal } = bench)
})
afterEach(async () => {
  await bench.stop()
  expect(server.violations).toEqual([])
  await bench.close()
})

/** Serves flows on a free port; where, and the key as it was printed. */
function serveWith(files: readonly string[], more: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const listening = bench.serve([...files, ...more], env)
  return listening
}

async function serve(...files: string[]): Promise<string> {
  return (await serveWith(files, ['--key', KEY])).address
}

/** The conversation that the model saw, without system messages. */
const seen = (index: number) =>
  heard(server.requests[index])
    .filter(({ role }) => role !== 'system' && role !== 'note')
    .map(({ role, content }) => `${role}: ${content}`)

test('nobody is answered without the key: 401 in words, whatever is asked', async () => {
  const { address, key } = await serveWith([terminal.file(host().build())])
  expect(key).toMatch(/^baton-[\w-]{32}$/)
  const body = JSON.stringify({ model: 'host', messages: [user('Hi')] })
  const chat = { method: 'POST', body }
  const refused = await Promise.all([
    keyless(`${address}/chat/completions`, chat),
    keyless(`${address}/chat/completions`, { ...chat, headers: { authorization: `Bearer ${key}x` } }),
    keyless(`${address}/chat/completions`, { ...chat, headers: { authorization: `Basic ${key}` } }),
    keyless(`${address}/chat/completions`, { ...chat, headers: { authorization: 'Bearer ' } }),
    keyless(`${address}/chat/completions?key=${key}`, chat),
    keyless(`${address}/models`, {}),
    keyless(`${address}/models/host`, {}),
    keyless(`${address}/nothing`, {}),
  ])
  expect(refused.map(({ status, headers }) => [status, headers['www-authenticate']])).toEqual(
    refused.map(() => [401, 'Bearer']),
  )
  const words = 'Send the key that "baton serve" printed when it started, or was given, as "Authorization: Bearer KEY".'
  const error = { type: 'invalid_request_error', param: null, code: 'invalid_api_key' }
  expect(refused.slice(0, 2).map((answer) => JSON.parse(answer.body) as unknown)).toEqual([
    { error: { message: `This request has no key. ${words}`, ...error } },
    { error: { message: `Baton does not know the key of this request. ${words}`, ...error } },
  ])
  expect(server.calls).toBe(0)
  server.reply({ text: 'Hello.' })
  const openai = client(address, key)
  expect((await openai.chat.completions.create({ model: 'host', messages: [user('Hi')] })).choices).toHaveLength(1)
})

test('the key may come from the environment; what cannot be a key is refused at the start', async () => {
  const file = terminal.file(host().build())
  const { address, key } = await serveWith([file], [], { BATON_SERVE_KEY: ' from-env ' })
  expect(key).toBe('the one of BATON_SERVE_KEY')
  expect((await client(address, 'from-env').models.list()).data).toHaveLength(1)
  for (const wrong of ['', 'two words', 'schlüssel']) {
    const { code, notes } = await terminal.baton(['serve', file, '--key', wrong])
    expect([code, notes]).toEqual([
      2,
      ['A key of "baton serve" has no blanks and only characters of ASCII, and it is not empty.'],
    ])
  }
})

test('a page of another origin never reaches a flow, with or without the key, whatever it sends', async () => {
  const address = await serve(terminal.file(host().build()))
  const body = JSON.stringify({ model: 'host', messages: [user('Hi')] })
  const origins = ['http://localhost:3000', 'http://127.0.0.1:3000', 'https://localhost', 'app://localhost', 'null']
  const types = ['text/plain', 'application/json', 'application/x-www-form-urlencoded']
  for (const origin of [...origins, 'https://evil.example', 'http://localhost.evil.example']) {
    for (const type of types) {
      const request = { method: 'POST', body, headers: { origin, 'content-type': type } }
      const answers = await Promise.all([bare, keyless].map((ask) => ask(`${address}/chat/completions`, request)))
      expect(answers.map(({ status, headers }) => [status, headers['access-control-allow-origin']])).toEqual([
        [403, undefined],
        [403, undefined],
      ])
    }
    expect((await keyless(`${address}/chat/completions`, { method: 'OPTIONS', headers: { origin } })).status).toBe(403)
  }
  const told = await bare(`${address}/models`, { headers: { origin: 'http://localhost:3000' } })
  expect(told.body).toContain('start it with: baton serve --origin http://localhost:3000')
  expect(server.calls).toBe(0)
})

test('pages of an origin that was named may talk to it, with the key', async () => {
  const named = ['--key', KEY, '--origin', 'http://localhost:3000/']
  const { address } = await serveWith([terminal.file(host().build())], named)
  const headers = {
    origin: 'http://localhost:3000',
    'access-control-request-headers': 'authorization,content-type,x-baton-thread',
  }
  const asked = await keyless(`${address}/chat/completions`, { method: 'OPTIONS', headers })
  expect([
    asked.status,
    asked.headers['access-control-allow-origin'],
    asked.headers['access-control-allow-headers'],
  ]).toEqual([204, 'http://localhost:3000', 'authorization,content-type,x-baton-thread'])
  const { origin } = headers
  expect((await keyless(`${address}/models`, { headers: { origin } })).status).toBe(401)
  const models = await bare(`${address}/models`, { headers: { origin } })
  expect([models.status, models.headers['access-control-allow-origin']]).toEqual([200, origin])
  // Else their client would not read that it should not send the same again.
  expect(models.headers['access-control-expose-headers']).toBe('x-baton-thread, retry-after, x-should-retry')
  for (const { headers: told } of [models, await keyless(address.replace('/v1', '/health'), {})])
    expect([told['cache-control'], told['x-content-type-options']]).toEqual(['no-store', 'nosniff'])
  expect((await bare(`${address}/models`, { headers: { origin: 'http://localhost:3001' } })).status).toBe(403)
})

test('a thread belongs to the key that began it, by its name and by its history, also after a new start', async () => {
  const file = terminal.file(host().build())
  const { address } = await serveWith([file], ['--key', 'ann-key', '--key', 'bob-key'])
  const ask = (key: string, messages: ChatParam[], { thread, at = address }: { thread?: string; at?: string } = {}) =>
    client(at, key)
      .chat.completions.create(
        { model: 'host', messages },
        thread === undefined ? {} : { headers: { 'x-baton-thread': thread } },
      )
      .withResponse()
  server.on({}, { text: 'Hello.' })
  await ask('ann-key', [user('I am Ann')], { thread: 'diary' })
  const stolen = { status: 404, code: 'thread_not_found' }
  expect(await failure(ask('bob-key', [user('Who am I?')], { thread: 'diary' }))).toMatchObject(stolen)
  const unnamed = await ask('ann-key', [user('Secret plan')])
  const id = unnamed.response.headers.get('x-baton-thread') ?? ''
  expect(await failure(ask('bob-key', [user('And?')], { thread: id }))).toMatchObject(stolen)
  const history = [user('Secret plan'), assistant('Hello.'), user('And?')]
  const bobs = await ask('bob-key', history)
  expect(bobs.response.headers.get('x-baton-thread')).not.toBe(id)
  expect((await ask('ann-key', history)).response.headers.get('x-baton-thread')).toBe(id)
  // Threads that were begun elsewhere are nobody's here.
  await terminal.baton(['run', file, '-m', 'Mine', '--thread', 'typed', '--base-url', server.baseUrl])
  expect(await failure(ask('ann-key', [user('And?')], { thread: 'typed' }))).toMatchObject(stolen)
  const calls = server.calls
  await bench.stop()
  const again = await serveWith([file], ['--key', 'bob-key', '--key', 'ann-key'])
  expect(await failure(ask('bob-key', [user('Who am I?')], { thread: 'diary', at: again.address }))).toMatchObject(
    stolen,
  )
  expect(server.calls).toBe(calls)
  await ask('ann-key', [user('Who am I?')], { thread: 'diary', at: again.address })
  expect(seen(calls)).toEqual(['user: I am Ann', 'assistant: Hello.', 'user: Who am I?'])
})
