/** The edges of a flow by the nodes that they touch, rebuilt only when an edge changed. */
import type { Flow } from '../../src-shared/flow/records'

export type EdgeIndex = {
  /** A text that changes when any edge at the node changes. */
  stamp: (flow: Flow, node: string) => string
}

/** An index of one editor's own. */
export function createEdgeIndex(): EdgeIndex {
  let edges: Flow['edges'] | null = null
  let stamps = new Map<string, string>()
  return {
    stamp(flow, node) {
      if (edges !== flow.edges) {
        edges = flow.edges
        stamps = build(flow)
      }
      return stamps.get(node) ?? ''
    },
  }
}

function build(flow: Flow): Map<string, string> {
  const stamps = new Map<string, string>()
  for (const [id, edge] of Object.entries(flow.edges)) {
    const stamp = `${id}>${edge.from.port}>${edge.to.node};`
    stamps.set(edge.from.node, (stamps.get(edge.from.node) ?? '') + stamp)
    if (edge.to.node !== edge.from.node) stamps.set(edge.to.node, (stamps.get(edge.to.node) ?? '') + stamp)
  }
  return stamps
}
