/**
 * From the model settings of a flow or node to a chat model: connections of this person, overrides of the command line, and the
 * rehearsal model where no connection is set up.
 */
import { AppError } from '../../src-shared/errors'
import { DEFAULT_CONNECTION, isRehearsal } from '../../src-shared/flow/model-choices'
import { layModel, type ModelParameters } from '../../src-shared/flow/model-settings'
import type { DialectSetting } from '../../src-shared/rpc/dialect'
import { createRedactor, type Redactor } from '../redaction/redactor'
import { cleanBaseUrl, hostOf } from './base-url'
import { testConnection } from './connection-test'
import { filledHeaders, noSecrets, type SecretOf } from './headers'
import type { ChatModel, ModelSettings } from './model'
import { createPatterns } from './patterns'
import { usedName, withOverrides, type ConnectionOverrides } from './overrides'
import { callRedacted } from './redacted-call'
import { createRehearsalModel } from './rehearsal'
import type { RehearsalLanguage } from './rehearsal-answers'
import type { RehearsalRule } from './rehearsal-script'
import { callSortingThoughts } from './thoughts'
import { learntDialect, lessonsInMemory, type LessonStore } from './wire/dialects'

/** How to reach a model server; belongs to the person, never to a flow. */
export type Connection = {
  name: string
  provider: 'openai' | 'rehearsal'
  baseUrl: string
  apiKey: string | null
  /** Used where a flow names no model. */
  model: string | null
  /** How long the server may take to begin its answer, in ms. */
  timeoutMs?: number | undefined
  /** Further attempts after the first. */
  retries?: number | undefined
  /** How its requests are written. */
  dialect?: DialectSetting | undefined
  /** What its requests have where neither flow nor node says otherwise. */
  parameters?: ModelParameters | undefined
}

/** Where connections come from; asked at every call, so that a changed key counts at once. */
export type ConnectionSource = { get: (name: string) => Promise<Connection | null> | Connection | null }

/** What the command line lays over every flow: over the connections of its models, embeddings too, and over the names of chat models. */
export type ModelOverrides = ConnectionOverrides & { model?: string | undefined }

/** The part of a flow that the rehearsal model needs. */
export type RehearsedFlow = { rehearsal: readonly RehearsalRule[]; language: RehearsalLanguage }

export type ModelFactory = {
  /** Never fails: a missing connection or model is the failure of the call, so that it shows on the node that makes it. */
  resolve: (settings: ModelSettings, flow: RehearsedFlow) => ChatModel
  /** Tries a connection, saved or not, and says in words how that went. */
  test: typeof testConnection
  close: () => Promise<void>
}

export type ModelFactoryOptions = {
  connections: ConnectionSource
  overrides?: ModelOverrides | undefined
  /** What takes keys and secrets out of all that models say. */
  redactor?: (() => Promise<Redactor>) | undefined
  /** The value of a named secret, for headers. Whoever names one in a flow was allowed to send it there. */
  secret?: SecretOf | undefined
  /** Where lessons of servers are kept; as long as the factory lives by default. */
  lessons?: LessonStore | undefined
}

/** The model name where only a base URL is given. */
const DEFAULT = 'default'

export function createModelFactory(options: ModelFactoryOptions): ModelFactory {
  const { connections, overrides = {}, redactor, secret = noSecrets } = options
  const own = createRedactor()
  const used = withOverrides(connections, overrides)
  const clients = new Map<string, Promise<ChatModel>>()
  // What a server teaches counts for all settings of a model.
  const lessons = options.lessons ?? lessonsInMemory()
  const resolved = new WeakMap<readonly RehearsalRule[], Map<string, ChatModel>>()
  const patterns = createPatterns()

  async function find(settings: ModelSettings): Promise<Connection | null> {
    const name = usedName(overrides, settings.connection)
    const connection = await used.get(settings.connection)
    if (connection === null && name !== DEFAULT_CONNECTION && !isRehearsal(name)) throw missingConnection(name)
    return connection?.provider === 'openai' ? connection : null
  }

  function client(connection: Connection, asked: ModelSettings, { text: redact, learn }: Redactor): Promise<ChatModel> {
    const settings = withParameters(asked, connection)
    const named = overrides.model ?? (settings.model === '' ? (connection.model ?? '') : settings.model)
    // A server of the command line may serve one model only, and take any name for it.
    const model = named === '' && overrides.baseUrl !== undefined ? DEFAULT : named
    if (model === '') throw missingModel(connection.name)
    const { baseUrl, apiKey, timeoutMs, retries, name, dialect = 'auto' } = connection
    const key = JSON.stringify([name, baseUrl, apiKey, timeoutMs, retries, dialect, model, keyOf(settings)])
    const known = clients.get(key)
    if (known !== undefined) return known
    const facts = { host: hostOf(cleanBaseUrl(baseUrl)), model, setting: dialect }
    const learnt = learntDialect(facts, lessons, { connection: name, baseUrl, model })
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
      redact,
      headers: () => filledHeaders(settings.headers, learned),
      settings: { ...settings, model },
    }
    // Loaded at the first call: the library takes longer to load than a rehearsal takes to answer.
    const made = import('./openai').then(({ createOpenAiModel }) => createOpenAiModel(options))
    clients.set(key, made)
    return made
  }

  function make(settings: ModelSettings, flow: RehearsedFlow): ChatModel {
    const rehearsal = createRehearsalModel({ rules: flow.rehearsal, language: flow.language, patterns })
    return {
      label: labelOf(settings, overrides),
      async call(request) {
        const connection = await find(settings)
        const redact = (await redactor?.()) ?? own
        redact.learn(connection?.apiKey ?? '')
        const model = connection === null ? rehearsal : await client(connection, settings, redact)
        return callSortingThoughts({ ...model, call: (asked) => callRedacted(model, asked, redact) }, request)
      },
    }
  }

  return {
    resolve(settings, flow) {
      const known = resolved.get(flow.rehearsal) ?? new Map<string, ChatModel>()
      resolved.set(flow.rehearsal, known)
      const key = JSON.stringify([flow.language, keyOf(settings)])
      const model = known.get(key) ?? make(settings, flow)
      known.set(key, model)
      return model
    },
    test: testConnection,
    close: patterns.close,
  }
}

/** What calls differ by; how much of the conversation a model is shown is the engine's. */
function keyOf({ contextTokens: _engine, ...settings }: ModelSettings): Omit<ModelSettings, 'contextTokens'> {
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

function labelOf(settings: ModelSettings, overrides: ModelOverrides): string {
  const connection = usedName(overrides, settings.connection)
  const model = overrides.model ?? settings.model
  return model === '' || isRehearsal(connection) ? connection : `${connection}: ${model}`
}

function missingConnection(name: string): AppError {
  const message =
    `The flow uses the connection "${name}", which is not set up here. ` +
    `Set up a connection of that name in Settings, Connections, or choose another one for the flow.`
  return new AppError('connection-missing', message, { connection: name })
}

function missingModel(connection: string): AppError {
  const message =
    `No model is named: neither the flow nor the connection "${connection}" says which to use. ` +
    `Name one in the flow's settings, or give the connection a default model in Settings, Connections.`
  return new AppError('model-unknown', message, { connection })
}
