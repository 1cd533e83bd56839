/** Part `moments`: what it costs to look back in a long thread: its recording as it is opened, and a moment wherever it is. */
import type { NewRunEvent, RunEvent } from '../src-shared/run/log/events'
import { foldEvents } from '../src-shared/run/fold/fold'
import { EMPTY_THREAD } from '../src-shared/run/fold/fold-view'
import { createThreadRecord } from '../src-shared/run/moments/thread-record'
import { busyMs, median, quantile, type Figure, type Report } from './figures'

export type MomentSizes = { steps: number; scrubs: number }

const AT = Date.parse('2026-03-01T10:00:00.000Z')
const ROUNDS = 7
const AGENTS = Array.from({ length: 5 }, (_none, at) => `agent-${at}`)

/** The events of a thread of so many steps. */
function eventsOf(steps: number, stepsOfTurn: number): RunEvent[] {
  const events: RunEvent[] = []
  for (let turn = 1; events.length === 0 || turn <= steps / stepsOfTurn; turn += 1) {
    const told = turnEvents({ flowId: 'f', threadId: 't', turn, steps: stepsOfTurn, agents: AGENTS })
    for (const [at, event] of told.entries())
      events.push({
        ...event,
        runId: `run-${turn}`,
        seq: at + 1,
        at: new Date(AT + events.length * 100).toISOString(),
      })
  }
  return events
}

export type TurnScript = { flowId: string; threadId: string; turn: number; steps: number; agents: readonly string[] }

/** A turn of so many steps: a question, hand-offs, calls of tools, variables and replies of some agents in a circle. */
export function turnEvents({ flowId, threadId, turn, steps, agents }: TurnScript): NewRunEvent[] {
  const events: NewRunEvent[] = []
  const tell = (event: NewRunEvent): void => void events.push(event)
  tell({ type: 'run.started', threadId, flowId, revision: 1, turn, input: `Question ${turn}` })
  for (let step = 1; step < steps; step += 1) tellStep(tell, { turn, step, agents })
  const usage = { input: 100, output: 20 }
  tell({ type: 'run.finished', reason: 'done', limit: null, usage, modelCalls: 10, ms: 900 })
  return events
}

type StepScript = Pick<TurnScript, 'turn' | 'agents'> & { step: number }

function tellStep(tell: (event: NewRunEvent) => void, { turn, step, agents }: StepScript): void {
  const id = `${turn}-${step}`
  const agentOf = (at: number): string => agents[at % agents.length] ?? ''
  const [node, next] = [agentOf(step), agentOf(step + 1)]
  const said = { id, turn, scope: 'main', author: node, at: new Date(AT).toISOString() }
  const call = { node, path: 'main', span: `span-${id}` }
  const entered = { type: 'entry', node, path: 'main' } as const
  switch (step % 5) {
    case 0: {
      const moved = { from: node, to: next, edge: `edge-${step % 5}`, by: 'model', reason: 'It is theirs.' } as const
      tell({ ...entered, entry: { ...said, kind: 'handoff', ...moved, fromScope: 'main', carries: [] } })
      return tell({ type: 'baton', node: next, path: 'main', edge: moved.edge })
    }
    case 1:
      return tell({ type: 'variables', changes: { [`value ${step % 20}`]: id }, by: node })
    case 2: {
      tellModel(tell, call)
      const asked = { id: `call-${id}`, name: 'look_up', arguments: '{"of": 1}', transit: false }
      return tell({ ...entered, entry: { ...said, kind: 'calls', text: '', calls: [asked] } })
    }
    case 3: {
      // Of the reply before it.
      const of = `${turn}-${step - 1}`
      const asker = agentOf(step - 1)
      const tool = { callId: `call-${of}`, tool: 'look_up', toolNode: 'tool' }
      const reply = { node: asker, path: 'main', span: `span-${of}` }
      tell({ type: 'tool.started', ...reply, ...tool, arguments: '{"of": 1}' })
      tell({ type: 'tool.finished', ...reply, ...tool, isError: false, ms: 4 })
      const text = `Found ${id}. `.repeat(12)
      const result = { ...said, author: asker, kind: 'result', callId: tool.callId, tool: 'look_up' } as const
      return tell({ ...entered, node: asker, entry: { ...result, text, isError: false } })
    }
    default: {
      tellModel(tell, call)
      return tell({ ...entered, entry: { ...said, kind: 'text', text: `Answer ${id}. `.repeat(20) } })
    }
  }
}

function tellModel(tell: (event: NewRunEvent) => void, call: { node: string; path: string; span: string }): void {
  const model = { purpose: 'reply', model: 'model' } as const
  tell({ type: 'model.started', ...call, ...model, messages: 9, dropped: 0 })
  tell({ type: 'model.finished', ...call, ...model, usage: { input: 100, output: 20 }, ms: 300 })
}

/** Where somebody goes who drags to and fro: the same places in every run. */
function* places(count: number, most: number): Generator<number> {
  let state = 7
  for (let index = 0; index < count; index += 1) {
    state = (state * 48_271) % 2_147_483_647
    yield state % (most + 1)
  }
}

/** What each of some rounds took, in ms of this thread: what is collected in between falls on one round or another. */
function times(rounds: number, act: () => unknown): number[] {
  return Array.from({ length: rounds }, () => {
    const begun = busyMs()
    act()
    return busyMs() - begun
  })
}

/** Records threads of many short turns and of a few long ones, and goes to moments all over them. */
export function measureMoments({ steps, scrubs }: MomentSizes): Report {
  const figures = [20, 1000].flatMap((stepsOfTurn): Figure[] => {
    const events = eventsOf(steps, stepsOfTurn)
    foldEvents(EMPTY_THREAD, events)
    const folded = median(times(ROUNDS, () => foldEvents(EMPTY_THREAD, events)))
    let recording = createThreadRecord()
    const recorded = median(
      times(ROUNDS, () => {
        recording = createThreadRecord()
        recording.add(events)
      }),
    )
    const costs = [...places(scrubs, recording.index.steps.length - 1)].map((place) => {
      const before = performance.now()
      recording.viewAt(recording.index.steps[place]?.end ?? 0)
      return performance.now() - before
    })
    const name = `turns of ${stepsOfTurn} steps`
    const from = `median of ${ROUNDS}`
    return [
      { what: `${name}: its fold alone`, value: folded, unit: 'ms', from },
      { what: `${name}: fold and recording in all`, value: recorded, unit: 'ms', from, most: 100 },
      { what: `${name}: a moment, 95th percentile`, value: quantile(costs, 0.95), unit: 'ms', most: 50 },
    ]
  })
  return {
    title: 'Looking back',
    setting: `${steps} steps in a thread, ${scrubs} moments all over it`,
    figures,
  }
}
