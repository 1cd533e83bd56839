/** Texts that a model is given, cut so that they say the most in little room. */

/** A text of at most `max` characters: one that is longer ends after a whole word, with `…`. Cutting twice changes nothing. */
export function cut(text: string, max: number): string {
  // What lies far beyond the limit is not even trimmed: texts of a document may be of any length.
  const trimmed = text.length > 4 * max ? text.trimStart().slice(0, 2 * max) : text.trim()
  if (trimmed.length <= max) return trimmed.toWellFormed()
  const head = trimmed.slice(0, max - 1)
  const space = head.search(/\s\S*$/)
  const whole = space > max * 0.6 ? head.slice(0, space) : head.replace(/[\uD800-\uDBFF]$/, '')
  return `${whole.trimEnd()}…`.toWellFormed()
}

/** A text from a document, shown within a message. */
export function quoted(text: string): string {
  return `"${cut(text, 120)}"`
}
