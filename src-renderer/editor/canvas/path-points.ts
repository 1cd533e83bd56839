/** The points of a line as it is written for SVG, and what they run through. Pure. */
import type { Position } from '../../../src-shared/flow/records'
import type { Size } from '../../../src-shared/drawing/node-size'

type Box = Position & Size

/** A curve is taken as so many straight pieces. */
const PIECES = 32

/** Corners in their order. A rounded corner is the corner itself, which lies further out than the line. */
export function pathPoints(path: string): Position[] {
  const points: Position[] = []
  for (const [, letter = '', rest = ''] of path.matchAll(/([MLQC])([^MLQC]*)/g)) {
    const numbers = (rest.match(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? []).map(Number)
    const last = points.at(-1) ?? { x: 0, y: 0 }
    if (letter === 'C') points.push(...curvePoints([last, ...pairs(numbers)]))
    else points.push(...pairs(numbers))
  }
  return points
}

function pairs(numbers: readonly number[]): Position[] {
  return numbers.flatMap((x, at) => (at % 2 === 0 ? [{ x, y: numbers[at + 1] ?? 0 }] : []))
}

function curvePoints(controls: readonly Position[]): Position[] {
  const [from, first, second, to] = controls
  if (from === undefined || first === undefined || second === undefined || to === undefined) return []
  return Array.from({ length: PIECES }, (_none, at) => {
    const t = (at + 1) / PIECES
    const s = 1 - t
    const mix = (axis: 'x' | 'y'): number =>
      s ** 3 * from[axis] + 3 * s * s * t * first[axis] + 3 * s * t * t * second[axis] + t ** 3 * to[axis]
    return { x: mix('x'), y: mix('y') }
  })
}

/** Whether a line runs through a box that is taken so much larger on each side; one along its border does not. */
export function runsThrough(points: readonly Position[], box: Box, larger = 0): boolean {
  const area = {
    x: box.x - larger,
    y: box.y - larger,
    width: box.width + 2 * larger,
    height: box.height + 2 * larger,
  }
  return points.some((point, at) => at > 0 && isCut(points[at - 1] ?? point, point, area))
}

/** Whether a straight piece has points inside a box: what is left of it between the box's sides, one axis after the other. */
function isCut(from: Position, to: Position, box: Box): boolean {
  let [start, end] = [0, 1]
  for (const [axis, length] of [
    ['x', box.width],
    ['y', box.height],
  ] as const) {
    const way = to[axis] - from[axis]
    const [low, high] = [box[axis] - from[axis], box[axis] + length - from[axis]]
    if (way === 0) {
      if (low >= 0 || high <= 0) return false
      continue
    }
    start = Math.max(start, Math.min(low / way, high / way))
    end = Math.min(end, Math.max(low / way, high / way))
  }
  return start < end
}
