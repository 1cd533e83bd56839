/** Where the ports of a node sit: its out ports on the right (parts below), its in port on the left (parts on top). */
import { Position, type NodeHandle } from '../../react-flow/react-flow'
import { isCollapsed } from '../../../src-shared/flow/editing/frames'
import type { EdgeKind } from '../../../src-shared/kinds/edge-kinds'
import { EDGES } from '../../../src-shared/kinds/edges'
import type { FlowNode } from '../../../src-shared/flow/records'
import { kindOf } from '../../../src-shared/kinds/index'
import type { OutPort } from '../../../src-shared/kinds/kind'
import { GRID, type Size } from '../../../src-shared/drawing/node-size'

/** The id of every in port. */
export const IN_PORT = 'in'

/** Names that are always shown are so wide at most, and begin so far from their node (`Ports.module.css`). */
export const WIDEST_NAMED = 88
export const NAMED_ROOM = WIDEST_NAMED + 8

export type PortView = {
  id: string
  label: string
  /** The kind of the edges that leave it; null of an in port, and of a kind that is not known. */
  edge: EdgeKind | null
  type: 'source' | 'target'
  side: Position
  /** Its label is shown always. */
  isNamed: boolean
  /** How far along its side, 0 to 1. */
  at: number
}

/** Every port of a node, in port first. One of an unknown kind has one of each, so that its edges stay visible. */
export function portsOf(node: FlowNode): readonly PortView[] {
  const kind = kindOf(node)
  if (kind === null) return UNKNOWN_PORTS
  if (isCollapsed(node)) return FRAME_PORTS
  const ports = kind.ports(node.data)
  const right = ports.filter((port) => !EDGES[port.edge].isPart)
  const bottom = ports.filter((port) => EDGES[port.edge].isPart)
  const views: PortView[] = []
  if (kind.accepts.length > 0) {
    const isPart = kind.accepts.every((edge) => EDGES[edge].isPart)
    views.push({
      id: IN_PORT,
      label: 'In',
      edge: null,
      type: 'target',
      side: isPart ? Position.Top : Position.Left,
      isNamed: false,
      at: 0.5,
    })
  }
  right.forEach((port, index) => views.push(view(port, Position.Right, share(index, right.length))))
  bottom.forEach((port, index) => views.push(view(port, Position.Bottom, share(index, bottom.length))))
  return views
}

/** Whether wires leave a node to the right. */
export function hasPortOnRight(node: FlowNode): boolean {
  return portsOf(node).some(({ side }) => side === Position.Right)
}

/** Where edges end at a frame that stands for what it carries; nothing can be joined there. */
const FRAME_PORTS: readonly PortView[] = [
  { id: IN_PORT, label: 'In', edge: null, type: 'target', side: Position.Left, isNamed: false, at: 0.5 },
  { id: 'out', label: 'Out', edge: null, type: 'source', side: Position.Right, isNamed: false, at: 0.5 },
]

const UNKNOWN_PORTS: readonly PortView[] = [
  { id: IN_PORT, label: 'In', edge: null, type: 'target', side: Position.Left, isNamed: false, at: 0.5 },
  { id: 'out', label: 'Out', edge: null, type: 'source', side: Position.Right, isNamed: false, at: 0.5 },
]

function view(port: OutPort, side: Position, at: number): PortView {
  return { id: port.id, label: port.label, edge: port.edge, type: 'source', side, isNamed: port.isNamed === true, at }
}

function share(index: number, count: number): number {
  return (index + 1) / (count + 1)
}

/** How far along its side a port is, in px; on the grid where nodes face each other, so that lines can be straight. */
export function offsetOf(port: PortView, size: Size): number {
  const isUpright = port.side === Position.Left || port.side === Position.Right
  return isUpright ? Math.round((size.height * port.at) / GRID) * GRID : size.width * port.at
}

/** The ports as React Flow wants to know them before a node was ever drawn. */
export function handlesOf(ports: readonly PortView[], size: Size): NodeHandle[] {
  // Without a size of their own, so that lines begin and end at the border of the node.
  return ports.map((port) => ({
    id: port.id,
    type: port.type,
    position: port.side,
    ...pointOf(port, size),
    width: 0,
    height: 0,
  }))
}

/** Where a port is, from the top left corner of its node. */
export function pointOf(port: PortView, size: Size): { x: number; y: number } {
  const along = offsetOf(port, size)
  const across = port.side === Position.Right ? size.width : port.side === Position.Bottom ? size.height : 0
  const isUpright = port.side === Position.Left || port.side === Position.Right
  return isUpright ? { x: across, y: along } : { x: along, y: across }
}
