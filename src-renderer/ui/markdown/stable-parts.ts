/**
 * Cutting a Markdown text into parts that mean the same alone as together: while it grows only the last one is read again, the others stay on the page as
 * they are, and nothing moves when it ends.
 */

const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/
/** One that may be of a list, and ends with it: from there on nothing is cut. */
const INNER_FENCE = /^\s+(```|~~~)/
/** A line that may go on with what stands before the blank line: an item of a list, or what is moved in. */
const GOES_ON = /^(?:\s|[-*+](?:\s|$)|\d{1,9}[.)](?:\s|$))/
/** What a link or a footnote means, which holds for the whole text, also where it stands in a quotation or a list. */
const DEFINITION = /^[ \t>*+\d.)-]*\[[^\][]{1,999}\]:/m

/** At least one; joined by blank lines they are the text. */
export function stableParts(text: string): readonly string[] {
  if (DEFINITION.test(text)) return [text]
  const parts: string[] = []
  let part: string[] = []
  let fence: string | null = null
  let isCut = true
  let hasWords = false
  for (const line of text.split('\n')) {
    const isBegun = isCut && fence === null && part.at(-1) === '' && hasWords
    if (isBegun && line !== '' && !GOES_ON.test(line)) {
      parts.push(part.slice(0, -1).join('\n'))
      part = []
      hasWords = false
    }
    hasWords ||= line !== ''
    if (INNER_FENCE.test(line)) isCut = false
    fence = fenceAfter(line, fence)
    part.push(line)
  }
  return [...parts, part.join('\n')]
}

/** The fence that is open after a line: one closes with at least as many of its marks, and nothing behind them. */
function fenceAfter(line: string, open: string | null): string | null {
  const [, marks, behind = ''] = FENCE.exec(line) ?? []
  if (marks === undefined) return open
  if (open === null) return marks
  return marks.startsWith(open) && behind.trim() === '' ? null : open
}
