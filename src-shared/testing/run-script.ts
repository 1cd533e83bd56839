/** Scripted runs for tests: the events that a core would write for a turn with a reply, a tool call and so on. */
import { runEventSchema, type NewRunEvent, type RunEvent } from '../run/log/events'
import { logEntrySchema, type LogEntry } from '../run/log/log'

/** When everything happens. */
export const AT = '2026-03-01T10:00:00.000Z'

/** Numbers events as a run does. */
export function numbered(runId: string, events: readonly NewRunEvent[], from = 1): RunEvent[] {
  return events.map((event, index) => runEventSchema.parse({ ...event, runId, seq: from + index, at: AT }))
}

/** The beginning of a turn; `input` null: the flow speaks first. */
export function started(turn: number, input: string | null): NewRunEvent {
  return { type: 'run.started', threadId: 't', flowId: 'f', revision: 3, turn, input }
}

/** The end of a turn in order. */
export const done: NewRunEvent = {
  type: 'run.finished',
  reason: 'done',
  limit: null,
  usage: { input: 12, output: 5 },
  modelCalls: 1,
  ms: 900,
}

/** A log entry before it has its turn, scope and time. */
export type ScriptEntry =
  | Omit<Extract<LogEntry, { kind: 'text' }>, 'turn' | 'scope' | 'at'>
  | Omit<Extract<LogEntry, { kind: 'calls' }>, 'turn' | 'scope' | 'at'>
  | Omit<Extract<LogEntry, { kind: 'result' }>, 'turn' | 'scope' | 'at'>
  | Omit<Extract<LogEntry, { kind: 'handoff' }>, 'turn' | 'scope' | 'at'>
  | Omit<Extract<LogEntry, { kind: 'system' }>, 'turn' | 'scope' | 'at'>

/** An entry of the main conversation. */
export function entry(said: ScriptEntry, turn = 1): NewRunEvent {
  return {
    type: 'entry',
    node: said.author,
    path: 'main',
    entry: logEntrySchema.parse({ ...said, turn, scope: 'main', at: AT }),
  }
}

/** One model call of a node: tokens, its end, and the entry that it became. */
export function reply(node: string, span: string, said: ScriptEntry): NewRunEvent[] {
  const place = { node, path: 'main', span }
  const text = 'text' in said ? said.text : ''
  const tokens = text.split(/(?<= )/).filter((piece) => piece !== '')
  return [
    { type: 'model.started', ...place, purpose: 'reply', model: 'm', messages: 2, dropped: 0 },
    ...tokens.map((piece): NewRunEvent => ({ type: 'token', ...place, entryId: said.id, text: piece })),
    { type: 'model.finished', ...place, purpose: 'reply', model: 'm', usage: { input: 12, output: 5 }, ms: 300 },
    entry(said),
  ]
}

/** A tool call from its start to its result. */
export function tool(node: string, callId: string, { span, id }: { span: string; id: string }): NewRunEvent[] {
  const call = { node, path: 'main', span, callId, tool: 'get_time', toolNode: 'clock' }
  return [
    { type: 'tool.started', ...call, arguments: '{}' },
    { type: 'tool.finished', ...call, isError: false, ms: 4 },
    entry({
      kind: 'result',
      id,
      author: 'clock',
      callId,
      tool: 'get_time',
      text: '14:02',
      isError: false,
    }),
  ]
}

/** What the user says in `clockTurn`. */
export const user = { kind: 'text', id: 'e1', author: 'user', text: 'What time is it?' } satisfies ScriptEntry
/** The concierge asks for the time. */
export const asks = {
  kind: 'calls',
  id: 'e2',
  author: 'concierge',
  text: '',
  calls: [{ id: 'c1', name: 'get_time', arguments: '{}', transit: false }],
} satisfies ScriptEntry
/** The concierge answers. */
export const answers = {
  kind: 'text',
  id: 'e3',
  author: 'concierge',
  text: 'It is two in the afternoon.',
} satisfies ScriptEntry

/** A whole turn: a question, a tool call, an answer. */
export const clockTurn: NewRunEvent[] = [
  started(1, 'What time is it?'),
  { type: 'baton', node: 'concierge', path: 'main', edge: 'edge-1' },
  entry(user),
  ...reply('concierge', 's1', asks),
  ...tool('concierge', 'c1', { span: 's2', id: 'r1' }),
  ...reply('concierge', 's3', answers),
  done,
]
