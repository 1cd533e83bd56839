/** Short forms of texts, for lines that people read. */

/** A text as one line of at most `length` characters. */
export function oneLine(text: string, length = 120): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > length ? `${line.slice(0, length - 1)}…` : line
}
