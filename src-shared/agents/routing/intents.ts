/** Reading the intents of a task graph, for the engine that asks about them and the inspector that lists them. */
import type { EdgeEntry, FlowGraph } from '../../flow/graph'
import type { JsonObject } from '../../flow/records'

/** An intent edge that is taken without asking. */
export function isUnconditional(data: JsonObject): boolean {
  const intent = data['intent']
  return typeof intent === 'string' && intent.trim().toLowerCase() === 'none'
}

/** Intents that are reachable from anywhere: marked edges of the graph and of every worker that it leads to. */
export function globalEdges(graph: FlowGraph, taskGraph: string): EdgeEntry[] {
  const seen = new Set([taskGraph])
  const open = [taskGraph]
  const found: EdgeEntry[] = []
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const port of ['start', 'intents', 'default']) {
      for (const entry of graph.from(node, port)) {
        const target = entry.edge.to.node
        if (port === 'intents' && entry.edge.data['global'] === true) found.push(entry)
        if (!seen.has(target)) open.push(target)
        seen.add(target)
      }
    }
  }
  return found
}

/** What users say for an intent, as the intent check reads it; empty for none. */
export function samplesText(samples: readonly string[]): string {
  return samples.length === 0 ? '' : `(such as: ${samples.map((sample) => `"${sample}"`).join(', ')})`
}
