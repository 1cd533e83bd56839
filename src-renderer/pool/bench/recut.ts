/** The candidates of a search under other limits than it was made with: which would be kept, and why the others would not. */
import type { ToolCandidate, ToolSearch } from '../../../src-shared/rpc/tools'

/** `filterAfterSearch`: disabled and far tools count towards the limit. */
export type Limits = { topK: number; minSimilarity: number; filterAfterSearch: boolean }

/** A search as it was made; `told`: how many candidates were asked for, nearest first. */
export type SearchRecord = { result: ToolSearch; asked: Pick<Limits, 'topK' | 'minSimilarity'>; told: number }

/** `isExact` false: a search with these limits could keep tools of which this one did not tell. */
export type LimitedCandidates = { candidates: readonly ToolCandidate[]; isExact: boolean }

/** `isOn`: whether a tool is switched on by now. */
export function recut(
  { result, asked, told }: SearchRecord,
  limits: Limits,
  isOn: (name: string) => boolean,
): LimitedCandidates {
  // A search by words that stands in for vectors knows no limit of similarity.
  const least = result.fellBack === null ? limits.minSimilarity : 0
  const isFit = ({ name, similarity }: ToolCandidate) => isOn(name) && similarity >= least
  const head = result.candidates.filter(({ rank }, at) => rank === at + 1)
  const places = limits.filterAfterSearch ? head.slice(0, limits.topK) : result.candidates
  const kept = new Set(places.filter(isFit).slice(0, limits.topK))
  const candidates = result.candidates.map((candidate): ToolCandidate => {
    const reason = reasonFor({
      isKept: kept.has(candidate),
      isOff: !isOn(candidate.name),
      isNear: candidate.similarity >= least,
    })
    return { ...candidate, kept: reason === 'kept', reason }
  })
  const isWhole = head.length === result.candidates.length && head.length < told
  const isFull = head.filter(isFit).length >= limits.topK || (limits.filterAfterSearch && head.length >= limits.topK)
  // Where the nearest come first, nobody comes after one that is too far.
  const isPast = result.mode !== 'hybrid' && (head.at(-1)?.similarity ?? 0) < least
  const isSame = limits.topK === asked.topK && limits.minSimilarity === asked.minSimilarity
  return { candidates, isExact: isWhole || isFull || isPast || isSame }
}

function reasonFor({
  isKept,
  isOff,
  isNear,
}: {
  isKept: boolean
  isOff: boolean
  isNear: boolean
}): ToolCandidate['reason'] {
  if (isKept) return 'kept'
  if (isOff) return 'disabled'
  return isNear ? 'beyond k' : 'too far'
}

/** How many of the tools that a query should find are kept; null where none is named. */
export function recallOf(
  { candidates }: LimitedCandidates,
  expected: readonly string[],
): { found: number; of: number } | null {
  if (expected.length === 0) return null
  const kept = new Set(candidates.filter((one) => one.kept).map(({ name }) => name))
  return { found: expected.filter((name) => kept.has(name)).length, of: expected.length }
}

/** The mean of the shares that were found, 0 to 1; null where nothing is known. */
export function meanRecall(recalls: readonly ({ found: number; of: number } | null)[]): number | null {
  const known = recalls.filter((recall) => recall !== null)
  if (known.length === 0) return null
  return known.reduce((sum, { found, of }) => sum + found / of, 0) / known.length
}
