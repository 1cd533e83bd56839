import { describe, expect, it } from 'vitest'
import { cleanAnswer, findByName, findSlip } from './match'

describe('cleanAnswer', () => {
  it.each([
    ['  False. ', 'False'],
    ['"False."', 'False'],
    ['«make_order».', 'make_order'],
    ['“PROFILE”', 'PROFILE'],
    ['`get_time`', 'get_time'],
    ['```\nget_time\n```', 'get_time'],
    ['**yes**', 'yes'],
    ['「是」。', '是'],
    ["It's fine", "It's fine"],
    ['.hidden', '.hidden'],
    ['"."', ''],
    ['', ''],
  ])('%j -> %j', (text, expected) => {
    expect(cleanAnswer(text)).toBe(expected)
  })
})

describe('findByName', () => {
  it('takes the exact name first, then ignoring case, never a substring', () => {
    const names = ['RAGWorker', 'FaissRAGWorker', 'Order', 'ORDER', 'Заказ']
    expect(
      ['FaissRAGWorker', 'ragworker', 'RAG', 'a RAGWorker', 'ORDER', 'Order', 'order', 'ЗАКАЗ', ''].map((text) =>
        findByName(names, text),
      ),
    ).toEqual(['FaissRAGWorker', 'RAGWorker', null, null, 'ORDER', 'Order', 'Order', 'Заказ', null])
  })
})

describe('findSlip', () => {
  it.each([
    ['Support', 'support'],
    ['suport', 'support'],
    ['supportt', 'support'],
    ['sopport', 'support'],
    ['spuport', 'support'],
    ['support', 'support'],
    ['suppor-t', 'support'],
    ['supprot ', null],
    ['day 3', null],
    ['dai 1', 'day 1'],
    ['b', null],
    ['A', 'a'],
    ['', null],
  ])('%j may have meant %j', (text, meant) => {
    expect(findSlip(['day 1', 'support', 'a', 'day 2'], text)).toBe(meant)
  })
})
