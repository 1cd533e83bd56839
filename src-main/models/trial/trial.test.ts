/** The test of a connection against real HTTP: servers of every mode, lists of every shape, and all that can go wrong. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { ENGLISH, message, type Message } from '../../../src-shared/languages/translate'
import { modelTableSchema, rowOf } from '../../../src-shared/providers/model-figures'
import { presetAddress, PRESETS } from '../../../src-shared/providers/presets'
import type { Trial } from '../../../src-shared/providers/trial'
import { loadModelTable } from '../model-table'
import { ableModel } from '../../testing/able-model'
import { startModelServer, type ModelServer, type ModelServerOptions } from '../../testing/model-server'
import { STRICT_MODES, type StrictMode } from '../../testing/strict-modes'
import { hostOf } from '../base-url'
import type { Connection } from '../contract/connection'
import { listModels, localServers } from '../listing'
import { dialectFor, lessonsInMemory, UNIVERSAL } from '../wire/dialects'
import { adaptationsIn } from './adaptations'
import { serverOf, tryConnection, type TrialOptions } from './trial'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serverThat(options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = await startModelServer({ script: ableModel, ...options })
  closing.push(server.close)
  return server
}

const connection = ({ baseUrl }: { baseUrl: string }, more: Partial<Connection> = {}): Connection => ({
  name: 'work',
  provider: 'openai',
  baseUrl,
  apiKey: null,
  model: 'test-model',
  ...more,
})

const { signal } = new AbortController()
const tried = (one: Connection, options: Partial<TrialOptions> = {}) => tryConnection(one, { signal, ...options })

const english = (words: Message | null) => (words === null ? '' : ENGLISH.message(words))
const outcome = ({ said }: Trial) => english(said)
const told = ({ rows }: Trial) =>
  Object.fromEntries(rows.map(({ part, verdict, words }) => [part, [verdict, english(words)]]))
const verdicts = ({ rows }: Trial) => rows.map(({ part, verdict }) => `${part} ${verdict}`).join(', ')

const FINE = 'models works, text works, streaming works, tools works, system works, images works'
const FIRST_ONLY = FINE.replace('system works', 'system adapted')

const TOOLS_ADAPTED = FINE.replace('tools works', 'tools adapted')

/** What the test says of a server of each mode. */
const EXPECTED: { readonly [Mode in StrictMode]: string } = {
  openai: FINE,
  'openai-reasoning': FINE.replace('text works', 'text adapted'),
  anthropic: FIRST_ONLY,
  bedrock: FIRST_ONLY,
  mistral: FIRST_ONLY.replace('text works', 'text adapted').replace('tools works', 'tools adapted'),
  qwen: FIRST_ONLY,
  gemma: FIRST_ONLY,
  xai: FINE,
  groq: FINE.replace('images works', 'images no'),
  gemini: TOOLS_ADAPTED,
  'gemini-3': TOOLS_ADAPTED,
  deepseek: FINE.replace('images works', 'images no'),
  'deepseek-thinking': FINE.replace('tools works', 'tools adapted').replace('images works', 'images no'),
  moonshot: TOOLS_ADAPTED,
  'openai-newest': TOOLS_ADAPTED,
  toolless: FINE,
  all: FIRST_ONLY,
}

test.each(STRICT_MODES)(
  'the verdicts on a server of the mode %s, and a second test needs no more tries',
  async (mode) => {
    const server = await serverThat({ strict: mode })
    const lessons = lessonsInMemory()
    const given = connection(server, mode === 'gemini-3' ? { model: 'gemini' } : {})
    const first = await tried(given, { lessons })
    expect(verdicts(first)).toBe(EXPECTED[mode])
    expect([first.isOver, first.ok, first.error]).toEqual([true, true, null])
    const refused = server.violations.length
    const again = await tried(given, { lessons })
    expect(verdicts(again)).toBe(EXPECTED[mode])
    // What is refused on purpose is the system message in a later place.
    const onPurpose = told(first)['system']?.[1]?.includes('at the beginning only') === true ? 1 : 0
    expect(server.violations.length - refused).toBe(onPurpose)
  },
)

test('the words: what works, what Baton does for a server, and what it cannot do', async () => {
  const kind = await serverThat({ strict: 'openai' })
  const strict = await serverThat({ strict: 'mistral' })
  const { host } = new URL(kind.baseUrl)
  const trials: Trial[] = []
  const result = await tried(connection(kind), { tell: (trial) => trials.push(trial) })
  expect(told(result)).toEqual({
    models: ['works', `${host} answers and lists 1 model.`],
    text: ['works', '“test-model” answers.'],
    streaming: ['works', 'Replies appear as they are written.'],
    tools: ['works', 'It calls a tool and uses the result.'],
    system: ['works', 'It takes them at any place. Baton puts them first.'],
    images: ['works', 'It sees images.'],
  })
  expect(trials.at(-1)).toEqual(result)
  const running = trials.flatMap(({ rows }) =>
    rows.filter(({ verdict }) => verdict === 'running').map(({ part }) => part),
  )
  expect(new Set(running)).toEqual(new Set(['models', 'text', 'tools', 'system', 'images']))
  expect(told(await tried(connection(strict)))).toMatchObject({
    text: ['adapted', '“test-model” answers. Baton adapts: it leaves out the wish for token counts.'],
    tools: [
      'adapted',
      'It calls a tool and uses the result. Baton adapts: it puts an assistant message between a tool’s result and the user; it gives calls ids of nine letters and digits.',
    ],
    system: ['adapted', 'It takes them at the beginning only. Baton puts them first for every server.'],
  })
  const gemma = await serverThat({ strict: 'gemma' })
  expect(told(await tried(connection(gemma)))['system']).toEqual([
    'adapted',
    'This server takes no system messages. Baton adapts: it puts the instructions into the first user message.',
  ])
})

test('models that think for long, call nothing, see nothing or know no tools are told apart', async () => {
  const server = await serverThat({
    strict: 'openai',
    script: ({ messages, toolNames }) => {
      if (messages.some(({ images = [] }) => images.length > 0)) return { text: 'A cat.' }
      return toolNames.length > 0 ? { text: 'Four.' } : { thoughts: 'Hm. Well.', text: '', finish: 'length' }
    },
  })
  const weak = await tried(connection(server))
  expect([verdicts(weak), weak.ok]).toEqual([
    'models works, text unclear, streaming works, tools unclear, system works, images unclear',
    true,
  ])
  expect(told(weak)['images']?.[1]).toContain('said “A cat.”')
  const toolless = await serverThat({
    strict: 'openai',
    script: (request) =>
      request.toolNames.length > 0
        ? { status: 400, body: { error: { message: 'registry/m does not support tools' } } }
        : { ...ableModel(request), stream: false },
  })
  const result = await tried(connection(toolless))
  expect(verdicts(result)).toBe('models works, text works, streaming adapted, tools no, system works, images works')
  expect(told(result)['tools']?.[1]).toContain('does not support tools')
})

test('what goes wrong ends the test with its reason, a wrong address with the right one', async () => {
  const server = await serverThat({ key: 'right-key', strict: 'openai' })
  const { host, origin } = new URL(server.baseUrl)
  const apiKey = 'right-key'
  const skipped = 'text skipped, streaming skipped, tools skipped, system skipped, images skipped'
  const key = await tried(connection(server, { apiKey: 'wrong-key' }))
  expect([verdicts(key), key.ok, key.error?.code]).toEqual([`models failed, ${skipped}`, false, 'model-key'])
  expect(outcome(key)).toContain(`(${host}) refused the key (401)`)
  const short = await tried(connection({ baseUrl: origin }, { apiKey }))
  expect([verdicts(short), short.suggestedUrl, outcome(short)]).toEqual([
    `models failed, ${skipped}`,
    server.baseUrl,
    `Nothing answers at this address, but ${server.baseUrl} does.`,
  ])
  const long = await tried(connection({ baseUrl: `${server.baseUrl}/models` }, { apiKey }))
  expect(long.suggestedUrl).toBe(server.baseUrl)

  server.reply({ status: 429, body: { error: { message: 'Slow down.' } } })
  const busy = await tried(connection(server, { apiKey }))
  expect([busy.rows[1]?.verdict, busy.error?.code]).toEqual(['failed', 'model-busy'])
  server.reply({ hang: true })
  const slow = await tried(connection(server, { apiKey, timeoutMs: 20 }))
  expect(slow.error?.code).toBe('model-timeout')
  await server.close()
  closing.length = 0
  const gone = await tried(connection(server, { apiKey }))
  expect([gone.error?.code, gone.suggestedUrl]).toEqual(['model-refused', null])
  expect(outcome(await tried(connection({ baseUrl: 'nowhere' })))).toContain('not a web address')
  expect((await tried(connection({ baseUrl: '' }, { provider: 'rehearsal' }))).ok).toBe(true)
})

test('a server without a list is tried with the model that is named; with one model, that one is tried', async () => {
  const bare = await serverThat({ models: null, strict: 'openai' })
  expect(verdicts(await tried(connection(bare)))).toBe(FINE.replace('models works', 'models no'))
  const nameless = await tried(connection(bare, { model: null }))
  expect([nameless.ok, outcome(nameless)]).toEqual([
    false,
    expect.stringContaining('Name one, then test again') as string,
  ])
  bare.reply({ status: 404, body: { error: { message: 'no', code: 'model_not_found' } } })
  expect(outcome(await tried(connection(bare)))).toContain('does not know the model "test-model"')

  const single = await serverThat({ strict: 'openai', models: ['only'] })
  expect(outcome(await tried(connection(single, { model: null })))).toContain('“only” answers')
  const several = await serverThat({ models: ['a', 'b'] })
  const choose = await tried(connection(several, { model: null }))
  expect([choose.ok, choose.models, several.calls, choose.rows[1]]).toEqual([
    true,
    ['a', 'b'],
    0,
    { part: 'text', verdict: 'skipped', words: message('Choose a model, then test again.') },
  ])
  expect(told(await tried(connection(several)))['models']?.[1]).toContain('“test-model” is not among them')
})

test('a test that is stopped ends at once, and the server is hung up on', async () => {
  const server = await serverThat({ strict: 'openai', script: () => ({ hang: true }) })
  const stop = new AbortController()
  const running = tryConnection(connection(server), { signal: stop.signal })
  await server.waitForRequest(1)
  stop.abort()
  await expect(running).rejects.toMatchObject({ code: 'cancelled' })
  await server.waitForHangUp(1)
})

test('the model server’s key and what it repeats of it are in no verdict', async () => {
  const apiKey = 'sk-canary-4711'
  const server = await serverThat({
    strict: 'openai',
    script: () => ({ status: 400, body: { error: { message: `Bad request with ${apiKey}` } } }),
  })
  const result = await tried(connection(server, { apiKey }))
  expect(result.ok).toBe(false)
  expect(JSON.stringify(result)).not.toContain(apiKey)
})

/** Answers fixed bodies by path, and says who asked with what. */
async function pages(bodies: { readonly [path: string]: string }) {
  const asked: { path: string; key: string | undefined }[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push({ path, key: request.headers.authorization })
    const body = bodies[path]
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(body ?? '{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const OPENROUTER = {
  id: 'a/b',
  context_length: 200_000,
  architecture: { input_modalities: ['text', 'image'] },
  pricing: { prompt: '0.0000025', completion: '0.00001' },
  top_provider: { context_length: 128_000 },
}

test.each([
  ['OpenRouter', { data: [OPENROUTER] }, [128_000, true, { input: 2.5, output: 10 }]],
  [
    'Together',
    [{ id: 'a/b', context_length: 8192, pricing: { input: 0.3, output: 0.6 } }],
    [8192, null, { input: 0.3, output: 0.6 }],
  ],
  ['vLLM', { data: [{ id: 'a/b', max_model_len: 4096 }] }, [4096, null, null]],
  ['Groq', { data: [{ id: 'a/b', context_window: 131_072 }] }, [131_072, null, null]],
  [
    'Mistral',
    { data: [{ id: 'a/b', max_context_length: 32_768, capabilities: { vision: false } }] },
    [32_768, false, null],
  ],
  ['llama.cpp', { data: [{ id: 'a/b', meta: { n_ctx: 16_384, n_ctx_train: 131_072 } }] }, [16_384, null, null]],
  [
    'free of any',
    { data: [{ id: 'a/b', context_length: 'big', pricing: { prompt: '-1', completion: '-1' } }] },
    [null, null, null],
  ],
] as const)('what %s says of a model in its list', async (_name, body, [contextTokens, images, price]) => {
  const { origin } = await pages({ '/v1/models': JSON.stringify(body) })
  const listing = await listModels(serverOf(connection({ baseUrl: `${origin}/v1/` }), { signal, why: 'model-list' }))
  expect(listing).toEqual({ models: [{ id: 'a/b', figures: { contextTokens, images, price } }] })
})

test('LM Studio and Ollama say sizes at addresses of their own; a web page is no list', async () => {
  const plain = JSON.stringify({ data: [{ id: 'm1' }, { id: 'm2' }] })
  const studio = await pages({
    '/v1/models': plain,
    '/api/v0/models': JSON.stringify({
      data: [{ id: 'm1', type: 'vlm', max_context_length: 131_072, loaded_context_length: 4096 }],
    }),
  })
  const ollama = await pages({
    '/v1/models': plain,
    '/api/ps': JSON.stringify({ models: [{ name: 'm2', context_length: 8192 }] }),
  })
  const listed = async (origin: string) => {
    const listing = await listModels(
      serverOf(connection({ baseUrl: `${origin}/v1` }, { apiKey: 'k' }), { signal, why: 'model-list' }),
    )
    return 'models' in listing
      ? listing.models.map(({ id, figures }) => [id, figures.contextTokens, figures.images])
      : listing
  }
  expect(await listed(studio.origin)).toEqual([
    ['m1', 4096, true],
    ['m2', null, null],
  ])
  expect(await listed(ollama.origin)).toEqual([
    ['m1', null, null],
    ['m2', 8192, null],
  ])
  const page = await pages({ '/models': '<!doctype html><title>Hello</title>', '/v1/models': plain })
  const result = await tried(connection({ baseUrl: page.origin }))
  expect([result.suggestedUrl, new Set(page.asked.map(({ key }) => key))]).toEqual([
    `${page.origin}/v1`,
    new Set([undefined]),
  ])
})

test('how much a model of Ollama holds is known once the test has loaded it', async () => {
  const reply = { choices: [{ index: 0, message: { role: 'assistant', content: '1 2 3' }, finish_reason: 'stop' }] }
  let isLoaded = false
  const { origin } = await pages({
    '/v1/models': JSON.stringify({ data: [{ id: 'm1' }] }),
    get '/v1/chat/completions'() {
      isLoaded = true
      return JSON.stringify(reply)
    },
    get '/api/ps'() {
      return JSON.stringify({ models: isLoaded ? [{ name: 'm1', context_length: 4096 }] : [] })
    },
  })
  const sizes: unknown[] = []
  const onListed: TrialOptions['onListed'] = ([first]) => void sizes.push(first?.figures.contextTokens)
  expect((await tried(connection({ baseUrl: `${origin}/v1` }), { onListed })).ok).toBe(true)
  expect(sizes).toEqual([null, 4096])
})

test('presets: every address is one, leads to no dialect by accident, and is asked on this computer only where it is local', async () => {
  const facts = PRESETS.map((preset) => {
    const examples = Object.fromEntries(preset.blanks.map(({ name, example }) => [name, example]))
    const address = presetAddress(preset, examples) ?? ''
    const dialect = dialectFor({ host: hostOf(address), model: '', setting: 'auto' })
    return [preset.id, hostOf(address), adaptationsIn(dialect).map(english)]
  })
  expect(facts).toEqual([
    ['openai', 'api.openai.com', []],
    ['azure', 'my-company.openai.azure.com', []],
    ['anthropic', 'api.anthropic.com', ['it asks for structured outputs by a tool']],
    ['gemini', 'generativelanguage.googleapis.com', ['it writes schemas of tools with few keywords']],
    [
      'mistral',
      'api.mistral.ai',
      [
        'it puts an assistant message between a tool’s result and the user',
        'it gives calls ids of nine letters and digits',
        'it leaves out the wish for token counts',
      ],
    ],
    ['xai', 'api.x.ai', []],
    ['groq', 'api.groq.com', []],
    ['deepseek', 'api.deepseek.com', ['it asks for structured outputs as any JSON object']],
    ['openrouter', 'openrouter.ai', []],
    ['together', 'api.together.xyz', []],
    ['bedrock', 'bedrock-runtime.us-west-2.amazonaws.com', []],
    ['vertex', 'us-central1-aiplatform.googleapis.com', ['it writes schemas of tools with few keywords']],
    ['ollama', '127.0.0.1:11434', []],
    ['lm-studio', '127.0.0.1:1234', []],
    ['vllm', '127.0.0.1:8000', []],
    ['llama-cpp', '127.0.0.1:8080', []],
  ])
  expect(adaptationsIn(UNIVERSAL)).toEqual([])
  const known = new Set(PRESETS.filter(({ isLocal }) => isLocal).map(({ id }) => id))
  expect((await localServers(signal)).every(({ preset }) => known.has(preset))).toBe(true)
})

test('the table of models: readable, every host that of a preset, dates and prices plausible', () => {
  const table = modelTableSchema.parse(loadModelTable())
  const hosts = new Set(PRESETS.map(({ address }) => hostOf(address.replaceAll(/\{\w+\}/g, 'x'))))
  expect(table.servers.flatMap((server) => server.hosts).filter((host) => !hosts.has(host))).toEqual([])
  const odd = table.servers.flatMap(({ models }) =>
    Object.entries(models).filter(
      ([, { input, output }]) => (input === null) !== (output === null) || (input ?? 0) > (output ?? 0),
    ),
  )
  expect(odd).toEqual([])
  expect(rowOf(table, 'api.openai.com', 'gpt-4.1-mini-2025-04-14')?.input).toBe(0.4)
  expect(rowOf(table, 'api.openai.com', 'gpt-4.1-other')).toBeNull()
  expect(rowOf(table, 'other.example', 'gpt-4.1')).toBeNull()
})
