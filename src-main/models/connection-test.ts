/** The test button of a connection: does its server answer, does it take the key, which models does it have. */
import { AppError } from '../../src-shared/errors'
import { createRedactor } from '../redaction/redactor'
import { cleanBaseUrl, hostOf } from './base-url'
import type { Connection } from './factory'
import { withHeaders } from './headers'
import { asRecord, parseJson } from './json'
import {
  fromNetwork,
  fromStatus,
  malformed,
  timedOut,
  toModelError,
  type Endpoint,
  type Failure,
} from './openai-failure'
import { questionPrompt } from './prompt'

/** `models` only where the server lists them. */
export type ConnectionTest = { ok: boolean; message: string; models?: string[] }

const PATIENCE_MS = 15_000

type Headers = Readonly<Record<string, string>>

/** Lists the server's models, or makes one tiny chat call where it has no list. `headers`: those of the connection, with their secrets filled in. */
export async function testConnection(
  connection: Connection,
  signal?: AbortSignal,
  headers: Headers = {},
): Promise<ConnectionTest> {
  if (connection.provider === 'rehearsal')
    return { ok: true, message: 'The rehearsal model is built in: it needs no server and no key.' }
  const baseUrl = cleanBaseUrl(connection.baseUrl)
  const { text: redact } = createRedactor([connection.apiKey, ...Object.values(headers)])
  const endpoint: Endpoint = { label: connection.name, host: hostOf(baseUrl), model: connection.model ?? '', redact }
  if (endpoint.host === '') {
    return { ok: false, message: 'The base URL is not a web address. Write it as http://host:port/v1.' }
  }
  const key: Headers = connection.apiKey === null ? {} : { authorization: `Bearer ${connection.apiKey}` }
  const all = withHeaders(key, headers)
  const list = () => listModels(baseUrl, all, { endpoint, signal })
  const first = await list()
  // A connection kept open from an earlier call may be dead without anybody's fault.
  const answer = 'failure' in first && first.failure.code === 'model-dropped' ? await list() : first
  if ('models' in answer) return foundModels(answer.models.map(redact), endpoint)
  if (answer.failure.status !== 404 && answer.failure.status !== 405) {
    return { ok: false, message: toModelError(answer.failure, endpoint).message }
  }
  if (endpoint.model !== '') return tryChat(connection, endpoint, { signal, headers })
  const message = `The server at ${endpoint.host} answers but lists no models. Name a default model for this connection, then test again.`
  return { ok: false, message }
}

type Listing = { models: string[] } | { failure: Failure }

async function listModels(
  baseUrl: string,
  headers: Headers,
  context: { endpoint: Endpoint; signal: AbortSignal | undefined },
): Promise<Listing> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  const signal = context.signal === undefined ? patience : AbortSignal.any([patience, context.signal])
  try {
    const response = await fetch(`${baseUrl}/models`, { headers, signal, redirect: 'manual' })
    const body = await response.text()
    if (!response.ok)
      return { failure: fromStatus({ status: response.status, body, headers: response.headers }, context.endpoint) }
    const { data } = asRecord(parseJson(body))
    if (!Array.isArray(data)) return { failure: malformed('answered with something that is not a list of models') }
    return { models: data.map((entry) => asRecord(entry)['id']).filter((id) => typeof id === 'string') }
  } catch (cause) {
    if (context.signal?.aborted === true) throw new AppError('cancelled', 'The test was stopped.')
    return {
      failure: patience.aborted ? timedOut(`said nothing for ${PATIENCE_MS / 1000} s`) : fromNetwork(cause, false),
    }
  }
}

function foundModels(models: string[], { host, model }: Endpoint): ConnectionTest {
  const count = models.length === 1 ? '1 model' : `${models.length} models`
  const isListed = model === '' || models.includes(model)
  const note = isListed ? '' : ` The default model "${model}" is not among them; it may still work.`
  return { ok: true, message: `Connected to ${host}: ${count}.${note}`, models }
}

async function tryChat(
  connection: Connection,
  endpoint: Endpoint,
  { signal, headers }: { signal: AbortSignal | undefined; headers: Headers },
): Promise<ConnectionTest> {
  const { createOpenAiModel } = await import('./openai')
  const model = createOpenAiModel({
    baseUrl: connection.baseUrl,
    apiKey: connection.apiKey,
    label: connection.name,
    settings: {
      ...connection.parameters,
      connection: connection.name,
      model: endpoint.model,
      temperature: connection.parameters?.temperature ?? null,
      maxTokens: 16,
      contextTokens: null,
    },
    timeoutMs: connection.timeoutMs,
    dialect: connection.dialect,
    headers: async () => headers,
    retries: 0,
  })
  try {
    await model.call({
      prompt: questionPrompt('en', 'Answer with the word ok.'),
      tools: [],
      speaker: 'Connection test',
      nth: 1,
      purpose: { kind: 'reply' },
      signal: signal ?? new AbortController().signal,
    })
    return {
      ok: true,
      message: `Connected to ${endpoint.host}: the model "${endpoint.model}" answers. The server does not list its models.`,
    }
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code === 'cancelled') throw cause
    return { ok: false, message: cause.message }
  }
}
