/** What any node can be marked as, in its data: disabled, so that checks and runs do not see it, or locked where it is drawn. */
import type { Flow, FlowNode } from './records'

/** Whether a node is drawn and kept, but takes no part. */
export function isDisabled(node: Pick<FlowNode, 'data'> | undefined): boolean {
  return node?.data['enabled'] === false
}

/** Whether a node stays where it is and cannot be removed until somebody unlocks it. */
export function isLocked(node: Pick<FlowNode, 'data'> | undefined): boolean {
  return node?.data['locked'] === true
}

/** The flow as checks and runs see it: without disabled nodes and the edges that touch them. The same object where there are none. */
export function withoutDisabled(flow: Flow): Flow {
  const disabled = new Set(Object.keys(flow.nodes).filter((id) => isDisabled(flow.nodes[id])))
  if (disabled.size === 0) return flow
  const nodes = Object.entries(flow.nodes).filter(([id]) => !disabled.has(id))
  const edges = Object.entries(flow.edges).filter(
    ([, { from, to }]) => !disabled.has(from.node) && !disabled.has(to.node),
  )
  return { ...flow, nodes: Object.fromEntries(nodes), edges: Object.fromEntries(edges) }
}
