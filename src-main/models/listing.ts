/** What a server says of its own models at `/models`: their names, how much each holds, whether it reads images, what it costs. */
import { AppError } from '../../src-shared/errors'
import type { ModelFigures, Price } from '../../src-shared/providers/model-figures'
import { isLoopback, presetOf, PRESETS } from '../../src-shared/providers/presets'
import { startTimeLimit } from '../time-limit'
import { hostOf, underBase } from './base-url'
import { keyHeaders, withHeaders } from './headers'
import { asRecord, parseJson } from './json'
import { fromNetwork, fromStatus, malformed, timedOut, type Endpoint, type Failure } from './openai-failure'
import type { Purpose } from '../outbound/purpose'
import { reachOut } from '../tools/net/offline'
import { message as sentence } from '../../src-shared/languages/translate'

export type ListedModel = { id: string; figures: ModelFigures }
export type Listing = { models: readonly ListedModel[] } | { failure: Failure }

/** A server as it is asked. `headers`: with their secrets filled in, without the key. */
export type Server = {
  /** Cleaned. */
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly endpoint: Endpoint
  /** For the ledger of connections. */
  readonly purpose: Purpose
  readonly signal: AbortSignal
}

const PATIENCE_MS = 15_000
/** For addresses that nobody gave. */
const SHORT_PATIENCE_MS = 5_000
const MOST_BYTES = 20_000_000

/** Lists the models. Throws `cancelled`; every other fault is a failure. */
export async function listModels(server: Server): Promise<Listing> {
  const first = await readList(server, underBase(server.baseUrl, '/models'))
  // A connection kept open from an earlier call may be dead without anybody's fault.
  const isDead = 'failure' in first && first.failure.code === 'model-dropped'
  const listing = isDead ? await readList(server, underBase(server.baseUrl, '/models')) : first
  if ('failure' in listing || listing.models.some(({ figures }) => figures.contextTokens !== null)) return listing
  return { models: await withLocalSizes(server, listing.models) }
}

/**
 * Another address on the same server at which it lists its models: what a person left out or wrote too much. Null where none is found. The
 * key goes to no other server.
 */
export async function suggestedAddress(server: Server): Promise<string | null> {
  const { origin, pathname } = new URL(server.baseUrl)
  const path = pathname.replace(/\/+$/, '')
  const known = presetOf(server.baseUrl)
  const paths = [
    ...(known === null || known.blanks.length > 0 ? [] : [new URL(known.address).pathname.replace(/\/+$/, '')]),
    `${path}/v1`,
    path.replace(/\/(models|chat|completions|responses|embeddings)(\/.*)?$/, ''),
    '/v1',
    '/api/v1',
    '/openai/v1',
  ]
  for (const one of new Set(paths)) {
    const baseUrl = `${origin}${one}`
    if (one === path) continue
    const listing = await readList({ ...server, baseUrl }, `${baseUrl}/models`, SHORT_PATIENCE_MS)
    if ('models' in listing) return baseUrl
    // A server that is not there is not there at any address.
    if (listing.failure.status === undefined && listing.failure.code !== 'model-malformed') return null
  }
  return null
}

/** Whether a failure may come from an address that leads to no API. */
export function mayBeWrongAddress({ status, code }: Failure): boolean {
  return status === 404 || status === 405 || code === 'model-malformed'
}

async function readList(server: Server, url: string, patienceMs = PATIENCE_MS): Promise<Listing> {
  const answer = await get(server, url, patienceMs)
  if ('failure' in answer) return answer
  const list = listIn(answer.value)
  if (list === null) return { failure: malformed(sentence('answered with something that is not a list of models')) }
  const models = list.flatMap((entry) => {
    const model = asRecord(entry)
    const id = model['id'] ?? model['name']
    if (typeof id !== 'string' || id === '') return []
    // Gemini's list calls them so; its requests take the plain name.
    const plain = isGemini(server.baseUrl) ? id.replace(/^models\//, '') : id
    return [{ id: server.endpoint.redact(plain), figures: figuresIn(model) }]
  })
  return { models }
}

type Answer = { value: unknown } | { failure: Failure }

async function get(server: Server, url: string, patienceMs: number): Promise<Answer> {
  return reachOut(url, server.purpose, () => fetched(server, url, patienceMs))
}

async function fetched(server: Server, url: string, patienceMs: number): Promise<Answer> {
  const { endpoint, signal } = server
  const limit = startTimeLimit(patienceMs, signal)
  try {
    const response = await fetch(url, { headers: headersFor(server), signal: limit.signal, redirect: 'manual' })
    const body = await response.text()
    if (!response.ok) {
      const { status, headers } = response
      return { failure: fromStatus({ status, body: body.slice(0, 64_000), headers }, endpoint) }
    }
    if (body.trimStart().startsWith('<')) return { failure: malformed(sentence('answered with a web page')) }
    return { value: body.length > MOST_BYTES ? undefined : parseJson(body) }
  } catch (cause) {
    if (signal.aborted) throw new AppError('cancelled', 'The test was stopped.')
    return {
      failure: limit.hasPassed()
        ? timedOut(sentence('said nothing for {seconds} s', { seconds: patienceMs / 1000 }))
        : fromNetwork(cause, false),
    }
  } finally {
    limit.end()
  }
}

/** Anthropic takes the key of a list in a header of its own (QwenLM/qwen-code#3799, anthropic docs of models-list). */
function headersFor({ apiKey, headers, baseUrl }: Server): Readonly<Record<string, string>> {
  const key = keyHeaders(baseUrl, apiKey)
  const isAnthropic = /(^|\.)anthropic\.com(:|$)/.test(hostOf(baseUrl))
  const own = isAnthropic && apiKey !== null ? { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' } : key
  return withHeaders({ accept: 'application/json', 'user-agent': 'baton', ...own }, headers)
}

/** `{data: []}` of OpenAI, a bare list (Together), `{models: []}` (Ollama's own, llama.cpp beside the other). */
function listIn(value: unknown): readonly unknown[] | null {
  const { data, models } = asRecord(value)
  for (const list of [value, data, models]) if (isList(list)) return list
  return null
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

/** Where servers say how much a model holds, in this order: what is loaded goes before what could be. */
const CONTEXT_FIELDS = [
  // LM Studio.
  'loaded_context_length',
  // vLLM.
  'max_model_len',
  // OpenRouter, Together, Ollama's /api/ps.
  'context_length',
  // Groq.
  'context_window',
  // Mistral, LM Studio.
  'max_context_length',
  // Anthropic.
  'max_input_tokens',
]

function figuresIn(model: Record<string, unknown>): ModelFigures {
  // llama.cpp: what the server was started with; `n_ctx_train` is what the model was made for.
  const found = [...CONTEXT_FIELDS.map((name) => model[name]), asRecord(model['meta'])['n_ctx']].find(isSize)
  const best = asRecord(model['top_provider'])['context_length']
  const contextTokens = isSize(found) && isSize(best) ? Math.min(found, best) : (found ?? null)
  return { contextTokens, images: imagesIn(model), price: priceIn(asRecord(model['pricing'])) }
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 128
}

function imagesIn(model: Record<string, unknown>): boolean | null {
  const { input_modalities: modalities } = asRecord(model['architecture'])
  if (Array.isArray(modalities)) return modalities.includes('image')
  const { vision } = asRecord(model['capabilities'])
  if (typeof vision === 'boolean') return vision
  if (model['type'] === 'vlm') return true
  return model['type'] === 'llm' && 'max_context_length' in model ? false : null
}

/** OpenRouter says dollars for one token, as texts; Together dollars for a million, as numbers, and 0 for what has no such price. */
function priceIn({ prompt, completion, input, output }: Record<string, unknown>): Price | null {
  const perToken = [prompt, completion].map((value) => (typeof value === 'string' ? Number(value) : Number.NaN))
  if (perToken.every((value) => value >= 0)) {
    const [one = 0, other = 0] = perToken.map((value) => Number((value * 1_000_000).toPrecision(12)))
    return { input: one, output: other }
  }
  const isGiven = typeof input === 'number' && typeof output === 'number' && input >= 0 && output >= 0
  return isGiven && input + output > 0 ? { input, output } : null
}

/** LM Studio and Ollama tell sizes at addresses of their own; they are asked on this computer only. */
async function withLocalSizes(server: Server, models: readonly ListedModel[]): Promise<readonly ListedModel[]> {
  const { origin, hostname } = new URL(server.baseUrl)
  if (!isLoopback(hostname) || models.length === 0) return models
  for (const path of ['/api/v0/models', '/api/ps']) {
    const listing = await readList(server, `${origin}${path}`, SHORT_PATIENCE_MS)
    if ('failure' in listing) continue
    const sizes = new Map(listing.models.map(({ id, figures }) => [id, figures]))
    if (sizes.size > 0) return models.map(({ id, figures }) => ({ id, figures: sizes.get(id) ?? figures }))
  }
  return models
}

function isGemini(baseUrl: string): boolean {
  return /(^|\.)generativelanguage\.googleapis\.com(:|$)/.test(hostOf(baseUrl))
}

const LOOKING: Purpose = { why: 'local-servers', permit: { by: 'person' } }

/** Which servers of the presets answer at their usual ports of this computer. They are sent no key. Throws `cancelled`. */
export async function localServers(signal: AbortSignal): Promise<{ preset: string; models: number }[]> {
  const asked = PRESETS.filter(({ isLocal }) => isLocal).map(async ({ id, address }) => {
    const endpoint: Endpoint = { label: id, host: hostOf(address), model: '', redact: (text) => text }
    const server = { baseUrl: address, apiKey: null, headers: {}, endpoint, purpose: LOOKING, signal }
    const listing = await readList(server, `${address}/models`, SHORT_PATIENCE_MS)
    return 'models' in listing ? [{ preset: id, models: listing.models.length }] : []
  })
  return (await Promise.all(asked)).flat()
}
