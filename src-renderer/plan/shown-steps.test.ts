import { ENGLISH } from '../../src-shared/languages/translate'
import { expect, test } from 'vitest'
import type { NewRunEvent } from '../../src-shared/run/log/events'
import { foldEvents } from '../../src-shared/run/fold/fold'
import { EMPTY_THREAD, turnsOf } from '../../src-shared/run/fold/fold-view'
import { done, numbered, started } from '../../src-shared/testing/run-script'
import { plansOf, progressWords, stepsToShow } from './shown-steps'
import { tokensOf } from './plan-tokens'

const of = { node: 'p', path: 'main', round: 1 }
const call = (span: string) => ({ node: 'p', path: 'main', span, purpose: 'plan' as const, model: 'm' })
const writes = (...texts: string[]): NewRunEvent[] => [
  { type: 'model.started', ...call('m1'), messages: 2, dropped: 0 },
  ...texts.map((text): NewRunEvent => ({ type: 'plan.text', ...of, span: 'm1', attempt: 1, text })),
]
const PLAN = 'Plan: find it\n#E1 = Search[x]\nPlan: reckon\n#E2 = Calc[#E1]'
const wrote: NewRunEvent[] = [
  { type: 'model.finished', ...call('m1'), usage: { input: 100, output: 20 }, ms: 3 },
  { type: 'plan.attempt', ...of, span: 'm1', attempt: 1, text: PLAN, error: null },
]
const planned = (id: string, level: number, deps: string[]) => ({
  ...{ id, plan: 'find', tool: 'Search', input: 'x', deps, level, toolNode: 's' },
})
const steps: NewRunEvent = { type: 'plan.steps', ...of, steps: [planned('E1', 1, []), planned('E2', 2, ['E1'])] }
const step = (id: string, state: 'running' | 'done' | 'failed'): NewRunEvent => ({
  ...{ type: 'plan.step', ...of, id, tool: 'Search', toolNode: 's', state },
  ...(state === 'running' ? {} : { evidence: '12345678', ms: 5 }),
})
const solved: NewRunEvent[] = [
  { type: 'model.started', ...call('m2'), purpose: 'reply', messages: 1, dropped: 0 },
  { type: 'model.finished', ...call('m2'), purpose: 'reply', usage: { input: 60, output: 7 }, ms: 3 },
  { ...of, ...{ type: 'plan.solved', span: 'm2', prompt: 'P', answer: 'A', withoutPlan: false, asksAgain: false } },
]
const newest = (...events: NewRunEvent[]) => {
  const [first] = plansOf(turnsOf(foldEvents(EMPTY_THREAD, numbered('r', [started(1, 'Q'), ...events]))))
  if (first === undefined) throw new Error('there is a plan')
  return first
}

test('while the planner writes, each complete line is a step already', () => {
  const soFar = (...texts: string[]) =>
    stepsToShow(newest(...writes(...texts)).plan).map(({ id, level }) => [id, level])
  expect(soFar('Plan: find it\n#E1 = Sea')).toEqual([])
  expect(soFar('Plan: find it\n#E1 = Search[x]\nPl')).toEqual([['E1', 1]])
  expect(soFar(PLAN, '\n')).toEqual([
    ['E1', 1],
    ['E2', 2],
  ])
  expect(stepsToShow(newest(...writes(PLAN), ...wrote).plan)).toHaveLength(2)
})

test('how far a plan is', () => {
  const words = (...events: NewRunEvent[]): string => {
    const { plan, turn } = newest(...writes(PLAN), ...events)
    return progressWords(plan, turn, ENGLISH)
  }
  const end = [...wrote, steps, step('E1', 'done'), step('E2', 'failed')]
  const nothing = { limit: null, usage: { input: 0, output: 0 }, modelCalls: 1, ms: 1 }
  const waits = { type: 'run.finished', reason: 'waiting', ...nothing } as const
  const asks = (node: string): NewRunEvent => ({
    ...{ type: 'question', node, path: 'main', id: `1.${node}.1` },
    question: { kind: 'approve-plan', round: 1, steps: [], problem: null },
  })
  const refused = {
    type: 'answer',
    node: 'p',
    path: 'main',
    id: '1.p.1',
    answer: { kind: 'approve-plan', approved: false },
  } as const
  expect([
    words(),
    words(...wrote, steps, step('E1', 'running')),
    words(...end),
    words(...end, ...solved, done),
    words(...wrote, steps, step('E1', 'done'), { type: 'run.stopped' }),
    words(...wrote, steps, waits),
    words(...wrote, steps, asks('p'), waits),
    words(...wrote, steps, asks('q'), waits),
    words(...wrote, steps, refused, done),
  ]).toEqual([
    'Planning',
    '0 of 2 done',
    '1 of 2 done, 1 failed · Answering',
    '1 of 2 done, 1 failed',
    '1 of 2 done · Stopped',
    '0 of 2 done · Waiting for you',
    '0 of 2 done · Waiting for you',
    '0 of 2 done · Waiting for another answer',
    '0 of 2 done · Refused',
  ])
})

test('tokens are those that the server counted; an agent’s are estimated from them', () => {
  const { plan, turn } = newest(...writes(PLAN), ...wrote, steps, step('E1', 'done'), step('E2', 'done'), ...solved)
  const tokens = tokensOf(plan, turn)
  expect(tokens).toMatchObject({ planner: 120, steps: 0, solver: 67, total: 187, base: 100 })
  expect(tokens?.react).toMatchObject({ calls: 3, prompts: 300 })
  expect(tokensOf({ ...plan, attempts: [] }, turn)).toBe(null)
})
