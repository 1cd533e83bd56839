/**
 * Arrays by difference: entry p of chain c is the item `c * SPAN + p`. Appending to a chain's end adds items; anything else that shares a
 * beginning becomes a chain of its own with a base. Reading is one range scan per chain, in order.
 */
import { z } from 'zod'
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import type { CheckpointDatabase } from './database'
import { deepFreeze, isEqualJson } from './plain-json'
import type { RecentTracks } from './recent'

/** Positions per chain: 16.7 million entries, which leaves 2^29 chains within exact numbers. */
export const SPAN = 2 ** 24
/** A chain deeper than this is written out in full, so that a read never visits more. */
const DEPTH_LIMIT = 32

const chainRow = z.object({
  id: z.int(),
  base: z.int().nullable(),
  baseLength: z.int().nonnegative(),
  depth: z.int(),
  sealed: z.int(),
})
type ChainRow = z.infer<typeof chainRow>

const anything = z.array(z.unknown())
const textRows = z.array(z.string())

export type ArrayRef = { kind: 'array'; chain: number; length: number }

/** How an array differs from the stored one: `keep` entries of `from` stay, the rest (frozen, and as text) is written. */
export type ArrayDraft = {
  from: number | undefined
  keep: number
  entries: readonly unknown[]
  texts: readonly string[]
}

export class Chains {
  readonly #recent: RecentTracks
  readonly #find
  readonly #isTaken
  readonly #insertChain
  readonly #insertItem
  readonly #range

  constructor(database: CheckpointDatabase, recent: RecentTracks) {
    this.#recent = recent
    this.#find = database.prepare('SELECT id, base, baseLength, depth, sealed FROM chain WHERE id = ?')
    this.#isTaken = database.prepare('SELECT 1 FROM item WHERE id >= ? AND id < ? LIMIT 1').pluck()
    this.#insertChain = database.prepare(
      'INSERT INTO chain (track, base, baseLength, depth, sealed) VALUES (?, ?, ?, ?, 0)',
    )
    this.#insertItem = database.prepare('INSERT INTO item (id, json) VALUES (?, ?)')
    this.#range = database.prepare('SELECT json FROM item WHERE id >= +? AND id < +? ORDER BY id').pluck()
  }

  /** The frozen entries of a stored array. The array itself belongs to the cache: slice before handing it out. */
  read(track: number, ref: ArrayRef): readonly unknown[] {
    const known = this.#recent.entries(track, ref.chain)
    if (known.length >= ref.length) return known
    const texts = this.#texts(ref.chain, known.length, ref.length)
    const fresh = anything.parse(JSON.parse(`[${texts.join(',')}]`))
    const isWhole = fresh.length === ref.length - known.length
    if (!isWhole)
      throw new AppError(
        'storage',
        inEnglish(`${ref.length} entries are wanted of array ${ref.chain}, but some are missing`),
      )
    for (const entry of fresh) deepFreeze(entry)
    const entries = [...known, ...fresh]
    this.#recent.rememberEntries(track, ref.chain, entries)
    return entries
  }

  /** How many entries at the beginning are the same; where they are, this costs one comparison of references each. */
  sharedLength(track: number, ref: ArrayRef, array: readonly unknown[]): number {
    const stored = this.read(track, ref)
    const limit = Math.min(ref.length, array.length)
    let shared = 0
    while (shared < limit && (stored[shared] === array[shared] || isEqualJson(stored[shared], array[shared])))
      shared += 1
    return shared
  }

  /** Stores a draft inside the running transaction. Call `remember` once that is committed. */
  write(track: number, draft: ArrayDraft): ArrayRef {
    const { from, keep, texts } = draft
    const length = keep + texts.length
    if (from !== undefined && texts.length === 0) return { kind: 'array', chain: from, length }
    const parent = from === undefined || keep === 0 ? undefined : this.#chain(from)
    const chain = parent !== undefined && this.#canAppend(parent, draft) ? parent.id : this.#branch(track, parent, keep)
    for (const [index, text] of texts.entries()) this.#insertItem.run(chain * SPAN + keep + index, text)
    return { kind: 'array', chain, length }
  }

  /** Takes what was written into the cache. */
  remember(track: number, draft: ArrayDraft, ref: ArrayRef): void {
    if (draft.texts.length === 0) return
    const growing = this.#recent.growable(track, ref.chain, draft.keep)
    if (growing !== undefined) {
      for (const entry of draft.entries) growing.push(entry)
      return
    }
    if (draft.keep === 0) return this.#recent.rememberEntries(track, ref.chain, [...draft.entries])
    const known = draft.from === undefined ? [] : this.#recent.entries(track, draft.from)
    if (known.length >= draft.keep) {
      this.#recent.rememberEntries(track, ref.chain, [...known.slice(0, draft.keep), ...draft.entries])
    }
  }

  #canAppend(chain: ChainRow, draft: ArrayDraft): boolean {
    const isAtEnd = draft.keep >= chain.baseLength && draft.keep + draft.texts.length <= SPAN
    if (!isAtEnd || chain.sealed !== 0) return false
    return this.#isTaken.get(chain.id * SPAN + draft.keep, (chain.id + 1) * SPAN) === undefined
  }

  #branch(track: number, parent: ChainRow | undefined, keep: number): number {
    let base = parent
    // A branch within what a branch inherited hangs on the inner base, so that replacing the last entry again and again stays flat.
    while (base?.base != null && keep <= base.baseLength) base = this.#chain(base.base)
    if (base !== undefined && base.depth >= DEPTH_LIMIT) return this.#copy(track, base.id, keep)
    const result = this.#insertChain.run(
      track,
      base?.id ?? null,
      base === undefined ? 0 : keep,
      base === undefined ? 0 : base.depth + 1,
    )
    return Number(result.lastInsertRowid)
  }

  #copy(track: number, chain: number, length: number): number {
    const texts = this.#texts(chain, 0, length)
    const copy = Number(this.#insertChain.run(track, null, 0, 0).lastInsertRowid)
    for (const [index, text] of texts.entries()) this.#insertItem.run(copy * SPAN + index, text)
    return copy
  }

  /** The stored texts of the entries from `start` to before `end`, walking from the chain to its bases. */
  #texts(chain: number, start: number, end: number): string[] {
    const parts: string[][] = []
    let stop = end
    for (let next: number | null = chain; next !== null && stop > start;) {
      const row: ChainRow = this.#chain(next)
      const from = Math.max(start, row.baseLength)
      if (from < stop) parts.unshift(textRows.parse(this.#range.all(row.id * SPAN + from, row.id * SPAN + stop)))
      stop = Math.min(stop, row.baseLength)
      // Bases are older than what hangs on them; anything else would be a loop in a damaged file.
      if (row.base !== null && row.base >= row.id)
        throw new AppError('storage', inEnglish(`array ${row.id} has a base that is not older`))
      next = row.base
    }
    return parts.flat()
  }

  #chain(id: number): ChainRow {
    return chainRow.parse(this.#find.get(id))
  }
}
