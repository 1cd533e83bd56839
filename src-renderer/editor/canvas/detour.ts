/** How one line goes round the nodes that it would run behind, and where its words then stand. Pure. */
import type { FlowEdge, Position, Routing } from '../../../src-shared/flow/records'
import { isNear } from '../placing'
import { lineOf, roundedPath, WIDEST_LABEL, type EdgeEnds, type EdgePlace, type Line } from './edge-line'
import type { Size } from '../../../src-shared/drawing/node-size'
import { pathPoints, runsThrough } from './path-points'
import { pillSizes } from './pill-size'
import { wayAround } from './way-around'

export type Box = Position & Size

/** Where nodes are. */
export type DrawnBoxes = {
  get: (node: string) => Box | undefined
  /** Those that lie on an area, in the order of the flow. */
  near: (area: Box) => readonly Box[]
}

/** What a line may have to go round. What lies under or over its own nodes is left out: there is no way round that. */
export type Obstacles = { own: readonly Box[]; others: readonly Box[] }

/**
 * `points`: the corners of a line whose words are still to be placed; null: it is as its ends alone have it, words and all. `clearOf`: it has to
 * keep clear of nothing but what would lie on these, else of anything.
 */
export type Way = {
  line: Line
  points: Position[] | null
  clearOf: { points: readonly Position[]; pills: readonly Box[] } | null
}

/** A line as it runs by itself. `label`: the words on it. */
export type KnownWay = {
  edge: FlowEdge
  ends: EdgeEnds
  place: EdgePlace
  label: string | null
  around: Obstacles
  way: Way
}

/** How far round both ends a way is looked for. */
const REACH = 320

/** What may be in the way between both ends. */
export function reachOf(ends: EdgeEnds): Box {
  return {
    x: Math.min(ends.sourceX, ends.targetX) - REACH,
    y: Math.min(ends.sourceY, ends.targetY) - REACH,
    width: Math.abs(ends.sourceX - ends.targetX) + 2 * REACH,
    height: Math.abs(ends.sourceY - ends.targetY) + 2 * REACH,
  }
}

/** `boxes`: of a drawing's nodes. */
export function obstaclesOf(ends: EdgeEnds, boxes: DrawnBoxes): Obstacles {
  const own = [ends.source, ends.target].flatMap((node) => boxes.get(node) ?? [])
  const others = boxes.near(reachOf(ends)).filter((box) => !own.some((one) => isNear(one, box, 0)))
  return { own, others }
}

/** Room between a line that goes round and the nodes beside it; less where there is less. */
const MARGINS = [20, 12, 8]
const LEAST_MARGINS = [8, 4, 2]
/** Lines between the same ports go round at distances that differ by so much. */
const APART = 12

/** How round the corners are of a line that goes round in a drawing with curves: as those of one that leads back. */
const SOFT_CORNER = 20

type WaySource = { routing: Routing; place: EdgePlace; label: string | null; around: Obstacles }

/** The line of its ends where that is clear, or where there is no way round. */
export function wayOf(ends: EdgeEnds, { routing, place, label, around }: WaySource): Way {
  const line = lineOf(ends, routing, place)
  if (ends.source === ends.target) return { line, points: null, clearOf: { points: [], pills: [] } }
  const points = pathPoints(line.path)
  const boxes = [...around.own, ...around.others]
  if (isClear(points, around)) {
    const pills = label === null ? [] : pillsAt(line, label, line.room)
    return isFree(pills, boxes) ? { line, points: null, clearOf: { points, pills } } : { line, points, clearOf: null }
  }
  const apart = MARGINS.map((margin) => Math.max(4, margin + place.lane * APART))
  for (const margin of [...apart, ...LEAST_MARGINS]) {
    const way = wayAround(ends, boxes, margin)
    if (way === null) continue
    const path = routing === 'curved' ? roundedPath(way, SOFT_CORNER) : roundedPath(way)
    return { line: { path, ...middleOf(way) }, points: way, clearOf: null }
  }
  return { line, points: null, clearOf: null }
}

/** Whether a way stays as it is where there are other boxes now than it was found among. */
export function isStillClear({ clearOf }: Way, { own, others }: Obstacles): boolean {
  if (clearOf === null) return false
  return isClear(clearOf.points, { own, others }) && isFree(clearOf.pills, [...own, ...others])
}

/** A line begins and ends at the border of its own nodes. */
function isClear(points: readonly Position[], { own, others }: Obstacles): boolean {
  return !own.some((box) => runsThrough(points, box, -0.5)) && !others.some((box) => runsThrough(points, box, 1))
}

/** The widest that words may be on a line that goes round, then less and less. */
const ROOMS = [WIDEST_LABEL, 128, 88, 56, 24]

/** Where words lie on no box, as wide as may be, on a long piece rather than a short one; null: nowhere. */
export function wordsOn(points: readonly Position[], label: string, boxes: readonly Box[]): Omit<Line, 'path'> | null {
  const places = placesOn(points)
  for (const room of ROOMS)
    for (const place of places)
      if (isFree(pillsAt(place, label, room), boxes)) return room === WIDEST_LABEL ? place : { ...place, room }
  return null
}

/** Along each piece, the longest first, its middle before what is nearer to its ends. */
function placesOn(points: readonly Position[]): Position[] {
  const pieces = points.slice(1).map((to, at) => {
    const from = points[at] ?? to
    return { from, to, length: Math.abs(to.x - from.x) + Math.abs(to.y - from.y) }
  })
  return pieces
    .sort((one, other) => other.length - one.length)
    .flatMap(({ from, to, length }) =>
      (length < 2 * WIDEST_LABEL ? [0.5] : [0.5, 0.25, 0.75]).map((share) => ({
        x: from.x + (to.x - from.x) * share,
        y: from.y + (to.y - from.y) * share,
      })),
    )
}

function middleOf(points: readonly Position[]): Position {
  return placesOn(points)[0] ?? { x: 0, y: 0 }
}

/** The pill at each distance, round a point. */
function pillsAt({ x, y }: Position, label: string, room: number | undefined): Box[] {
  return pillSizes(label, room).map(({ width, height }) => ({ x: x - width / 2, y: y - height / 2, width, height }))
}

/** The pill at each distance on a line: round its middle, but right of the end of one that ends at its own node. */
export function pillsOn(line: Line, label: string, isStub: boolean): Box[] {
  return pillsAt(line, label, line.room).map((pill) => (isStub ? { ...pill, x: line.x } : pill))
}

function isFree(pills: readonly Box[], boxes: readonly Box[]): boolean {
  return !pills.some((pill) => boxes.some((box) => isNear(pill, box, 0)))
}
