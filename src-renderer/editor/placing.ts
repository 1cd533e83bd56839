/** Where a new node goes when nobody pointed: beside what it hangs on, on the grid, where nothing lies yet. */
import type { Flow, FlowNode, Position } from '../../src-shared/flow/records'
import type { EdgeKind } from '../../src-shared/kinds/edge-kinds'
import { EDGES } from '../../src-shared/kinds/edges'
import { EDGE_LOOKS } from '../kinds/edge-looks'
import { boxAround } from './canvas/fit'
import { GRID, sizeOf, type Size } from './canvas/node-size'

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
