/** Which ports a pulled wire may be joined to, and joining it. */
import type { Sentence } from '../../src-shared/languages/translate'
import { canConnect, isTakenBy, type ConnectAnswer } from '../../src-shared/flow/editing/connect'
import type { EdgeEnd, Flow, FlowNode } from '../../src-shared/flow/records'
import { isEdgeKind, type EdgeKind } from '../../src-shared/kinds/edge-kinds'
import { EDGES } from '../../src-shared/kinds/edges'
import { kindOf, OFFERED_KINDS } from '../../src-shared/kinds/index'
import type { Kind, OutPort } from '../../src-shared/kinds/kind'
import { IN_PORT } from './canvas/ports'
import { portKey, type ReplacedEdge, type WiringState } from './session-store'

/** A loose end: a wire that was pulled from a port, or the end of a drawn edge. `isSource`: it hangs on an out port. */
export type LooseEnd = { end: EdgeEnd; isSource: boolean; replaces?: ReplacedEdge | undefined }

/** The loose end of a wire that is being pulled. */
export function looseOf({ node, port, isSource, replaces }: WiringState): LooseEnd {
  return { end: { node, port }, isSource, replaces }
}

/** Whether an edge may join two ends, in the place of the one that is being moved. */
export function canJoinEnds(flow: Flow, ends: { from: EdgeEnd; to: EdgeEnd }, replaces?: ReplacedEdge): ConnectAnswer {
  return canConnect(flow, replaces === undefined ? ends : { ...ends, kind: replaces.kind, replaces: replaces.id })
}

/** Every port that the loose end may be joined to, as keys of `portKey`. */
export function fittingPorts(flow: Flow, { end, isSource, replaces }: LooseEnd): Set<string> {
  const fits = new Set<string>()
  const near = isSource ? withEdgesFrom(flow, end) : flow
  for (const [id, node] of Object.entries(flow.nodes)) {
    for (const port of isSource ? inPortOf(node) : outPortsTo(node, flow.nodes[end.node])) {
      const other = { node: id, port }
      const ends = isSource ? { from: end, to: other } : { from: other, to: end }
      if (canJoinEnds(near, ends, replaces).ok) fits.add(portKey(id, port))
    }
  }
  return fits
}

/** The two ends of the edge between a loose end and a node: at its in port, or at its first out port that fits. */
export function endsAt(
  flow: Flow,
  { end, isSource, replaces }: LooseEnd,
  nodeId: string,
): { from: EdgeEnd; to: EdgeEnd } | null {
  const node = flow.nodes[nodeId]
  if (node === undefined) return null
  if (isSource) return { from: end, to: { node: nodeId, port: IN_PORT } }
  const ports = outPortsTo(node, flow.nodes[end.node])
  const joins = (port: string): boolean => canJoinEnds(flow, { from: { node: nodeId, port }, to: end }, replaces).ok
  const fitting = ports.find(joins) ?? ports[0]
  return fitting === undefined ? null : { from: { node: nodeId, port: fitting }, to: end }
}

/** Whether a loose end may be joined to a node, or the reason why not. */
export function canJoin(flow: Flow, loose: LooseEnd, nodeId: string): ConnectAnswer {
  const ends = endsAt(flow, loose, nodeId)
  if (ends !== null) return canJoinEnds(flow, ends, loose.replaces)
  // No port of the node carries an edge that may end here: ask about the first one, for its words.
  const node = flow.nodes[nodeId]
  const port = node === undefined ? undefined : kindOf(node)?.ports(node.data)[0]?.id
  if (port === undefined) return { ok: false, reason: 'No edge leaves this node.' }
  return canConnect(flow, { from: { node: nodeId, port }, to: loose.end })
}

/** The ends that an edge would have the other way round, or why it cannot be turned. */
export function reversedEnds(
  flow: Flow,
  id: string,
): { ok: true; from: EdgeEnd; to: EdgeEnd } | { ok: false; reason: Sentence } {
  const edge = flow.edges[id]
  const source = edge === undefined ? undefined : flow.nodes[edge.to.node]
  if (edge === undefined || source === undefined) return { ok: false, reason: 'The edge is not in the flow any more.' }
  const ports = kindOf(source)?.ports(source.data) ?? []
  const port = ports.find((candidate) => candidate.edge === edge.kind)?.id ?? edge.from.port
  const ends = { from: { node: edge.to.node, port }, to: { node: edge.from.node, port: IN_PORT } }
  const answer = canJoinEnds(flow, ends, { id, kind: edge.kind })
  return answer.ok ? { ok: true, ...ends } : answer
}

/** Whether a new node of a kind could be joined to the loose end. */
export function kindFits(flow: Flow, kind: Kind, { end, isSource }: LooseEnd): boolean {
  const node = flow.nodes[end.node]
  const own = node === undefined ? null : kindOf(node)
  if (own === null) return false
  if (!isSource) return kind.ports().some((port) => isTakenBy(port, own))
  const port = own.ports(node?.data).find((candidate) => candidate.id === end.port)
  return port !== undefined && isTakenBy(port, kind) && !isFull(flow, end, port)
}

/** The kinds of which a new node could be joined to the loose end, those first that are there for its edge. */
export function fittingKinds(flow: Flow, loose: LooseEnd): readonly Kind[] {
  const kinds = OFFERED_KINDS.filter((kind) => kindFits(flow, kind, loose))
  const edge = loose.isSource ? edgeKindAt(flow, loose.end) : null
  return kinds.toSorted((one, other) => placeFor(one, edge) - placeFor(other, edge))
}

/** How early a kind names an edge among those that it accepts, where the edge has kinds that it mostly leads to. */
function placeFor({ accepts }: Kind, edge: EdgeKind | null): number {
  return edge === null || EDGES[edge].leadsAnywhere ? 0 : accepts.indexOf(edge)
}

/** Of kinds those that a new node of could be joined to a node by itself: by its ports in their order, and at each those first that are there for its edge. */
export function kindsToward(flow: Flow, nodeId: string, kinds: readonly Kind[]): readonly Kind[] {
  const node = flow.nodes[nodeId]
  const ports = node === undefined ? [] : (kindOf(node)?.ports(node.data) ?? [])
  return kinds
    .flatMap((kind) => {
      const end = portToward(flow, nodeId, kind)
      if (end === null) return []
      const port = ports.findIndex(({ id }) => id === end.port)
      return [{ kind, port, place: placeFor(kind, edgeKindAt(flow, end)) }]
    })
    .toSorted((one, other) => one.port - other.port || one.place - other.place)
    .map(({ kind }) => kind)
}

/** The port of a node over which a new node of a kind would be joined to it by itself; null when none fits. */
export function portToward(flow: Flow, nodeId: string, kind: Kind): EdgeEnd | null {
  const node = flow.nodes[nodeId]
  const own = node === undefined ? null : kindOf(node)
  const port = own?.ports(node?.data).find((candidate) => {
    if (candidate.explicit === true) return false
    return isTakenBy(candidate, kind) && !isFull(flow, { node: nodeId, port: candidate.id }, candidate)
  })
  return port === undefined ? null : { node: nodeId, port: port.id }
}

/** The edge kind that a port carries; null for an in port. */
export function edgeKindAt(flow: Flow, end: EdgeEnd): EdgeKind | null {
  const node = flow.nodes[end.node]
  const port =
    node === undefined
      ? undefined
      : kindOf(node)
          ?.ports(node.data)
          .find((candidate) => candidate.id === end.port)
  return port !== undefined && isEdgeKind(port.edge) ? port.edge : null
}

function isFull(flow: Flow, end: EdgeEnd, port: OutPort): boolean {
  return port.max !== undefined && Object.keys(withEdgesFrom(flow, end).edges).length >= port.max
}

/** The flow with only the edges that leave one port: all that decides how full it is. */
function withEdgesFrom(flow: Flow, { node, port }: EdgeEnd): Flow {
  const edges: Flow['edges'] = {}
  for (const [id, edge] of Object.entries(flow.edges)) {
    if (edge.from.node === node && edge.from.port === port) edges[id] = edge
  }
  return { ...flow, edges }
}

function inPortOf(node: FlowNode): readonly string[] {
  return (kindOf(node)?.accepts.length ?? 0) > 0 ? [IN_PORT] : []
}

function outPortsTo(node: FlowNode, target: FlowNode | undefined): readonly string[] {
  const own = target === undefined ? null : kindOf(target)
  if (own === null) return []
  return (kindOf(node)?.ports(node.data) ?? []).filter((port) => isTakenBy(port, own)).map((port) => port.id)
}
