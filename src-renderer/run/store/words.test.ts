import { ENGLISH } from '../../../src-shared/languages/translate'
import { expect, test } from 'vitest'
import { becauseWords } from '../../../src-shared/run/words/moves'
import { progressWords } from '../../../src-shared/run/trace/progress-words'
import { dollarWords, tokenWords } from '../../../src-shared/run/words/figures'
import { costWords } from './words'

test('what a turn cost', () => {
  const parts = [
    { what: 'switch check', count: 1 },
    { what: 'reply', count: 2 },
    { what: 'observer', count: 1 },
  ] as const
  expect([
    costWords({ calls: 4, parts, usage: { input: 612, output: 40 } }, ENGLISH),
    costWords({ calls: 1, parts: [{ what: 'reply', count: 1 }], usage: { input: 0, output: 0 } }, ENGLISH),
    costWords({ calls: 0, parts: [], usage: { input: 0, output: 0 } }, ENGLISH),
    costWords({ calls: 1, parts: [{ what: 'reply', count: 1 }], usage: { input: 19073, output: 1029 } }, ENGLISH),
  ]).toEqual([
    '4 model calls: 1 switch check, 2 replies, 1 observer · 612 + 40 tokens',
    '1 model call: 1 reply',
    '',
    '1 model call: 1 reply · 19,073 + 1,029 tokens',
  ])
})

test('tokens that were estimated are said to be about so many', () => {
  const usage = { input: 612, output: 40, estimated: true }
  expect([
    tokenWords(usage, ENGLISH),
    tokenWords({ input: 612, output: 40 }, ENGLISH),
    costWords({ calls: 1, parts: [{ what: 'reply', count: 1 }], usage }, ENGLISH),
  ]).toEqual(['about 652 tokens', '652 tokens', '1 model call: 1 reply · about 612 + 40 tokens'])
})

test('what a turn cost in money: an estimate where tokens are, at least so much where a price is missing', () => {
  const parts = [{ what: 'reply', count: 1 }] as const
  const usage = { input: 612, output: 40 }
  const words = (more: object) =>
    costWords({ calls: 1, parts, usage, ...more }, ENGLISH)
      .split(' · ')
      .at(-1)
  expect([
    words({ spent: { dollars: 0.00214, isPart: false } }),
    words({ spent: { dollars: 1.5, isPart: true } }),
    words({ spent: { dollars: 0.02, isPart: false }, usage: { ...usage, estimated: true } }),
    words({}),
    [0, 0.00001, 0.0001, 0.0995, 0.1, 12.345].map((dollars) => dollarWords(dollars, ENGLISH)),
  ]).toEqual([
    '$0.0021',
    'at least $1.50',
    'about $0.0200',
    '612 + 40 tokens',
    ['$0', 'less than $0.0001', '$0.0001', '$0.0995', '$0.10', '$12.35'],
  ])
})

test('why a task graph moved the baton', () => {
  const moves = [
    { reason: 'asks about delivery' },
    { reason: '', cause: 'others' },
    { reason: '', cause: 'first' },
  ] as const
  expect(moves.map((move) => becauseWords({ by: 'intent', ...move }, ENGLISH))).toEqual([
    ', because: asks about delivery',
    ', no intent fits',
    ', first in the graph',
  ])
})

test('how far a tool is', () => {
  expect([
    progressWords({ done: 3, total: 10, message: 'copying' }, ENGLISH),
    progressWords({ done: 1234.5678, total: null, message: ' ' }, ENGLISH),
  ]).toEqual(['3 of 10 · copying', '1,234.57'])
})
