/** Pool W of docs/rules.md: five tools at fixed distances from any query, behind one agent. */
import type { JsonObject } from '../../src-shared/flow/records'
import type { RunEvent } from '../../src-shared/run/log/events'
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import { openTestCore, type TestCore } from './core-bench'
import { shownDecisions } from './shown-decisions'
import { startEmbeddingServer, type EmbeddingServer } from './embedding-server'

const DISTANCES = { forecast: 0.1, geocode: 0.3, news: 0.55, mail: 0.9, bank: 1.2 }

export type PoolBench = TestCore & {
  vectors: EmbeddingServer
  /** The names of the tools in each model call. */
  offered: () => string[]
  /** Each result in the log: tool, text, whether it is an error. */
  results: () => Promise<(readonly [string, string, boolean])[]>
}

/** A core for a flow whose model server gives embeddings too. */
export async function openPoolBench(builder: FlowBuilder): Promise<PoolBench> {
  const vectors = await startEmbeddingServer(DISTANCES)
  const test = await openTestCore(builder.build(), { embeddings: vectors.baseUrl })
  return {
    ...test,
    vectors,
    offered: () => test.server.requests.map((request) => request.toolNames.join(' ')),
    results: async () =>
      (await test.state()).log.flatMap((entry) =>
        entry.kind === 'result' ? [[entry.tool, entry.text, entry.isError] as const] : [],
      ),
    async close() {
      await test.close()
      await vectors.close()
    },
  }
}

/** What is asked for in pool W. */
export const ASK = 'weather in Rome'

/** Settings that make a flow ask the embedding server. */
export const BY_VECTORS = { embedding: { connection: 'vectors', model: 'v' } }

/** Draws a tool that says that it ran. */
export function tool(builder: FlowBuilder, id: string, code = `'ran ${id}'`): FlowBuilder {
  const fields = { description: `Does what ${id} does.`, code: `export const run = (args) => ${code}`, timeout: 15_000 }
  return builder.node('code-tool', id, fields)
}

/** Pool W behind one agent. `off`: a tool that is switched off in it. */
export function poolW(
  data: JsonObject = {},
  { off = '', agent = {} }: { off?: string; agent?: JsonObject } = {},
): FlowBuilder {
  const drawn = flow('Pool')
    .settings(BY_VECTORS)
    .start('a')
    .agent('a', { name: 'Helper', ...agent })
    .node('workbench', 'w', { name: 'Pool W', mode: 'vector', ...data })
    .use('a', 'w')
  return Object.keys(DISTANCES).reduce((builder, id) => tool(builder, id).use('w', id, { enabled: id !== off }), drawn)
}

/** A reply that calls one tool. */
export const call = (name: string, args: JsonObject = {}) => ({ calls: [{ name, arguments: args }] })

/** What was decided about pools, in words. */
export function choices(events: readonly RunEvent[]) {
  return shownDecisions(events).flatMap(({ decision }) => (decision.about === 'tools' ? [decision] : []))
}
