/** Where part of a drawing goes that was arranged, if it would lie on the rest: as near as all of it has room, else below. Pure. */
import { applyLayout } from '../../../src-shared/flow/editing/edits'
import { collapsedInto, isCollapsed, isFrame } from '../../../src-shared/flow/editing/frames'
import type { Flow, Position } from '../../../src-shared/flow/records'
import { kindOf } from '../../../src-shared/kinds/index'
import { boundsOf, boxesOf, GAP, isNear, nearestPlace, onGrid } from '../placing'
import { boxAround } from './fit'
import { GRID } from '../../../src-shared/drawing/node-size'
import { stubRooms } from './stub-room'

type PlacesById = { [id: string]: Position }

/** What was arranged and has to go keeps so far from the rest. Where it is nearer already, a line has room as long as there is a step of the grid. */
const BESIDE = 2 * GRID

/** The same places, or all of them moved by as much. `noNotes`: notes are no part of the rest, as they make room themselves. */
export function besideRest(flow: Flow, places: PlacesById, noNotes = false): PlacesById {
  const folded = collapsedInto(flow)
  const rest = Object.entries(flow.nodes).filter(
    ([id, node]) =>
      !Object.hasOwn(places, id) &&
      !folded.has(id) &&
      (!isFrame(node) || isCollapsed(node)) &&
      !(noNotes && kindOf(node)?.shape === 'paper'),
  )
  const others = boxesOf({ ...flow, nodes: Object.fromEntries(rest) })
  const moved = applyLayout(flow, places)
  const roomOf = stubRooms(flow)
  const ownBoxes = Object.keys(places).flatMap((id) => {
    const [box, room] = [boundsOf(moved, [id]), roomOf(id)]
    return box === null ? [] : [{ ...box, width: box.width + room.width, height: box.height + room.height }]
  })
  const block = boxAround(ownBoxes)
  if (block === null || !ownBoxes.some((own) => others.some((other) => isNear(own, other, GRID)))) return places
  const isClear = (at: Position): boolean => !others.some((other) => isNear({ ...block, ...at }, other, BESIDE))
  const all =
    boundsOf(
      flow,
      rest.map(([id]) => id),
    ) ?? block
  const to = nearestPlace(block, isClear) ?? { x: block.x, y: all.y + all.height + GAP }
  return Object.fromEntries(
    Object.entries(places).map(([id, { x, y }]) => [id, onGrid({ x: x + to.x - block.x, y: y + to.y - block.y })]),
  )
}
