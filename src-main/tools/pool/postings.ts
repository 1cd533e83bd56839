/** One term's postings: which tools have it and how much of it, and the two inner loops of a search. */
import { grownFloats, grownInts, roomFor } from './numbers'

/** `tools` are places in the pool, rising; `idf`: how much the term tells, known when the whole pool is in. */
export type Posting = { tools: Int32Array; weights: Float32Array; size: number; idf: number }

export function emptyPosting(): Posting {
  return { tools: new Int32Array(2), weights: new Float32Array(2), size: 0, idf: 0 }
}

export function append(posting: Posting, tool: number, weight: number): void {
  const room = roomFor(posting.size + 1, posting.tools.length)
  if (room > posting.tools.length) {
    posting.tools = grownInts(posting.tools, room)
    posting.weights = grownFloats(posting.weights, room)
  }
  posting.tools[posting.size] = tool
  posting.weights[posting.size] = weight
  posting.size += 1
}

export function addCosine(cosine: Float32Array, { tools, weights, size }: Posting, factor: number): void {
  for (let at = 0; at < size; at += 1) {
    const tool = tools[at] ?? 0
    cosine[tool] = (cosine[tool] ?? 0) + factor * (weights[at] ?? 0)
  }
}

/** `damping` is what BM25 adds below the line for a tool of that length. */
export function addShare(
  { share, damping }: { share: Float32Array; damping: Float32Array },
  { tools, weights, size }: Posting,
  worth: number,
): void {
  for (let at = 0; at < size; at += 1) {
    const tool = tools[at] ?? 0
    const weight = weights[at] ?? 0
    share[tool] = (share[tool] ?? 0) + (worth * weight) / (weight + (damping[tool] ?? 1))
  }
}
