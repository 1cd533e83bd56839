/** The small modules of an exported project: the graph, the server on its port and a client of it, and the types of the engine. */

/** Whoever reads which file imports what would take these texts for this file's own imports. */
export const FROM = 'from'

export const GRAPH_MODULE = `/** The flow as a graph for LangGraph's server. Connections and secrets are in the environment: see .env.example. */
import { readFile } ${FROM} 'node:fs/promises'
import { createGraph } ${FROM} '../baton/engine.js'

const flow = await readFile(new URL('../flow/main.flow.json', import.meta.url), 'utf8')

export const graph = await createGraph({ flow })
`

/** Where the server listens unless the environment says otherwise. */
export const PORT_VARIABLE = { name: 'LANGGRAPH_PORT', preset: 2024 } as const

export const PORT_MODULE = `/** The port of the server, for whoever starts it and whoever talks to it. */
export const port = Number(process.env['${PORT_VARIABLE.name}'] || ${PORT_VARIABLE.preset})
`

export const DEV_MODULE = `/** Starts LangGraph's server on its port: \`npm run dev\`. What stands behind \`--\` goes to it. */
import { spawn } ${FROM} 'node:child_process'
import { port } ${FROM} './port.js'

const args = ['dev', '--no-browser', '--port', String(port), ...process.argv.slice(2)]
const server = spawn('langgraphjs', args, { stdio: 'inherit', shell: process.platform === 'win32' })
server.on('exit', (code) => process.exit(code ?? 1))
server.on('error', ({ message }) => {
  console.error(message)
  process.exitCode = 1
})
// A terminal tells the server itself of Ctrl+C; it is waited for.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => server.kill('SIGTERM'))
`

export const TALK_MODULE = `/** Says something to the flow on its server, and prints the answer as it comes: \`npm run talk -- "Hello"\`. */
import { readFile } ${FROM} 'node:fs/promises'
import { Client } ${FROM} '@langchain/langgraph-sdk'
import { port } ${FROM} './port.js'

const { graphs }: { graphs: object } = JSON.parse(await readFile(new URL('../langgraph.json', import.meta.url), 'utf8'))
const [graph = ''] = Object.keys(graphs)
const client = new Client({ apiUrl: \`http://localhost:\${port}\` })
const { thread_id } = await client.threads.create()
const input = { messages: [{ role: 'user', content: process.argv.slice(2).join(' ') || 'Hello' }] }
for await (const { event, data } of client.runs.stream(thread_id, graph, { input, streamMode: ['messages-tuple', 'updates'] })) {
  // A message comes in pieces; what stands in the user's name is what was said just now.
  if (event === 'messages' && data[0].type !== 'human' && typeof data[0].content === 'string') process.stdout.write(data[0].content)
  if (event === 'error') console.error(data)
}
console.log()
const { tasks } = await client.threads.getState(thread_id)
for (const { interrupts } of tasks) for (const { value } of interrupts) console.log('It asks:', value)
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
