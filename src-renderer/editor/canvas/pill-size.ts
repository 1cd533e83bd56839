/** How large the words on an edge are drawn, by distance, as their style sheet says. Pure. */
import { WIDEST_LABEL } from './edge-line'
import type { Size } from '../../../src-shared/drawing/node-size'

/** The size of letters, the height of a line, how many lines, and what is around them. */
const WORDS = [
  { size: 11, line: 15, lines: 2, around: 6 },
  { size: 15.5, line: 21, lines: 3, around: 6 },
  { size: 18.5, line: 21.5, lines: 3, around: 4 },
  { size: 25, line: 25, lines: 2, around: 6 },
] as const

/** Pills, in px: too narrow for words. */
export const TIGHT = 56

/** The pill at each distance. `room`: how wide it may be. */
export function pillSizes(label: string, room = WIDEST_LABEL): Size[] {
  return WORDS.map((words) => {
    const long = 0.56 * words.size * label.length
    const width = Math.min(WIDEST_LABEL, room, 20 + long)
    const lines = room < TIGHT ? 1 : Math.min(words.lines, Math.ceil(long / (width - 16)))
    return { width, height: lines * words.line + words.around }
  })
}
