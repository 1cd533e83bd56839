/** The strip of a thread's steps as a few paths, however many steps there are: what falls on one point of the screen is drawn once. */
import type { Step, StepIndex } from '../../src-shared/run/moments/step-index'

export const LANE_HEIGHT = 18

/** In pixels from the top left corner; each is the `d` of a path. */
type StripPaths = {
  /** The steps of each lane, by its number. */
  lanes: readonly string[]
  /** Who held the baton: along lanes, and across at each hand-off. */
  baton: string
  /** Steps at which something failed. */
  failures: string
  /** Where turns begin. */
  turns: string
}

type StripSize = { width: number }

/** Where a step stands, from the left. */
export function placeOf(step: number, count: number, { width }: StripSize): number {
  return ((step + 0.5) / Math.max(1, count)) * width
}

/** The step at a place. */
export function stepAt(x: number, count: number, { width }: StripSize): number {
  return Math.min(count - 1, Math.max(0, Math.floor((x / Math.max(1, width)) * count)))
}

/** The middle of a lane, from the top. */
export function laneMiddle(lane: number): number {
  return lane * LANE_HEIGHT + LANE_HEIGHT / 2
}

/** The first step of the turn before or after, or the end: where Page Up and Page Down lead. */
export function turnFrom(steps: readonly Step[], step: number, direction: 1 | -1): number {
  const turn = steps[step]?.turn
  if (direction === 1) {
    const next = steps.findIndex((one, place) => place > step && one.turn !== turn)
    return next === -1 ? steps.length - 1 : next
  }
  const first = steps.findIndex((one) => one.turn === turn)
  if (step > first) return first
  const before = steps[first - 1]?.turn
  return Math.max(
    0,
    steps.findIndex((one) => one.turn === before),
  )
}

/** `told`: how many events count, since the lists grow in their place. `isFailure`: whether something failed at a step. */
export function stripPaths(
  { steps, lanes }: Pick<StepIndex, 'steps' | 'lanes'>,
  { told, ...size }: StripSize & { told: number },
  isFailure: (step: Step) => boolean,
): StripPaths {
  const points: string[][] = lanes.map(() => [])
  const last: (number | undefined)[] = []
  const [baton, failures, turns]: [string[], string[], string[]] = [[], [], []]
  let turn: number | null = null
  let held: { lane: number; x: number } | null = null
  const bottom = lanes.length * LANE_HEIGHT
  for (const [place, step] of steps.entries()) {
    if (step.event >= told) break
    const x = half(placeOf(place, steps.length, size))
    if (turn !== null && step.turn !== turn) turns.push(`M${half(x - size.width / steps.length / 2)} 0V${bottom}`)
    turn = step.turn
    if (last[step.lane] !== x) points[step.lane]?.push(`M${x} ${laneMiddle(step.lane)}h0`)
    last[step.lane] = x
    if (isFailure(step)) failures.push(`M${x} ${laneMiddle(step.lane)}h0`)
    if (step.holder === null) continue
    if (held === null) baton.push(`M${x} ${laneMiddle(step.holder)}`)
    else if (held.lane !== step.holder) baton.push(`H${x}V${laneMiddle(step.holder)}`)
    held = { lane: step.holder, x }
  }
  if (held !== null) baton.push(`H${half(size.width)}`)
  return {
    lanes: points.map((list) => list.join('')),
    baton: baton.join(''),
    failures: failures.join(''),
    turns: turns.join(''),
  }
}

/** To half a pixel. */
function half(value: number): number {
  return Math.round(value * 2) / 2
}
