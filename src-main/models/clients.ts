/** The clients of model servers: one for each connection as it is, model and settings, kept while the factory lives. */
import { AppError } from '../../src-shared/errors'
import { layModel } from '../../src-shared/flow/model-settings'
import type { Price } from '../../src-shared/providers/model-figures'
import type { Redactor } from '../redaction/redactor'
import { notedRefusal } from '../tools/net/offline'
import { forPurpose, type Purpose } from '../outbound/purpose'
import { cleanBaseUrl, hostOf } from './base-url'
import type { ModelOverrides } from './overrides'
import { permitOf, type Connection } from './contract/connection'
import { filledHeaders, type SecretOf } from './headers'
import type { ChatModel, ModelSettings } from './contract/model'
import { learntDialect, type KnownOf, type LessonPlace, type LessonStore } from './wire/dialects'
import { message as sentence } from '../../src-shared/languages/translate'

/** A connection with the settings of who asks. `isOther`: it stands in for another one. */
export type ModelClientRequest = { connection: Connection; asked: ModelSettings; isOther?: boolean }

/** `known`: how large a model is, and the like. `priceOf`: what it costs; null: nobody said. */
export type KnownFacts = { readonly known: KnownOf; readonly priceOf: (place: LessonPlace) => Price | null }

export type ClientOptions = {
  overrides: ModelOverrides
  lessons: LessonStore
  secret: SecretOf
  facts?: KnownFacts | undefined
}

/** The model name where only a base URL is given. */
const DEFAULT = 'default'

export function createClients({ overrides, lessons, secret, facts }: ClientOptions) {
  const store = facts === undefined ? lessons : { ...lessons, known: facts.known }
  const clients = new Map<string, Promise<ChatModel>>()
  return function client(
    { connection, asked, isOther }: ModelClientRequest,
    { text: redact, learn }: Redactor,
  ): Promise<ChatModel> {
    const settings = withParameters(asked, connection)
    const chosen = isOther ? undefined : overrides.model
    const named = chosen ?? (settings.model === '' ? (connection.model ?? '') : settings.model)
    // A server of the command line may serve one model only, and take any name for it.
    const model = named === '' && overrides.baseUrl !== undefined ? DEFAULT : named
    if (model === '') throw missingModel(connection.name)
    const { baseUrl, apiKey, timeoutMs, retries, name, dialect = 'auto', prices = {} } = connection
    const purpose: Purpose = { why: 'model', permit: permitOf(connection) }
    const offline = forPurpose(purpose, () => notedRefusal(baseUrl))
    if (offline !== null) throw new AppError('model-refused', offline, { connection: name, mayRetry: false })
    const own = prices[model] ?? null
    const key = JSON.stringify([name, baseUrl, apiKey, timeoutMs, retries, dialect, model, own, keyOf(settings)])
    const known = clients.get(key)
    if (known !== undefined) return known
    const server = { host: hostOf(cleanBaseUrl(baseUrl)), model, setting: dialect }
    const place = { connection: name, baseUrl, model }
    const learnt = learntDialect(server, store, place)
    const learned = async (named: string) => {
      const value = await secret(named)
      learn(value)
      return value
    }
    const options = {
      baseUrl,
      apiKey,
      timeoutMs,
      retries,
      dialect,
      learnt,
      label: name,
      purpose,
      redact,
      headers: () => filledHeaders(settings.headers, learned),
      settings: { ...settings, model },
    }
    // Loaded at the first call: the library takes longer to load than a rehearsal takes to answer.
    const price = () => own ?? facts?.priceOf(place) ?? null
    const made = import('./openai').then(({ createOpenAiModel }) => priced(createOpenAiModel(options), price))
    clients.set(key, made)
    return made
  }
}

/** A model whose replies say what they cost, as far as that is known when they come. */
function priced(model: ChatModel, priceNow: () => Price | null): ChatModel {
  return {
    ...model,
    async call(request) {
      const reply = await model.call(request)
      const price = priceNow()
      return price === null ? reply : { ...reply, price }
    },
  }
}

/** What calls differ by; how much of the conversation a model is shown is the engine's. */
export function keyOf({
  contextTokens: _size,
  whenTooLong: _cut,
  ...settings
}: ModelSettings): Omit<ModelSettings, 'contextTokens' | 'whenTooLong'> {
  return settings
}

/** The settings of flow and node over those of the connection. */
function withParameters(settings: ModelSettings, { parameters = {} }: Connection): ModelSettings {
  const laid = layModel({ ...parameters, connection: settings.connection }, settings)
  return { ...settings, ...laid, ...mainFields(settings, laid.temperature) }
}

function mainFields(
  { connection, model, maxTokens, contextTokens }: ModelSettings,
  temperature: number | null | undefined,
) {
  return { connection, model, maxTokens, contextTokens, temperature: temperature ?? null }
}

function missingModel(connection: string): AppError {
  const message = sentence(
    'No model is named: neither the flow nor the connection "{connection}" says which to use. Name one in the flow\'s settings, or give the connection a default model in Settings, Connections.',
    { connection },
  )
  return new AppError('model-unknown', message, { connection })
}
