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

/**
 * The name that somebody may have meant who wrote one that does not exist: the nearest that differs in case, or by a letter that is
 * missing, doubled, wrong or changed with its neighbour. Names that differ in their digits are different on purpose.
 */
export function findSlip<Name extends string>(names: readonly Name[], text: string): Name | null {
  const written = foldCase(text)
  const near = names.filter((name) => digitsOf(name) === digitsOf(text) && isSlip(foldCase(name), written))
  return near.find((name) => foldCase(name) === written) ?? near[0] ?? null
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

/** Names of fewer letters have too many neighbours. */
const LEAST_LETTERS = 4

/** One letter apart at most. */
function isSlip(name: string, written: string): boolean {
  if (name === written) return true
  if (Math.min(name.length, written.length) < LEAST_LETTERS) return false
  let start = 0
  while (start < Math.min(name.length, written.length) && name[start] === written[start]) start += 1
  const [left, right] = [name.slice(start), written.slice(start)]
  const isSwapped = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
  return isSwapped || left.slice(1) === right || left === right.slice(1) || left.slice(1) === right.slice(1)
}

function isWrapping(character: string): boolean {
  return QUOTES.has(character) || SPACE.test(character)
}
