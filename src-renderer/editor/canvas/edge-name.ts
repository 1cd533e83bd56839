/** What an edge is called by those who do not see where it is drawn. */
import type { Flow } from '../../../src-shared/flow/records'
import { edgeLabel, lookOf } from '../../kinds/edge-looks'
import type { EdgeIndex } from '../edge-index'

/** `Hand-off from Tech to Triage, 2 of 2`: its kind, its ends and its place among those that leave the same port. */
export function edgeName(flow: Flow, id: string, index: EdgeIndex): string {
  const edge = flow.edges[id]
  if (edge === undefined) return ''
  const nameOf = (node: string): string => flow.nodes[node]?.name || 'a node without a name'
  const { from, to } = edge
  const ends =
    from.node === to.node
      ? `of ${nameOf(from.node)}: ${lookOf(edge).label(edge) ?? ''}`
      : `from ${nameOf(from.node)} to ${nameOf(to.node)}`
  const count = index.count(flow, id)
  return `${edgeLabel(edge)} ${ends}${count > 1 ? `, ${index.place(flow, id) + 1} of ${count}` : ''}`
}
