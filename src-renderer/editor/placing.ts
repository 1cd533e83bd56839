/** Where a new node goes when nobody pointed: beside what it hangs on, on the grid, where nothing lies yet. */
import type { Flow, FlowNode, Position } from '../../src-shared/flow/records'
import type { EdgeKind } from '../../src-shared/kinds/edge-kinds'
import { isCollapsed, isFrame } from '../../src-shared/flow/editing/frames'
import { EDGES } from '../../src-shared/kinds/edges'
import { EDGE_LOOKS } from '../kinds/edge-looks'
import { boxAround } from './canvas/fit'
import { GRID, sizeOf, type Size } from '../../src-shared/drawing/node-size'

/** Room for the names of ports, and for a wire. */
export const GAP = 48
/** So near things may lie that hang on the same node. */
const LEAST_GAP = 8

type Box = Position & Size

/** A free place right of a node, or below it for the parts that hang there. */
export function placeBeside(flow: Flow, nodeId: string, wanted: { size: Size; edge: EdgeKind }): Position {
  const node = flow.nodes[nodeId]
  const at = flow.layout.nodes[nodeId] ?? { x: 0, y: 0 }
  const size = node === undefined ? { width: 220, height: 64 } : sizeOf(node)
  const { isPart } = EDGES[wanted.edge]
  const start = isPart
    ? { x: at.x, y: at.y + size.height + GAP }
    : {
        x: at.x + size.width + GAP * (EDGE_LOOKS[wanted.edge].isWorded ? 3 : 2),
        y: at.y + (size.height - wanted.size.height) / 2,
      }
  return freePlace(flow, start, {
    size: wanted.size,
    step: isPart ? { x: wanted.size.width + 24, y: 0 } : { x: 0, y: wanted.size.height + 24 },
  })
}

/** `gap`: what is to be free around it, in px. */
type WantedPlace = { size: Size; step: Position; gap?: number }

/** The first place from `start` on, step by step, where nothing lies. */
export function freePlace(flow: Flow, start: Position, { size, step, gap = LEAST_GAP }: WantedPlace): Position {
  const boxes = boxesOf(flow)
  let place = onGrid(start)
  for (let tries = 0; tries < 60 && boxes.some((box) => isNear(box, { ...place, ...size }, gap)); tries += 1) {
    place = onGrid({ x: place.x + step.x, y: place.y + step.y })
  }
  return place
}

/** `from`: the node that a line to it begins at, at the right; null: none does. `isAround`: it may lie round others. */
type DroppedNode = { size: Size; from: string | null; isAround?: boolean }

/** Where something goes that was dropped: there, or as near as it lies on nothing, and the line to it leads through nothing. Frames carry what lies in them. */
export function clearPlace(flow: Flow, wanted: Position, { size, from, isAround = false }: DroppedNode): Position {
  if (isAround) return onGrid(wanted)
  const boxes = boxesOf({ ...flow, nodes: withoutOpenFrames(flow) })
  const source = from === null ? null : boundsOf(flow, [from])
  const isClear = (place: Position): boolean => {
    const box = { ...place, ...size }
    const way = source === null ? null : wayBack(source, box)
    return !boxes.some((other) => isNear(other, box, LEAST_GAP) || (way !== null && isNear(other, way, 0)))
  }
  const start = onGrid(wanted)
  return nearestPlace(start, isClear) ?? start
}

/** The place itself, or the nearest round it on the grid, that is as wanted; null: none is within so many steps to each side. */
export function nearestPlace(
  { x, y }: Position,
  isWanted: (place: Position) => boolean,
  steps = MOST_STEPS,
): Position | null {
  if (isWanted({ x, y })) return { x, y }
  const places = stepsAround(steps).map((step) => ({ x: x + step.x, y: y + step.y }))
  return places.find(isWanted) ?? null
}

function withoutOpenFrames({ nodes }: Flow): Flow['nodes'] {
  return Object.fromEntries(Object.entries(nodes).filter(([, node]) => !isFrame(node) || isCollapsed(node)))
}

/** So far left of a node a line comes down to it that leads back, beside so high a source. */
const BACK = { beside: 32, above: 56, below: 96 }

/** Where a line that leads back from the right of a source comes to a node; null where it leads on. */
function wayBack(source: Box, target: Box): Box | null {
  if (target.x >= source.x + source.width) return null
  const [begin, end] = [source.y + source.height / 2, target.y + target.height / 2]
  const turn = begin < end ? begin - BACK.above : begin + BACK.below
  return { x: target.x - BACK.beside, y: Math.min(turn, end), width: BACK.beside, height: Math.abs(end - turn) }
}

/** How many steps to each side are looked at. */
const MOST_STEPS = 30

/** Steps away from a place, the nearest first. */
function stepsAround(most: number): Position[] {
  const steps = Array.from({ length: 2 * most + 1 }, (_none, at) => (at - most) * GRID)
  const all = steps.flatMap((x) => steps.map((y) => ({ x, y })))
  return all.sort((one, other) => Math.hypot(one.x, one.y) - Math.hypot(other.x, other.y))
}

export function onGrid({ x, y }: Position): Position {
  return { x: Math.round(x / GRID) * GRID, y: Math.round(y / GRID) * GRID }
}

/** The smallest box around nodes; null for none. */
export function boundsOf(flow: Flow, ids: Iterable<string>): Box | null {
  const boxes = [...ids].flatMap((id) => {
    const [node, at] = [flow.nodes[id], flow.layout.nodes[id]]
    return node === undefined || at === undefined ? [] : [{ ...at, ...sizeOf(node) }]
  })
  return boxAround(boxes)
}

export function boxesOf(flow: Flow): Box[] {
  return Object.entries(flow.nodes).map(([id, node]: [string, FlowNode]) => {
    const at = flow.layout.nodes[id] ?? { x: 0, y: 0 }
    return { ...at, ...sizeOf(node) }
  })
}

/** Whether boxes have less than `gap` px between them; with 0, whether they lie on each other. */
export function isNear(one: Box, other: Box, gap: number): boolean {
  return (
    one.x < other.x + other.width + gap &&
    other.x < one.x + one.width + gap &&
    one.y < other.y + other.height + gap &&
    other.y < one.y + one.height + gap
  )
}
