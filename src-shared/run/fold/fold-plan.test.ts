/** Plans in the fold: what streams, what holds, what steps came to, and what an interruption makes of them. */
import { expect, test } from 'vitest'
import { done, numbered, started } from '../../testing/run-script'
import type { NewRunEvent } from '../log/events'
import { foldEvents, interruptThread } from './fold'
import { costOf } from './fold-cost'
import { EMPTY_THREAD, type PlanView, type ThreadView } from './fold-view'

const of = { node: 'p', path: 'main', round: 1 }
const planned = (id: string, deps: string[] = []) => ({
  ...{ id, plan: `Find ${id}.`, tool: 'Search', input: deps.map((dep) => `#${dep}`).join(' ') || 'x', deps },
  ...{ level: deps.length === 0 ? 1 : 2, toolNode: 's' },
})
const asked = (attempt: number, text: string): NewRunEvent[] => {
  const call = { node: 'p', path: 'main', span: `m${attempt}`, purpose: 'plan' as const, model: 'm' }
  const usage = { input: 5, output: 2 }
  return [
    { type: 'model.started', ...call, messages: 2, dropped: 0 },
    { type: 'plan.text', ...of, span: call.span, attempt, text },
    { type: 'plan.text', ...of, span: call.span, attempt, text: '!' },
    { type: 'model.finished', ...call, usage, ms: 3 },
  ]
}
const fault = { kind: 'no_steps' as const, message: 'There is no step.', line: 1 }
const step = (id: string, more: Partial<NewRunEvent & { type: 'plan.step' }>): NewRunEvent => ({
  ...{ type: 'plan.step', ...of, id, tool: 'Search', toolNode: 's', state: 'running' },
  ...more,
})
const steps: NewRunEvent = { type: 'plan.steps', ...of, steps: [planned('E1'), planned('E2', ['E1'])] }
const begun: NewRunEvent[] = [
  started(1, 'Q'),
  ...asked(1, 'No'),
  { type: 'plan.attempt', ...of, span: 'm1', attempt: 1, text: 'No!', error: fault },
]
const fold = (...events: NewRunEvent[]) => foldEvents(EMPTY_THREAD, numbered('r1', events))
const planOf = (view: ThreadView): PlanView | undefined => view.latest?.plans[0]

test('a planner’s text streams into a plan of its own, never into the chat', () => {
  const view = fold(...begun, ...asked(2, 'Plan:'))
  expect(planOf(view)).toEqual({
    ...{ key: 'p 1', ...of, steps: [], fork: null, solved: null },
    attempts: [{ attempt: 1, span: 'm1', text: 'No!', error: fault }],
    writing: { attempt: 2, span: 'm2', text: 'Plan:!' },
  })
  expect([view.latest?.streams, view.latest?.items.map((item) => item.kind)]).toEqual([[], ['message']])
  expect(planOf(interruptThread(view))?.writing).toBe(null)
})

test('steps wait, run and end; each has one row in the trace, and its tool lights up', () => {
  const running = fold(...begun, steps, step('E1', { filled: 'x', arguments: { q: 'x' } }))
  expect(planOf(running)?.steps.map(({ id, state }) => [id, state])).toEqual([
    ['E1', 'running'],
    ['E2', 'waiting'],
  ])
  expect(running.nodes['s']).toEqual({ state: 'running', message: null })
  const failed = step('E1', { state: 'failed', evidence: 'Error: timeout', error: 'timeout', ms: 7 })
  const view = fold(...begun, steps, step('E1', { filled: 'x', arguments: { q: 'x' } }), failed)
  expect(planOf(view)?.steps[0]).toEqual({
    ...planned('E1'),
    ...{ state: 'failed', startedAt: '2026-03-01T10:00:00.000Z', filled: 'x', arguments: { q: 'x' } },
    ...{ evidence: 'Error: timeout', kept: [], condensed: null, error: 'timeout', notes: [], ms: 7, usage: null },
  })
  expect(view.latest?.trace.filter((row) => row.step.what === 'tool')).toMatchObject([
    {
      state: 'failed',
      ms: 7,
      step: { tool: 'Search', arguments: '{"q":"x"}', result: 'Error: timeout', isError: true },
    },
  ])
  expect(view.nodes['s']).toEqual({ state: 'failed', message: 'Search failed.' })
})

test('after an interruption what ran waits again and what was done stays; after a stop all is skipped', () => {
  const parts = [...begun, steps, step('E1', {}), step('E1', { state: 'done', evidence: 'e' }), step('E2', {})]
  const states = (view: ThreadView) => planOf(view)?.steps.map(({ state }) => state)
  expect(states(interruptThread(fold(...parts)))).toEqual(['done', 'waiting'])
  expect(states(fold(...parts, { type: 'run.resumed' }, steps))).toEqual(['done', 'waiting'])
  expect(states(fold(...parts, { type: 'run.stopped' }))).toEqual(['done', 'skipped'])
})

test('the solver’s prompt and answer are kept, and the cost counts every attempt', () => {
  const solved = { span: 'v', prompt: 'P', answer: 'A', withoutPlan: true, asksAgain: false }
  const view = fold(...begun, { type: 'plan.solved', ...of, ...solved }, done)
  expect(planOf(view)?.solved).toEqual({ at: '2026-03-01T10:00:00.000Z', ...solved })
  expect(view.latest === null ? null : costOf(view.latest)).toEqual({
    calls: 1,
    parts: [{ what: 'plan', count: 1 }],
    usage: { input: 5, output: 2 },
  })
})

test('a plan that is run again keeps what its untouched steps gave, told as often as it likes', () => {
  const from = { threadId: 't0', turn: 1, round: 1 }
  const forked: NewRunEvent[] = [
    started(1, 'Q'),
    { type: 'plan.forked', ...of, from, changes: [{ id: 'E2', what: ['input'] }], kept: ['E1'] },
    steps,
    step('E1', { state: 'failed', evidence: 'Error: no', error: 'no', ms: 3 }),
  ]
  const view = fold(...forked, steps, { type: 'run.resumed' }, steps)
  expect(planOf(view)).toMatchObject({
    fork: { from, kept: ['E1'] },
    steps: [
      { id: 'E1', state: 'failed', startedAt: null, ms: 3 },
      { id: 'E2', state: 'waiting' },
    ],
  })
  expect([view.nodes, view.latest?.trace.filter((row) => row.step.what === 'tool')]).toEqual([{}, []])
})
