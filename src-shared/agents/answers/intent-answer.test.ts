import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readIntent } from './intent-answer'
import { wantsRetrieval } from './yes-no'

const INTENTS = [
  'ask about delivery',
  'order status',
  'Order',
  'return a cake',
  'order status',
  '询问配送',
  'узнать о доставке',
]

describe('readIntent', () => {
  it.each<[string, number | null, string]>([
    ['2', 1, 'number'],
    ['2.', 1, 'number'],
    ['**2**', 1, 'number'],
    ['(2)', 1, 'number'],
    ['#4', 3, 'number'],
    ['2) order status', 1, 'number'],
    ['5: Order Status', 4, 'number'],
    ['Intent 2: the user asks where the cake is', 1, 'number'],
    ['intent number 4', 3, 'number'],
    ['The answer is 4.', 3, 'number'],
    ['意图：6', 5, 'number'],
    ['第2个', 1, 'number'],
    ['Намерение №7', 6, 'number'],
    ['2-й вариант', 1, 'number'],
    ['2 (because the order is late)', 1, 'number'],
    ['order status', 1, 'text'],
    ['"ORDER  status".', 1, 'text'],
    ['order_status', 1, 'text'],
    ['order', 2, 'text'],
    ['询问配送。', 5, 'text'],
    ['The user wants: return a cake.', 3, 'text'],
    ['others', null, 'others'],
    ['`Others`.', null, 'others'],
    ['others (not order status)', null, 'others'],
    ['none of these', null, 'others'],
    ['其他', null, 'others'],
    ['0', null, 'unclear'],
    ['8', null, 'unclear'],
    ['Intent 12', null, 'unclear'],
    ['2.5', null, 'unclear'],
    ['2nd', null, 'unclear'],
    ['1, 2', null, 'unclear'],
    ['1 or 4', null, 'unclear'],
    ['intent 1 and intent 4', null, 'unclear'],
    ['1: order status', null, 'unclear'],
    ['order status or return a cake', null, 'unclear'],
    ['otherside', null, 'unclear'],
    ['reorder', null, 'unclear'],
    ['I do not know', null, 'unclear'],
    ['', null, 'unclear'],
  ])('%j -> %j, %s', (answer, index, rule) => {
    expect(readIntent(answer, INTENTS)).toEqual({ index, rule })
  })

  it('an intent that is called others, or is a number, is meant by its text', () => {
    expect(readIntent('others', ['order', 'Others'])).toEqual({ index: 1, rule: 'text' })
    expect(readIntent('2', ['order', 'cake', '2'])).toEqual({ index: 2, rule: 'text' })
    expect(readIntent('1', [])).toEqual({ index: null, rule: 'unclear' })
  })

  it('every number in range and every text is understood, and nothing outside', () => {
    const intents = fc.array(fc.stringMatching(/^[a-z]{3,8}( [a-z]{3,8})?$/), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(intents, fc.integer({ min: 0, max: 30 }), (list, number) => {
        fc.pre(!list.some((text) => /^(other|none)/.test(text)))
        const inRange = number >= 1 && number <= list.length
        expect(readIntent(String(number), list).index).toBe(inRange ? number - 1 : null)
        for (const text of list) expect(readIntent(` ${text.toUpperCase()}. `, list).index).toBe(list.indexOf(text))
      }),
    )
  })
})

describe('wantsRetrieval (DefaultWorker 15)', () => {
  it.each<[string, boolean]>([
    ['yes', true],
    ['YES.', true],
    ['I think: Yes, it must be looked up', true],
    ['Да', true],
    ['Думаю, да.', true],
    ['是', true],
    ['是的，需要', true],
    ['是需要的', true],
    ['no', false],
    ['Нет', false],
    ['Нет, данных не нужно, как и всегда', false],
    ['否', false],
    ['不是', false],
    ['不需要，是闲聊', false],
    ['是否需要？', false],
    ['', false],
  ])('%j -> %j', (answer, wanted) => expect(wantsRetrieval(answer)).toBe(wanted))
})
