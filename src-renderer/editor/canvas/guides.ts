/** Lines that a dragged node snaps to: the edges and middles of other nodes. Pure. */
import type { Position } from '../../../src-shared/flow/records'
import type { Size } from '../../../src-shared/drawing/node-size'

export type Box = Position & Size
/** Where a line is drawn, in px of the drawing; null: none. */
export type Guides = { x: number | null; y: number | null }

type Snap = { shift: number; line: number }

/** Where a box goes when its nearest lines within reach are taken over, and these lines. */
export function snapToGuides(box: Box, others: readonly Box[], reach: number): { at: Position; guides: Guides } {
  let x: Snap | null = null
  let y: Snap | null = null
  const [ownX, ownY] = [linesOf(box.x, box.width), linesOf(box.y, box.height)]
  for (const other of others) {
    x = nearer(x, snap(ownX, linesOf(other.x, other.width), reach))
    y = nearer(y, snap(ownY, linesOf(other.y, other.height), reach))
  }
  const at = { x: box.x + (x?.shift ?? 0), y: box.y + (y?.shift ?? 0) }
  return { at, guides: { x: x?.line ?? null, y: y?.line ?? null } }
}

function linesOf(start: number, length: number): readonly number[] {
  return [start, start + length / 2, start + length]
}

/** Begins snap to begins, ends to ends, middles to middles. */
function snap(own: readonly number[], others: readonly number[], reach: number): Snap | null {
  let best: Snap | null = null
  own.forEach((line, index) => {
    const wanted = others[index]
    if (wanted === undefined || Math.abs(wanted - line) > reach) return
    best = nearer(best, { shift: wanted - line, line: wanted })
  })
  return best
}

function nearer(one: Snap | null, other: Snap | null): Snap | null {
  if (one === null || other === null) return one ?? other
  return Math.abs(other.shift) < Math.abs(one.shift) ? other : one
}
