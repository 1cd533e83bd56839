/** A long text as rows for a list that draws only what is seen. */

/** Longer lines go on in the next row: a browser lays out no line of megabytes. */
export const ROW_LENGTH = 400
/** A page cannot be higher than some ten million pixels. */
export const MOST_ROWS = 500_000

/** The rows of a text; `isCut`: there are more than fit. */
export function textRows(text: string): { rows: readonly string[]; isCut: boolean } {
  const rows: string[] = []
  let start = 0
  while (start <= text.length && rows.length < MOST_ROWS) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    const last = rowEnd(text, start, end)
    rows.push(text.slice(start, last).replace(/\r$/, ''))
    start = last === end ? end + 1 : last
  }
  return { rows, isCut: start <= text.length }
}

function rowEnd(text: string, start: number, end: number): number {
  if (end - start <= ROW_LENGTH) return end
  const code = text.charCodeAt(start + ROW_LENGTH)
  const isInPair = code >= 0xdc00 && code <= 0xdfff
  return start + ROW_LENGTH - (isInPair ? 1 : 0)
}
