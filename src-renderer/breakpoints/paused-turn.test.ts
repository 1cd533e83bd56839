import { expect, test } from 'vitest'
import { foldEvents } from '../../src-shared/run/fold/fold'
import { EMPTY_THREAD } from '../../src-shared/run/fold/fold-view'
import type { ThreadSummary } from '../../src-shared/rpc/contract'
import type { NewRunEvent } from '../../src-shared/run/log/events'
import { numbered, started } from '../../src-shared/testing/run-script'
import { FRESH, type RunState } from '../run/store/run-state'
import { pauseOf } from './paused-turn'

const WAITING = {
  type: 'run.finished',
  reason: 'waiting',
  limit: null,
  usage: { input: 0, output: 0 },
  modelCalls: 1,
  ms: 1,
} as const
const ASKED: NewRunEvent = {
  type: 'question',
  node: 'a',
  path: 'main',
  id: '1.a.1',
  question: { kind: 'breakpoint', verb: 'answer', because: [{ is: 'step' }], calls: [], problem: null, depth: 0 },
}

const THREAD: ThreadSummary = {
  id: 't1',
  flowId: 'flow',
  title: 'Hello',
  createdAt: '2026-03-01T10:00:00.000Z',
  changedAt: '2026-03-01T10:00:00.000Z',
  turns: 1,
  state: 'waiting',
  holder: null,
  model: null,
  only: null,
  pinned: false,
  imported: false,
  forkedFrom: null,
}

function paused(change: Partial<RunState> = {}): RunState {
  const live = foldEvents(EMPTY_THREAD, numbered('r1', [started(1, 'Hello'), ASKED, WAITING]))
  return { ...FRESH, threadId: 't1', threads: [THREAD], live, view: live, ...change }
}

test('a paused turn can go on', () => {
  expect(pauseOf(paused())?.id).toBe('1.a.1')
})

test('a second press finds no pause, before the turn has said that it goes on and while it does', () => {
  expect(pauseOf(paused({ pending: { text: null, runId: null, seen: null } }))).toBeNull()
  const live = foldEvents(EMPTY_THREAD, numbered('r1', [started(1, 'Hello'), ASKED]))
  expect([live.latest?.questions.length, pauseOf(paused({ live }))]).toEqual([1, null])
})

test('a pause is only looked at in the past and in a thread that was imported', () => {
  expect(pauseOf(paused({ past: { step: 0, count: 1 } }))).toBeNull()
  expect(pauseOf(paused({ threads: [{ ...THREAD, imported: true }] }))).toBeNull()
  expect(pauseOf(paused({ threads: [{ ...THREAD, id: 't2', imported: true }, THREAD] }))?.id).toBe('1.a.1')
})
