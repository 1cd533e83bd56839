import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens, trimHistory } from './tokens'

type Item = { id: number; cost: number; group?: string }
const costOf = (item: Item): number => item.cost

describe('estimateTokens', () => {
  it('knows that scripts differ', () => {
    expect(['', 'abcdefgh', 'é’ab', 'привет', '你好吗', '안녕하'].map(estimateTokens)).toEqual([0, 2, 1, 2, 2, 2])
  })
})

describe('trimHistory', () => {
  const items: Item[] = [
    { id: 1, cost: 10 },
    { id: 2, cost: 1, group: 'a' },
    { id: 3, cost: 5, group: 'a' },
    { id: 4, cost: 1 },
    { id: 5, cost: 2 },
  ]
  const keptWithin = (budget: number) => {
    const { kept, dropped, tokens } = trimHistory(items, budget, costOf)
    return [kept.map((item) => item.id), dropped, tokens]
  }

  it('keeps the newest that fit and never splits a group', () => {
    expect([100, 18, 9, 8, 3, 2, 0].map(keptWithin)).toEqual([
      [[1, 2, 3, 4, 5], 0, 19],
      [[2, 3, 4, 5], 1, 9],
      [[2, 3, 4, 5], 1, 9],
      [[4, 5], 3, 3],
      [[4, 5], 3, 3],
      [[5], 4, 2],
      [[5], 4, 2],
    ])
    expect(trimHistory([], 5, costOf)).toEqual({ kept: [], dropped: 0, tokens: 0 })
  })

  it('looks at one group beyond what it keeps', () => {
    const long = Array.from({ length: 100_000 }, (_, id): Item => ({ id, cost: 1 }))
    let asked = 0
    const { kept } = trimHistory(long, 20, (item) => {
      asked += 1
      return item.cost
    })
    expect([kept.length, asked]).toEqual([20, 21])
  })

  it('keeps a suffix within the budget whose first item starts its group', () => {
    const item = fc.record({ cost: fc.nat(20), group: fc.constantFrom('a', 'b', undefined) })
    fc.assert(
      fc.property(fc.array(item, { maxLength: 30 }), fc.nat(100), (made, budget) => {
        const { kept, dropped, tokens } = trimHistory(made, budget, (one) => one.cost)
        expect(made.slice(dropped)).toEqual(kept)
        const before = made[dropped - 1]
        const first = kept[0]
        if (before?.group !== undefined) expect(first?.group).not.toBe(before.group)
        if (tokens > budget) expect(kept.every((one) => one.group === first?.group)).toBe(true)
      }),
    )
  })
})
