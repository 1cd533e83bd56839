/** Sizes of the tools in a word index by slot, and the sums of the query at hand: memory that is kept from query to query. */
import { grownFloats, roomFor } from './numbers'
import type { Posting } from './postings'

/** BM25: how soon repeats of a word stop counting, and how much a long description is held against a tool. */
const SATURATION = 1.6
const LENGTH_SHARE = 0.3

export type SlotNumbers = {
  grow: (slots: number) => void
  set: (slot: number, numbers: { length: number; square: number; meanLength: number }) => void
  /** New sizes of all vectors, after the weights of features changed. */
  setSizes: (postings: Iterable<Posting>, meanLength: number) => void
  cleared: () => { cosine: Float32Array; share: Float32Array }
  damping: () => Float32Array
  /** Turns sums into scores. */
  scale: (query: { root: number; whole: number }) => void
}

export function createSlotNumbers(): SlotNumbers {
  let used = 0
  let arrays: Record<'length' | 'inverse' | 'damping', Float32Array> = {
    length: new Float32Array(64),
    inverse: new Float32Array(64),
    damping: new Float32Array(64),
  }
  let sums = { cosine: new Float32Array(64), share: new Float32Array(64) }
  const dampingOf = (length: number, meanLength: number): number =>
    SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / meanLength)
  return {
    grow: (slots) => {
      used = Math.max(used, slots)
      const room = roomFor(slots, arrays.length.length)
      if (room === arrays.length.length) return
      const { length, inverse, damping } = arrays
      arrays = {
        length: grownFloats(length, room),
        inverse: grownFloats(inverse, room),
        damping: grownFloats(damping, room),
      }
      sums = { cosine: new Float32Array(room), share: new Float32Array(room) }
    },
    set: (slot, { length, square, meanLength }) => {
      arrays.length[slot] = length
      arrays.inverse[slot] = square === 0 ? 0 : 1 / Math.sqrt(square)
      arrays.damping[slot] = dampingOf(length, meanLength)
    },
    setSizes: (postings, meanLength) => {
      const { length, inverse, damping } = arrays
      // In 64 bits, so that the order in which terms came into the pool does not show.
      const squares = new Float64Array(used)
      for (const { slots, weights, size, idf } of postings) {
        for (let at = 0; at < size; at += 1) {
          const slot = slots[at] ?? 0
          squares[slot] = (squares[slot] ?? 0) + ((weights[at] ?? 0) * idf) ** 2
        }
      }
      for (let slot = 0; slot < used; slot += 1) {
        const square = squares[slot] ?? 0
        inverse[slot] = square === 0 ? 0 : 1 / Math.sqrt(square)
        damping[slot] = dampingOf(length[slot] ?? 0, meanLength)
      }
    },
    cleared: () => {
      sums.cosine.fill(0, 0, used)
      sums.share.fill(0, 0, used)
      return sums
    },
    damping: () => arrays.damping,
    scale: ({ root, whole }) => {
      const { cosine, share } = sums
      const perRoot = root === 0 ? 0 : 1 / root
      // A word that a tool has once counts in full; repeats go beyond.
      const perWhole = whole === 0 ? 0 : (1 + SATURATION) / whole
      for (let slot = 0; slot < used; slot += 1) {
        cosine[slot] = (cosine[slot] ?? 0) * (arrays.inverse[slot] ?? 0) * perRoot
        share[slot] = (share[slot] ?? 0) * perWhole
      }
    },
  }
}
