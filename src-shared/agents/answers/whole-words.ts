/** Finds names inside an answer as whole words, so that a name is never read out of the middle of another one. */
import { foldCase } from '../../match'

/** Letters, digits, marks and what joins them to one word. */
const WORD = /[\p{L}\p{N}\p{M}_]/u
const JOINER = /[-\u2010\u2011]/
/** Scripts that put no spaces between words: their letters end a word on either side. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

type NameLocation = { name: string; start: number; end: number }

/**
 * The names that stand in a text as whole words, each once, in the order of the text; case and the width of spaces do not
 * matter. A name that is only part of a longer name found at the same place does not count. Of names that differ in case
 * alone the first is meant.
 */
export function findWholeNames(text: string, names: readonly string[]): string[] {
  const folded = foldSpaces(text)
  const seen = new Set<string>()
  const places = names.flatMap((name) => {
    const wanted = foldSpaces(name)
    if (wanted === '' || seen.has(wanted)) return []
    seen.add(wanted)
    return placesOf(folded, wanted).map((start): NameLocation => ({ name, start, end: start + wanted.length }))
  })
  places.sort((first, second) => first.start - second.start || second.end - first.end)
  const found = new Set<string>()
  // Sorted by start and then by length, so a place lies inside another one exactly when an earlier one reaches as far.
  let reached = -1
  for (const place of places) {
    if (place.end > reached) found.add(place.name)
    reached = Math.max(reached, place.end)
  }
  return [...found]
}

/** A text as names are compared in it: composed, lower case, every run of space one space, none at the ends. */
export function foldSpaces(text: string): string {
  return foldCase(text).replace(/\s+/gu, ' ').trim()
}

function placesOf(text: string, name: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (isEdge(text, at) && isEdge(text, at + name.length)) places.push(at)
  }
  return places
}

/** Whether a word may start or end between the characters before and after a position. */
function isEdge(text: string, at: number): boolean {
  const before = characterBefore(text, at)
  const after = characterAt(text, at)
  const isInside =
    isWordSide(before, characterBefore(text, at - before.length)) &&
    isWordSide(after, characterAt(text, at + after.length))
  return !isInside || SPACELESS.test(before) || SPACELESS.test(after)
}

/** A word character, or a hyphen with a word character behind it (seen from the position). */
function isWordSide(near: string, far: string): boolean {
  return WORD.test(near) || (JOINER.test(near) && WORD.test(far))
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}

function characterBefore(text: string, at: number): string {
  if (at <= 0) return ''
  const last = text.charAt(at - 1)
  const isLow = /[\udc00-\udfff]/.test(last)
  return isLow && at > 1 ? text.slice(at - 2, at) : last
}
