import { describe, expect, it } from 'vitest'
import { citedNumbers, formatSources, listSources } from './citations'

describe('sources', () => {
  const sources = [
    { number: 1, title: 'Handbook\n– Delivery', text: ' We deliver.\n' },
    { number: 2, title: 'FAQ', text: 'Ask us.' },
  ]

  it('stand numbered in a prompt and under an answer', () => {
    expect(formatSources(sources)).toBe('[1] Handbook – Delivery\nWe deliver.\n\n[2] FAQ\nAsk us.')
    expect(listSources(sources)).toBe('[1] Handbook – Delivery\n[2] FAQ')
    expect(formatSources([])).toBe('')
  })

  it.each<[string, number[]]>([
    ['We deliver [2][1]. Daily [2].', [1, 2]],
    ['Both [1, 3] and 【2】', [1, 2, 3]],
    ['[0] [5] [x] (1) 1', []],
    [`[${'1'.repeat(50_000)}`, []],
    [`[${'1,'.repeat(50_000)}`, []],
  ])('%#: cited numbers', (answer, numbers) => expect(citedNumbers(answer, 4)).toEqual(numbers))
})
