/** The model that a person chose for one conversation: private to that thread, never in the file. */
import { z } from 'zod'
import { isJsonObject } from './json'
import type { Json, JsonObject } from './json-values'
import { DEFAULT_CONNECTION } from './model-choices'
import { flowModel, layModel, saidFields } from './model-settings'
import type { Flow } from './records'

/** `model` empty: the connection's own. */
export const threadModelSchema = z.object({
  connection: z.string().trim().min(1).max(64),
  model: z.string().trim().max(200).default(''),
})
export type ThreadModel = z.infer<typeof threadModelSchema>

/**
 * The flow as it runs for a thread: its default model is the chosen one. A node with a model of its own keeps it, and one that names only
 * the model, the body or the headers means the flow's connection, so it is kept there.
 */
export function withThreadModel(flow: Flow, chosen: ThreadModel): Flow {
  const own = flowModel(flow.settings)
  const connection = own.connection || DEFAULT_CONNECTION
  const model = saidFields(layModel({ ...own, connection }, chosen))
  const nodes = Object.entries(flow.nodes).map(([id, node]) => {
    const kept = keptModel(node.data['model'], connection)
    return [id, kept === null ? node : { ...node, data: { ...node.data, model: kept } }]
  })
  return {
    ...flow,
    settings: { ...flow.settings, ...keptManager(flow.settings['swarm'], connection), model },
    nodes: Object.fromEntries(nodes) as Flow['nodes'],
  }
}

/** A model that is meant for one server, with the connection to it; null: there is nothing to keep. */
function keptModel(model: Json | undefined, connection: string): JsonObject | null {
  if (!isJsonObject(model) || isSaid(model['connection'])) return null
  const isForServer = ['model', 'body', 'headers'].some((field) => isSaid(model[field]))
  return isForServer ? { ...model, connection } : null
}

function keptManager(swarm: Json | undefined, connection: string): JsonObject {
  const kept = isJsonObject(swarm) ? keptModel(swarm['managerModel'], connection) : null
  return isJsonObject(swarm) && kept !== null ? { swarm: { ...swarm, managerModel: kept } } : {}
}

function isSaid(value: Json | undefined): boolean {
  return typeof value === 'string' ? value !== '' : isJsonObject(value) && Object.keys(value).length > 0
}
