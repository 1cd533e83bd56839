/** Owns what the engine is given from outside, put together of the services of a core. */
import type { Clock } from './clock'
import { connectionKey } from './connections/connection-key'
import type { Connections } from './connections/connections'
import type { SecretStore } from './connections/secret-store'
import { createDocumentIndexes } from './documents/document-indexes'
import { type BatonSaver, CallCheckpoints } from './engine/checkpoints'
import type { EngineServices } from './engine/contract/runtime'
import { createEmbedding } from './models/embedding'
import type { ModelFactory } from './models/factory'
import type { ModelOverrides } from './models/overrides'
import { createCheckAnswer } from './reading/check-answer'
import { createCheckArguments } from './reading/check-arguments'
import type { Reader } from './reading/reader'
import { createInnerRuns } from './run/execution/inner-run'
import type { ModelWaits } from './run/model-waits'
import type { CallRules } from './store/call-rules'
import { createApiDocuments } from './tools/api/api-documents'
import type { OpenPools } from './tools/pool/open-pools'
import { searchOver } from './tools/web-search/search-over'

/** What the engine's services are made of; some are used as they are. */
type EngineParts = Pick<
  EngineServices,
  'mcp' | 'offeredTools' | 'redactor' | 'results' | 'isAllowedByName' | 'noteRequest'
> & {
  callRules: Pick<CallRules, 'allows'>
  clock: Clock
  connections: Connections
  documentsDir: string | undefined
  factory: ModelFactory
  models: ModelOverrides | undefined
  pools: OpenPools
  reader: Reader
  saver: BatonSaver
  secrets: SecretStore
  waits: Pick<ModelWaits, 'note'>
}

/** What the engine needs from outside. */
export function engineServices({
  callRules,
  clock,
  connections,
  documentsDir,
  factory,
  models,
  pools,
  reader,
  saver,
  secrets,
  waits,
  ...rest
}: EngineParts) {
  const { redactor } = rest
  const embedding: EngineServices['embedding'] = (settings) =>
    settings === null
      ? null
      : createEmbedding({ connections, overrides: models, redactor, secret: secrets.get }, settings)
  const indexes = createDocumentIndexes()
  const services: EngineServices = {
    ...rest,
    resolveModel: factory.resolve,
    now: clock.now,
    noteWait: waits.note,
    runsUnasked: ({ threadId, digest }) => callRules.allows(threadId, digest),
    secret: secrets.get,
    keyFor: (name, url) => connectionKey(connections, name, url),
    documents: (documents, signal) => indexes.open(documents, { baseDir: documentsDir ?? null, reader, signal }),
    embedding,
    toolPool: (tools, settings) => pools.open(tools, embedding(settings)),
    search: async (name, query) => searchOver(connections, name, { ...query, redactor: await redactor() }),
    checkAnswer: createCheckAnswer(reader),
    checkArguments: createCheckArguments(reader),
    apiDocuments: createApiDocuments({ baseDir: documentsDir ?? null, reader, now: clock.now }),
    runFlow: createInnerRuns(
      () => services,
      (key) => new CallCheckpoints(saver, key),
    ),
  }
  return services
}
