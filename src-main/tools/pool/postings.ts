/** One term's postings: which tools have it and how much of it, and the two inner loops of a search. */
import { grownFloats, grownInts, roomFor } from './numbers'

/** `idf`: how much the term tells, as of the last look at the whole pool. */
export type Posting = { slots: Int32Array; weights: Float32Array; size: number; idf: number }

export function emptyPosting(idf: number): Posting {
  return { slots: new Int32Array(2), weights: new Float32Array(2), size: 0, idf }
}

/** Postings are in the order of slots, so that one can be found again; a new tool nearly always goes to the end. */
export function insert(posting: Posting, slot: number, weight: number): void {
  const room = roomFor(posting.size + 1, posting.slots.length)
  if (room > posting.slots.length) {
    posting.slots = grownInts(posting.slots, room)
    posting.weights = grownFloats(posting.weights, room)
  }
  const { slots, weights, size } = posting
  const at = placeOf(posting, slot)
  slots.copyWithin(at + 1, at, size)
  weights.copyWithin(at + 1, at, size)
  slots[at] = slot
  weights[at] = weight
  posting.size += 1
}

export function removeFrom(posting: Posting, slot: number): void {
  const { slots, weights, size } = posting
  const at = placeOf(posting, slot)
  if (slots[at] !== slot || at >= size) return
  slots.copyWithin(at, at + 1, size)
  weights.copyWithin(at, at + 1, size)
  posting.size -= 1
}

/** Where a slot stands or would stand. */
function placeOf({ slots, size }: Posting, slot: number): number {
  if (size === 0 || (slots[size - 1] ?? 0) < slot) return size
  let low = 0
  let high = size
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((slots[middle] ?? 0) < slot) low = middle + 1
    else high = middle
  }
  return low
}

export function addCosine(cosine: Float32Array, { slots, weights, size }: Posting, factor: number): void {
  for (let at = 0; at < size; at += 1) {
    const slot = slots[at] ?? 0
    cosine[slot] = (cosine[slot] ?? 0) + factor * (weights[at] ?? 0)
  }
}

/** `damping` is what BM25 adds below the line for a tool of that length. */
export function addShare(
  { share, damping }: { share: Float32Array; damping: Float32Array },
  { slots, weights, size }: Posting,
  worth: number,
): void {
  for (let at = 0; at < size; at += 1) {
    const slot = slots[at] ?? 0
    const weight = weights[at] ?? 0
    share[slot] = (share[slot] ?? 0) + (worth * weight) / (weight + (damping[slot] ?? 1))
  }
}
