import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateReact, reactFormula } from './react-estimate'
import { ENGLISH } from '../../languages/translate'

const plan = {
  base: 100,
  steps: [
    { call: 10, found: 40 },
    { call: 20, found: 5 },
  ],
  answer: 7,
}

test('an agent is sent its first prompt and all that came before, once for every call', () => {
  // Call 1: 100; call 2: 100 + 50; call 3: 100 + 50 + 25; written: 10 + 20 + 7.
  const estimate = estimateReact(plan)
  expect(estimate).toEqual({ calls: 3, prompts: 300, again: 125, written: 37, total: 462 })
  expect(reactFormula(estimate, 1100).map(ENGLISH.message)).toEqual([
    '3 calls, each sent the first prompt of 1,100 tokens: 300',
    'What each step wrote and found, sent again with every later call: 125',
    'What the model writes, a call for each step and the answer: 37',
  ])
  expect(estimateReact({ base: 100, steps: [], answer: 7 })).toEqual({
    ...{ calls: 1, prompts: 100, again: 0, written: 7, total: 107 },
  })
})

test('the closed form is the sum over the calls', () => {
  const tokens = fc.nat(5000)
  const steps = fc.array(fc.record({ call: tokens, found: tokens }), { maxLength: 20 })
  fc.assert(
    fc.property(tokens, steps, tokens, (base, list, answer) => {
      let sent = 0
      let grown = base
      for (const { call, found } of list) {
        sent += grown
        grown += call + found
      }
      const written = list.reduce((sum, { call }) => sum + call, answer)
      expect(estimateReact({ base, steps: list, answer }).total).toBe(sent + grown + written)
    }),
  )
})
