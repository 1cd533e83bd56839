import { expect, test } from 'vitest'
import { answers, clockTurn, done, numbered, reply, started } from '../../testing/run-script'
import type { NewRunEvent } from '../log/events'
import type { DecisionSubject } from '../log/facts'
import { foldEvents } from './fold'
import { costOf } from './fold-cost'
import { EMPTY_THREAD } from './fold-view'

/** The model calls of a turn with their tokens, as DialogSupervisor 20 has them told. */
test('a turn counts its model calls by what they were for', () => {
  const view = foldEvents(EMPTY_THREAD, [
    ...numbered('r1', clockTurn),
    ...numbered('r2', [
      started(2, 'Ann'),
      ...check('switch', 's1'),
      ...reply('profile', 's2', { ...answers, id: 'x', author: 'profile' }),
      ...check('observer', 's3'),
      ...check('pick', 's4'),
      ...check('pick', 's5'),
      // Decided without a model: no call.
      decided('pick', 's6'),
      done,
    ]),
  ])
  expect([view.earlier[0], view.latest].map((turn) => (turn ? costOf(turn) : null))).toEqual([
    { calls: 2, parts: [{ what: 'reply', count: 2 }], usage: { input: 24, output: 10 } },
    {
      calls: 5,
      parts: [
        { what: 'switch check', count: 1 },
        { what: 'reply', count: 1 },
        { what: 'observer', count: 1 },
        { what: 'pick', count: 2 },
      ],
      usage: { input: 48, output: 9 },
    },
  ])
})

test('a turn that asked nobody costs nothing', () => {
  const view = foldEvents(EMPTY_THREAD, numbered('r1', [started(1, 'Hello'), done]))
  expect(view.latest && costOf(view.latest)).toEqual({ calls: 0, parts: [], usage: { input: 0, output: 0 } })
})

test('a turn costs what its calls cost, as far as their prices are known', () => {
  const spent = (...events: NewRunEvent[]) => {
    const { latest } = foldEvents(EMPTY_THREAD, numbered('r1', [started(1, 'Hello'), ...events, done]))
    return latest && costOf(latest).spent
  }
  const priced = check('switch', 's1', 0.002)
  expect([
    spent(...priced),
    spent(...priced, ...check('pick', 's2', 0.001)),
    spent(...priced, ...check('pick', 's2')),
    spent(...check('pick', 's2')),
  ]).toEqual([
    { dollars: 0.002, isPart: false },
    { dollars: 0.003, isPart: false },
    { dollars: 0.002, isPart: true },
    undefined,
  ])
})

test('a call is told with the connection that was asked, the model as its server calls it, and the messages that were sent', () => {
  const at = { node: 'n', path: 'main', span: 's1', purpose: 'reply' } as const
  const callAfter = (...events: NewRunEvent[]) => {
    const { latest } = foldEvents(EMPTY_THREAD, numbered('r1', [started(1, 'Hello'), ...events]))
    const step = latest?.trace.at(-1)?.step
    return step?.what === 'model' ? step.call : null
  }
  const asked: NewRunEvent = {
    ...at,
    type: 'model.started',
    model: 'work: small',
    connection: 'work',
    messages: 2,
    dropped: 0,
  }
  const answered: NewRunEvent = { ...at, type: 'model.finished', model: 'small-2026', sent: 3, usage: null, ms: 5 }
  expect(callAfter(asked)).toMatchObject({ model: 'work: small', connection: 'work', messages: 2 })
  expect(callAfter(asked, answered)).toMatchObject({ connection: 'work', served: 'small-2026', messages: 3 })
  // As older builds told it.
  const { sent: _sent, ...older } = answered
  expect(callAfter(asked, older)).toMatchObject({ served: 'small-2026', messages: 2 })
})

function check(about: DecisionSubject, span: string, cost?: number): NewRunEvent[] {
  const place = { node: 'n', path: 'main', span }
  const usage = { input: 9, output: 1 }
  return [
    { type: 'model.started', ...place, purpose: 'choose', model: 'm', messages: 1, dropped: 0 },
    {
      type: 'model.finished',
      ...place,
      purpose: 'choose',
      model: 'm',
      usage,
      ms: 20,
      ...(cost === undefined ? {} : { cost }),
    },
    decided(about, span),
  ]
}

function decided(about: DecisionSubject, span: string): NewRunEvent {
  const grounds = { rule: { by: 'always' }, choice: { is: 'nothing' } } as const
  const decision = { about, candidates: [], prompt: null, answer: null, ...grounds, tries: 1 }
  return { type: 'decision', node: 'n', path: 'main', span, decision, usage: null, ms: 21 }
}
