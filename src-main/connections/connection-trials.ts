/** Trying connections: their lists of models, their tests, and what is known of them without asking. Nothing here changes a connection. */
import { saidOf, toErrorRecord } from '../../src-shared/errors'
import { message, type Message } from '../../src-shared/languages/translate'
import { knownFigures, type KnownFigures } from '../../src-shared/providers/model-figures'
import type { Trial } from '../../src-shared/providers/trial'
import type { ModelList } from '../../src-shared/rpc/connection'
import { cleanBaseUrl, hostOf } from '../models/base-url'
import { filledHeaders, type SecretOf } from '../models/headers'
import { listModels, localServers, mayBeWrongAddress, suggestedAddress } from '../models/listing'
import { toModelError } from '../models/openai-failure'
import { adaptationsIn } from '../models/trial/adaptations'
import { answersElsewhere, endedTrial, serverOf, tryConnection } from '../models/trial/trial'
import { learntDialect } from '../models/wire/dialects'
import type { LibraryDatabase } from '../store/database'
import type { ConnectionInput, Connections } from './connections'
import { createLessons } from './lessons'
import { createModelFacts, type ModelFacts } from './model-facts'

export type ConnectionTrials = {
  /** The models that a server lists; what it says of them is kept. Never throws but `cancelled`. */
  readonly models: (input: ConnectionInput, signal: AbortSignal) => Promise<ModelList>
  /** Tries a connection as given and tells how that stands, at last the whole result. What its server taught before is forgotten. */
  readonly test: (
    input: ConnectionInput,
    trying: { signal: AbortSignal; tell: (trial: Trial) => void },
  ) => Promise<Trial>
  readonly about: (place: { name: string; baseUrl: string; model: string }) => {
    figures: KnownFigures
    adaptations: Message[]
    fault: string | null
  }
  readonly runningHere: (signal: AbortSignal) => Promise<{ preset: string; models: number }[]>
}

export type ConnectionTrialsOptions = {
  readonly db: LibraryDatabase
  readonly connections: Pick<Connections, 'completed'>
  /** The value of a named secret, for the headers of a connection. */
  readonly secret: SecretOf
  readonly facts?: ModelFacts | undefined
}

export function createConnectionTrials(options: ConnectionTrialsOptions): ConnectionTrials {
  const { db, connections, secret, facts = createModelFacts(db) } = options
  const lessons = createLessons(db)
  const store = { ...lessons, known: facts.known }

  /** Fails before anything is sent where a key or a header's secret would go to another server than its own. */
  async function prepared(input: ConnectionInput) {
    const connection = await connections.completed(input)
    return { connection, headers: await filledHeaders(connection.parameters?.headers, secret) }
  }

  return {
    async models(input, signal) {
      try {
        const { connection, headers } = await prepared(input)
        if (connection.provider === 'rehearsal') return listed([], null)
        const server = serverOf(connection, { headers, signal, why: 'model-list' })
        const listing = await listModels(server)
        if ('models' in listing) {
          facts.keep(connection.name, connection.baseUrl, listing.models)
          const ids = listing.models.map(({ id }) => id)
          const count = ids.length
          const { host } = server.endpoint
          return listed(
            ids,
            count === 0
              ? message('{host} answers, but has no models yet.', { host })
              : message('{host} lists {count, plural, one {# model} other {# models}}.', { host, count }),
          )
        }
        const error = toErrorRecord(toModelError(listing.failure, server.endpoint))
        const suggestedUrl = mayBeWrongAddress(listing.failure) ? await suggestedAddress(server) : null
        const said = suggestedUrl === null ? saidOf(error) : answersElsewhere(suggestedUrl)
        return { ok: false, said, models: [], suggestedUrl, error }
      } catch (cause) {
        const error = toErrorRecord(cause)
        if (error.code === 'cancelled') throw cause
        return { ok: false, said: saidOf(error), models: [], suggestedUrl: null, error }
      }
    },
    async test(input, { signal, tell }) {
      try {
        const { connection, headers } = await prepared(input)
        lessons.forget(connection.name, connection.baseUrl)
        const onListed: Parameters<typeof tryConnection>[1]['onListed'] = (models) =>
          facts.keep(connection.name, connection.baseUrl, models)
        return await tryConnection(connection, { signal, headers, lessons: store, tell, onListed })
      } catch (cause) {
        const error = toErrorRecord(cause)
        if (error.code === 'cancelled') throw cause
        const trial = endedTrial(false, saidOf(error), error)
        tell(trial)
        return trial
      }
    },
    about({ name, baseUrl, model }) {
      const place = { connection: name, baseUrl, model }
      const dialect = learntDialect({ host: hostOf(cleanBaseUrl(baseUrl)), model, setting: 'auto' }, store, place).get()
      return { figures: knownFigures(facts.of(place)), adaptations: adaptationsIn(dialect), fault: facts.fault() }
    },
    runningHere: localServers,
  }
}

function listed(models: string[], said: Message | null): ModelList {
  return { ok: true, said, models, suggestedUrl: null, error: null }
}
