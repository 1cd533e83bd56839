/** The events of long turns, as if they had been run: hand-offs, calls of tools, variables and replies. */
import type { NewRunEvent } from '../run/log/events'

/** ISO 8601. */
const SAID_AT = '2026-03-01T10:00:00.000Z'

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
  const said = { id, turn, scope: 'main', author: node, at: SAID_AT }
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
