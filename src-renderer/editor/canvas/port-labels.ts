/** Which names of ports would lie on another node, on words of an edge or on each other, while all of a node's are shown. Pure. */
import type { Flow, FlowEdge } from '../../../src-shared/flow/records'
import type { Translate } from '../../../src-shared/languages/translate'
import { lookOf } from '../../kinds/edge-looks'
import { Position } from '../../react-flow/react-flow'
import { isNear } from '../placing'
import { pillsOn } from './detour'
import type { Detail } from './distance'
import type { Box } from './guides'
import type { LineIndex } from './line-index'
import { pointOf, WIDEST_NAMED, type PortView } from './ports'
import { textWidth } from '../../../src-shared/drawing/text-width'

type Distance = Detail['distance']

/** The size of letters at each distance, as `NodeShell.module.css` has it, in the order of the pills of edges (`pill-size.ts`). */
const LETTERS: readonly { readonly distance: Distance; readonly size: number }[] = [
  { distance: 'near', size: 11 },
  { distance: 'middle', size: 15.5 },
  { distance: 'low', size: 20 },
  { distance: 'lowest', size: 20 },
]

/** What `textWidth` is for. */
const MEASURED = 13
const PADDING = 10
/** From the border of the node to the name: its "+" lies between. */
const BESIDE = 28
const BELOW = 27
/** The least between two ports, and what a name takes of it. */
const LINE = 16

type NamedPort = { port: PortView; words: string }

/** Where the name of a port is, in px of the drawing; null: at a side where none is shown. */
function labelBox(node: Box, { port, words }: NamedPort, size: number): Box | null {
  const { x, y } = pointOf(port, node)
  const whole = (textWidth(words) * size) / MEASURED + PADDING
  const width = port.isNamed ? Math.min(WIDEST_NAMED, whole) : whole
  const height = LINE
  if (port.side === Position.Right) return { x: node.x + x + BESIDE, y: node.y + y - height / 2, width, height }
  if (port.side === Position.Bottom) return { x: node.x + x - width / 2, y: node.y + y + BELOW, width, height }
  return null
}

/** `boxes`: every box of the drawing, that of the node and of frames round it included; `pills`: words on edges, each at every distance. */
type NeighbourBoxes = { boxes: readonly Box[]; pills: readonly (readonly Box[])[] }

/** By port, the distances from which its name would lie on something, with blanks between; without those that are clear from everywhere. */
export function crowdedPorts(
  node: Box,
  ports: readonly NamedPort[],
  { boxes, pills }: NeighbourBoxes,
): Readonly<Record<string, string>> {
  const near = boxes.filter((other) => !holds(other, node))
  const crowded: Record<string, string> = {}
  LETTERS.forEach(({ distance, size }, level) => {
    const taken = [...near, ...pills.flatMap((pill) => pill[level] ?? [])]
    for (const named of ports) {
      const label = labelBox(node, named, size)
      if (label === null) continue
      const { id } = named.port
      if (taken.some((other) => isNear(label, other, 0)))
        crowded[id] = crowded[id] === undefined ? distance : `${crowded[id]} ${distance}`
      else taken.push(label)
    }
  })
  return crowded
}

/** Names of ports reach so far from their node. */
const REACH = 400

type EdgeWordsContext = { lineIndex: Pick<LineIndex, 'line'>; t: Translate }

/** The words of the edges that may lie beside a node, each at every distance. */
export function pillsBeside(flow: Flow, node: Box, { lineIndex, t }: EdgeWordsContext): Box[][] {
  const area = {
    x: node.x - REACH,
    y: node.y - REACH,
    width: node.width + 2 * REACH,
    height: node.height + 2 * REACH,
  }
  return Object.entries(flow.edges).flatMap(([id, edge]) => {
    const words = wordsOf(edge, t)
    if (words === null || !spans(flow, edge, area)) return []
    const line = lineIndex.line(flow, id)
    return line === null ? [] : [pillsOn(line, words, edge.from.node === edge.to.node)]
  })
}

/** What is written on an edge, with the number that may stand before it; null: nothing. */
function wordsOf(edge: FlowEdge, t: Translate): string | null {
  const look = lookOf(edge)
  const label = look.label(edge, t)
  if (look.isNumbered === undefined) return label
  return label === null ? '1' : `1 ${label}`
}

/** Whether the line of an edge may come into a part of the drawing. */
function spans(flow: Flow, { from, to }: FlowEdge, area: Box): boolean {
  const one = flow.layout.nodes[from.node]
  const other = flow.layout.nodes[to.node]
  if (one === undefined || other === undefined) return false
  const box = { x: Math.min(one.x, other.x), y: Math.min(one.y, other.y) }
  return isNear(area, { ...box, width: Math.abs(one.x - other.x), height: Math.abs(one.y - other.y) }, 0)
}

function holds(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.width >= inner.x + inner.width &&
    outer.y + outer.height >= inner.y + inner.height
  )
}
