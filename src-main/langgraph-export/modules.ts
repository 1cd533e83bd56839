/** The two small modules of an exported project: the one that names the graph, and the types of the engine. */

/** Whoever reads which file imports what would take these texts for this file's own imports. */
export const FROM = 'from'

export const GRAPH_MODULE = `/** The flow as a graph for LangGraph's server. Connections and secrets are in the environment: see .env.example. */
import { readFile } ${FROM} 'node:fs/promises'
import { createGraph } ${FROM} '../baton/engine.js'

const flow = await readFile(new URL('../flow/main.flow.json', import.meta.url), 'utf8')

export const graph = await createGraph({ flow })
`

export const ENGINE_TYPES = `/** Baton's engine: a drawn flow as one LangGraph graph, without sub-graphs. */
import type { BaseCheckpointSaver, CompiledStateGraph, MessagesAnnotation, Annotation } ${FROM} '@langchain/langgraph'

/** What a client writes and reads: the conversation, and the flow's variables. Everything else in the state is the engine's own. */
type FlowChannels = typeof MessagesAnnotation.spec & {
  variables: ReturnType<typeof Annotation<{ [name: string]: unknown }>>
}
type FlowState = typeof MessagesAnnotation.State & { variables: { [name: string]: unknown } }

export type ServedFlow = {
  /** The text of a .flow.json. */
  flow: string
  /** Where connections and secrets are; by default the environment of the process. */
  env?: { readonly [name: string]: string | undefined }
  /** Absent: LangGraph's server gives the graph its own. */
  checkpointer?: BaseCheckpointSaver
}

/** Compiles a flow. Throws why it cannot run. */
export declare function createGraph(
  given: ServedFlow,
): Promise<CompiledStateGraph<FlowState, Partial<FlowState>, string, FlowChannels, FlowChannels>>
`
