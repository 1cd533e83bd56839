/** What lines may have to go round: the boxes of nodes as they are drawn, and what of them changed since they were last looked at. */
import { collapsedInto, isCollapsed, isFrame } from '../../../src-shared/flow/editing/frames'
import type { Flow, FlowNode } from '../../../src-shared/flow/records'
import { createBoxGrid } from './box-grid'
import type { Box, DrawnBoxes } from './detour'
import { sizeOf, type Size } from '../../../src-shared/drawing/node-size'

/** `nodes`: those that are drawn elsewhere or otherwise than before; `boxes`: what is there now and was not, and what was there. */
export type DrawnChanges = { nodes: ReadonlySet<string>; boxes: readonly Box[] }

export type FollowedBoxes = DrawnBoxes & {
  /** Takes over how a flow is drawn. */
  update: (flow: Flow) => DrawnChanges
  /** The collapsed frames that stand for nodes. */
  folded: () => ReadonlyMap<string, string>
}

/** `at`: its place in the order of the flow. */
type PlacedBox = { readonly box: Box; at: number }

export function followBoxes(): FollowedBoxes {
  const grid = createBoxGrid<PlacedBox>()
  const sizes = new WeakMap<FlowNode, Size>()
  let boxes = new Map<string, PlacedBox>()
  let folded: ReadonlyMap<string, string> = new Map()
  let nodes: Flow['nodes'] = {}
  let places: Flow['layout']['nodes'] = {}

  const sizeOfNode = (node: FlowNode): Size => {
    const size = sizes.get(node) ?? sizeOf(node)
    sizes.set(node, size)
    return size
  }
  return {
    update(flow) {
      const before = { boxes, folded, nodes, places }
      const changes = { nodes: new Set<string>(), boxes: [] as Box[] }
      if (nodes !== flow.nodes) folded = collapsedInto(flow)
      nodes = flow.nodes
      places = flow.layout.nodes
      boxes = new Map()
      let at = 0
      for (const [id, node] of Object.entries(nodes)) {
        const place = places[id]
        const isAsBefore =
          before.nodes[id] === node && before.places[id] === place && before.folded.get(id) === folded.get(id)
        if (!isAsBefore) changes.nodes.add(id)
        const known = before.boxes.get(id)
        // Frames are drawn through, unless they stand for what they carry.
        const isDrawn = place !== undefined && !folded.has(id) && (!isFrame(node) || isCollapsed(node))
        const box = isAsBefore ? known?.box : isDrawn ? { x: place.x, y: place.y, ...sizeOfNode(node) } : undefined
        if (box === undefined) continue
        at += 1
        const isKnown = known !== undefined && isSameBox(known.box, box)
        const placed = isKnown ? known : { box, at }
        placed.at = at
        boxes.set(id, placed)
        if (isKnown) continue
        grid.add(placed)
        changes.boxes.push(box)
      }
      for (const id of Object.keys(before.nodes)) if (!Object.hasOwn(nodes, id)) changes.nodes.add(id)
      for (const [id, placed] of before.boxes) {
        if (boxes.get(id) === placed) continue
        grid.remove(placed)
        changes.boxes.push(placed.box)
      }
      return changes
    },
    folded: () => folded,
    get: (node) => boxes.get(node)?.box,
    near: (area) =>
      grid
        .near(area)
        .sort((one, other) => one.at - other.at)
        .map(({ box }) => box),
  }
}

function isSameBox(one: Box, other: Box): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height
}
