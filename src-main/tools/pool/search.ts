/** One search in a pool: which scores a mode goes by, and what happens when the embedding model fails. */
import { choose, FREE, type Candidate } from './choose'
import { fuseRanks } from './fuse'
import type { SlotArrays } from './slots'
import type { ToolEmbeddings, WorkOptions } from './tool-embeddings'
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
  /** Disabled and far tools use up places, as in the system that the pool comes from. */
  readonly filterAfterSearch?: boolean
  /** How many candidates are told, nearest first; the kept ones are told in any case. Default 20, at least twice `topK`. */
  readonly told?: number
  readonly signal?: AbortSignal
}

export type SearchResult = {
  /** Nearest first; equals in order of adding. */
  candidates: Candidate[]
  /** How it was searched in the end. */
  mode: SearchMode
  /** In words why the words alone were searched although vectors were wanted; null where all went well. */
  fellBack: string | null
}

/** What a search sees of a pool. */
export type PoolView = SlotArrays & {
  /** Slots in use, and tools in them. */
  readonly size: number
  readonly count: number
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
export async function searchPool(
  view: () => PoolView,
  prepare: (options: WorkOptions) => Promise<string | null>,
  request: SearchRequest,
): Promise<SearchResult> {
  const { query, mode = 'hybrid', signal } = request
  signal?.throwIfAborted()
  const asked = query.trim()
  const { count, embeddings } = view()
  if (asked === '' || count === 0) return { candidates: [], mode, fellBack: null }
  if (mode === 'keyword') return { candidates: byWords(view(), asked, request), mode, fellBack: null }
  if (embeddings === null) return { candidates: byBuiltIn(view(), asked, request), mode, fellBack: null }
  const vector = await queryVector(embeddings, { asked, prepare, signal })
  if (typeof vector === 'string') {
    // The limit is measured in the model's own similarity, of which words know nothing.
    const unlimited = { ...request, minSimilarity: 0, maxDistance: 2 }
    const fellBack = `searched by words alone, without a limit of similarity, because the embedding model failed: ${vector}`
    return { candidates: byWords(view(), asked, unlimited), mode: 'keyword', fellBack }
  }
  return { candidates: byModel(view(), vector, request), mode, fellBack: null }
}

type Asking = {
  asked: string
  prepare: (options: WorkOptions) => Promise<string | null>
  signal: AbortSignal | undefined
}

/** The query's vector, when every tool has its own too; or in words why not. */
async function queryVector(
  embeddings: ToolEmbeddings,
  { asked, prepare, signal }: Asking,
): Promise<Float32Array | string> {
  const failure = await prepare({ signal })
  if (failure !== null) return failure
  try {
    return await embeddings.ofQuery(asked, signal)
  } catch (cause) {
    signal?.throwIfAborted()
    return cause instanceof Error ? cause.message : String(cause)
  }
}

function byWords(view: PoolView, asked: string, request: SearchRequest): Candidate[] {
  const { share } = view.index.score(asked)
  return chosen(view, { score: share, nearness: share, isMatchNeeded: true }, request)
}

function byBuiltIn(view: PoolView, asked: string, request: SearchRequest): Candidate[] {
  const { cosine, share } = view.index.score(asked)
  if (request.mode === 'vector') return chosen(view, { score: cosine, nearness: cosine, isMatchNeeded: false }, request)
  // Both are of one scale, so that they can be added; ranks alone would lose how clear each of them was.
  for (let slot = 0; slot < view.size; slot += 1)
    share[slot] = (cosine[slot] ?? 0) + Math.min(1, share[slot] ?? 0) ** EXACTNESS
  return chosen(view, { score: share, nearness: cosine, isMatchNeeded: false }, request)
}

function byModel(view: PoolView, vector: Float32Array, request: SearchRequest): Candidate[] {
  const { embeddings, index, state, size, added } = view
  if (embeddings === null) return []
  const nearness = embeddings.vectors.cosines(vector, Math.max(COMPARED, 4 * toldOf(request)))
  if (request.mode === 'vector') return chosen(view, { score: nearness, nearness, isMatchNeeded: false }, request)
  const { share, cosine } = index.score(request.query.trim())
  fuseRanks({ size, nearness, share, added, accepts: (slot) => state[slot] !== FREE }, cosine)
  return chosen(view, { score: cosine, nearness, isMatchNeeded: false }, request)
}

type Scores = { score: Float32Array; nearness: Float32Array; isMatchNeeded: boolean }

function chosen({ tools, state, added, size }: PoolView, scores: Scores, request: SearchRequest): Candidate[] {
  const { topK = 5, minSimilarity = 0, maxDistance = 2, filterAfterSearch = false } = request
  const nameOf = (slot: number) => tools[slot]?.name ?? ''
  const limits = { topK, minSimilarity, maxDistance, filterAfterSearch, told: toldOf(request) }
  return choose({ size, nameOf, state, added, ...scores }, limits)
}

function toldOf({ told, topK = 5 }: SearchRequest): number {
  return told ?? Math.max(20, 2 * topK)
}
