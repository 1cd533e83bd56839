/** From scores to candidates: the order, which of them are kept, and why the others are not. */
import { rounded } from './numbers'

export type Reason = 'kept' | 'disabled' | 'too far' | 'beyond k'

/** A tool as a search saw it. */
export type Candidate = {
  name: string
  /** max(0, 1 - distance), to six digits. */
  similarity: number
  /** Place among all tools of the pool that were candidates, from 1. */
  rank: number
  kept: boolean
  reason: Reason
}

/** What a search knows of the tool at each place below `size`. */
export type ScoredTools = {
  readonly size: number
  readonly nameOf: (place: number) => string
  /** 1: not to be found; null: all may be found. */
  readonly isDisabled: Uint8Array | null
  /** What candidates are ordered by, highest first; equals by place. */
  readonly score: Float32Array
  /** The cosine, or what stands for it; 1 minus the distance. */
  readonly nearness: Float32Array
  /** Whether a tool without any score is no candidate at all, as in a search by words. */
  readonly isMatchNeeded: boolean
}

export type Limits = {
  topK: number
  minSimilarity: number
  maxDistance: number
  filterAfterSearch: boolean
  /** How many candidates are told, nearest first; the kept ones are told in any case. */
  told: number
}

export function choose(scored: ScoredTools, limits: Limits): Candidate[] {
  const { size, isDisabled, score, nearness, isMatchNeeded } = scored
  const isCandidate = (place: number) => !isMatchNeeded || (score[place] ?? 0) > 0
  const isNear = (place: number) => {
    const value = nearness[place] ?? 0
    return similarityOf(value) >= limits.minSimilarity && rounded(1 - value) <= limits.maxDistance
  }
  const isEligible = (place: number) => isCandidate(place) && isDisabled?.[place] !== 1 && isNear(place)
  const wanted = Math.max(0, Math.min(limits.topK, size))
  const head = best({ size, score, accepts: isCandidate }, Math.max(limits.told, limits.filterAfterSearch ? wanted : 0))
  // Where nothing is disabled or too far, the candidates are those that can be kept.
  const isWhole = isDisabled === null && limits.minSimilarity <= 0 && limits.maxDistance >= 2
  const places =
    limits.filterAfterSearch || (isWhole && limits.told >= wanted)
      ? head.slice(0, wanted)
      : best({ size, score, accepts: isEligible }, wanted)
  const kept = new Set(places.filter(isEligible))
  const late = [...kept].filter((place) => !head.includes(place))
  const ranks = ranksOf(late, { size, score, accepts: isCandidate })
  const told = head.slice(0, limits.told).map((place, at): [number, number] => [place, at + 1])
  const beyond = head
    .slice(limits.told)
    .flatMap((place, at): [number, number][] => (kept.has(place) ? [[place, limits.told + at + 1]] : []))
  return [...told, ...beyond, ...late.map((place, at): [number, number] => [place, ranks[at] ?? 0])].map(
    ([place, rank]): Candidate => {
      const reason = reasonFor({ isKept: kept.has(place), isOff: isDisabled?.[place] === 1, isNear: isNear(place) })
      const similarity = similarityOf(nearness[place] ?? 0)
      return { name: scored.nameOf(place), similarity, rank, kept: reason === 'kept', reason }
    },
  )
}

function similarityOf(nearness: number): number {
  return rounded(Math.max(0, Math.min(1, nearness)))
}

function reasonFor({ isKept, isOff, isNear }: { isKept: boolean; isOff: boolean; isNear: boolean }): Reason {
  if (isKept) return 'kept'
  if (isOff) return 'disabled'
  return isNear ? 'beyond k' : 'too far'
}

/** Highest first, equals by place. */
function comparer(score: Float32Array): (first: number, second: number) => boolean {
  return (first, second) => {
    const more = (score[first] ?? 0) - (score[second] ?? 0)
    return more === 0 ? first < second : more > 0
  }
}

type SelectionOptions = { size: number; score: Float32Array; accepts: (place: number) => boolean }

/** The places of the first `count` tools in order: one pass, keeping the best so far, as most tools lose against the last of them. */
export function best({ size, score, accepts }: SelectionOptions, count: number): number[] {
  if (count <= 0) return []
  const isBefore = comparer(score)
  const compare = (first: number, second: number) => (isBefore(first, second) ? -1 : 1)
  if (count * 8 >= size) {
    const all: number[] = []
    for (let place = 0; place < size; place += 1) if (accepts(place)) all.push(place)
    return all.sort(compare).slice(0, count)
  }
  const found: number[] = []
  /** The score of the last of them, once there are enough: of equals the first stays. */
  let least = -Infinity
  for (let place = 0; place < size; place += 1) {
    if ((score[place] ?? 0) <= least || !accepts(place)) continue
    let low = 0
    let high = found.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(found[middle] ?? 0, place)) low = middle + 1
      else high = middle
    }
    found.splice(low, 0, place)
    if (found.length > count) found.pop()
    if (found.length === count) least = score[found[count - 1] ?? 0] ?? 0
  }
  return found
}

/** The places of `tools`, which are in order, among all that are accepted. */
function ranksOf(tools: readonly number[], { size, score, accepts }: SelectionOptions): number[] {
  const isBefore = comparer(score)
  const before = new Array<number>(tools.length + 1).fill(0)
  if (tools.length === 0) return []
  for (let place = 0; place < size; place += 1) {
    if (!accepts(place)) continue
    let low = 0
    let high = tools.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(place, tools[middle] ?? 0)) high = middle
      else low = middle + 1
    }
    before[low] = (before[low] ?? 0) + 1
  }
  let sum = 0
  return tools.map((_tool, at) => (sum += before[at] ?? 0) + 1)
}
