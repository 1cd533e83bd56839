/** Where the line of an edge begins and ends, from records and places alone. Pure. */
import type { FlowEdge, FlowNode, Position } from '../../../src-shared/flow/records'
import type { Edge } from '../../react-flow/react-flow'
import type { EdgeEnds } from './edge-line'
import { sizeOf } from '../../../src-shared/drawing/node-size'
import { pointOf, portsOf, type PortView } from './ports'

/** A node as it is drawn, and where. */
export type PlacedNode = { record: FlowNode; place: Position }

/** The port that an edge begins or ends at. A collapsed frame has one of each. */
export type DrawnEnd = { node: string; port: string }
export type DrawnEdge = { from: DrawnEnd; to: DrawnEnd }

/** An edge as it is drawn. `folded`: the collapsed frames that stand for nodes. */
export function drawnEdge({ from, to }: FlowEdge, folded: ReadonlyMap<string, string>): DrawnEdge {
  const [fromFrame, toFrame] = [folded.get(from.node), folded.get(to.node)]
  return {
    from: fromFrame === undefined ? from : { node: fromFrame, port: 'out' },
    to: toFrame === undefined ? to : { node: toFrame, port: to.port },
  }
}

/** The ends of an edge as React Flow has it. */
export function endsOfCanvasEdge({ source, sourceHandle, target, targetHandle }: Edge): DrawnEdge {
  return { from: { node: source, port: sourceHandle ?? '' }, to: { node: target, port: targetHandle ?? '' } }
}

/** Both ends, as React Flow would have them from the page; null where a node or a port is gone. */
export function edgeEnds({ from, to }: DrawnEdge, placedNode: (id: string) => PlacedNode | undefined): EdgeEnds | null {
  const source = pointAt(from, 'source', placedNode)
  const target = pointAt(to, 'target', placedNode)
  if (source === null || target === null) return null
  return {
    source: from.node,
    target: to.node,
    sourceX: source.x,
    sourceY: source.y,
    sourcePosition: source.side,
    targetX: target.x,
    targetY: target.y,
    targetPosition: target.side,
  }
}

function pointAt(
  { node, port }: DrawnEnd,
  type: PortView['type'],
  placedNode: (id: string) => PlacedNode | undefined,
): { x: number; y: number; side: PortView['side'] } | null {
  const placed = placedNode(node)
  const view = placed && portsOf(placed.record).find((one) => one.type === type && one.id === port)
  if (placed === undefined || view === undefined) return null
  const point = pointOf(view, sizeOf(placed.record))
  return { x: placed.place.x + point.x, y: placed.place.y + point.y, side: view.side }
}
