/** What an edge is called by those who do not see where it is drawn. */
import type { Flow, FlowEdge } from '../../../src-shared/flow/records'
import type { Translate } from '../../../src-shared/languages/translate'
import { edgeLabel, lookOf } from '../../kinds/edge-looks'
import type { EdgeIndex } from '../edge-index'
import { portsOf } from './ports'

export type NamedEdges = { flow: Flow; index: EdgeIndex; t: Translate }

/** `Hand-off from Tech to Triage, 2 of 2`: its kind, its ends and its place among those that leave the same port. */
export function edgeName({ flow, index, t }: NamedEdges, id: string): string {
  const edge = flow.edges[id]
  if (edge === undefined) return ''
  const nameOf = (node: string): string => flow.nodes[node]?.name || t('a node without a name')
  const from = nameOf(edge.from.node)
  const kind = t.known(edgeLabel(edge))
  const name =
    edge.from.node === edge.to.node
      ? t('{kind} of {from}: {words}', { kind, from, words: lookOf(edge).label(edge, t) ?? '' })
      : t('{kind} from {from} to {to}', { kind, from, to: nameOf(edge.to.node) })
  const count = index.count(flow, id)
  return count > 1 ? t('{name}, {place} of {count}', { name, place: index.place(flow, id) + 1, count }) : name
}

/** The words that stand on an edge between two nodes, or the name that is shown at the port it leaves; undefined where it has none. */
export function edgeSaid({ flow, t }: NamedEdges, id: string): string | undefined {
  const edge = flow.edges[id]
  if (edge === undefined || edge.from.node === edge.to.node) return undefined
  return lookOf(edge).label(edge, t) ?? branchName(flow, edge, t)
}

function branchName({ nodes }: Flow, { from }: FlowEdge, t: Translate): string | undefined {
  const node = nodes[from.node]
  const port = node === undefined ? undefined : portsOf(node).find(({ id, isNamed }) => isNamed && id === from.port)
  return port === undefined ? undefined : t.known(port.label)
}
