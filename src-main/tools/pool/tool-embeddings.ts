/** Vectors of a pool's tools from an embedding model: in batches, from the cache where they are known, so that a stopped embedding goes on. */
import { setImmediate } from 'node:timers/promises'
import { saidIn } from '../../../src-shared/errors'
import type { Message } from '../../../src-shared/languages/translate'
import type { EmbeddingModel } from '../../documents/meaning'
import { createDenseVectors, type DenseVectors } from './dense-vectors'
import type { EmbeddingCache } from './embedding-cache'

export type Progress = (done: number, all: number) => void
export type WorkOptions = { readonly signal?: AbortSignal | undefined; readonly onProgress?: Progress | undefined }

export type ToolEmbeddings = {
  readonly vectors: DenseVectors
  /** Gets the vectors that are missing; null, or why the model failed. What it gave until then is kept. Throws only when stopped. */
  ensure: (options?: WorkOptions) => Promise<Message | null>
  /** Throws what the model throws. */
  ofQuery: (query: string, signal?: AbortSignal) => Promise<Float32Array>
}

type EmbeddingSource = { embedding: EmbeddingModel; cache: EmbeddingCache | null }

/** The text that stands for a tool, and its place in the pool. */
type ToEmbed = { readonly place: number; readonly text: string }

const BATCH = 64
const QUERIES_KEPT = 64

/** `texts` stand for the tools, in their order. */
export function createToolEmbeddings(texts: readonly string[], { embedding, cache }: EmbeddingSource): ToolEmbeddings {
  const vectors = createDenseVectors(texts.length)
  const queries = new Map<string, Float32Array>()
  const ensureBatch = async (tools: readonly ToEmbed[], signal?: AbortSignal): Promise<void> => {
    const wanted = [...new Set(tools.map(({ text }) => text))]
    const known = quietly(() => cache?.get(embedding.key, wanted)) ?? new Map<string, Float32Array>()
    const missing = wanted.filter((text) => !known.has(text))
    if (missing.length > 0) {
      const fresh = await ask(embedding, missing, signal)
      quietly(() => cache?.put(embedding.key, fresh))
      for (const [text, vector] of fresh) known.set(text, vector)
    }
    for (const { place, text } of tools) {
      const vector = known.get(text)
      if (vector !== undefined) vectors.set(place, vector)
    }
  }
  return {
    vectors,
    ensure: async ({ signal, onProgress } = {}) => {
      const missing = texts.flatMap((text, place): ToEmbed[] => (vectors.has(place) ? [] : [{ place, text }]))
      try {
        for (let at = 0; at < missing.length; at += BATCH) {
          signal?.throwIfAborted()
          await ensureBatch(missing.slice(at, at + BATCH), signal)
          onProgress?.(Math.min(at + BATCH, missing.length), missing.length)
          await setImmediate()
        }
        return null
      } catch (cause) {
        signal?.throwIfAborted()
        return saidIn(cause)
      }
    },
    ofQuery: async (query, signal) => {
      const known = queries.get(query)
      if (known !== undefined) return known
      const vector = (await ask(embedding, [query], signal)).get(query) ?? new Float32Array(0)
      if (vectors.dimensions > 0 && vector.length !== vectors.dimensions)
        throw new Error(`it gives vectors of different lengths (${vectors.dimensions} and ${vector.length})`)
      queries.set(query, vector)
      for (const oldest of queries.keys()) {
        if (queries.size <= QUERIES_KEPT) break
        queries.delete(oldest)
      }
      return vector
    },
  }
}

async function ask(
  { embed }: EmbeddingModel,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, Float32Array>> {
  signal?.throwIfAborted()
  const given = await embed(texts, signal)
  signal?.throwIfAborted()
  if (given.length !== texts.length) throw new Error(`it gave ${given.length} vectors for ${texts.length} texts`)
  const found = new Map<string, Float32Array>()
  texts.forEach((text, at) => {
    const vector = Float32Array.from(given[at] ?? [])
    if (vector.length === 0 || !vector.every(Number.isFinite)) throw new Error('it gave an empty or broken vector')
    found.set(text, vector)
  })
  return found
}

/** A cache that fails is no reason to fail: what it does not give is asked for again. */
function quietly<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
