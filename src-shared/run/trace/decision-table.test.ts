import { expect, test } from 'vitest'
import type { DecisionChoice } from '../log/decisions'
import { flowDecisionSchema, type FlowDecision } from '../log/flow-decisions'
import { ALL_DECISIONS, choiceKey, countChoices, fitsFilter, valuesOf, type DecisionFilter } from './decision-table'

type DecidedCase = { threadId: string; node: string; choice: DecisionChoice; rule?: object }

function decided({ threadId, node, choice, rule = { by: 'base-choice' } }: DecidedCase): FlowDecision {
  return flowDecisionSchema.parse({
    ...{ threadId, runId: 'r', span: `${threadId} ${node}`, turn: 1, at: '2026-01-01T00:00:00.000Z', node, who: null },
    ...{
      about: choice.is === 'slots' ? 'slots' : 'pick',
      candidates: [],
      moreCandidates: 0,
      isAsked: true,
      canReplay: true,
      ms: 1,
    },
    ...{ choice, rule },
  })
}

const sales: DecisionChoice = { is: 'named', names: ['Sales'] }
const user: DecisionChoice = { is: 'outcome', outcome: 'user' }
const ALL: readonly FlowDecision[] = [
  decided({ threadId: 'one', node: 'desk', choice: sales }),
  decided({ threadId: 'two', node: 'desk', choice: user }),
  decided({ threadId: 'two', node: 'desk', choice: sales, rule: { by: 'only-candidate' } }),
  decided({ threadId: 'two', node: 'form', choice: { is: 'slots', values: { city: 'Rome' } } }),
  decided({ threadId: 'one', node: 'form', choice: { is: 'slots', values: { city: 'Oslo' } } }),
  decided({ threadId: 'one', node: 'docs', choice: { is: 'pieces', found: 0, of: 9 } }),
]

test('counts what each node chose, whoever decided most often first, and slots together whatever fills them', () => {
  expect(countChoices(ALL)).toEqual([
    {
      node: 'desk',
      count: 3,
      choices: [
        { key: 'named: Sales', choice: sales, count: 2 },
        { key: 'outcome: the user', choice: user, count: 1 },
      ],
    },
    {
      node: 'form',
      count: 2,
      choices: [{ key: 'slots: slots', choice: { is: 'slots', values: { city: 'Rome' } }, count: 2 }],
    },
    {
      node: 'docs',
      count: 1,
      choices: [{ key: 'pieces: no pieces', choice: { is: 'pieces', found: 0, of: 9 }, count: 1 }],
    },
  ])
})

test('a participant that is called as the user is counted by itself', () => {
  const named: DecisionChoice = { is: 'named', names: ['the user'] }
  const both = [user, named].map((choice) => decided({ threadId: 'one', node: 'desk', choice }))
  expect(countChoices(both).map(({ choices }) => choices.map(({ choice }) => choice))).toEqual([[user, named]])
  expect(both.map((one) => fitsFilter(one, { ...ALL_DECISIONS, choice: choiceKey(named) }))).toEqual([false, true])
})

test('each filter narrows, and together they all have to fit', () => {
  const places = (filter: Partial<DecisionFilter>) =>
    ALL.flatMap((one, place) => (fitsFilter(one, { ...ALL_DECISIONS, ...filter }) ? [place] : []))
  expect({
    none: places({}),
    about: places({ about: 'slots' }),
    node: places({ node: 'docs' }),
    rule: places({ rule: 'only-candidate' }),
    choice: places({ choice: choiceKey(sales) }),
    threads: places({ threads: new Set(['two']) }),
    all: places({ about: 'pick', node: 'desk', choice: choiceKey(sales), threads: new Set(['two']) }),
    nothing: places({ node: 'desk', about: 'slots' }),
  }).toEqual({
    none: [0, 1, 2, 3, 4, 5],
    about: [3, 4],
    node: [5],
    rule: [2],
    choice: [0, 2],
    threads: [1, 2, 3],
    all: [2],
    nothing: [],
  })
  expect(valuesOf(ALL, ({ node }) => node)).toEqual(['desk', 'form', 'docs'])
})
