/** How far the view glides for the inspector, and back. Pure. */
import type { Viewport } from '../../react-flow/react-flow'

/** What is to be seen, from left to right, in px of the drawing. */
export type Span = { x: number; width: number }

/** Width of the inspector with its margin. */
export const COVERED = 344
/** What stands out of a node at its side: half a port, and the mark of its problems. */
export const EDGE = 16
/** Room for the next wire, and what it leads to. */
const NEXT = 260
/** Room for what ports are called, and their plus. */
const PORTS = 112
const MARGIN = 16
/** A wire that is begun nearer to the side moves the view. */
const REACH = 48

type GlideTarget = {
  span: Span
  /** Of the canvas, the part under the inspector included. */
  width: number
  /** Wires leave it to the right. */
  isWired: boolean
  /** All that is drawn; absent: there is nothing else. */
  others?: () => readonly Span[]
}

/** Where the view goes so that the inspector covers nothing that is wanted; null: it may stay. */
export function glideAside({ x, y, zoom }: Viewport, { span, width, isWired, others }: GlideTarget): Viewport | null {
  const left = span.x * zoom + x
  const right = left + span.width * zoom
  const room = width - COVERED
  const spare = room - span.width * zoom - MARGIN
  const hasRoom = isWired && spare >= NEXT
  const free = hasRoom ? room - NEXT : room
  if (left > width) return null
  const least = Math.min(right - free, left - MARGIN)
  const ports = isWired && !hasRoom ? Math.min(right - room + PORTS, left - MARGIN) : 0
  const seen = Math.max(least, 0)
  // On a narrow canvas what leads here counts more than what could come next: for the ports alone no other node's port goes out of sight.
  const more = ports > seen ? Math.min(ports - seen, nearestEnd(others, { x: x - seen, zoom }) - REACH) : 0
  const shift = seen + Math.max(more, 0)
  return shift > 0 ? { x: x - shift, y, zoom } : null
}

/** Where wires leave the node that is nearest to the left side, of those of which that is in sight; in px of the screen. */
function nearestEnd(others: GlideTarget['others'], { x, zoom }: Pick<Viewport, 'x' | 'zoom'>): number {
  const ends = (others?.() ?? []).map((one) => (one.x + one.width) * zoom + x).filter((end) => end >= 0)
  return Math.min(...ends)
}

/** The way back, as far as what was selected stays in sight; null: there is none. */
export function glideBack(glide: { home: Viewport; at: Viewport; span: Span }, width: number): Viewport | null {
  const { home, at, span } = glide
  const most = width - MARGIN - (span.x + span.width) * at.zoom
  const x = Math.min(home.x, most)
  return x - at.x > 1 ? { ...at, x } : null
}

/** Whether the view is there, or near enough. */
export function isAt(one: Viewport, other: Viewport): boolean {
  return Math.abs(one.x - other.x) < 1 && Math.abs(one.y - other.y) < 1 && Math.abs(one.zoom - other.zoom) < 0.001
}
