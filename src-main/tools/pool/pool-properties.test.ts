/** What holds for every pool and query: k, order, filters, and that tools elsewhere in a pool do not show. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PoolMember } from './open-pools'
import { createToolPool, type SearchRequest } from './pool'

const WORDS = ['weather', 'mail', 'send', 'bank', 'music', 'zebra', 'tax', 'rome', 'file', 'umbrella', 'xq7']
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join(' '))
const tools = fc.uniqueArray(
  fc.record({ name: fc.stringMatching(/^[a-z]{1,4}$/), description: text, enabled: fc.boolean() }),
  { maxLength: 40, selector: ({ name }) => name },
)
const request = fc.record({
  query: text.map((words) => `${words} weather`),
  mode: fc.constantFrom('hybrid' as const, 'vector' as const, 'keyword' as const),
  topK: fc.nat(12),
  minSimilarity: fc.constantFrom(0, 0.1, 0.5, 1),
  filterAfterSearch: fc.boolean(),
  told: fc.nat(60),
})

async function found(all: readonly PoolMember[], asked: SearchRequest) {
  const disabled = new Set(all.flatMap(({ name, enabled }) => (enabled ? [] : [name])))
  return { disabled, ...(await (await createToolPool(all)).search({ ...asked, disabled })) }
}

it('Workbench 3, 4, 5: at most k, all of them enabled and near; reasons are true', async () => {
  await fc.assert(
    fc.asyncProperty(tools, request, async (all, asked) => {
      const { disabled, candidates } = await found(all, asked)
      const kept = candidates.filter((candidate) => candidate.kept)
      expect(kept.length).toBeLessThanOrEqual(Math.min(asked.topK, all.length))
      for (const { name, kept: isKept, reason, similarity } of candidates) {
        expect(isKept).toBe(reason === 'kept')
        if (reason !== 'disabled') expect(disabled.has(name)).toBe(false)
        if (reason === 'too far') expect(similarity).toBeLessThan(asked.minSimilarity)
        if (isKept) expect(similarity).toBeGreaterThanOrEqual(asked.minSimilarity)
      }
    }),
  )
})

it('Workbench 5, 6: places count up; filtering first keeps the nearest that may be found', async () => {
  await fc.assert(
    fc.asyncProperty(tools, request, async (all, asked) => {
      const { candidates: every } = await found(all, { ...asked, told: 1_000 })
      expect(every.map(({ rank }) => rank)).toEqual(every.map((_, at) => at + 1))
      const eligible = every.filter(({ reason }) => reason === 'kept' || reason === 'beyond k')
      const kept = every.filter((candidate) => candidate.kept)
      const first = every.slice(0, asked.topK).filter(({ reason }) => reason !== 'disabled' && reason !== 'too far')
      expect(kept).toEqual(asked.filterAfterSearch ? first : eligible.slice(0, asked.topK))
      const { candidates: few } = await found(all, asked)
      expect(few).toEqual(every.filter(({ rank, kept: isKept }) => rank <= asked.told || isKept))
    }),
  )
})

it('Workbench 6: by vector the similarity falls, and equals stand in the order of adding', async () => {
  await fc.assert(
    fc.asyncProperty(tools, text, async (all, query) => {
      const { candidates } = await found(all, { query: `${query} rome`, mode: 'vector', told: 1_000 })
      const place = new Map(all.map(({ name }, at) => [name, at]))
      const sorted = candidates.toSorted(
        (one, two) => two.similarity - one.similarity || (place.get(one.name) ?? 0) - (place.get(two.name) ?? 0),
      )
      expect(candidates.map(({ similarity }) => similarity)).toEqual(sorted.map(({ similarity }) => similarity))
      expect(candidates.length).toBe(all.length)
    }),
  )
})

it('a search leaves nothing behind for the next one', async () => {
  await fc.assert(
    fc.asyncProperty(tools, request, request, async (all, first, second) => {
      const pool = await createToolPool(all)
      const before = await pool.search(second)
      await pool.search({ ...first, disabled: new Set(all.map(({ name }) => name)) })
      expect(await pool.search(second)).toEqual(before)
    }),
  )
})
