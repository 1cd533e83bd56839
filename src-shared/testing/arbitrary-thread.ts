/** Random threads for tests: turns of all that runs tell, in any order, which end in every way. */
import fc from 'fast-check'
import type { NewRunEvent, RunEvent } from '../run/log/events'
import { answers, asks, done, entry, numbered, reply, started, tool, user } from './run-script'

/** Threads as a core writes them: turns of replies, tools and hand-offs that end in order, fail and are tried again, or are killed and resumed. */
const step = fc.constantFrom(
  'reply',
  'tool',
  'handoff',
  'decision',
  'session',
  'variables',
  'plan',
  'nested',
  'beside',
  'warning',
)
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
    case 'nested':
      return chatEvents(id, `main/chats#${id.length}`)
    case 'beside':
      return inTurns(chatEvents(`${id}-a`, `main/chats#${id.length}/a#1`), chatEvents(`${id}-b`, 'main/chats#9/b#1'))
    case 'warning':
      return [
        { type: 'warning', node: `inner/${place.node}`, code: 'unreadable-event', facts: { number: 1, event: id } },
      ]
    case 'session':
      return [{ type: 'session', node: 'd', path: 'main/d:1', number: 1, state: 'active', slots: { id } }]
    case 'variables':
      return [{ type: 'variables', changes: { [id]: true } }]
    default:
      return reply(place.node, place.span, { ...answers, id, author: place.node })
  }
}

/** A chat with somebody inside a sub-flow, who uses a tool and sets a variable; its scope is its own. */
function chatEvents(id: string, path: string): NewRunEvent[] {
  const node = `sub/${id}`
  const within = (event: NewRunEvent): NewRunEvent =>
    event.type === 'entry' ? { ...event, path, entry: { ...event.entry, scope: path } } : { ...event, ...pathOf(event) }
  const pathOf = (event: NewRunEvent) => ('path' in event ? { path } : {})
  const said: NewRunEvent[] = [
    entry({
      kind: 'handoff',
      id: `${id}-in`,
      author: 'chats',
      from: 'chats',
      to: node,
      edge: null,
      by: 'recipient',
      reason: '',
      fromScope: 'main',
      carries: [],
    }),
    { type: 'baton', node, path, edge: null },
    ...reply(node, `s-${id}`, { ...asks, id: `${id}-asks`, author: node }),
    ...tool(node, 'c1', { span: `t-${id}`, id: `${id}-result` }),
    { type: 'variables', changes: { chat: id }, by: node },
    ...reply(node, `v-${id}`, { ...answers, id: `${id}-says`, author: node }),
  ]
  return said.map(within)
}

/** Two lists side by side: one of each in turn. */
function inTurns(one: readonly NewRunEvent[], other: readonly NewRunEvent[]): NewRunEvent[] {
  return one.flatMap((event, index) => [event, ...other.slice(index, index + 1)])
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

/** Threads as a core writes them, transient events included. */
export const threadEvents = fc
  .array(turnPlan, { maxLength: 5 })
  .map((plans) => plans.flatMap((plan, index) => turnEvents(plan, index + 1)))
