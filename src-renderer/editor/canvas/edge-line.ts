/** The line of an edge and where its words stand on it. Pure. */
import { getBezierPath, getSmoothStepPath, Position, type EdgeProps } from '../../react-flow/react-flow'
import type { Routing } from '../../../src-shared/flow/records'
import type { EdgeFan } from '../edge-index'

export type EdgeEnds = Pick<
  EdgeProps,
  'source' | 'target' | 'sourceX' | 'sourceY' | 'targetX' | 'targetY' | 'sourcePosition' | 'targetPosition'
>

/** How wide a pill gets, in px. */
export const WIDEST_LABEL = 176
/** How high a pill gets where its words are drawn large, since the drawing is seen from afar. */
export const TALLEST_LABEL = 56

/** How far above or below its port (in the upper part of its node) a line runs that leads back. */
const BACK = { above: 56, below: 96 }

/** `room`: how wide the pill may be, so that it lies beside the nodes at both ends. */
export type Line = { path: string; x: number; y: number; room?: number }

/** `lane`: how far from the middle it lies among edges between the same ports; `fan`: which others it shares an end with. */
export type EdgePlace = { lane: number; fan: EdgeFan }

export function lineOf(props: EdgeEnds, routing: Routing, { lane, fan }: EdgePlace): Line {
  const { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition } = props
  if (props.source === props.target) return stub(props)
  if (props.sourcePosition === Position.Right && targetX < sourceX) return lineBack(props)
  const isAcross = sourcePosition === Position.Right && targetPosition === Position.Left
  if (isAcross && routing === 'square') {
    const line = squareLine(props, { lane, fan })
    if (line !== null) return line
  }
  if (lane !== 0 && isAcross) return besides(props, lane)
  const ends = { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition }
  if (routing === 'curved') {
    const [path, x, y] = getBezierPath(ends)
    return { path, x, y, ...roomBetween(props) }
  }
  const turn = turnOf(props)
  const [path, x, y] = getSmoothStepPath({ ...ends, ...(turn === null ? {} : { centerX: turn }), borderRadius: CORNER })
  return { path, x: turn ?? x, y, ...roomBetween(props) }
}

/** An edge that ends at its own node: a piece of line, with its words behind it, or below. */
export const STUB = { length: 36, words: 44 }

function stub({ sourceX, sourceY, sourcePosition }: EdgeEnds): Line {
  const [x, y, isDown] = [sourceX, sourceY, sourcePosition === Position.Bottom]
  const path = `M ${x},${y} L ${isDown ? x : x + STUB.length},${isDown ? y + STUB.length : y}`
  return isDown ? { path, x: x + STUB.words - STUB.length, y: y + STUB.words } : { path, x: x + STUB.words, y }
}

/** How far from its node a line of a fan turns, and how wide a gap is in which words then have room. */
const TURN = 24
const WIDE_GAP = WIDEST_LABEL + TURN + 8
/** Words stand so far behind the source at most: in the gap behind it, also where the line goes on past other nodes. */
const BEHIND = WIDEST_LABEL / 2 + 2 * TURN
/** Between the lines of edges between the same ports: their words have two lines, also where they are drawn large. */
const APART = 60

/** Lines of a fan part at its node at once, so that the words of each stand beside the node that it alone leads to. */
function squareLine(ends: EdgeEnds, { lane, fan }: EdgePlace): Line | null {
  const { sourceX, sourceY, targetX, targetY } = ends
  const gap = targetX - sourceX
  const isLate = fan === 'in' && lane === 0 && gap < 2 * WIDE_GAP
  if (isLate) return turnedAt(ends, { turn: targetX - Math.min(TURN, gap / 2), x: sourceX + gap / 2, y: sourceY })
  if (gap < WIDE_GAP || (fan === 'none' && lane === 0)) return null
  const behind = sourceX + Math.min(gap / 2, BEHIND)
  if (lane !== 0) {
    const y = targetY + lane * APART
    const [first, last] = [sourceX + TURN, targetX - TURN]
    const corners = [
      [sourceX, sourceY],
      [first, sourceY],
      [first, y],
      [last, y],
      [last, targetY],
      [targetX, targetY],
    ]
    return {
      path: roundedPath(corners.map(([cornerX = 0, cornerY = 0]) => ({ x: cornerX, y: cornerY }))),
      x: behind,
      y,
    }
  }
  if (fan === 'out') return turnedAt(ends, { turn: sourceX + TURN, x: behind, y: targetY })
  return turnedAt(ends, { turn: behind, x: behind, y: sourceY + (targetY - sourceY) * 0.75 })
}

function turnedAt(ends: EdgeEnds, { turn, x, y }: { turn: number; x: number; y: number }): Line {
  const [path] = getSmoothStepPath({ ...ends, centerX: turn, borderRadius: CORNER })
  return { path, x, y, ...roomBetween(ends) }
}

const CORNER = 10

type Point = { x: number; y: number }

/** A line with right angles through corners, which are rounded. */
export function roundedPath([first = { x: 0, y: 0 }, ...rest]: readonly Point[], radius = CORNER): string {
  let before = first
  return [
    `M ${first.x},${first.y}`,
    ...rest.map((corner, at) => {
      const after = rest[at + 1]
      const start = before
      before = corner
      if (after === undefined) return `L ${corner.x},${corner.y}`
      const [from, to] = [towards(corner, start, radius), towards(corner, after, radius)]
      return `L ${from.x},${from.y} Q ${corner.x},${corner.y} ${to.x},${to.y}`
    }),
  ].join(' ')
}

/** The point beside a corner at which its rounding begins. */
function towards(corner: Point, other: Point, radius: number): Point {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y)
  const share = length === 0 ? 0 : Math.min(radius, length / 2) / length
  return { x: corner.x + (other.x - corner.x) * share, y: corner.y + (other.y - corner.y) * share }
}

/** Above this difference in height the middle of a line lies clear of both nodes. */
const CLEAR = 112

/** Between nodes side by side a pill has the gap and no more. */
function roomBetween({ sourceX, sourceY, targetX, targetY }: EdgeEnds): { room?: number } {
  const gap = targetX - sourceX
  return gap > 0 && Math.abs(targetY - sourceY) < CLEAR ? { room: Math.max(24, gap - 20) } : {}
}

/** Room between the pills of two edges that join the same ports. */
const LANE = 76

/** One of several lines between the same ports: a curve that bends out of the others' way. */
function besides({ sourceX, sourceY, targetX, targetY }: EdgeEnds, lane: number): Line {
  const bend = lane * LANE
  const reach = (targetX - sourceX) / 2
  const path = `M ${sourceX},${sourceY} C ${sourceX + reach},${sourceY + bend} ${targetX - reach},${targetY + bend} ${targetX},${targetY}`
  // A cubic curve's middle lies three quarters of the way to its control points.
  return { path, x: (sourceX + targetX) / 2, y: (sourceY + targetY) / 2 + bend * 0.75 }
}

/** A line that leads back goes round the outside of its source, away from the lines that lead on; to a node right above or below it runs between both. */
function lineBack({ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition }: EdgeEnds): Line {
  const outside = sourceY + (sourceY < targetY ? -BACK.above : BACK.below)
  const isOver = sourceX - targetX < CARD_WIDTH && Math.abs(targetY - sourceY) > CARD_HEIGHT + 2 * BETWEEN
  const centerY = isOver ? between(sourceY, targetY) : outside
  const ends = { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition }
  const [path] = getSmoothStepPath({ ...ends, centerY, borderRadius: 20, offset: 24 })
  return { path, x: (sourceX + targetX) / 2, y: centerY }
}

/** Of most cards. */
const CARD_WIDTH = 220
const CARD_HEIGHT = 64
/** How far such a line keeps from both nodes at least. */
const BETWEEN = 10

/** A height beside the node that lies lower: above its upper edge, which lies less than half a card over its port, and below the node that lies higher. */
function between(sourceY: number, targetY: number): number {
  const [upper, lower] = [Math.min(sourceY, targetY), Math.max(sourceY, targetY)]
  const room = lower - upper - CARD_HEIGHT
  return lower - CARD_HEIGHT / 2 - Math.min(room / 2, 24)
}

/** Where a long line with right angles turns: in the gap behind its source, where no node can lie under its words. */
function turnOf({ sourceX, targetX, sourcePosition, targetPosition }: EdgeEnds): number | null {
  const isAcross = sourcePosition === Position.Right && targetPosition === Position.Left
  const first = WIDEST_LABEL / 2 + 28
  return isAcross && targetX - sourceX > 4 * first ? sourceX + first : null
}
