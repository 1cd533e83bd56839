/**
 * From the model settings of a flow or node to a chat model: connections of this person, overrides of the command line, and the
 * rehearsal model where no connection is set up.
 */
import { AppError } from '../../src-shared/errors'
import { DEFAULT_CONNECTION, isRehearsal, REHEARSAL_CONNECTION } from '../../src-shared/flow/model-choices'
import type { Price } from '../../src-shared/providers/model-figures'
import { createRedactor, type Redactor } from '../redaction/redactor'
import { createClients, keyOf, type ModelClientRequest, type KnownFacts } from './clients'
import type { Connection, ConnectionSource } from './contract/connection'
import { callInOrder, type Candidate } from './fallback'
import { noSecrets, type SecretOf } from './headers'
import type { ChatModel, ModelRequest, ModelSettings } from './contract/model'
import { createPatterns } from './patterns'
import { usedName, withOverrides, type ModelOverrides } from './overrides'
import { callRedacted } from './redacted-call'
import { createRehearsalModel } from './rehearsal'
import type { RehearsalLanguage } from './rehearsal-answers'
import type { RehearsalRule } from './rehearsal-script'
import { callSortingThoughts } from './thoughts'
import { lessonsInMemory, type LessonStore } from './wire/dialects'
import { message as sentence } from '../../src-shared/languages/translate'

/** The part of a flow that the rehearsal model needs. */
export type RehearsedFlow = { rehearsal: readonly RehearsalRule[]; language: RehearsalLanguage }

export type ModelFactory = {
  /** Never fails: a missing connection or model is the failure of the call, so that it shows on the node that makes it. */
  resolve: (settings: ModelSettings, flow: RehearsedFlow) => ChatModel
  /** Who would answer, and what that costs, without asking; null: nobody said. Throws `connection-missing`. */
  priceOf: (settings: ModelSettings) => Promise<PricedModel>
  close: () => Promise<void>
}

export type PricedModel = { readonly connection: string; readonly model: string; readonly price: Price | null }

export type ModelFactoryOptions = {
  connections: ConnectionSource
  overrides?: ModelOverrides | undefined
  /** What takes keys and secrets out of all that models say. */
  redactor?: (() => Promise<Redactor>) | undefined
  /** The value of a named secret, for headers. Whoever names one in a flow was allowed to send it there. */
  secret?: SecretOf | undefined
  /** Where lessons of servers are kept; as long as the factory lives by default. */
  lessons?: LessonStore | undefined
  /** What is known of models where the person does not say; nothing by default. */
  facts?: KnownFacts | undefined
}

export function createModelFactory(options: ModelFactoryOptions): ModelFactory {
  const { connections, overrides = {}, redactor, secret = noSecrets, facts } = options
  const own = createRedactor()
  const used = withOverrides(connections, overrides)
  // What a server teaches counts for all settings of a model.
  const lessons = options.lessons ?? lessonsInMemory()
  const client = createClients({ overrides, lessons, secret, facts })
  const resolved = new WeakMap<readonly RehearsalRule[], Map<string, ChatModel>>()
  const patterns = createPatterns()

  async function find(settings: ModelSettings): Promise<Connection | null> {
    const name = usedName(overrides, settings.connection)
    const connection = await used.get(settings.connection)
    if (connection === null && name !== DEFAULT_CONNECTION && !isRehearsal(name)) throw missingConnection(name)
    return connection?.provider === 'openai' ? connection : null
  }

  /** Calls a connection that is looked up at that moment. */
  function asker(found: () => Promise<ModelClientRequest>) {
    return async (request: ModelRequest) => {
      const asked = await found()
      const redact = (await redactor?.()) ?? own
      redact.learn(asked.connection.apiKey ?? '')
      return callOne(await client(asked, redact), request, redact)
    }
  }

  function othersOf(connection: Connection, settings: ModelSettings): Candidate[] {
    return (connection.fallbacks ?? []).map((label) => ({
      label,
      call: asker(async () => {
        const other = await used.other(label)
        if (other === null) throw missingOther(label)
        return { connection: other, asked: elsewhere(settings, other), isOther: true }
      }),
    }))
  }

  function make(settings: ModelSettings, flow: RehearsedFlow): ChatModel {
    const rehearsal = createRehearsalModel({ rules: flow.rehearsal, language: flow.language, patterns })
    return {
      label: labelOf(settings, overrides),
      connection: usedName(overrides, settings.connection),
      async call(request) {
        const connection = await find(settings)
        if (connection === null) return callOne(rehearsal, request, (await redactor?.()) ?? own)
        const first = { label: connection.name, call: asker(async () => ({ connection, asked: settings })) }
        return callInOrder([first, ...othersOf(connection, settings)], request)
      },
      async contextTokens() {
        const connection = await find(settings)
        if (connection === null) return null
        const model = await client({ connection, asked: settings }, (await redactor?.()) ?? own)
        return (await model.contextTokens?.()) ?? null
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
    async priceOf(settings) {
      const connection = await find(settings)
      if (connection === null) return { connection: REHEARSAL_CONNECTION, model: REHEARSAL_CONNECTION, price: FREE }
      const { name, baseUrl, prices = {} } = connection
      const model = overrides.model ?? (settings.model === '' ? (connection.model ?? '') : settings.model)
      const price = prices[model] ?? facts?.priceOf({ connection: name, baseUrl, model }) ?? null
      return { connection: name, model, price }
    },
    close: patterns.close,
  }
}

const FREE: Price = { input: 0, output: 0 }

function callOne(model: ChatModel, request: ModelRequest, redact: Redactor) {
  return callSortingThoughts({ ...model, call: (asked) => callRedacted(model, asked, redact) }, request)
}

/** Settings for another server than the one that they were made for: the name of a model, extra fields and headers stay behind. */
function elsewhere(settings: ModelSettings, { name }: Connection): ModelSettings {
  return { ...settings, connection: name, model: '', body: {}, headers: {} }
}

function labelOf(settings: ModelSettings, overrides: ModelOverrides): string {
  const connection = usedName(overrides, settings.connection)
  const model = overrides.model ?? settings.model
  return model === '' || isRehearsal(connection) ? connection : `${connection}: ${model}`
}

function missingConnection(name: string): AppError {
  const message = sentence(
    'The flow uses the connection "{name}", which is not set up here. Set up a connection of that name in Settings, Connections, or choose another one for the flow.',
    { name },
  )
  return new AppError('connection-missing', message, { connection: name })
}

function missingOther(name: string): AppError {
  const message = sentence(
    'The connection "{name}", which is to answer in its place, is not set up here, or is no model server. Set it up in Settings, Connections, or take it out of "If it cannot answer, try".',
    { name },
  )
  return new AppError('connection-missing', message, { connection: name })
}
