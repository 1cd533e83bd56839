/** Searches under other limits: the same as a search with these limits, as far as its candidates go. */
import { describe, expect, it } from 'vitest'
import type { ToolCandidate } from '../../../src-shared/rpc/tools'
import { asWritten } from '../../../src-shared/languages/translate'
import { meanRecall, recallOf, recut, type SearchRecord } from './recut'

const candidate = (name: string, similarity: number, rank: number): ToolCandidate => ({
  name,
  similarity,
  rank,
  kept: false,
  reason: 'beyond k',
})
const FIVE = [
  candidate('forecast', 0.9, 1),
  candidate('geocode', 0.7, 2),
  candidate('news', 0.45, 3),
  candidate('mail', 0.1, 4),
  candidate('bank', 0, 5),
]
const searched = (
  more: Partial<SearchRecord> = {},
  fellBack: SearchRecord['result']['fellBack'] = null,
): SearchRecord => ({
  result: { candidates: FIVE, mode: 'vector', fellBack },
  asked: { topK: 2, minSimilarity: 0 },
  told: 300,
  ...more,
})
const limits = { topK: 2, minSimilarity: 0, filterAfterSearch: false }
const isOn = (name: string) => name !== 'forecast'
const all = () => true
const reasons = (cut: ReturnType<typeof recut>) => cut.candidates.map(({ reason }) => reason).join(', ')

describe('recut', () => {
  const cases: [string, [typeof limits, (name: string) => boolean], string][] = [
    ['the two nearest', [limits, all], 'kept, kept, beyond k, beyond k, beyond k'],
    ['disabled ones take no place', [limits, isOn], 'disabled, kept, kept, beyond k, beyond k'],
    ['or do', [{ ...limits, filterAfterSearch: true }, isOn], 'disabled, kept, beyond k, beyond k, beyond k'],
    [
      'equal to the limit is kept',
      [{ ...limits, topK: 9, minSimilarity: 0.45 }, all],
      'kept, kept, kept, too far, too far',
    ],
  ]
  it.each(cases)('%s', (_case, [wanted, on], words) => {
    const cut = recut(searched(), wanted, on)
    expect([reasons(cut), cut.isExact]).toEqual([words, true])
  })

  it('a search by words that stands in for vectors knows no limit', () => {
    const cut = recut(searched({}, asWritten('the model failed')), { ...limits, minSimilarity: 0.8 }, all)
    expect(reasons(cut)).toBe('kept, kept, beyond k, beyond k, beyond k')
  })

  it('says when tools that were not told could be kept', () => {
    const few = searched({ told: 5 })
    const far = { ...limits, topK: 4, minSimilarity: 0.4 }
    const fused = { ...few, result: { ...few.result, mode: 'hybrid' as const } }
    const exact = [recut(fused, limits, all), recut(fused, far, all), recut(few, far, all)].map((cut) => cut.isExact)
    expect(exact).toEqual([true, false, true])
    expect(recut({ ...fused, asked: far }, far, all).isExact).toBe(true)
  })
})

describe('recall', () => {
  it('is the mean of what each query finds of what it should', () => {
    const cut = recut(searched(), limits, all)
    const recalls = [['forecast'], ['geocode', 'bank'], ['mail'], []].map((expected) => recallOf(cut, expected))
    expect(recalls).toEqual([{ found: 1, of: 1 }, { found: 1, of: 2 }, { found: 0, of: 1 }, null])
    expect([meanRecall(recalls), meanRecall([null])]).toEqual([0.5, null])
  })
})
