import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answers, asks, done, entry, numbered, reply, started, tool, user } from '../../testing/run-script'
import { isFleeting } from '../log/event-types'
import type { NewRunEvent, RunEvent } from '../log/events'
import { foldEvents, interruptThread } from './fold'
import { EMPTY_THREAD, turnsOf, type ThreadView } from './fold-view'

const fold = (events: readonly RunEvent[], view = EMPTY_THREAD): ThreadView => foldEvents(view, events)
const stored = (events: readonly RunEvent[]): RunEvent[] => events.filter((event) => !isFleeting(event))

/** Threads as a core writes them: turns of replies, tools and hand-offs that end in order, fail and are tried again, or are killed and resumed. */
const step = fc.constantFrom('reply', 'tool', 'handoff', 'decision', 'session', 'variables', 'plan')
const turnPlan = fc.record({
  steps: fc.array(step, { maxLength: 6 }),
  end: fc.constantFrom('done', 'limit', 'stopped', 'failed', 'killed', 'edited'),
})

function stepEvents(what: string, id: string): NewRunEvent[] {
  const place = { node: `n${id.length % 3}`, path: 'main', span: `s-${id}` }
  switch (what) {
    case 'tool':
      return [
        ...reply(place.node, place.span, { ...asks, id, author: place.node }),
        ...tool(place.node, 'c1', { span: `t-${id}`, id: `r-${id}` }),
      ]
    case 'handoff':
      return [
        entry({
          kind: 'handoff',
          id,
          author: place.node,
          from: place.node,
          to: 'n9',
          edge: null,
          by: 'model',
          reason: 'why',
          fromScope: 'main',
          carries: [],
        }),
        { type: 'baton', node: 'n9', path: 'main', edge: null },
      ]
    case 'decision': {
      const decision = {
        about: 'observer' as const,
        candidates: [],
        prompt: null,
        answer: null,
        rule: { by: 'always' as const },
        choice: { is: 'nothing' as const },
        tries: 1,
      }
      return [{ type: 'decision', ...place, decision, usage: null, ms: 1 }]
    }
    case 'plan':
      return planEvents(id)
    case 'session':
      return [{ type: 'session', node: 'd', path: 'main/d:1', number: 1, state: 'active', slots: { id } }]
    case 'variables':
      return [{ type: 'variables', changes: { [id]: true } }]
    default:
      return reply(place.node, place.span, { ...answers, id, author: place.node })
  }
}

/** A bad reply, a good one, a step that fails, a step that is done, an answer. */
function planEvents(id: string): NewRunEvent[] {
  const of = { node: `p${id.length % 2}`, path: 'main', round: 1 }
  const asked = (attempt: number): NewRunEvent[] => {
    const call = { node: of.node, path: of.path, span: `s-${id}-${attempt}`, purpose: 'plan' as const, model: 'm' }
    const error = attempt === 1 ? { kind: 'no_steps' as const, message: 'No steps.', line: null } : null
    return [
      { type: 'model.started', ...call, messages: 2, dropped: 0 },
      { type: 'plan.text', ...of, span: call.span, attempt, text: 'Plan: ' },
      { type: 'plan.text', ...of, span: call.span, attempt, text: id },
      { type: 'model.finished', ...call, usage: null, ms: 1 },
      { type: 'plan.attempt', ...of, span: call.span, attempt, text: `Plan: ${id}`, error },
    ]
  }
  const step = { plan: 'a', tool: 'T', input: 'x', deps: [], level: 1, toolNode: 't' }
  const did = (name: string, state: 'running' | 'done' | 'failed'): NewRunEvent => {
    const result = state === 'running' ? { filled: 'x' } : { evidence: 'e', ms: 1 }
    return { type: 'plan.step', ...of, id: name, tool: 'T', toolNode: 't', state, ...result }
  }
  return [
    ...asked(1),
    ...asked(2),
    { type: 'plan.steps', ...of, steps: ['E1', 'E2'].map((name) => ({ ...step, id: name })) },
    did('E1', 'running'),
    did('E2', 'running'),
    did('E2', 'failed'),
    did('E1', 'done'),
    { type: 'plan.solved', ...of, span: `v-${id}`, prompt: 'p', answer: 'a', withoutPlan: false, asksAgain: false },
  ]
}

function turnEvents(plan: { steps: string[]; end: string }, turn: number): RunEvent[] {
  const runId = `r${turn}`
  const steps = plan.steps.flatMap((what, index) => stepEvents(what, `e${turn}-${index}`))
  const all = [started(turn, 'Hello'), entry({ ...user, id: `u${turn}`, text: 'Hello' }, turn), ...steps]
  if (plan.end === 'killed') {
    const half = Math.max(1, Math.floor(all.length / 2))
    return numbered(runId, [...all.slice(0, half), { type: 'run.resumed' }, ...all.slice(half), done])
  }
  if (plan.end === 'failed') {
    const failed = numbered(runId, [
      ...all.slice(0, 3),
      { type: 'run.failed', node: null, error: { code: 'model-busy', message: 'Busy.' } },
    ])
    return [...failed, ...numbered(`${runId}-again`, [...all, done])]
  }
  if (plan.end === 'stopped') return numbered(runId, [...all, { type: 'run.stopped' }])
  const edit: NewRunEvent = { type: 'variables', changes: { set: turn, [`e${turn}-0`]: null }, by: 'user' }
  if (plan.end === 'edited') return numbered(runId, [...all, done, edit])
  const limit: NewRunEvent = {
    type: 'run.finished',
    reason: 'limit',
    limit: { limit: 'hops', most: 9, language: 'en' },
    usage: { input: 1, output: 1 },
    modelCalls: 1,
    ms: 9,
  }
  return numbered(runId, [...all, plan.end === 'limit' ? limit : done])
}

const threadEvents = fc
  .array(turnPlan, { maxLength: 5 })
  .map((plans) => plans.flatMap((plan, index) => turnEvents(plan, index + 1)))

describe('properties', () => {
  test('a prefix and then the rest is all of it, and hearing a part twice changes nothing', () => {
    fc.assert(
      fc.property(threadEvents, fc.nat(), fc.nat(), (events, cut, back) => {
        const at = events.length === 0 ? 0 : cut % events.length
        const prefix = fold(events.slice(0, at))
        const isResume = events.slice(Math.max(0, at - (back % 4)), at).some((event) => event.type === 'run.resumed')
        if (!isResume) expect(fold(events.slice(Math.max(0, at - (back % 4)), at), prefix)).toEqual(prefix)
        expect(fold(events.slice(at), prefix)).toEqual(fold(events))
      }),
    )
  })

  test('a stored thread ends in the view of the live one', () => {
    fc.assert(
      fc.property(threadEvents, (events) => {
        expect(fold(stored(events))).toEqual(fold(events))
      }),
    )
  })

  test('keys are unique within a turn', () => {
    fc.assert(
      fc.property(threadEvents, (events) => {
        for (const turn of turnsOf(fold(events))) {
          const keys = [...turn.items.map((item) => item.key), ...turn.trace.map((row) => `row ${row.key}`)]
          expect(new Set(keys).size).toBe(keys.length)
        }
      }),
    )
  })

  test('any events in any order are folded without a throw', () => {
    const anyEvents = fc.tuple(threadEvents, fc.infiniteStream(fc.nat())).map(([events, picks]) => {
      return Array.from({ length: 30 }, () => events[(picks.next().value ?? 0) % Math.max(1, events.length)]).filter(
        (event) => event !== undefined,
      )
    })
    fc.assert(
      fc.property(anyEvents, fc.boolean(), (events, isInterrupted) => {
        const view = fold(events)
        expect(() => fold(events, isInterrupted ? interruptThread(view) : view)).not.toThrow()
      }),
    )
  })
})
