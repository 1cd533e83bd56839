/** Texts as terms that can be searched: stems in English and Russian, pairs of characters in Chinese, no stop words. */
import { stem } from './stems'
import { STOP_WORDS } from './stop-words'

/** Runs of letters and digits with their marks and apostrophes. */
const RUNS = /[\p{L}\p{N}\p{M}'’]+/gu
const HAN = /\p{Script=Han}/u

/** The searchable pieces of a text, in order, with repeats. */
export function splitTerms(text: string): string[] {
  const runs = text.normalize('NFKC').toLowerCase().match(RUNS) ?? []
  return runs.flatMap((run) => (isHan(run) ? run.split(/(\p{Script=Han}+)/u).flatMap(piecesOf) : piecesOf(run)))
}

function piecesOf(run: string): string[] {
  if (run === '') return []
  return isHan(run) ? pairsOf(run) : [run.replaceAll('’', "'").replace(/^'+|'+$/g, '')]
}

/** How a piece is kept in the index; null for a stop word. */
export function toTerm(piece: string): string | null {
  if (piece === '' || STOP_WORDS.has(piece)) return null
  return isHan(piece) ? piece : stem(piece).slice(0, 64)
}

/** Whether a term is Chinese, where a similar spelling means something else. */
export function isHan(term: string): boolean {
  return HAN.test(term)
}

/** Chinese has no spaces: every pair of neighbours counts, and a character that stands alone by itself. */
export function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`)
}
