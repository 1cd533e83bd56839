/** In which order Tab goes through a drawing: its nodes as one reads, line by line, and then its edges as they leave them. Pure. */
import type { CanvasModel, CanvasNode } from './canvas-model'

/** Something of the drawing that Tab comes to. */
export type TabStop = { what: 'node' | 'edge'; id: string }

/** A note, or a frame, begins a line with its upper edge, however high it is. */
const LINE_HEIGHT = 80

export function tabOrder({ nodes, edges }: CanvasModel): readonly TabStop[] {
  const lines = inLines(nodes.filter(({ hidden }) => hidden !== true))
  const place = new Map(lines.map(({ id }, at) => [id, at]))
  const placeOf = (id: string): number => place.get(id) ?? lines.length
  const joined = edges
    .filter(({ hidden, source, target }) => hidden !== true && place.has(source) && place.has(target))
    .sort((one, other) => placeOf(one.source) - placeOf(other.source) || placeOf(one.target) - placeOf(other.target))
  return [
    ...lines.map(({ id }) => ({ what: 'node', id }) as const),
    ...joined.map(({ id }) => ({ what: 'edge', id }) as const),
  ]
}

/** From top to bottom; what has its middle within half a line of the first of a line is on that line, from left to right. */
function inLines(nodes: readonly CanvasNode[]): CanvasNode[] {
  const lines: { middle: number; nodes: CanvasNode[] }[] = []
  for (const node of nodes.toSorted((one, other) => middleOf(one) - middleOf(other))) {
    const line = lines.at(-1)
    const middle = middleOf(node)
    if (line !== undefined && middle - line.middle <= LINE_HEIGHT / 2) line.nodes.push(node)
    else lines.push({ middle, nodes: [node] })
  }
  return lines.flatMap((line) => line.nodes.sort((one, other) => one.position.x - other.position.x))
}

function middleOf({ position, height = 0 }: CanvasNode): number {
  return position.y + Math.min(height, LINE_HEIGHT) / 2
}
