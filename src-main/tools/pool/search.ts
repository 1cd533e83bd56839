/** One search in a pool: which scores a mode goes by, and what happens when the embedding model fails. */
import { saidIn } from '../../../src-shared/errors'
import { message, type Message } from '../../../src-shared/languages/translate'
import { choose, type Candidate } from './choose'
import { fuseRanks } from './fuse'
import type { PoolTool } from './tool'
import type { ToolEmbeddings } from './tool-embeddings'
import type { WordIndex } from './word-index'

export type SearchMode = 'hybrid' | 'vector' | 'keyword'

export type SearchRequest = {
  readonly query: string
  /** Default hybrid. */
  readonly mode?: SearchMode
  /** How many tools are kept at most; default 5. */
  readonly topK?: number
  /** Kept when similarity is at least this; 0..1, default 0. */
  readonly minSimilarity?: number
  /** The same as a cosine distance, 0..2: kept when the distance is at most this. */
  readonly maxDistance?: number
  /** Names of tools that are not to be found; they are told as such. */
  readonly disabled?: ReadonlySet<string>
  /** Disabled and far tools count towards the limit, as in the system that the pool comes from. */
  readonly filterAfterSearch?: boolean
  /** How many candidates are told, nearest first; the kept ones are told in any case. Default 20, at least twice `topK`. */
  readonly told?: number
  readonly signal?: AbortSignal
}

export type SearchResult = {
  /** Nearest first; equals in the order of the pool. */
  candidates: Candidate[]
  /** How it was searched in the end. */
  mode: SearchMode
  /** Why the words alone were searched although vectors were wanted; null where all went well. */
  fellBack: Message | null
}

/** What a search sees of a pool: its tools, their places by name, and what they are found by. */
export type PoolContents = {
  readonly tools: readonly PoolTool[]
  readonly places: ReadonlyMap<string, number>
  readonly index: WordIndex
  readonly embeddings: ToolEmbeddings | null
}

/**
 * The built-in vectors have the words in them too, so words count by themselves only for a tool that has nearly all words of the query: then
 * they decide, as for somebody who types what the description says. Powers below 4 cost recall on natural questions.
 */
const EXACTNESS = 4
/** How many vectors of a large pool are compared in full. */
const COMPARED = 400

/** Throws only when it was stopped by the request's signal. */
export async function searchPool(pool: PoolContents, request: SearchRequest): Promise<SearchResult> {
  const { query, mode = 'hybrid', signal } = request
  signal?.throwIfAborted()
  const words = query.trim()
  const { tools, embeddings } = pool
  if (words === '' || tools.length === 0) return { candidates: [], mode, fellBack: null }
  if (mode === 'keyword') return { candidates: byWords(pool, words, request), mode, fellBack: null }
  if (embeddings === null) return { candidates: byBuiltIn(pool, words, request), mode, fellBack: null }
  const vector = await queryVector(embeddings, words, signal)
  if ('failure' in vector) {
    // The limit is measured in the model's own similarity, of which words know nothing.
    const unlimited = { ...request, minSimilarity: 0, maxDistance: 2 }
    const fellBack = message(
      'searched by words alone, without a limit of similarity, because the embedding model failed: {error}',
      { error: vector.failure },
    )
    return { candidates: byWords(pool, words, unlimited), mode: 'keyword', fellBack }
  }
  return { candidates: byModel(pool, vector, request), mode, fellBack: null }
}

/** The query's vector, when every tool has its own too; or why not. */
async function queryVector(
  embeddings: ToolEmbeddings,
  words: string,
  signal: AbortSignal | undefined,
): Promise<Float32Array | { failure: Message }> {
  const failure = await embeddings.ensure({ signal })
  if (failure !== null) return { failure }
  try {
    return await embeddings.ofQuery(words, signal)
  } catch (cause) {
    signal?.throwIfAborted()
    return { failure: saidIn(cause) }
  }
}

function byWords(pool: PoolContents, words: string, request: SearchRequest): Candidate[] {
  const { share } = pool.index.score(words)
  return chosen(pool, { score: share, nearness: share, isMatchNeeded: true }, request)
}

function byBuiltIn(pool: PoolContents, words: string, request: SearchRequest): Candidate[] {
  const { cosine, share } = pool.index.score(words)
  if (request.mode === 'vector') return chosen(pool, { score: cosine, nearness: cosine, isMatchNeeded: false }, request)
  // Both are of one scale, so that they can be added; ranks alone would lose how clear each of them was.
  addExactness(cosine, share)
  return chosen(pool, { score: share, nearness: cosine, isMatchNeeded: false }, request)
}

function addExactness(cosine: Float32Array, share: Float32Array): void {
  for (let place = 0; place < share.length; place += 1) {
    const part = Math.min(1, share[place] ?? 0)
    // Most tools have no word of the query.
    share[place] = (cosine[place] ?? 0) + (part === 0 ? 0 : part ** EXACTNESS)
  }
}

function byModel(pool: PoolContents, vector: Float32Array, request: SearchRequest): Candidate[] {
  const { embeddings, index, tools } = pool
  if (embeddings === null) return []
  const nearness = embeddings.vectors.cosines(vector, Math.max(COMPARED, 4 * toldOf(request)))
  if (request.mode === 'vector') return chosen(pool, { score: nearness, nearness, isMatchNeeded: false }, request)
  const { share, cosine } = index.score(request.query.trim())
  fuseRanks({ size: tools.length, nearness, share }, cosine)
  return chosen(pool, { score: cosine, nearness, isMatchNeeded: false }, request)
}

type Scores = { score: Float32Array; nearness: Float32Array; isMatchNeeded: boolean }

function chosen({ tools, places }: PoolContents, scores: Scores, request: SearchRequest): Candidate[] {
  const { topK = 5, minSimilarity = 0, maxDistance = 2, filterAfterSearch = false, disabled = NONE } = request
  const isDisabled = disabled.size === 0 ? null : new Uint8Array(tools.length)
  for (const name of disabled) {
    const place = places.get(name)
    if (place !== undefined && isDisabled !== null) isDisabled[place] = 1
  }
  const nameOf = (place: number) => tools[place]?.name ?? ''
  const limits = { topK, minSimilarity, maxDistance, filterAfterSearch, told: toldOf(request) }
  return choose({ size: tools.length, nameOf, isDisabled, ...scores }, limits)
}

const NONE: ReadonlySet<string> = new Set()

function toldOf({ told, topK = 5 }: SearchRequest): number {
  return told ?? Math.max(20, 2 * topK)
}
