/** Which key goes where on the command line, and that what is laid over connections covers embeddings too. */
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { flow } from '../../src-shared/testing/flow-builder'
import { createCore } from '../core'
import { withOverrides } from '../models/overrides'
import { nodePlatform } from '../platform/node'
import { openTerminal, type Terminal } from './testing/terminal'

type ReceivedRequest = { path: string; key: string | undefined; model: string }

let terminal: Terminal
let server: Server
let baseUrl = ''
let asked: ReceivedRequest[] = []
beforeEach(async () => {
  terminal = openTerminal()
  asked = []
  server = createServer((request, response) => {
    void json(request).then((body) => {
      const { model, input = [] } = bodySchema.parse(body)
      const { url = '', headers } = request
      asked.push({ path: url, key: headers.authorization, model })
      const isChat = url.endsWith('/chat/completions')
      const said = { index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }
      const data = input.map((_text, index) => ({ index, embedding: [1, 0] }))
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify(isChat ? { choices: [said] } : { data }))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  baseUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
  terminal.close()
})

const bodySchema = z.object({ model: z.string(), input: z.array(z.string()).optional() })
const calm = () => terminal.file(flow('Calm').start('a').agent('a').build())
const pooled = () =>
  terminal.file(
    flow('Pooled')
      .settings({ embedding: { connection: 'default', model: 'embedder' } })
      .start('a')
      .agent('a')
      .node('workbench', 'w', { name: 'Pool' })
      .use('a', 'w')
      .builtinTool('t', { tool: 'clock' })
      .use('w', 't')
      .build(),
  )
const say = (file: string, env: NodeJS.ProcessEnv, ...more: string[]) =>
  terminal.baton(['run', file, '-m', 'Hi', ...more], { env })

async function store(name: string, key?: string): Promise<void> {
  const dataDir = path.join(terminal.folder, 'data')
  mkdirSync(dataDir, { recursive: true })
  const { handlers, close } = await createCore({ dataDir, platform: nodePlatform({ host: 'cli', dataDir }) })
  const connection = { name, provider: 'openai' as const, baseUrl, model: 'm', ...(key === undefined ? {} : { key }) }
  await handlers['connections.save'](connection, { signal: new AbortController().signal })
  await close()
}

test('OPENAI_API_KEY does not go to a stored connection with an address of its own, whether that has a key or not', async () => {
  const env = { OPENAI_API_KEY: 'sk-of-openai-4711' }
  await store('default')
  await store('other', 'key-of-other')
  const ended = [await say(calm(), env), await say(calm(), env, '--connection', 'other')]
  expect(ended.map(({ code, out }) => [code, out])).toEqual([
    [0, 'ok\n'],
    [0, 'ok\n'],
  ])
  expect(asked.map(({ key }) => key)).toEqual([undefined, 'Bearer key-of-other'])
})

test('OPENAI_API_KEY goes to the base URL, wherever that is named', async () => {
  await store('default', 'key-of-default')
  await say(calm(), { OPENAI_API_KEY: 'sk-of-env', OPENAI_BASE_URL: baseUrl })
  await say(calm(), { OPENAI_API_KEY: 'sk-of-env' }, '--base-url', baseUrl)
  await say(calm(), { OPENAI_API_KEY: 'sk-of-env' }, '--base-url', baseUrl, '--api-key', 'given-key')
  expect(asked.map(({ key }) => key)).toEqual(['Bearer sk-of-env', 'Bearer sk-of-env', 'Bearer given-key'])
})

test('OPENAI_API_KEY is for a connection to OpenAI itself that has no key, by its whole origin', async () => {
  const keyAt = async (address: string, apiKey: string | null = null) => {
    const stored = { name: 'default', provider: 'openai', baseUrl: address, apiKey, model: null } as const
    return (await withOverrides({ get: () => stored }, { openAiKey: 'sk-env' }).get('default'))?.apiKey
  }
  const keys = [
    await keyAt('https://api.openai.com/v1'),
    await keyAt('https://api.openai.com/v1', 'own'),
    await keyAt('http://api.openai.com/v1'),
    await keyAt('https://api.openai.com.evil.example/v1'),
    await keyAt('https://api.openai.com:8443/v1'),
    await keyAt('https://api.openai.com@evil.example/v1'),
  ]
  expect(keys).toEqual(['sk-env', 'own', null, null, null, null])
})

test('--api-key replaces the key of the connection that is named with it, and alone it is refused', async () => {
  await store('default', 'key-of-default')
  expect((await say(calm(), {}, '--connection', 'default', '--api-key', 'given-key')).code).toBe(0)
  expect(asked.map(({ key }) => key)).toEqual(['Bearer given-key'])
  expect(await say(calm(), {}, '--api-key', 'given-key')).toEqual({
    code: 2,
    out: '',
    notes: [
      '--api-key does not say which server the key is for. Give --base-url URL with it, or --connection NAME for one of your connections.',
    ],
  })
  expect(asked).toHaveLength(1)
  const wrong = await say(calm(), {}, '--base-url', 'foo')
  expect([wrong.code, wrong.notes]).toEqual([
    2,
    [expect.stringMatching(/^--base-url wants the address .* not "foo"\.$/)],
  ])
  const inherited = await say(calm(), { OPENAI_BASE_URL: 'localhost:1234' })
  expect([inherited.code, inherited.notes]).toEqual([2, [expect.stringMatching(/^OPENAI_BASE_URL wants/)]])
})

test('embeddings go to the base URL with its key too, by the name that the flow gives the embedding model', async () => {
  const ended = await say(pooled(), {}, '--base-url', baseUrl, '--api-key', 'given-key', '--model', 'chat')
  expect(ended).toEqual({ code: 0, out: 'ok\n', notes: [] })
  expect(asked.map(({ path, key, model }) => [path, key, model])).toEqual([
    ['/v1/embeddings', 'Bearer given-key', 'embedder'],
    ['/v1/embeddings', 'Bearer given-key', 'embedder'],
    ['/v1/chat/completions', 'Bearer given-key', 'chat'],
  ])
})

test('embeddings go over the connection that the command line names', async () => {
  await store('other', 'key-of-other')
  const ended = await say(pooled(), { OPENAI_API_KEY: 'sk-of-openai-4711' }, '--connection', 'other')
  expect(ended).toEqual({ code: 0, out: 'ok\n', notes: [] })
  expect(new Set(asked.map(({ path, key }) => `${path} ${key}`))).toEqual(
    new Set(['/v1/embeddings Bearer key-of-other', '/v1/chat/completions Bearer key-of-other']),
  )
})
