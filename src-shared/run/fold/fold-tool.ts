/** What the events of a tool's run mean for the turn: its line in the chat, its row in the trace, how far it is. */
import type { RunEventOf } from '../log/events'
import { addRow, append, lastIndex, put } from './fold-rows'
import type { Activity, ChatItem, ToolItem, ToolProgress, TraceRow, TurnView } from './fold-view'

/** A tool runs: its line where the reply that asks for it was told already, else a line of its own; and a row. */
export function startTool(turn: TurnView, event: RunEventOf<'tool.started'>): TurnView {
  const { node, path, span, callId, tool, toolNode, at } = event
  const activity: Activity = { node, path, purpose: 'tool', retry: null }
  const step = {
    what: 'tool',
    callId,
    tool,
    toolNode,
    arguments: event.arguments,
    result: null,
    isError: false,
  } as const
  const isAlone = !hasConcurrent(turn.trace, span)
  const begun = addRow({ ...turn, activity }, event, { node, path, span, state: 'running', step })
  const atOnce = (row: TraceRow) => (isConcurrent(row, span) ? withAtOnce(row) : row)
  const next = isAlone ? begun : { ...begun, trace: begun.trace.map(atOnce) }
  const index = lastIndex(
    turn.items,
    (item) => item.kind === 'tool' && item.callId === callId && item.resultId === null,
  )
  const known = turn.items[index]
  if (known?.kind === 'tool') {
    const running: ToolItem = { ...known, tool, toolNode, state: 'running', isError: false, ms: null }
    return { ...next, items: put(turn.items, index, running) }
  }
  const key = `${event.runId}:${event.seq}`
  const asked = {
    key,
    at,
    node,
    path,
    callId,
    tool,
    toolNode,
    arguments: event.arguments,
    entryId: null,
    transit: false,
  }
  const item: ToolItem = {
    kind: 'tool',
    ...asked,
    state: 'running',
    result: null,
    resultId: null,
    isError: false,
    ms: null,
  }
  return { ...next, items: append(turn.items, item) }
}

/** The calls of a reply stand behind the row of the model call that it came of. */
function hasConcurrent(trace: readonly TraceRow[], reply: string): boolean {
  const at = lastIndex(trace, (row) => isConcurrent(row, reply) || (row.span === reply && row.step.what === 'model'))
  const row = trace[at]
  return row !== undefined && isConcurrent(row, reply)
}

/** Another call of the same reply that is not over. */
function isConcurrent({ step, span, state }: TraceRow, reply: string): boolean {
  return step.what === 'tool' && span === reply && state === 'running'
}

function withAtOnce(row: TraceRow): TraceRow {
  return row.step.what === 'tool' ? { ...row, step: { ...row.step, atOnce: true } } : row
}

/** A tool has ended; what it gave comes with its entry. */
export function finishTool(turn: TurnView, event: RunEventOf<'tool.finished'>): TurnView {
  const { callId, isError, ms, output, takenFrom } = event
  const console = output === undefined ? {} : { output }
  const taken = takenFrom === undefined ? {} : { takenFrom }
  const next = { ...turn, activity: turn.activity?.purpose === 'tool' ? null : turn.activity }
  const at = lastIndex(turn.items, (item) => item.kind === 'tool' && item.callId === callId && item.ms === null)
  const item = turn.items[at]
  const items =
    item?.kind === 'tool'
      ? put(turn.items, at, { ...withoutProgress(item), state: 'done' as const, isError, ms, ...taken })
      : turn.items
  const rowAt = lastIndex(
    turn.trace,
    (row) => row.step.what === 'tool' && row.step.callId === callId && row.ms === null,
  )
  const row = turn.trace[rowAt]
  if (row?.step.what !== 'tool') return { ...next, items }
  const state = isError ? 'failed' : 'done'
  return {
    ...next,
    items,
    trace: put(turn.trace, rowAt, {
      ...row,
      state,
      ms,
      step: { ...withoutProgress(row.step), isError, ...console, ...taken },
    }),
  }
}

/** How far a tool is, on its line and its row; what does not run any more is left alone. */
export function foldProgress(turn: TurnView, event: RunEventOf<'tool.progress'>): TurnView {
  const { callId, done, total, message } = event
  const progress = { done, total, message }
  const itemAt = lastIndex(
    turn.items,
    (item) => item.kind === 'tool' && item.callId === callId && item.state === 'running',
  )
  const item = turn.items[itemAt]
  const items = item?.kind === 'tool' ? put(turn.items, itemAt, { ...item, progress }) : turn.items
  const rowAt = lastIndex(
    turn.trace,
    ({ step, state }) => step.what === 'tool' && step.callId === callId && state === 'running',
  )
  const row = turn.trace[rowAt]
  if (row?.step.what !== 'tool') return { ...turn, items }
  return { ...turn, items, trace: put(turn.trace, rowAt, { ...row, step: { ...row.step, progress } }) }
}

/** The item once nothing runs any more. */
export function stopItem(item: ChatItem): ChatItem {
  return item.kind === 'tool' && item.state === 'running' ? { ...withoutProgress(item), state: 'stopped' } : item
}

/** What still ran when the turn began to wait for a person. */
export function waitItem(item: ChatItem): ChatItem {
  return item.kind === 'tool' && item.state === 'running' ? { ...withoutProgress(item), state: 'waiting' } : item
}

/** Nobody decides any more. */
export function dropItem(item: ChatItem): ChatItem {
  return item.kind === 'tool' && item.state === 'waiting' ? { ...item, state: 'stopped' } : item
}

/** The row once nothing runs any more. */
export function stopRow(row: TraceRow, state: 'stopped' | 'failed'): TraceRow {
  if (row.state !== 'running') return row
  return { ...row, state, step: row.step.what === 'tool' ? withoutProgress(row.step) : row.step }
}

/** A tool's line or row that has nothing to wait for. */
export function withoutProgress<T extends { progress?: ToolProgress }>({ progress: _past, ...rest }: T) {
  return rest
}
