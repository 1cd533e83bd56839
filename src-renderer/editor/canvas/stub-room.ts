/** What edges that end at their own node take beside it. Pure. */
import { Position as Side } from '../../react-flow/react-flow'
import type { Flow } from '../../../src-shared/flow/records'
import { ENGLISH } from '../../../src-shared/languages/translate'
import { lookOf } from '../../kinds/edge-looks'
import { STUB } from './edge-line'
import type { Size } from './node-size'
import { pillSizes } from './pill-size'
import { portsOf } from './ports'

/** Room right of a node and below it for edges that end at it again, with their words. */
export function stubRoom(flow: Flow, id: string): Size {
  const node = flow.nodes[id]
  const room = { width: 0, height: 0 }
  if (node === undefined) return room
  for (const edge of Object.values(flow.edges)) {
    if (edge.from.node !== id || edge.to.node !== id) continue
    const side = portsOf(node).find((port) => port.id === edge.from.port)?.side
    const label = lookOf(edge).label(edge, ENGLISH)
    const pills = label === null ? [] : pillSizes(label)
    if (side === Side.Bottom)
      room.height = Math.max(room.height, STUB.words, ...pills.map(({ height }) => STUB.words + height))
    else room.width = Math.max(room.width, STUB.words, ...pills.map(({ width }) => STUB.words + width))
  }
  return room
}
