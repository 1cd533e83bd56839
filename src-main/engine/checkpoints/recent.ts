/**
 * What this process still knows of the tracks it used last: the head of a recent checkpoint and the entries of array chains.
 *
 * Entries are deep-frozen and positions of a chain never get another entry (see `sealed` in the schema), so what is remembered stays
 * right whatever other processes write; a head counts only together with the row's n, id and revision.
 */
import type { Head } from './head'

export type RecentHead = { n: number; cp: string; rev: number; head: Head }

/** A row that was the newest here a moment ago; whoever writes on it checks that it still is what it was. */
export type RecentRow = { track: number; n: number; rev: number; head: Head }

type Track = { place?: string; head?: RecentHead; arrays: Map<number, unknown[]> }

const CHAINS_PER_TRACK = 8

export class RecentTracks {
  readonly #tracks = new Map<number, Track>()
  readonly #places = new Map<string, number>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  head(track: number, row: { n: number; cp: string; rev: number }): Head | undefined {
    const known = this.#use(track).head
    return known?.n === row.n && known.cp === row.cp && known.rev === row.rev ? known.head : undefined
  }

  rememberHead(track: number, head: RecentHead): void {
    this.#use(track).head = head
  }

  /** The row of this id, if it is the one last used at a place (thread and namespace). */
  row(place: string, cp: string): RecentRow | undefined {
    const track = this.#places.get(place)
    const head = track === undefined ? undefined : this.#tracks.get(track)?.head
    if (track === undefined || head?.cp !== cp) return undefined
    return { track, n: head.n, rev: head.rev, head: head.head }
  }

  rememberPlace(track: number, place: string): void {
    if (this.#limit === 0) return
    this.#use(track).place = place
    this.#places.set(place, track)
  }

  /** The known entries of a chain from its start, own and inherited ones. Not for callers: hand out slices. */
  entries(track: number, chain: number): readonly unknown[] {
    return this.#use(track).arrays.get(chain) ?? []
  }

  rememberEntries(track: number, chain: number, entries: unknown[]): void {
    const { arrays } = this.#use(track)
    arrays.delete(chain)
    arrays.set(chain, entries)
    for (const oldest of arrays.keys()) {
      if (arrays.size <= CHAINS_PER_TRACK) break
      arrays.delete(oldest)
    }
  }

  /** The array itself if it may be extended in place. */
  growable(track: number, chain: number, length: number): unknown[] | undefined {
    const entries = this.#use(track).arrays.get(chain)
    return entries?.length === length ? entries : undefined
  }

  clear(): void {
    this.#tracks.clear()
    this.#places.clear()
  }

  #use(track: number): Track {
    const known = this.#tracks.get(track) ?? { arrays: new Map<number, unknown[]>() }
    this.#tracks.delete(track)
    if (this.#limit > 0) this.#tracks.set(track, known)
    for (const [oldest, { place }] of this.#tracks) {
      if (this.#tracks.size <= this.#limit) break
      this.#tracks.delete(oldest)
      if (place !== undefined) this.#places.delete(place)
    }
    return known
  }
}
