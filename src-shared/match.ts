/** How names in a model's answer are matched: exactly, then ignoring case, never by substring (shared rule 6.8). */

const SPACE = /\s/
const QUOTES = new Set('"\'`´*«»‹›„“”‟‚‘’‛「」『』＂＇')
const PERIODS = new Set('.。．｡')

/** An answer without the space, quotes of any kind and bold marks around it, and without its final periods (DialogSupervisor 11). */
export function cleanAnswer(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isWrapping(text.charAt(start))) start += 1
  while (end > start && (isWrapping(text.charAt(end - 1)) || PERIODS.has(text.charAt(end - 1)))) end -= 1
  return text.slice(start, end)
}

/** The name that a text is: an exact match, else the first that differs in case alone, else null. */
export function findByName<Name extends string>(names: readonly Name[], text: string): Name | null {
  const folded = foldCase(text)
  return names.find((name) => name === text) ?? names.find((name) => foldCase(name) === folded) ?? null
}

/** A text as names are compared: composed, lower case. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

function isWrapping(character: string): boolean {
  return QUOTES.has(character) || SPACE.test(character)
}
