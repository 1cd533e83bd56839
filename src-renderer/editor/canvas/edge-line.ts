/** The line of an edge and where its words stand on it. Pure. */
import { getBezierPath, getSmoothStepPath, Position, type EdgeProps } from '../../react-flow/react-flow'
import type { Routing } from '../../../src-shared/flow/records'

export type EdgeEnds = Pick<
  EdgeProps,
  'source' | 'target' | 'sourceX' | 'sourceY' | 'targetX' | 'targetY' | 'sourcePosition' | 'targetPosition'
>

/** How wide a pill gets, in px. */
export const WIDEST_LABEL = 176

/** How far above or below its port (in the upper part of its node) a line runs that leads back. */
const BACK = { above: 56, below: 96 }

/** `room`: how wide the pill may be, so that it lies beside the nodes at both ends. */
export type Line = { path: string; x: number; y: number; room?: number }

export function lineOf(props: EdgeEnds, routing: Routing, lane: number): Line {
  const { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition } = props
  if (props.source === props.target) {
    return { path: `M ${sourceX},${sourceY} h 36`, x: sourceX + 44, y: sourceY }
  }
  if (props.sourcePosition === Position.Right && targetX < sourceX) return lineBack(props)
  if (lane !== 0 && sourcePosition === Position.Right && targetPosition === Position.Left) return besides(props, lane)
  const ends = { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition }
  if (routing === 'curved') {
    const [path, x, y] = getBezierPath(ends)
    return { path, x, y, ...roomBetween(props) }
  }
  const turn = turnOf(props)
  const [path, x, y] = getSmoothStepPath({ ...ends, ...(turn === null ? {} : { centerX: turn }), borderRadius: 10 })
  return { path, x: turn ?? x, y, ...roomBetween(props) }
}

/** Above this difference in height the middle of a line lies clear of both nodes. */
const CLEAR = 112

/** Between nodes side by side a pill has the gap and no more. */
function roomBetween({ sourceX, sourceY, targetX, targetY }: EdgeEnds): { room?: number } {
  const gap = targetX - sourceX
  return gap > 0 && Math.abs(targetY - sourceY) < CLEAR ? { room: Math.max(24, gap - 20) } : {}
}

/** Room between the pills of two edges that join the same ports. */
const LANE = 44

/** One of several lines between the same ports: a curve that bends out of the others' way. */
function besides({ sourceX, sourceY, targetX, targetY }: EdgeEnds, lane: number): Line {
  const bend = lane * LANE
  const reach = (targetX - sourceX) / 2
  const path = `M ${sourceX},${sourceY} C ${sourceX + reach},${sourceY + bend} ${targetX - reach},${targetY + bend} ${targetX},${targetY}`
  // A cubic curve's middle lies three quarters of the way to its control points.
  return { path, x: (sourceX + targetX) / 2, y: (sourceY + targetY) / 2 + bend * 0.75 }
}

/** A line that leads back goes round the outside of its source, away from the lines that lead on. */
function lineBack({ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition }: EdgeEnds): Line {
  const centerY = sourceY + (sourceY < targetY ? -BACK.above : BACK.below)
  const ends = { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition }
  const [path] = getSmoothStepPath({ ...ends, centerY, borderRadius: 20, offset: 24 })
  return { path, x: (sourceX + targetX) / 2, y: centerY }
}

/** Where a long line with right angles turns: in the gap behind its source, where no node can lie under its words. */
function turnOf({ sourceX, targetX, sourcePosition, targetPosition }: EdgeEnds): number | null {
  const isAcross = sourcePosition === Position.Right && targetPosition === Position.Left
  const first = WIDEST_LABEL / 2 + 28
  return isAcross && targetX - sourceX > 4 * first ? sourceX + first : null
}
