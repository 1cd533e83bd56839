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

/** A slot's state: whether there is a tool in it, and whether it may be found. */
export const FREE = 0
export const DISABLED = 1
export const ENABLED = 2

/** What a search knows of each slot below `size`. */
export type Scored = {
  readonly size: number
  readonly nameOf: (slot: number) => string
  readonly state: Uint8Array
  /** The tool's turn of being added: equals are told apart by it. */
  readonly added: Float64Array
  /** What candidates are ordered by, highest first. */
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

export function choose(scored: Scored, limits: Limits): Candidate[] {
  const { size, state, score, nearness, isMatchNeeded } = scored
  const isCandidate = (slot: number) => state[slot] !== FREE && (!isMatchNeeded || (score[slot] ?? 0) > 0)
  const isNear = (slot: number) => {
    const value = nearness[slot] ?? 0
    return similarityOf(value) >= limits.minSimilarity && rounded(1 - value) <= limits.maxDistance
  }
  const isEligible = (slot: number) => isCandidate(slot) && state[slot] === ENABLED && isNear(slot)
  const isBefore = comparer(scored)
  const wanted = Math.max(0, Math.min(limits.topK, size))
  const head = best(
    { size, isBefore, accepts: isCandidate },
    Math.max(limits.told, limits.filterAfterSearch ? wanted : 0),
  )
  const places = limits.filterAfterSearch
    ? head.slice(0, wanted)
    : best({ size, isBefore, accepts: isEligible }, wanted)
  const kept = new Set(places.filter(isEligible))
  const late = [...kept].filter((slot) => !head.includes(slot))
  const ranks = ranksOf(late, { size, isBefore, accepts: isCandidate })
  const told = head.slice(0, limits.told).map((slot, at): [number, number] => [slot, at + 1])
  const beyond = head
    .slice(limits.told)
    .flatMap((slot, at): [number, number][] => (kept.has(slot) ? [[slot, limits.told + at + 1]] : []))
  return [...told, ...beyond, ...late.map((slot, at): [number, number] => [slot, ranks[at] ?? 0])].map(
    ([slot, rank]): Candidate => {
      const reason = reasonFor({ isKept: kept.has(slot), isOff: state[slot] === DISABLED, isNear: isNear(slot) })
      const similarity = similarityOf(nearness[slot] ?? 0)
      return { name: scored.nameOf(slot), similarity, rank, kept: reason === 'kept', reason }
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

type IsBefore = (first: number, second: number) => boolean

function comparer({ score, added }: Scored): IsBefore {
  return (first, second) => {
    const more = (score[first] ?? 0) - (score[second] ?? 0)
    return more === 0 ? (added[first] ?? 0) < (added[second] ?? 0) : more > 0
  }
}

type Among = { size: number; isBefore: IsBefore; accepts: (slot: number) => boolean }

/** The first `count` slots in order: one pass, keeping the best so far, as most slots lose against the last of them. */
export function best({ size, isBefore, accepts }: Among, count: number): number[] {
  if (count <= 0) return []
  const compare = (first: number, second: number) => (isBefore(first, second) ? -1 : 1)
  if (count * 8 >= size) {
    const all: number[] = []
    for (let slot = 0; slot < size; slot += 1) if (accepts(slot)) all.push(slot)
    return all.sort(compare).slice(0, count)
  }
  const found: number[] = []
  for (let slot = 0; slot < size; slot += 1) {
    const last = found[count - 1]
    if (last !== undefined && !isBefore(slot, last)) continue
    if (!accepts(slot)) continue
    let low = 0
    let high = found.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(found[middle] ?? 0, slot)) low = middle + 1
      else high = middle
    }
    found.splice(low, 0, slot)
    if (found.length > count) found.pop()
  }
  return found
}

/** The places of `slots`, which are in order, among all that are accepted. */
function ranksOf(slots: readonly number[], { size, isBefore, accepts }: Among): number[] {
  const before = new Array<number>(slots.length + 1).fill(0)
  if (slots.length === 0) return []
  for (let slot = 0; slot < size; slot += 1) {
    if (!accepts(slot)) continue
    let low = 0
    let high = slots.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(slot, slots[middle] ?? 0)) high = middle
      else low = middle + 1
    }
    before[low] = (before[low] ?? 0) + 1
  }
  let sum = 0
  return slots.map((_slot, at) => (sum += before[at] ?? 0) + 1)
}
