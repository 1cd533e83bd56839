/** A pool of tools that can be searched by words, by meaning or both. It finds tools and never calls one; its tools do not change. */
import { setImmediate } from 'node:timers/promises'
import type { EmbeddingModel } from '../../documents/meaning'
import type { EmbeddingCache } from './embedding-cache'
import { toolFeatures } from './features'
import { searchPool, type PoolContents, type SearchRequest, type SearchResult } from './search'
import { embeddingText, type PoolTool } from './tool'
import { createToolEmbeddings, type WorkOptions } from './tool-embeddings'
import { startWordIndex } from './word-index'

export type { Candidate } from './choose'
export type { PoolTool, SearchRequest, SearchResult, WorkOptions }
export type { SearchMode } from './search'

export type PoolOptions = {
  /** The embedding model; without one the built-in vectors serve, which need no network. */
  embedding?: EmbeddingModel | null
  cache?: EmbeddingCache | null
}

export type ToolPool = {
  readonly size: number
  /** Gets missing vectors from the embedding model; null, or in words why it failed. Throws only when stopped. */
  prepare: (options?: WorkOptions) => Promise<string | null>
  search: (request: SearchRequest) => Promise<SearchResult>
}

/** How long tools are indexed at a stretch. */
const STRETCH_MS = 8

/**
 * The pool of these tools, in their order, which tells equals apart; of several with one name the first counts. Indexing leaves pauses for
 * everything else; vectors are got by `prepare`, or by the first search.
 */
export async function createToolPool(
  given: readonly PoolTool[],
  { embedding = null, cache = null }: PoolOptions = {},
): Promise<ToolPool> {
  const places = new Map<string, number>()
  const tools = given.filter(({ name }) => !places.has(name) && places.set(name, places.size))
  const indexing = startWordIndex()
  let pausedAt = performance.now()
  for (const tool of tools) {
    indexing.add(toolFeatures(tool))
    if (performance.now() - pausedAt < STRETCH_MS) continue
    await setImmediate()
    pausedAt = performance.now()
  }
  const embeddings = embedding === null ? null : createToolEmbeddings(tools.map(embeddingText), { embedding, cache })
  const contents: PoolContents = { tools, places, index: indexing.finish(), embeddings }
  return {
    size: tools.length,
    prepare: async (options) => (await embeddings?.ensure(options)) ?? null,
    search: (request) => searchPool(contents, request),
  }
}
