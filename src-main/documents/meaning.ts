/** Search by meaning: pieces are compared by their embeddings, which are asked for once and kept in memory. */
import { createHash } from 'node:crypto'

/** Turns texts into vectors, one for each and all of one length; `signal` stops it. */
export type Embed = (texts: readonly string[], signal?: AbortSignal) => Promise<readonly (readonly number[])[]>

/** An embedding model: `key` names it, for vectors of different models never mix. */
export type EmbeddingModel = { readonly key: string; readonly embed: Embed }

/** Vectors of length 1 by model and text; the oldest go when there are too many. */
export type Vectors = {
  /** The vectors of the texts, in their order. Throws what `embed` throws, and an Error when it answers nonsense. */
  of: (embedding: EmbeddingModel, texts: readonly string[], signal?: AbortSignal) => Promise<Float32Array[]>
}

const BATCH = 64
const KEPT = 20_000

export function createVectors(kept = KEPT): Vectors {
  const known = new Map<string, Float32Array>()
  return {
    of: async (embedding, texts, signal) => {
      const keys = texts.map((text) => keyOf(embedding, text))
      const found = new Map<string, Float32Array>()
      const missing = new Map<string, string>()
      keys.forEach((key, at) => {
        const vector = known.get(key)
        if (vector === undefined) missing.set(key, texts[at] ?? '')
        else found.set(key, vector)
      })
      const asked = [...missing]
      for (let at = 0; at < asked.length; at += BATCH) {
        const batch = asked.slice(at, at + BATCH)
        const vectors = await embedBatch(
          embedding,
          batch.map(([, text]) => text),
          signal,
        )
        batch.forEach(([key], place) => {
          const vector = vectors[place]
          if (vector !== undefined) found.set(key, vector)
        })
        for (const [key] of batch) keep(known, { key, vector: found.get(key), kept })
      }
      const vectors = keys.flatMap((key) => found.get(key) ?? [])
      if (new Set(vectors.map((vector) => vector.length)).size > 1)
        throw new Error('it gives vectors of different lengths')
      return vectors
    },
  }
}

function keep(
  known: Map<string, Float32Array>,
  entry: { key: string; vector: Float32Array | undefined; kept: number },
): void {
  if (entry.vector === undefined) return
  known.set(entry.key, entry.vector)
  for (const oldest of known.keys()) {
    if (known.size <= entry.kept) return
    known.delete(oldest)
  }
}

async function embedBatch(
  { embed }: EmbeddingModel,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<Float32Array[]> {
  signal?.throwIfAborted()
  const vectors = await embed(texts, signal)
  if (vectors.length !== texts.length) throw new Error(`it gave ${vectors.length} vectors for ${texts.length} texts`)
  return vectors.map((vector) => {
    if (vector.length === 0 || !vector.every(Number.isFinite)) throw new Error('it gave an empty or broken vector')
    const length = Math.hypot(...vector)
    return Float32Array.from(vector, (value) => (length === 0 ? 0 : value / length))
  })
}

function keyOf(embedding: EmbeddingModel, text: string): string {
  return `${embedding.key} ${createHash('sha256').update(text).digest('base64')}`
}

/** The cosine of two vectors of length 1. */
export function cosine(first: Float32Array, second: Float32Array): number {
  let sum = 0
  first.forEach((value, at) => (sum += value * (second[at] ?? 0)))
  return sum
}
