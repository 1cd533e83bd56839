/** The lanes of a tree of threads, as a graph of versions has them: a row for each thread, a dot for each turn, a bow where one leaves another. Pure. */
import type { ForkRow } from './fork-tree'

/** `path`: the line, with the bow that it begins with. `dots`: where its own turns stand, from the left; where they lie too close, the last alone. */
export type ForkLane = { readonly path: string; readonly dots: readonly number[]; readonly middle: number }

/** So far apart are two turns, where there is room. */
const TURN_WIDTH = 22
const LEAST_FOR_DOTS = 9
const BOW = 7

/** `most`: how wide all may be. */
export function forkLanes(
  rows: readonly ForkRow[],
  { rowHeight, most }: { rowHeight: number; most: number },
): { lanes: ForkLane[]; width: number } {
  const slots = rows.reduce((last, row) => Math.max(last, endOf(row)), 1)
  const slot = Math.min(TURN_WIDTH, most / slots)
  const xOf = (turn: number): number => round((turn - 0.5) * slot)
  const lanes = rows.map((row, index): ForkLane => {
    const middle = index * rowHeight + rowHeight / 2
    const own = ownTurns(row)
    const dots = slot < LEAST_FOR_DOTS ? own.slice(-1) : own
    const [first = row.turn, last = row.turn] = [own[0], own.at(-1)]
    const line = `H${xOf(last)}`
    if (row.from === null) return { path: `M${xOf(first)} ${middle}${line}`, dots: dots.map(xOf), middle }
    // Who leaves before its turn leaves where the one before it ended.
    const from = row.isMid ? xOf(row.turn) : xOf(Math.max(row.turn - 1, 0.7))
    const bow = Math.min(BOW, Math.max(0, xOf(first) - from))
    const start = row.from * rowHeight + rowHeight / 2
    const path = `M${from} ${start}V${middle - bow}q0 ${bow} ${bow} ${bow}${line}`
    return { path, dots: dots.map(xOf), middle }
  })
  return { lanes, width: Math.ceil(slots * slot) }
}

/** Where the dots of a thread stand, in turns; the rest of a turn that it left in the middle of stands behind that one. */
function ownTurns({ turn, turns, isMid }: ForkRow): number[] {
  const later = isMid ? turn + 1 : turn
  const own = Array.from({ length: Math.max(0, turns - later + 1) }, (_, at) => later + at)
  return isMid ? [turn + 0.5, ...own] : own.length > 0 ? own : [turn]
}

function endOf(row: ForkRow): number {
  return ownTurns(row).at(-1) ?? row.turns
}

function round(value: number): number {
  return Math.round(value * 2) / 2
}
