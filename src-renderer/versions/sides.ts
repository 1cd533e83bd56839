/** The two flows that are looked at side by side: which ones can be chosen, and the drawing that shows both. */
import { differenceOf, type FlowDifference } from '../../src-shared/flow/difference/difference'
import {
  differenceLines,
  type DifferenceLine,
  type DifferenceOptions,
} from '../../src-shared/flow/difference/difference-words'
import type { Flow, FlowEdge, FlowNode, Position } from '../../src-shared/flow/records'
import type { ChangeMark, ChangeMarks } from '../editor/canvas/change-marks'

/** The flow as it is drawn now, the one that another window saved, or the id of a version. */
export type SideName = 'now' | 'theirs' | (string & {})

/** What is compared: `before` is the earlier one. */
export type Compared = { before: SideName; after: SideName }

/** A drawing with all that either flow has, what the earlier one alone has among it, and what has become of each. */
export type Comparison = { drawing: Flow; marks: ChangeMarks; difference: FlowDifference; lines: DifferenceLine[] }

export function compareFlows(before: Flow, after: Flow, options: DifferenceOptions): Comparison {
  const difference = differenceOf(before, after)
  const lines = differenceLines(difference, { before, after }, options)
  return { drawing: drawingOf(before, after), marks: marksOf(lines), difference, lines }
}

/** The later flow with what it has no more, which stands where it stood. */
function drawingOf(before: Flow, after: Flow): Flow {
  const nodes: { [id: string]: FlowNode } = { ...after.nodes }
  const edges: { [id: string]: FlowEdge } = { ...after.edges }
  const places: { [id: string]: Position } = { ...after.layout.nodes }
  for (const [id, node] of Object.entries(before.nodes)) {
    if (Object.hasOwn(after.nodes, id)) continue
    nodes[id] = node
    const place = before.layout.nodes[id]
    if (place !== undefined) places[id] = place
  }
  for (const [id, edge] of Object.entries(before.edges)) edges[id] ??= edge
  return { ...after, nodes, edges, layout: { ...after.layout, nodes: places } }
}

function marksOf(lines: readonly DifferenceLine[]): ChangeMarks {
  const nodes = new Map<string, ChangeMark>()
  const edges = new Map<string, ChangeMark>()
  for (const { about, id, change } of lines) {
    const marks = about === 'node' ? nodes : about === 'edge' ? edges : null
    if (marks !== null && (change !== 'moved' || !marks.has(id))) marks.set(id, change)
  }
  return { nodes, edges }
}

/** What is told of a line: which one it is. */
export function keyOf({ about, id, change }: Pick<DifferenceLine, 'about' | 'id' | 'change'>): string {
  return `${about} ${id}${change === 'moved' ? ' moved' : ''}`
}
