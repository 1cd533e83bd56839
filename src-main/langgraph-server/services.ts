/** What the engine works with on a server of others: models and tools over the network, and nothing of a data folder. */
import { MemorySaver } from '@langchain/langgraph'
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import { knownFigures, NO_FIGURES, rowOf } from '../../src-shared/providers/model-figures'
import { systemClock } from '../clock'
import { connectionKey } from '../connections/connection-key'
import { createDocumentIndexes } from '../documents/document-indexes'
import type { CheckpointsOfCall } from '../engine/checkpoints'
import type { EngineServices } from '../engine/contract/runtime'
import { cleanBaseUrl, hostOf } from '../models/base-url'
import type { KnownFacts } from '../models/clients'
import { createEmbedding } from '../models/embedding'
import { createModelFactory } from '../models/factory'
import { loadModelTable } from '../models/model-table'
import type { LessonPlace } from '../models/wire/dialects'
import { createCheckAnswer } from '../reading/check-answer'
import { createCheckArguments } from '../reading/check-arguments'
import { createReader } from '../reading/reader'
import { createInnerRuns } from '../run/execution/inner-run'
import { createApiDocuments } from '../tools/api/api-documents'
import { createMcp } from '../tools/mcp/mcp-network'
import { createOpenPools } from '../tools/pool/open-pools'
import { searchOver } from '../tools/web-search/search-over'
import type { Keys } from './environment'
import { createKeptResults } from './kept-results'

/** `version`: of Baton, which MCP servers are told. */
export function serverServices({ version, keys }: { version: string; keys: Keys }): EngineServices {
  const { connections, secret, redactor, isAllowedByName } = keys
  const reader = createReader()
  const factory = createModelFactory({ connections, redactor, secret, facts: factsOfTable() })
  const embedding: EngineServices['embedding'] = (settings) =>
    settings === null ? null : createEmbedding({ connections, redactor, secret }, settings)
  const pools = createOpenPools(() => {
    throw new AppError('unavailable', inEnglish('Embeddings are kept in memory alone.'))
  })
  const indexes = createDocumentIndexes()
  const servers = createMcp({ version, clock: systemClock })
  const { now } = systemClock
  const services: EngineServices = {
    secret,
    redactor,
    isAllowedByName,
    now,
    embedding,
    resolveModel: factory.resolve,
    keyFor: (name, url) => connectionKey(connections, name, url),
    mcp: {
      open: (transport, options) =>
        transport.type === 'stdio' ? Promise.reject(noPrograms(transport.command)) : servers.open(transport, options),
    },
    documents: (documents, signal) => indexes.open(documents, { baseDir: null, reader, signal }),
    toolPool: (tools, settings) => pools.open(tools, embedding(settings)),
    search: async (name, query) => searchOver(connections, name, { ...query, redactor: await redactor() }),
    results: createKeptResults(),
    noteRequest: () => undefined,
    // Nobody there could end it.
    noteWait: () => () => undefined,
    // Nobody is there to read that a server offers something else than before.
    offeredTools: { replace: () => null },
    checkAnswer: createCheckAnswer(reader),
    checkArguments: createCheckArguments(reader),
    apiDocuments: createApiDocuments({ baseDir: null, reader, now }),
    runFlow: createInnerRuns(() => services, rememberedCalls()),
    runsUnasked: () => false,
  }
  return services
}

function noPrograms(command: string): AppError {
  const message = `"${command}" is a program of the machine on which the flow was drawn. Reach the MCP server over HTTP, or run the flow with Baton.`
  return new AppError('tool-failed', inEnglish(message))
}

const MOST_CALLS = 1000

/** Where flows stand that run as tools and wait for a person: those that were begun last, while the process lives. */
function rememberedCalls(): CheckpointsOfCall {
  const calls = new Map<string, MemorySaver>()
  return (key) => {
    const saver = calls.get(key) ?? new MemorySaver()
    calls.delete(key)
    calls.set(key, saver)
    const oldest = calls.keys().next()
    if (calls.size > MOST_CALLS && oldest.done !== true) calls.delete(oldest.value)
    return saver
  }
}

/** What the table of models that comes with Baton says. */
function factsOfTable(): KnownFacts {
  const table = loadModelTable()
  const figuresAt = ({ baseUrl, model }: LessonPlace) =>
    knownFigures({ own: NO_FIGURES, server: NO_FIGURES, row: rowOf(table, hostOf(cleanBaseUrl(baseUrl)), model) })
  return {
    known(place) {
      const { contextTokens } = figuresAt(place)
      return contextTokens === null ? {} : { contextTokens: contextTokens.value }
    },
    priceOf: (place) => figuresAt(place).price?.value ?? null,
  }
}
