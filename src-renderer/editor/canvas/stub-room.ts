/** What edges that end at their own node take beside it. Pure. */
import { Position as Side } from '../../react-flow/react-flow'
import type { Flow } from '../../../src-shared/flow/records'
import { ENGLISH } from '../../../src-shared/languages/translate'
import { lookOf } from '../../kinds/edge-looks'
import { STUB } from './edge-line'
import type { Size } from '../../../src-shared/drawing/node-size'
import { pillSizes } from './pill-size'
import { portsOf } from './ports'

/** Room right of a node and below it, by its id, for edges that end at it again, with their words. All edges of a flow are looked at once. */
export function stubRooms(flow: Flow): (id: string) => Size {
  const rooms = new Map<string, Size>()
  for (const edge of Object.values(flow.edges)) {
    const id = edge.from.node
    const node = flow.nodes[id]
    if (edge.to.node !== id || node === undefined) continue
    const { width, height } = rooms.get(id) ?? NO_ROOM
    const side = portsOf(node).find((port) => port.id === edge.from.port)?.side
    const label = lookOf(edge).label(edge, ENGLISH)
    const pills = label === null ? [] : pillSizes(label)
    const isBelow = side === Side.Bottom
    const needed = Math.max(STUB.words, ...pills.map((pill) => STUB.words + (isBelow ? pill.height : pill.width)))
    rooms.set(id, isBelow ? { width, height: Math.max(height, needed) } : { width: Math.max(width, needed), height })
  }
  return (id) => rooms.get(id) ?? NO_ROOM
}

const NO_ROOM: Size = { width: 0, height: 0 }
