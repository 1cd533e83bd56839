/** What turns and threads took: the sums are those of the steps, however often an event is heard; and which hand-off made the context grow. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { threadEvents } from '../../testing/arbitrary-thread'
import { done, entry, numbered, started } from '../../testing/run-script'
import { addExpense, NO_EXPENSE, spentOnCall, sumOf } from '../log/expense'
import type { NewRunEvent } from '../log/events'
import { foldEvents } from './fold'
import { EMPTY_THREAD, turnsOf } from './fold-view'

let span = 0
const call = (node: string, input: number, more: { cost?: number; path?: string } = {}): NewRunEvent => ({
  type: 'model.finished',
  node,
  path: 'main',
  span: `s${(span += 1)}`,
  purpose: 'reply',
  model: 'm',
  usage: { input, output: 10 },
  ms: 20,
  ...more,
})
const handoff = (from: string, to: string): NewRunEvent =>
  entry({
    kind: 'handoff',
    id: `h${(span += 1)}`,
    author: from,
    from,
    to,
    edge: null,
    by: 'model',
    reason: '',
    fromScope: 'main',
    carries: [],
  })
const threadOf = (...turns: NewRunEvent[][]) =>
  foldEvents(
    EMPTY_THREAD,
    turns.flatMap((events, at) => numbered(`r${at}`, [started(at + 1, 'Hello'), ...events, done])),
  )

test('by node, turn and thread; money as far as prices are known', () => {
  const turns = [[call('a', 100, { cost: 0.5 }), call('b', 50)], [call('a', 30, { cost: 0.25 })]]
  const view = threadOf(...turns)
  const [first, second] = turnsOf(view)
  expect(first?.spending.by).toEqual({
    a: { calls: 1, input: 100, output: 10, estimated: false, dollars: 0.5, unpriced: 0, ms: 20 },
    b: { calls: 1, input: 50, output: 10, estimated: false, dollars: 0, unpriced: 1, ms: 20 },
  })
  expect(second?.spending.total).toMatchObject({ calls: 1, input: 30, dollars: 0.25, unpriced: 0 })
  expect(view.spending).toMatchObject({
    priced: 2,
    total: { calls: 3, input: 180, dollars: 0.75, unpriced: 1, ms: 60 },
  })
})

test('the hand-off after which a request grew most is named; checks, nested chats and other turns are no growth', () => {
  const view = threadOf(
    [
      call('a', 100),
      handoff('a', 'b'),
      call('n', 9000, { path: 'main/n:1#x' }),
      call('b', 150),
      handoff('b', 'c'),
      handoff('c', 'd'),
      call('d', 950),
      handoff('d', 'a'),
      call('a', 200),
    ],
    [handoff('a', 'b'), call('b', 99_999)],
  )
  expect(turnsOf(view).map(({ spending }) => spending.growth)).toEqual([
    { from: 'b', to: 'd', before: 150, after: 950, estimated: false },
    null,
  ])
  expect(view.spending.growth).toMatchObject({ from: 'b', to: 'd' })
})

test('an event that says nothing of it changes nothing', () => {
  const view = threadOf([call('a', 100)])
  const more = numbered('r0', [{ type: 'variables', changes: { n: 1 }, by: 'user' }], 9)
  expect(foldEvents(view, more).spending).toBe(view.spending)
})

test('property: the sums are those of all steps, once each, of turns and of the thread', () => {
  fc.assert(
    fc.property(threadEvents, fc.nat(), (events, cut) => {
      // A part is heard twice, as when a link was lost.
      const view = foldEvents(foldEvents(EMPTY_THREAD, events), events.slice(0, cut % (events.length + 1)))
      const turns = turnsOf(view).map(({ spending }) => spending)
      for (const { by, total } of [...turns, view.spending]) expect(sumOf(by)).toEqual(total)
      expect(turns.map(({ total }) => total).reduce(addExpense, NO_EXPENSE)).toEqual(view.spending.total)
      const calls = events.filter((event) => event.type === 'model.finished')
      const { ms: _time, ...spent } = calls.map(spentOnCall).reduce(addExpense, NO_EXPENSE)
      expect(view.spending.total).toMatchObject(spent)
    }),
  )
})
