import { describe, expect, it } from 'vitest'
import { readSwitchAnswer } from './switch-answer'

const names = {
  current: ['PROFILE', 'fill_profile', 'Profile'],
  helpers: ['ORDER', 'make_order', 'Заказ'],
  tools: ['get_time'],
}
const stay = (rule: string) => ({ outcome: 'stay', rule, hint: null })
const interrupt = (rule: string, hint: string | null) => ({ outcome: 'interrupt', rule, hint })

describe('readSwitchAnswer (DialogSupervisor 11)', () => {
  it.each([
    ['False', stay('false')],
    [' "false". ', stay('false')],
    ['FALSE', stay('false')],
    ['fill_profile', stay('current')],
    ['profile', stay('current')],
    ['make_order', interrupt('helper', 'make_order')],
    ['«заказ».', interrupt('helper', 'Заказ')],
    ['`Get_Time`', interrupt('tool', 'get_time')],
    ['САМОСТОЯТЕЛЬНО', interrupt('alone', null)],
    ['самостоятельно.', interrupt('alone', null)],
    ['Self', interrupt('alone', null)],
    ['自行回答。', interrupt('alone', null)],
    ['独立回答', interrupt('alone', null)],
    ['True', stay('unclear')],
    ['order', interrupt('helper', 'ORDER')],
    ['make_order, I think', interrupt('helper', 'make_order')],
    ['The user wants: make_order', interrupt('helper', 'make_order')],
    ['{"answer": "make_order"}', interrupt('helper', 'make_order')],
    ['The user is still at it, so **False**', stay('false')],
    ['False - because they want to go on with make_order', stay('false')],
    ['Neither make_order nor get_time', stay('unclear')],
    ['They ask about the order', stay('unclear')],
    ['make_order, get_time', stay('unclear')],
    ['I shall answer SELF here', interrupt('alone', null)],
    ['', stay('unclear')],
  ])('%j', (answer, expected) => {
    expect(readSwitchAnswer(answer, names)).toEqual(expected)
  })

  it('prefers an exact name in any group over one that differs in case', () => {
    expect(readSwitchAnswer('ORDER', { current: ['Order'], helpers: ['ORDER'], tools: [] })).toEqual(
      interrupt('helper', 'ORDER'),
    )
  })
})
