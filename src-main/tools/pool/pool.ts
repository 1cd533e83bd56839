/** A pool of tools that can be searched by words, by meaning or both. It finds tools and never calls one; its tools do not change. */
import type { Message } from '../../../src-shared/languages/translate'
import type { Slices } from '../../../src-shared/slices'
import type { EmbeddingModel } from '../../documents/meaning'
import { inSlices } from '../../in-slices'
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
  /** Gets missing vectors from the embedding model; null, or why it failed. Throws only when stopped. */
  prepare: (options?: WorkOptions) => Promise<Message | null>
  search: (request: SearchRequest) => Promise<SearchResult>
}

/**
 * The pool of these tools, in their order, which tells equals apart; of several with one name the first counts. Indexing leaves pauses for
 * everything else; vectors are got by `prepare`, or by the first search.
 */
export async function createToolPool(
  given: readonly PoolTool[],
  { embedding = null, cache = null }: PoolOptions = {},
): Promise<ToolPool> {
  const { tools, places, index } = await inSlices(indexTools(given))
  const embeddings = embedding === null ? null : createToolEmbeddings(tools.map(embeddingText), { embedding, cache })
  const contents: PoolContents = { tools, places, index, embeddings }
  return {
    size: tools.length,
    prepare: async (options) => (await embeddings?.ensure(options)) ?? null,
    search: (request) => searchPool(contents, request),
  }
}

/** So many tools are indexed before anybody looks at the time. */
const SLICE = 8

function* indexTools(given: readonly PoolTool[]): Slices<Pick<PoolContents, 'tools' | 'places' | 'index'>> {
  const places = new Map<string, number>()
  const tools: PoolTool[] = []
  const indexing = startWordIndex()
  for (const [at, tool] of given.entries()) {
    if (at % SLICE === 0) yield
    if (places.has(tool.name)) continue
    places.set(tool.name, tools.length)
    tools.push(tool)
    indexing.add(toolFeatures(tool))
  }
  return { tools, places, index: yield* indexing.finish() }
}
