/** The small picture of a flow that its card in the list shows, made when the flow is stored. */
import { parseJson } from '../../src-shared/flow/json'
import type { Flow, FlowNode } from '../../src-shared/flow/records'
import { kindOf } from '../../src-shared/kinds/index'
import type { Kind } from '../../src-shared/kinds/kind'
import { flowSketchSchema, MOST_SKETCHED, type FlowSketch } from '../../src-shared/rpc/sketch'

/** About how large nodes are drawn, in px. */
const SIZES = {
  card: [220, 64],
  pill: [110, 32],
  paper: [220, 100],
} as const satisfies { readonly [Shape in Kind['shape']]: readonly [number, number] }

/** Of a flow that cannot be read. */
export const NO_SKETCH: FlowSketch = { nodes: [], edges: [] }

export function sketchOf(flow: Flow): FlowSketch {
  const ids = Object.keys(flow.nodes).slice(0, MOST_SKETCHED)
  const places = new Map(ids.map((id, index) => [id, index]))
  const edges = Object.values(flow.edges).flatMap(({ from, to }): [number, number][] => {
    const [start, end] = [places.get(from.node), places.get(to.node)]
    return start === undefined || end === undefined ? [] : [[start, end]]
  })
  return {
    nodes: ids.flatMap((id) => {
      const node = flow.nodes[id]
      return node === undefined ? [] : [boxOf(node, flow.layout.nodes[id] ?? { x: 0, y: 0 })]
    }),
    edges: edges.slice(0, 4 * MOST_SKETCHED),
  }
}

function boxOf(node: FlowNode, { x, y }: { x: number; y: number }): FlowSketch['nodes'][number] {
  const kind = kindOf(node)
  const [plain, least] = SIZES[kind?.shape ?? 'card']
  const { width: drawnWidth, height: drawnHeight } = node.data
  const isPaper = kind?.shape === 'paper'
  const width = isPaper && typeof drawnWidth === 'number' ? drawnWidth : plain
  const height = isPaper && typeof drawnHeight === 'number' ? Math.max(drawnHeight, least) : least
  return [Math.round(x), Math.round(y), width, height, kind?.group ?? null]
}

/** A stored sketch; null for rows of older Batons, and for what cannot be read. */
export function readSketch(stored: string | null): FlowSketch | null {
  if (stored === null) return null
  const read = parseJson(stored)
  const sketch = flowSketchSchema.safeParse(read.ok ? read.value : null)
  return sketch.success ? sketch.data : null
}
