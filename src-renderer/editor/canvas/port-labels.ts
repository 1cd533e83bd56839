/** Which names of ports would lie on another node or on each other, while all of a node's are shown. Pure. */
import { Position } from '../../react-flow/react-flow'
import { isNear } from '../placing'
import type { Box } from './guides'
import { pointOf, type PortView } from './ports'
import { textWidth } from './text-width'

/** Names are written smaller than what `textWidth` is for; and what is round them. */
const SCALE = 0.86
const PADDING = 10
/** From the border of the node to the name: its "+" lies between. */
const BESIDE = 28
const BELOW = 27
const LINE = 16

/** Where the name of a port is, in px of the drawing; null: at a side where none is shown. */
function labelBox(node: Box, port: PortView, words: string): Box | null {
  const { x, y } = pointOf(port, node)
  const width = textWidth(words) * SCALE + PADDING
  if (port.side === Position.Right) return { x: node.x + x + BESIDE, y: node.y + y - LINE / 2, width, height: LINE }
  if (port.side === Position.Bottom) return { x: node.x + x - width / 2, y: node.y + y + BELOW, width, height: LINE }
  return null
}

/** `others`: every box of the drawing, that of the node and of frames round it included. */
export function crowdedPorts(
  node: Box,
  ports: readonly { port: PortView; words: string }[],
  others: readonly Box[],
): string[] {
  const near = others.filter((other) => !holds(other, node))
  const shown: Box[] = []
  return ports.flatMap(({ port, words }) => {
    const label = labelBox(node, port, words)
    if (label === null) return []
    if ([...near, ...shown].some((other) => isNear(label, other, 0))) return [port.id]
    // Those at the right stand in lines of their own.
    if (port.side === Position.Bottom) shown.push(label)
    return []
  })
}

function holds(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.width >= inner.x + inner.width &&
    outer.y + outer.height >= inner.y + inner.height
  )
}
