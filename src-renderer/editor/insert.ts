/** Putting a node into an edge: where both halves fit, as one change of the flow. Pure. */
import { canConnect, isTakenBy } from '../../src-shared/flow/editing/connect'
import { addEdge, reconnect } from '../../src-shared/flow/editing/edits'
import type { Flow, FlowEdge, FlowNode, Position } from '../../src-shared/flow/records'
import { isEdgeKind } from '../../src-shared/kinds/edge-kinds'
import { EDGES } from '../../src-shared/kinds/edges'
import { kindOf, OFFERED_KINDS } from '../../src-shared/kinds/index'
import type { Kind, OutPort } from '../../src-shared/kinds/kind'
import { GRID, sizeOf, type Size } from '../../src-shared/drawing/node-size'
import { IN_PORT } from './canvas/ports'
import { onGrid } from './placing'

/** The port over which a node of a kind would lead on to where the edge ends; null: it has no place in it. */
export function portBehind(
  flow: Flow,
  edge: FlowEdge,
  { kind, data }: { kind: Kind; data?: FlowNode['data'] },
): string | null {
  const source = flow.nodes[edge.from.node]
  const target = flow.nodes[edge.to.node]
  if (source === undefined || target === undefined || edge.from.node === edge.to.node) return null
  const [before, behind] = [kindOf(source), kindOf(target)]
  const port = before?.ports(source.data).find(({ id }) => id === edge.from.port)
  if (port === undefined || behind === null || !isTakenBy(port, kind)) return null
  const leading = kind.ports(data).filter((out) => isTakenBy(out, behind) && leadsLike(out, port))
  const same = leading.find((out) => out.edge === port.edge) ?? leading[0]
  return same?.id ?? null
}

/** The second half means what the first one does, or is the next step. */
function leadsLike(out: OutPort, port: OutPort): boolean {
  return out.edge === port.edge || (EDGES[out.edge].listsAs === 'next' && out.explicit !== true)
}

/** The kinds of which a new node could be put into an edge. */
export function kindsBetween(flow: Flow, edgeId: string): readonly Kind[] {
  const edge = flow.edges[edgeId]
  return edge === undefined ? [] : OFFERED_KINDS.filter((kind) => portBehind(flow, edge, { kind }) !== null)
}

/** Whether a node that nothing is joined to yet could be put into an edge. */
export function fitsBetween(flow: Flow, edgeId: string, nodeId: string): boolean {
  const edge = flow.edges[edgeId]
  const node = flow.nodes[nodeId]
  const kind = node === undefined ? null : kindOf(node)
  if (edge === undefined || node === undefined || kind === null || isJoined(flow, nodeId)) return false
  return portBehind(flow, edge, { kind, data: node.data }) !== null
}

export function isJoined(flow: Flow, nodeId: string): boolean {
  return Object.values(flow.edges).some(({ from, to }) => from.node === nodeId || to.node === nodeId)
}

/** The edge ends at the node, with all that it says, and a new one leads on from there. Where that cannot be, nothing changes. */
export function insertInEdge(
  flow: Flow,
  edgeId: string,
  { node: id, newEdge }: { node: string; newEdge: string },
): Flow {
  const edge = flow.edges[edgeId]
  const node = flow.nodes[id]
  const kind = node === undefined ? null : kindOf(node)
  if (edge === undefined || node === undefined || kind === null) return flow
  const port = portBehind(flow, edge, { kind, data: node.data })
  if (port === null) return flow
  const moved = reconnect(flow, edgeId, { to: { node: id, port: IN_PORT } })
  const onward = { from: { node: id, port }, to: edge.to }
  if (moved === flow || !canConnect(moved, onward).ok) return flow
  return addEdge(moved, { id: newEdge, ...onward })
}

/** Room on both sides of a node that is put between two others. */
const GAP = { x: 72, y: 40 }

type Room = { at: Position; moved: { [id: string]: Position } }

/** Where a node goes that is put into an edge, and what moves out of its way: what follows on, where the two stand too close. */
export function roomBetween(flow: Flow, edge: FlowEdge, size: Size): Room {
  const [from, to] = [boxOf(flow, edge.from.node), boxOf(flow, edge.to.node)]
  const axis = isEdgeKind(edge.kind) && EDGES[edge.kind].isPart ? 'y' : 'x'
  const extent = axis === 'x' ? 'width' : 'height'
  const middle = {
    x: (from.x + from.width / 2 + to.x + to.width / 2 - size.width) / 2,
    y: (from.y + from.height / 2 + to.y + to.height / 2 - size.height) / 2,
  }
  const free = to[axis] - from[axis] - from[extent]
  // An edge that leads back runs round its nodes: there is nothing to move.
  if (free < 0) return { at: onGrid(middle), moved: {} }
  const shift = Math.max(0, Math.ceil((size[extent] + 2 * GAP[axis] - free) / GRID) * GRID)
  const at = onGrid({ ...middle, [axis]: from[axis] + from[extent] + (free + shift - size[extent]) / 2 })
  const moved: { [id: string]: Position } = {}
  if (shift > 0) {
    for (const id of following(flow, edge)) {
      const place = flow.layout.nodes[id]
      if (place !== undefined && place[axis] >= to[axis]) moved[id] = { ...place, [axis]: place[axis] + shift }
    }
  }
  return { at, moved }
}

/** What an edge leads to, and all that is joined to it from there on. */
function following(flow: Flow, edge: FlowEdge): ReadonlySet<string> {
  const ends = Map.groupBy(Object.values(flow.edges), ({ from }) => from.node)
  const found = new Set([edge.from.node, edge.to.node])
  const open = [edge.to.node]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const { to } of ends.get(id) ?? []) {
      if (found.has(to.node)) continue
      found.add(to.node)
      open.push(to.node)
    }
  }
  found.delete(edge.from.node)
  return found
}

function boxOf(flow: Flow, id: string): Position & Size {
  const node = flow.nodes[id]
  return {
    ...(flow.layout.nodes[id] ?? { x: 0, y: 0 }),
    ...(node === undefined ? { width: 0, height: 0 } : sizeOf(node)),
  }
}
