import fc from 'fast-check'
import { expect, test } from 'vitest'
import { threadEvents } from '../../testing/arbitrary-thread'
import { clockTurn, done, entry, numbered, reply, started } from '../../testing/run-script'
import { foldEvents } from '../fold/fold'
import { EMPTY_THREAD, turnsOf } from '../fold/fold-view'
import { differenceOf } from './difference'
import { createThreadRecord } from './thread-record'

const handoff = entry({
  kind: 'handoff',
  id: 'h2',
  author: 'concierge',
  from: 'concierge',
  to: 'order',
  edge: null,
  by: 'model',
  reason: 'a cake',
  fromScope: 'main',
  carries: [],
})

test('what was said, set, passed on and paid between two moments', () => {
  const second = numbered('r2', [
    started(2, 'A cake'),
    handoff,
    { type: 'baton', node: 'order', path: 'main/order:1', edge: null },
    { type: 'session', node: 'order', path: 'main/order:1', number: 1, state: 'active', slots: { cake: null } },
    { type: 'variables', changes: { cake: 'plum', time: null }, by: 'order' },
    ...reply('order', 's9', { kind: 'text', id: 'e9', author: 'order', text: 'Which one?' }),
    done,
  ])
  const first = foldEvents(
    EMPTY_THREAD,
    numbered('r1', [...clockTurn, { type: 'variables', changes: { time: '14:02' }, by: 'user' }]),
  )
  const { rows, ...difference } = differenceOf(first, foldEvents(first, second))
  expect(rows.map(({ step }) => step.what)).toEqual(['user', 'handoff', 'session', 'variables', 'model'])
  expect(difference).toEqual({
    variables: [
      { name: 'time', before: '14:02', after: null },
      { name: 'cake', before: undefined, after: 'plum' },
    ],
    baton: {
      before: { node: 'concierge', path: 'main', edge: 'edge-1', moves: 1 },
      after: { node: 'order', path: 'main/order:1', edge: null, moves: 2 },
    },
    sessions: [
      {
        node: 'order',
        before: null,
        after: { number: 1, state: 'active', path: 'main/order:1', slots: { cake: null } },
      },
    ],
    places: [],
    cost: {
      before: { turns: 1, modelCalls: 2, toolCalls: 1, usage: { input: 24, output: 10 }, dollars: 0 },
      after: { turns: 2, modelCalls: 3, toolCalls: 1, usage: { input: 36, output: 15 }, dollars: 0 },
    },
  })
})

test('a moment does not differ from itself, also where it was folded twice', () => {
  fc.assert(
    fc.property(threadEvents, fc.nat(), (events, pick) => {
      const record = createThreadRecord()
      record.add(events)
      const count = pick % (record.events.length + 1)
      const again = foldEvents(EMPTY_THREAD, record.events.slice(0, count))
      const { rows, variables, baton, sessions, places, cost } = differenceOf(record.viewAt(count), again)
      expect({ rows, variables, baton, sessions, places }).toEqual({
        rows: [],
        variables: [],
        baton: null,
        sessions: [],
        places: [],
      })
      expect(cost.before).toEqual(cost.after)
    }),
  )
})

test('what differs from the empty thread is all of it', () => {
  fc.assert(
    fc.property(threadEvents, (events) => {
      const view = foldEvents(EMPTY_THREAD, events)
      const { rows, variables, cost } = differenceOf(EMPTY_THREAD, view)
      expect(rows).toEqual(turnsOf(view).flatMap(({ trace }) => trace))
      expect(Object.fromEntries(variables.map(({ name, after }) => [name, after]))).toEqual(view.variables)
      expect(cost.before.modelCalls).toBe(0)
    }),
  )
})
