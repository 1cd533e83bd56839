/** Texts and queries in the form in which the index of what was said has them, and the piece of a text that a query finds. */
import type { RunEvent } from '../../src-shared/run/log/events'
import { isInner } from '../../src-shared/run/log/log'

/** Writing that has no spaces between its words: each character is one word of the index. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu
const WORDS = /[\p{L}\p{N}\p{M}]+/gu
const MOST_WORDS = 16
/** Longer texts are found by their beginning. */
const MOST_TEXT = 100_000
const AROUND = 60

/** Text that a thread is found by. `from`, `to`: the part that was looked for. */
export type Excerpt = { readonly text: string; readonly from: number; readonly to: number }

/** What a person or a participant said to the other; null for any other event. */
export function saidText(event: RunEvent): string | null {
  if (event.type !== 'entry' || isInner(event.entry.scope)) return null
  const { entry } = event
  if (entry.kind !== 'text' && entry.kind !== 'calls') return null
  return entry.text.trim() === '' ? null : entry.text
}

export function indexedText(text: string): string {
  return text.slice(0, MOST_TEXT).replaceAll(UNSPACED, ' $& ')
}

/** The words that are looked for: each has to stand in the text, as the beginning of a word. */
export function wordsOf(query: string): string[] {
  return (query.match(WORDS) ?? []).slice(0, MOST_WORDS)
}

/** A query of the index; null: there is nothing to look for. */
export function indexQuery(query: string): string | null {
  const parts = wordsOf(query).map((word) => {
    const spaced = indexedText(word).trim().split(/\s+/).join(' ')
    return `"${spaced}" *`
  })
  return parts.length === 0 ? null : parts.join(' AND ')
}

/** Where the first of the words stands, with what stands round it. */
export function excerptOf(text: string, query: string): Excerpt {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const lower = plain(line)
  const places = wordsOf(query).map((word) => ({ at: lower.indexOf(plain(word)), length: word.length }))
  const found = places.filter(({ at }) => at !== -1).toSorted((left, right) => left.at - right.at)[0]
  const { at, length } = found ?? { at: 0, length: 0 }
  const [begin, end] = [Math.max(0, at - AROUND), Math.min(line.length, at + length + AROUND)]
  const before = begin === 0 ? '' : '…'
  const shown = `${before}${line.slice(begin, end)}${end === line.length ? '' : '…'}`
  const from = at - begin + before.length
  return { text: shown, from, to: from + length }
}

/** In lower case and without accents, as long as it was. */
function plain(text: string): string {
  return [...text]
    .map((character) => {
      const bare = character.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
      return bare.length === character.length ? bare : character
    })
    .join('')
}
