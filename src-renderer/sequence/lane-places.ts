/** Where the lanes of the diagram stand, and what lies between two of them, in px from its left edge. */

/** Room for the numbers of the items. */
const GUTTER = 52
const RIGHT = 20
const NARROWEST = 136
const WIDEST = 264

export type LanePlaces = {
  /** From the middle of one lane to the next. */
  step: number
  /** Of the whole diagram. */
  width: number
}

/** As wide as the room allows, but neither so narrow that nothing can be read nor so wide that arrows get lost. */
export function placeLanes(lanes: number, room: number): LanePlaces {
  const step = Math.min(WIDEST, Math.max(NARROWEST, Math.floor((room - GUTTER - RIGHT) / Math.max(1, lanes))))
  return { step, width: GUTTER + lanes * step + RIGHT }
}

/** The middle of a lane. */
export function laneX({ step }: LanePlaces, lane: number): number {
  return GUTTER + step * (lane + 0.5)
}

export type Span = { left: number; width: number }

/** From one lane to another, in either direction; what stays with one lane has the room around it. */
export function spanOf(places: LanePlaces, from: number, to: number): Span {
  if (from === to) return { left: laneX(places, from) - places.step / 2, width: places.step }
  const left = laneX(places, Math.min(from, to))
  return { left, width: laneX(places, Math.max(from, to)) - left }
}

/** The box of a frame; inner ones are a little smaller. */
export function frameSpan(places: LanePlaces, { from, to, depth }: { from: number; to: number; depth: number }): Span {
  const overhang = Math.max(20, places.step / 2 - 10 - depth * 7)
  const left = laneX(places, from) - overhang
  return { left, width: laneX(places, to) + overhang - left }
}

/** How far to scroll sideways so that a span can be seen with its lanes' names; its left end where it is wider than the window. */
export function scrollTo({ step }: LanePlaces, span: Span, window: { left: number; width: number }): number {
  const margin = step / 2
  const start = span.left - margin <= GUTTER ? 0 : span.left - margin
  const end = span.left + span.width + margin
  if (start < window.left || end - start > window.width) return start
  return end > window.left + window.width ? end - window.width : window.left
}
