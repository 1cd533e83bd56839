/**
 * The inverted index of a pool: for each term and concept the tools that have it, in typed arrays. One pass over a query's postings gives
 * both offline scores, the cosine of the built-in vectors and the share of the query's words (BM25).
 */
import { isConcept, isKnown, queryFeatures, type Features } from './features'
import { createVocabulary } from './nearby'
import { addCosine, addShare, emptyPosting, insert, removeFrom, type Posting } from './postings'
import { createSlotNumbers } from './slot-numbers'

/** Scores by slot, valid until the next query: 0..1, the share a little more where words are repeated. */
export type WordScores = { readonly cosine: Float32Array; readonly share: Float32Array }

export type WordIndex = {
  /** A slot is a small number; one that was freed may be taken again. */
  add: (slot: number, features: Features) => void
  /** `features` are those that it was added with. */
  remove: (slot: number, features: Features) => void
  score: (query: string) => WordScores
}

type Asked = { readonly feature: string; readonly weight: number; readonly factor: number }

const MISTYPED = 0.6
/** A long query is known by its rarest features. */
const MOST_FEATURES = 96
/** Pools up to this size have exact statistics at every query; larger ones when one tool in fifty has changed. */
const ALWAYS_FRESH = 2_000

export function createWordIndex(): WordIndex {
  const postings = new Map<string, Posting>()
  const vocabulary = createVocabulary()
  const numbers = createSlotNumbers()
  const pool = { tools: 0, length: 0, changed: 0, knownTools: 0, meanLength: 1 }

  const idfOf = (tools: number): number => {
    const all = Math.max(pool.knownTools, tools)
    return Math.log(1 + (all - tools + 0.5) / (tools + 0.5))
  }
  const change = (slot: number, { weights, length }: Features, by: 1 | -1): void => {
    pool.tools += by
    pool.length += by * length
    pool.changed += 1
    for (const [feature, weight] of weights) {
      let posting = postings.get(feature)
      if (posting === undefined) {
        posting = emptyPosting(idfOf(0))
        postings.set(feature, posting)
        if (!isConcept(feature)) vocabulary.add(feature)
      }
      if (by === 1) insert(posting, slot, weight)
      else removeFrom(posting, slot)
    }
  }
  const refresh = (): void => {
    if (pool.changed === 0 || (pool.tools > ALWAYS_FRESH && pool.changed < pool.tools / 50)) return
    pool.changed = 0
    pool.knownTools = pool.tools
    pool.meanLength = Math.max(1, pool.length / Math.max(1, pool.tools))
    for (const posting of postings.values()) posting.idf = idfOf(posting.size)
    numbers.setSizes(postings.values(), pool.meanLength)
  }
  /** What a query asks for: its features, and what mistyped words may have meant. */
  const askedOf = (query: string): Asked[] => {
    const asked = [...queryFeatures(query).weights].flatMap(([feature, weight]): Asked[] => {
      if (postings.has(feature) || isConcept(feature) || isKnown(feature)) return [{ feature, weight, factor: 1 }]
      const near = vocabulary.near(feature)
      if (near.length === 0) return [{ feature, weight, factor: 1 }]
      return near.map((word) => ({ feature: word, weight: weight / near.length, factor: MISTYPED }))
    })
    if (asked.length <= MOST_FEATURES) return asked
    const idf = ({ feature, weight }: Asked) => weight * (postings.get(feature)?.idf ?? 0)
    return asked.toSorted((first, second) => idf(second) - idf(first)).slice(0, MOST_FEATURES)
  }
  return {
    add: (slot, features) => {
      numbers.grow(slot + 1)
      change(slot, features, 1)
      let square = 0
      for (const [feature, weight] of features.weights) square += (weight * (postings.get(feature)?.idf ?? 0)) ** 2
      numbers.set(slot, { length: features.length, square, meanLength: pool.meanLength })
    },
    remove: (slot, features) => change(slot, features, -1),
    score: (query) => {
      refresh()
      const asked = askedOf(query)
      const { cosine, share } = numbers.cleared()
      let square = 0
      let whole = 0
      for (const { feature, weight, factor } of asked) {
        const posting = postings.get(feature)
        const idf = posting?.idf ?? idfOf(0)
        square += (weight * idf) ** 2
        const worth = isConcept(feature) ? 0 : idf * Math.sqrt(Math.min(weight, 2))
        whole += worth
        if (posting === undefined) continue
        addCosine(cosine, posting, factor * weight * idf * idf)
        if (worth > 0) addShare({ share, damping: numbers.damping() }, posting, factor * worth)
      }
      numbers.scale({ root: Math.sqrt(square), whole })
      return { cosine, share }
    },
  }
}
