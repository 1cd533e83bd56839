/** The small picture of a flow that its card in the list shows, made when the flow is stored. */
import { parseJson } from '../../src-shared/flow/json'
import type { Flow, FlowNode } from '../../src-shared/flow/records'
import { kindOf } from '../../src-shared/kinds/index'
import { sizeOf } from '../../src-shared/drawing/node-size'
import { flowSketchSchema, MOST_SKETCHED, type FlowSketch } from '../../src-shared/rpc/sketch'

/** Of a flow that cannot be read. */
export const NO_SKETCH: FlowSketch = { nodes: [], edges: [] }

type Box = FlowSketch['nodes'][number]

/** So many fields across a simplified sketch, and down. */
const FIELDS = { across: 15, down: 10 }

export function sketchOf(flow: Flow): FlowSketch {
  // What a frame carries says more than the frame, which would lie over it.
  const drawn = Object.entries(flow.nodes).filter(([, node]) => kindOf(node)?.shape !== 'frame')
  const ids = drawn.map(([id]) => id)
  const boxes = drawn.map(([id, node]) => boxOf(node, flow.layout.nodes[id] ?? { x: 0, y: 0 }))
  const { shown, placeOf } = ids.length > MOST_SKETCHED ? simplified(boxes) : { shown: boxes, placeOf: null }
  const places = new Map(ids.map((id, index) => [id, placeOf === null ? index : (placeOf[index] ?? 0)]))
  const lines = new Map<string, [number, number]>()
  for (const { from, to } of Object.values(flow.edges)) {
    const [start, end] = [places.get(from.node), places.get(to.node)]
    if (start === undefined || end === undefined || (placeOf !== null && start === end)) continue
    lines.set(placeOf === null ? String(lines.size) : `${start} ${end}`, [start, end])
  }
  return { nodes: shown, edges: [...lines.values()].slice(0, 4 * MOST_SKETCHED) }
}

/** Boxes that lie in one field of the drawing are one, round them all, in the colour of the first. */
function simplified(boxes: readonly Box[]): { shown: Box[]; placeOf: number[] } {
  const [left, top] = [least(boxes.map(([x]) => x)), least(boxes.map(([, y]) => y))]
  const right = -least(boxes.map(([x, , width]) => -x - width))
  const bottom = -least(boxes.map(([, y, , height]) => -y - height))
  const shown: Box[] = []
  const places = new Map<string, number>()
  const placeOf = boxes.map((box) => {
    const [x, y, width, height] = box
    const column = Math.floor(((x + width / 2 - left) / (right - left + 1)) * FIELDS.across)
    const row = Math.floor(((y + height / 2 - top) / (bottom - top + 1)) * FIELDS.down)
    const known = places.get(`${column} ${row}`)
    if (known === undefined) places.set(`${column} ${row}`, shown.push(box) - 1)
    else shown[known] = around(shown[known] ?? box, box)
    return known ?? shown.length - 1
  })
  return { shown, placeOf }
}

function around([x, y, width, height, group]: Box, [otherX, otherY, otherWidth, otherHeight]: Box): Box {
  const [left, top] = [Math.min(x, otherX), Math.min(y, otherY)]
  const right = Math.max(x + width, otherX + otherWidth)
  return [left, top, right - left, Math.max(y + height, otherY + otherHeight) - top, group]
}

/** As `Math.min`, of any number of them. */
function least(values: readonly number[]): number {
  return values.reduce((one, other) => Math.min(one, other), Infinity)
}

function boxOf(node: FlowNode, { x, y }: { x: number; y: number }): FlowSketch['nodes'][number] {
  const { width, height } = sizeOf(node)
  return [Math.round(x), Math.round(y), width, height, kindOf(node)?.group ?? null]
}

/** A stored sketch; null for rows of older Batons, and for what cannot be read. */
export function readSketch(stored: string | null): FlowSketch | null {
  if (stored === null) return null
  const read = parseJson(stored)
  const sketch = flowSketchSchema.safeParse(read.ok ? read.value : null)
  return sketch.success ? sketch.data : null
}
