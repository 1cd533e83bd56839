/** A way with right angles between two ports, round what lies between them: the shortest, a corner counted as a stretch. Pure. */
import { Position as Side } from '../../react-flow/react-flow'
import type { Position } from '../../../src-shared/flow/records'
import type { EdgeEnds } from './edge-line'
import type { Size } from '../../../src-shared/drawing/node-size'

type Box = Position & Size

/** A corner costs as much as so many px of way. */
const CORNER_COST = 48
/** So many places are looked at for one way, at most; fewer among many boxes, as each is held against all of them. */
const MOST_PLACES = 6000
const MOST_CHECKS = 240_000
/** Among more boxes than that no way is looked for: a thousand lines of one node would take minutes. */
const MOST_BOXES = 120

const STEPS = {
  [Side.Left]: { x: -1, y: 0 },
  [Side.Right]: { x: 1, y: 0 },
  [Side.Top]: { x: 0, y: -1 },
  [Side.Bottom]: { x: 0, y: 1 },
} as const

/** Corners from port to port that keep so far from every box; null where there is no such way, or it is too far to look for. */
export function wayAround(ends: EdgeEnds, boxes: readonly Box[], margin: number): Position[] | null {
  if (boxes.length > MOST_BOXES) return null
  const out = STEPS[ends.sourcePosition]
  const back = STEPS[ends.targetPosition]
  const source = { x: ends.sourceX, y: ends.sourceY }
  const target = { x: ends.targetX, y: ends.targetY }
  const start = { x: source.x + out.x * margin, y: source.y + out.y * margin }
  const goal = { x: target.x + back.x * margin, y: target.y + back.y * margin }
  const areas = boxes.map(({ x, y, width, height }) => ({
    left: x - margin,
    right: x + width + margin,
    top: y - margin,
    bottom: y + height + margin,
  }))
  // Ends that lie on a box, as in a heap of nodes, are found out without a look for a way.
  if (areas.some((area) => isWithin(start, area) || isWithin(goal, area))) return null
  const xs = sorted([start.x, goal.x, ...areas.flatMap(({ left, right }) => [left, right])])
  const ys = sorted([start.y, goal.y, ...areas.flatMap(({ top, bottom }) => [top, bottom])])
  const found = shortest({ xs, ys, areas, goal }, start, out)
  return found === null ? null : withoutStraight([source, ...found, target])
}

type Area = { left: number; right: number; top: number; bottom: number }
type Grid = { xs: readonly number[]; ys: readonly number[]; areas: readonly Area[]; goal: Position }
type Step = { readonly x: number; readonly y: number }
/** `cost`: of the way so far; `rank`: with what is left of it at least. */
type PlaceOnWay = { column: number; row: number; step: Step; cost: number; rank: number; before: PlaceOnWay | null }

function shortest(grid: Grid, start: Position, out: Step): Position[] | null {
  const { xs, ys, goal } = grid
  const left = (x: number, y: number): number => Math.abs(x - goal.x) + Math.abs(y - goal.y)
  const open = createHeap()
  open.push({
    column: xs.indexOf(start.x),
    row: ys.indexOf(start.y),
    step: out,
    cost: 0,
    rank: left(start.x, start.y),
    before: null,
  })
  const done = new Set<string>()
  const most = Math.min(MOST_PLACES, MOST_CHECKS / grid.areas.length)
  for (let looked = 0; looked < most; looked += 1) {
    const place = open.pop()
    if (place === undefined) return null
    const { column, row, step } = place
    const [x, y] = [xs[column] ?? 0, ys[row] ?? 0]
    if (x === goal.x && y === goal.y) return pointsTo(place, grid)
    const key = `${column} ${row} ${step.x} ${step.y}`
    if (done.has(key)) continue
    done.add(key)
    for (const next of Object.values(STEPS)) {
      if (next.x === -step.x && next.y === -step.y) continue
      const [toColumn, toRow] = [column + next.x, row + next.y]
      const [toX, toY] = [xs[toColumn], ys[toRow]]
      if (toX === undefined || toY === undefined || isBlocked({ x, y }, { x: toX, y: toY }, grid.areas)) continue
      const corner = next === step ? 0 : CORNER_COST
      const cost = place.cost + Math.abs(toX - x) + Math.abs(toY - y) + corner
      open.push({ column: toColumn, row: toRow, step: next, cost, rank: cost + left(toX, toY), before: place })
    }
  }
  return null
}

function isWithin({ x, y }: Position, { left, right, top, bottom }: Area): boolean {
  return x > left && x < right && y > top && y < bottom
}

function isBlocked(from: Position, to: Position, areas: readonly Area[]): boolean {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
  return areas.some((area) => left < area.right && right > area.left && top < area.bottom && bottom > area.top)
}

function pointsTo(place: PlaceOnWay, { xs, ys }: Grid): Position[] {
  const points: Position[] = []
  for (let at: PlaceOnWay | null = place; at !== null; at = at.before)
    points.unshift({ x: xs[at.column] ?? 0, y: ys[at.row] ?? 0 })
  return points
}

function withoutStraight(points: readonly Position[]): Position[] {
  return points.filter((point, at) => {
    const [before, after] = [points[at - 1], points[at + 1]]
    if (before === undefined || after === undefined) return true
    const isStraight = (before.x === point.x && point.x === after.x) || (before.y === point.y && point.y === after.y)
    return !isStraight
  })
}

function sorted(values: readonly number[]): number[] {
  return [...new Set(values)].sort((one, other) => one - other)
}

/** The place with the least rank first. */
function createHeap(): { push: (place: PlaceOnWay) => void; pop: () => PlaceOnWay | undefined } {
  const places: PlaceOnWay[] = []
  const rankAt = (at: number): number => places[at]?.rank ?? Infinity
  const swap = (one: number, other: number): void => {
    const [first, second] = [places[one], places[other]]
    if (first === undefined || second === undefined) return
    places[one] = second
    places[other] = first
  }
  return {
    push(place) {
      places.push(place)
      for (let at = places.length - 1; at > 0;) {
        const above = Math.floor((at - 1) / 2)
        if (rankAt(above) <= rankAt(at)) return
        swap(above, at)
        at = above
      }
    },
    pop() {
      const top = places[0]
      const last = places.pop()
      if (last === undefined || last === top) return top
      places[0] = last
      for (let at = 0; ;) {
        const [left, right] = [2 * at + 1, 2 * at + 2]
        const below = rankAt(right) < rankAt(left) ? right : left
        if (rankAt(below) >= rankAt(at)) return top
        swap(below, at)
        at = below
      }
    },
  }
}
