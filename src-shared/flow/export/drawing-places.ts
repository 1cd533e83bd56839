/** Where a drawing's nodes, ports and lines lie in a file: made from the records alone, as the canvas does it. */
import { EDGES } from '../../kinds/edges'
import { kindOf } from '../../kinds/index'
import type { FlowEdge, FlowNode, Position } from '../records'
import { widthOf, wrapText } from './svg-text'

/** How much wider words get than they are measured, in the faces that a reader may have: plain and bold. */
export const WIDER = { plain: 1.1, bold: 1.2 } as const

export type Box = { x: number; y: number; width: number; height: number }

const CARD = { width: 220, height: 64 }
const PORT_LINE = 24
const GRID = 8
/** Of the words of a note. */
export const NOTE_TEXT = { size: 12, line: 18, margin: 12 } as const

export function boxOf(node: FlowNode, { x, y }: Position): Box {
  const shape = kindOf(node)?.shape ?? 'card'
  if (shape === 'pill') return { x, y, width: pillWidth(node.name), height: 32 }
  if (shape === 'paper') return { x, y, ...paperSize(node) }
  const named = (kindOf(node)?.ports(node.data) ?? []).filter(({ isNamed }) => isNamed === true)
  return { x, y, width: CARD.width, height: Math.max(CARD.height, PORT_LINE * (named.length + 1)) }
}

function pillWidth(name: string): number {
  return Math.ceil(Math.min(Math.max(46 + widthOf(name, 13) * WIDER.bold, 80), CARD.width) / GRID) * GRID
}

function paperSize({ data }: FlowNode): { width: number; height: number } {
  const width = typeof data['width'] === 'number' ? data['width'] : CARD.width
  const height = typeof data['height'] === 'number' ? data['height'] : 0
  return {
    width,
    height: Math.max(height, noteLines(data['text'], width).length * NOTE_TEXT.line + 2 * NOTE_TEXT.margin),
  }
}

/** The words of a note in lines; marks of Markdown are left out. */
export function noteLines(text: unknown, width: number): string[] {
  if (typeof text !== 'string') return ['']
  const room = { width: (width - 2 * NOTE_TEXT.margin) / WIDER.plain, size: NOTE_TEXT.size, most: 60 }
  return text.split('\n').flatMap((line) => {
    const plain = line
      .replace(/^#{1,6}\s+/, '')
      .replace(/\*\*|__|`/g, '')
      .replace(/^\s*[-*]\s+/, '• ')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    return plain.trim() === '' ? [''] : wrapText(plain, room)
  })
}

export type Side = 'left' | 'right' | 'top' | 'bottom'
export type PortPlace = Position & { side: Side }

/** Where an edge begins: a part hangs below, all else lies to the right. */
export function beginOf(edge: FlowEdge, node: FlowNode, box: Box): PortPlace {
  const ports = kindOf(node)?.ports(node.data) ?? []
  const own = ports.find(({ id }) => id === edge.from.port)
  const isBelow = own !== undefined && EDGES[own.edge].isPart
  const beside = ports.filter((port) => EDGES[port.edge].isPart === isBelow)
  const at = own === undefined ? 0.5 : (beside.indexOf(own) + 1) / (beside.length + 1)
  return isBelow
    ? { x: box.x + box.width * at, y: box.y + box.height, side: 'bottom' }
    : { x: box.x + box.width, y: box.y + Math.round((box.height * at) / GRID) * GRID, side: 'right' }
}

export function endOf(node: FlowNode, box: Box): PortPlace {
  const accepts = kindOf(node)?.accepts ?? []
  const isPart = accepts.length > 0 && accepts.every((edge) => EDGES[edge].isPart)
  return isPart
    ? { x: box.x + box.width / 2, y: box.y, side: 'top' }
    : { x: box.x, y: box.y + Math.round(box.height / 2 / GRID) * GRID, side: 'left' }
}

/** `room`: how wide words on it may be, so that they lie beside the nodes at both ends. */
export type DrawnLine = { path: string; middle: Position; room?: number }

/** A curve from port to port; one that leads back goes round the outside. `lane`: how far beside others between the same ports. */
export function lineBetween(from: PortPlace, to: PortPlace, lane: number): DrawnLine {
  if (from.side === 'right' && to.side === 'left' && to.x < from.x) return lineBack(from, to, lane)
  const bend = lane * 44
  const [first, second] = [away(from, to), away(to, from)]
  const path = `M ${spot(from)} C ${spot({ x: first.x, y: first.y + bend })} ${spot({ x: second.x, y: second.y + bend })} ${spot(to)}`
  return {
    path,
    ...roomBetween(from, to),
    middle: {
      x: (from.x + to.x + 3 * (first.x + second.x)) / 8,
      y: (from.y + to.y + 3 * (first.y + second.y)) / 8 + bend * 0.75,
    },
  }
}

/** Above this difference in height the middle of a line lies clear of both nodes. */
const CLEAR = 112

function roomBetween(from: PortPlace, to: PortPlace): { room?: number } {
  const isBeside = from.side === 'right' && to.side === 'left' && Math.abs(to.y - from.y) < CLEAR
  return isBeside ? { room: Math.max(80, to.x - from.x - 24) } : {}
}

/** The point that pulls the curve out of a port. */
function away(port: PortPlace, other: Position): Position {
  const isUpright = port.side === 'top' || port.side === 'bottom'
  const gap = isUpright ? other.y - port.y : other.x - port.x
  const ahead = port.side === 'right' || port.side === 'bottom' ? gap : -gap
  const reach =
    (ahead >= 0 ? ahead / 2 : 6.25 * Math.sqrt(-ahead)) * (port.side === 'right' || port.side === 'bottom' ? 1 : -1)
  return isUpright ? { x: port.x, y: port.y + reach } : { x: port.x + reach, y: port.y }
}

function lineBack(from: PortPlace, to: PortPlace, lane: number): DrawnLine {
  const y = from.y + (from.y < to.y ? -56 : 96) + lane * 16
  const [right, left] = [from.x + 24, to.x - 24]
  const path = `M ${spot(from)} H ${num(right)} V ${num(y)} H ${num(left)} V ${num(to.y)} H ${num(to.x)}`
  return { path, middle: { x: (from.x + to.x) / 2, y } }
}

function spot({ x, y }: Position): string {
  return `${num(x)} ${num(y)}`
}

export function num(value: number): string {
  return String(Math.round(value * 10) / 10)
}
