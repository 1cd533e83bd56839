/** About how high a note's Markdown is at a width, rather more than less. */
import { textWidth } from './text-width'

const LINE = 18
/** Above and below the words, and beside them. */
const PADDING = { block: 22, inline: 26 }
const EMPTY_LINES = 2
const TALLEST = 4000

export function paperHeight(text: string, width: number): number {
  const inner = width - PADDING.inline
  const height = text
    .trim()
    .split('\n')
    .reduce((sum, line) => sum + lineHeight(line, inner), 0)
  return Math.min(PADDING.block + Math.max(height, EMPTY_LINES * LINE), TALLEST)
}

function lineHeight(line: string, width: number): number {
  if (line.trim() === '') return 8
  const heading = /^(#{1,6})\s+(.*)$/.exec(line)
  if (heading !== null) return 10 + 20 * rows((heading[2] ?? '').length === 0 ? ' ' : (heading[2] ?? ''), width / 1.22)
  const item = /^(\s*)(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line)
  if (item !== null) return 2 + LINE * rows(item[2] ?? '', width - 20 - 8 * (item[1] ?? '').length)
  return LINE * rows(line, width)
}

/** How many lines a line becomes: what links and marks are written with is not seen. */
function rows(line: string, width: number): number {
  const shown = line.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\*\*|__|`/g, '')
  return Math.max(1, Math.ceil((textWidth(shown) * 1.04) / Math.max(width, 40)))
}
