/** Search in documents: by words (BM25 over pieces), and by meaning too where an embedding model is given. */
import MiniSearch, { type Options } from 'minisearch'
import { chunkingText } from '../../src-shared/agents/texts/chunks'
import type { ByWordsAlone } from '../../src-shared/run/log/decisions'
import { toFault } from '../../src-shared/run/log/reasons'
import type { Slices } from '../../src-shared/slices'
import { inSlices, type SliceTimer } from '../in-slices'
import type { LoadedDocument } from './load'
import { cosine, createVectors, type EmbeddingModel, type Vectors } from './meaning'
import { isHan, splitTerms, toTerm } from '../../src-shared/terms/terms'

/** One piece of a document that fits a query. */
export type Excerpt = {
  /** The document's. */
  name: string
  /** The section's heading without marks; empty where there is none. */
  heading: string
  text: string
  /** Place among the found, from 1: what an answer cites as [1]. */
  number: number
  /** Place among the pieces of its document, from 1. */
  part: number
  /** Where it starts in its document, in characters. */
  at: number
  /** Only good for comparing excerpts of one search. */
  score: number
}

/** `wordsAlone`: why meaning was left out although it was wanted; null where all went well. */
export type ExcerptSearchResult = {
  excerpts: Excerpt[]
  by: 'words' | 'words-and-meaning'
  wordsAlone: ByWordsAlone | null
}

export type DocumentIndex = {
  /** How many pieces there are to find. */
  readonly size: number
  /** The best pieces, best first; pieces that are equally good in the order of the documents. Throws only when stopped. */
  search: (query: string, topK: number, options?: SearchOptions) => Promise<ExcerptSearchResult>
}

export type SearchOptions = { embedding?: EmbeddingModel | null | undefined; signal?: AbortSignal | undefined }

/** What to call an excerpt where sources are listed: the document and, where there is one, the section. */
export function titleOf({ name, heading }: Pick<Excerpt, 'name' | 'heading'>): string {
  return heading === '' || heading === name ? name : `${name} – ${heading}`
}

type Piece = { id: number; name: string; heading: string; text: string; part: number; at: number }
type RankedChunk = { id: number; score: number }

const LONGEST_QUERY = 2_000
/** More pieces than this are searched by words alone: embedding them would keep the first question waiting. */
const MOST_EMBEDDED = 4_000
/** How far each ranking is looked at before both are joined, and how little the very first places count. */
const FUSION_DEPTH = 30
const FUSION_CALM = 60

/** `vectors` may be shared with other indexes. */
export type IndexOptions = { vectors?: Vectors; breather?: SliceTimer }

/** An index of documents, cut in slices. It is built at the first search and never changes. */
export async function createDocumentIndex(
  documents: readonly LoadedDocument[],
  { vectors = createVectors(), breather }: IndexOptions = {},
): Promise<DocumentIndex> {
  const pieces = await inSlices(piecesOf(documents), breather)
  let built: Promise<MiniSearch<Piece>> | null = null
  const byWords = async (query: string): Promise<RankedChunk[]> => {
    built ??= inSlices(building(pieces), breather)
    return rankByWords(await built, query)
  }
  return {
    size: pieces.length,
    search: async (query, topK, { embedding, signal } = {}) => {
      const asked = query.slice(0, LONGEST_QUERY).trim()
      if (asked === '' || pieces.length === 0) return { excerpts: [], by: 'words', wordsAlone: null }
      const words = await byWords(asked)
      signal?.throwIfAborted()
      if (embedding === null || embedding === undefined)
        return { excerpts: pick(pieces, words, topK), by: 'words', wordsAlone: null }
      const meaning = await rankByMeaning(asked, { pieces, vectors, embedding, signal })
      if (!Array.isArray(meaning)) return { excerpts: pick(pieces, words, topK), by: 'words', wordsAlone: meaning }
      return { excerpts: pick(pieces, fuse(words, meaning), topK), by: 'words-and-meaning', wordsAlone: null }
    },
  }
}

function* piecesOf(documents: readonly LoadedDocument[]): Slices<Piece[]> {
  const pieces: Piece[] = []
  for (const { name, text } of documents) {
    const chunks = yield* chunkingText(text)
    for (const [index, { heading, text: piece, at }] of chunks.entries())
      pieces.push({ id: pieces.length, name, heading, text: piece, at, part: index + 1 })
  }
  return pieces
}

const SETTINGS = {
  fields: ['text', 'heading', 'name'],
  tokenize: splitTerms,
  processTerm: toTerm,
  searchOptions: {
    boost: { heading: 2, name: 1.5 },
    prefix: (term) => (isHan(term) ? [...term].length === 1 : term.length >= 4),
    fuzzy: (term) => (isHan(term) || /\d/.test(term) || term.length < 5 ? false : 0.2),
    weights: { prefix: 0.4, fuzzy: 0.2 },
  },
} as const satisfies Options<Piece>

/** Piece after piece: how long one takes differs with its words, so a slice is measured by time, not by a count as in `addAllAsync`. */
function* building(pieces: readonly Piece[]): Slices<MiniSearch<Piece>> {
  const index = new MiniSearch<Piece>({ ...SETTINGS, fields: [...SETTINGS.fields] })
  for (const piece of pieces) {
    index.add(piece)
    yield
  }
  return index
}

function rankByWords(index: MiniSearch<Piece>, query: string): RankedChunk[] {
  const found = index
    .search(query)
    .flatMap(({ id, score }): RankedChunk[] => (typeof id === 'number' ? [{ id, score }] : []))
  return found.sort(byScore)
}

type MeaningOptions = {
  pieces: readonly Piece[]
  vectors: Vectors
  embedding: EmbeddingModel
  signal: AbortSignal | undefined
}

/** All pieces by how close their meaning is to the query's; or why the model does not help. */
async function rankByMeaning(query: string, options: MeaningOptions): Promise<RankedChunk[] | ByWordsAlone> {
  const { pieces, vectors, embedding, signal } = options
  if (pieces.length > MOST_EMBEDDED) return { why: 'too-many-pieces', pieces: pieces.length, most: MOST_EMBEDDED }
  try {
    const texts = pieces.map(({ heading, text }) => (text.includes(heading) ? text : `${heading}\n${text}`))
    const [asked, ...known] = await vectors.of(embedding, [query, ...texts], signal)
    if (asked === undefined) return []
    return known
      .map((vector, id) => ({ id, score: cosine(asked, vector) }))
      .filter(({ score }) => score > 0)
      .sort(byScore)
  } catch (cause) {
    signal?.throwIfAborted()
    return { why: 'embedding-failed', ...toFault(cause) }
  }
}

/** Two rankings as one, by places and not by scores, which cannot be compared (reciprocal rank fusion). */
function fuse(...rankings: readonly RankedChunk[][]): RankedChunk[] {
  const scores = new Map<number, number>()
  for (const ranking of rankings)
    ranking
      .slice(0, FUSION_DEPTH)
      .forEach(({ id }, place) => scores.set(id, (scores.get(id) ?? 0) + 1 / (FUSION_CALM + place + 1)))
  return [...scores].map(([id, score]) => ({ id, score })).sort(byScore)
}

function byScore(first: RankedChunk, second: RankedChunk): number {
  return second.score - first.score || first.id - second.id
}

function pick(pieces: readonly Piece[], ranked: readonly RankedChunk[], topK: number): Excerpt[] {
  return ranked.slice(0, Math.max(0, topK)).flatMap(({ id, score }, place) => {
    const piece = pieces[id]
    if (piece === undefined) return []
    const { name, heading, text, part, at } = piece
    return [{ name, heading, text, number: place + 1, part, at, score }]
  })
}
