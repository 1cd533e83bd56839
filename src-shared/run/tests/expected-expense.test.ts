import { expect, test } from 'vitest'
import { expectedExpense } from './expected-expense'
import type { FlowTest, KeptReply, TestTurn } from './test-file'

const reply = (usage: KeptReply['usage'], cost?: number): KeptReply => ({
  node: 'a',
  purpose: 'reply',
  text: 'Hello',
  calls: [],
  usage,
  ...(cost === undefined ? {} : { cost }),
})
const turn = (...replies: KeptReply[]): TestTurn => ({
  says: 'Hi',
  sets: {},
  answers: [],
  replies,
  calls: [],
  route: [{ is: 'ended', how: 'done' }],
})
const kept = (...turns: TestTurn[]): FlowTest => ({ id: 't', name: 'T', only: null, nodes: {}, turns })

test('the replies of all turns of all tests are counted, with what was known of their tokens and prices', () => {
  const first = kept(turn(reply({ input: 10, output: 2 }, 0.5), reply(null)), turn(reply({ input: 1, output: 1 })))
  const second = kept(turn(reply({ input: 4, output: 3 }, 0.25)))
  expect(expectedExpense([first, second])).toEqual({
    calls: 4,
    input: 15,
    output: 6,
    estimated: true,
    dollars: 0.75,
    unpriced: 2,
    ms: 0,
  })
  expect(expectedExpense([])).toMatchObject({ calls: 0, dollars: 0 })
})
