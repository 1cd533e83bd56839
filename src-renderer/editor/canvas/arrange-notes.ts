/** Where notes go that what was arranged would lie on: as near as there is room, else above all of it. Pure. */
import { applyLayout } from '../../../src-shared/flow/editing/edits'
import { framesOf } from '../../../src-shared/flow/editing/frames'
import type { Flow, Position } from '../../../src-shared/flow/records'
import { kindOf } from '../../../src-shared/kinds/index'
import { fitFrames } from '../frames'
import { boundsOf, boxesOf, GAP, isNear, nearestPlace } from '../placing'
import { GRID, sizeOf, type Size } from './node-size'

/** New places of notes, by id; of those alone that have to go. */
export function clearedNotes(flow: Flow, places: { readonly [id: string]: Position }): { [id: string]: Position } {
  const frames = framesOf(flow)
  const arranged = fitFrames(applyLayout(flow, places), places)
  const loose = Object.entries(flow.nodes).filter(([id, node]) => kindOf(node)?.shape === 'paper' && !frames.has(id))
  const notes = loose.map(([id]) => id)
  let drawn: Flow = { ...arranged, nodes: without(arranged.nodes, notes) }
  const moved: { [id: string]: Position } = {}
  for (const [id, note] of loose) {
    const at = flow.layout.nodes[id]
    if (at === undefined) continue
    const place = freeFrom(drawn, { ...at, ...sizeOf(note) })
    if (place.x !== at.x || place.y !== at.y) moved[id] = place
    drawn = applyLayout({ ...drawn, nodes: { ...drawn.nodes, [id]: note } }, { [id]: place })
  }
  return moved
}

type Box = Position & Size

/** In steps of the grid. Further away it would lie somewhere among the lines. */
const NEAR = 12

function freeFrom(drawn: Flow, note: Box): Position {
  const boxes = boxesOf(drawn)
  const isFree = (place: Position, gap: number): boolean =>
    !boxes.some((box) => isNear(box, { ...note, ...place }, gap))
  const near = isFree(note, 0) ? { x: note.x, y: note.y } : nearestPlace(note, (place) => isFree(place, GRID), NEAR)
  if (near !== null) return near
  const all = boundsOf(drawn, Object.keys(drawn.nodes)) ?? note
  return { x: note.x, y: Math.floor((all.y - note.height - GAP) / GRID) * GRID }
}

function without(nodes: Flow['nodes'], ids: readonly string[]): Flow['nodes'] {
  const gone = new Set(ids)
  return Object.fromEntries(Object.entries(nodes).filter(([id]) => !gone.has(id)))
}
