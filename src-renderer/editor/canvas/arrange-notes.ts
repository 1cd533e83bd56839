/** Where notes go that what was arranged would lie on, its lines included: as near as there is room, else above all of it. Pure. */
import { ENGLISH } from '../../../src-shared/languages/translate'
import { applyLayout, setSettings } from '../../../src-shared/flow/editing/edits'
import { framesOf } from '../../../src-shared/flow/editing/frames'
import type { Flow, Position } from '../../../src-shared/flow/records'
import { kindOf } from '../../../src-shared/kinds/index'
import type { Slices } from '../../../src-shared/slices'
import { lookOf } from '../../kinds/edge-looks'
import { createEdgeIndex } from '../edge-index'
import { fitFrames } from '../frames'
import { boxesOf, GAP, isNear, nearestPlace } from '../placing'
import { pillsOn, type Box } from './detour'
import { createLineIndex } from './line-index'
import { GRID, sizeOf } from '../../../src-shared/drawing/node-size'
import { pathPoints, runsThrough } from './path-points'

/** New places of notes, by id; of those alone that have to go. In slices: all lines of the drawing are looked at. */
export function* clearingNotes(
  flow: Flow,
  places: { readonly [id: string]: Position },
): Slices<{ [id: string]: Position }> {
  const frames = framesOf(flow)
  const arranged = fitFrames(applyLayout(flow, places), places)
  const loose = Object.entries(flow.nodes).filter(([id, node]) => kindOf(node)?.shape === 'paper' && !frames.has(id))
  if (loose.length === 0) return {}
  const notes = new Set(loose.map(([id]) => id))
  const rest: Flow = { ...arranged, nodes: without(arranged.nodes, notes) }
  const { boxes, lines } = yield* linesIn(rest)
  const taken: TakenArea = { boxes: [...boxesOf(rest), ...boxes], lines }
  const moved: { [id: string]: Position } = {}
  for (const [id, note] of loose) {
    const at = flow.layout.nodes[id]
    if (at === undefined) continue
    yield
    const box = { ...at, ...sizeOf(note) }
    const place = freeFrom(taken, box)
    if (place.x !== at.x || place.y !== at.y) moved[id] = place
    taken.boxes.push({ ...box, ...place })
  }
  return moved
}

/** What notes may not lie on. */
type TakenArea = { boxes: Box[]; lines: readonly (readonly Position[])[] }

/** Lines and the words on them, as they are drawn where no note is. */
function* linesIn(flow: Flow): Slices<TakenArea> {
  const drawn = setSettings(flow, { routing: 'square' })
  const index = createLineIndex(createEdgeIndex())
  yield* index.lookAhead(drawn)
  const found = Object.entries(flow.edges).flatMap(([id, edge]) => {
    const line = index.line(drawn, id)
    const label = lookOf(edge).label(edge, ENGLISH)
    if (line === null) return []
    return [
      {
        points: pathPoints(line.path),
        pills: label === null ? [] : pillsOn(line, label, edge.from.node === edge.to.node),
      },
    ]
  })
  return { lines: found.map(({ points }) => points), boxes: found.flatMap(({ pills }) => pills) }
}

/** In steps of the grid. Further away it would lie somewhere among the lines. */
const NEAR = 12

function freeFrom(taken: TakenArea, note: Box): Position {
  const boxes = taken.boxes.filter((box) => isNear(box, note, (NEAR + 1) * GRID))
  const lines = taken.lines.filter((points) => runsThrough(points, note, (NEAR + 1) * GRID))
  const isFree = (place: Position): boolean => {
    const box = { ...note, ...place }
    return !boxes.some((other) => isNear(other, box, GRID)) && !lines.some((points) => runsThrough(points, box, GRID))
  }
  const near = nearestPlace(note, isFree, NEAR)
  if (near !== null) return near
  // Lines run above the nodes, too, and notes may have gone there before.
  const points = taken.lines.flat()
  const top = Math.min(...taken.boxes.map(({ y }) => y), ...points.map(({ y }) => y))
  return { x: note.x, y: Math.floor((top - note.height - GAP) / GRID) * GRID }
}

function without(nodes: Flow['nodes'], ids: ReadonlySet<string>): Flow['nodes'] {
  return Object.fromEntries(Object.entries(nodes).filter(([id]) => !ids.has(id)))
}
