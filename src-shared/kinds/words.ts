/** Small wordings that several kinds use in their summaries and checks. */

/** `2 tools`, `1 tool`, or nothing for none. */
export function counted(count: number, noun: string): string {
  if (count === 0) return ''
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}

/** The first line of a text, cut to `length` characters. */
export function firstLine(text: string, length = 90): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > length ? `${line.slice(0, length - 1)}…` : line
}
