/** What a new entry of the conversation log means for the turn: a message, tool lines, a result, a divider. */
import type { RunEventOf } from '../log/events'
import { wordsWithNames } from '../log/attachments'
import { addRow, append, lastIndex, put } from './fold-rows'
import { withoutProgress } from './fold-tool'
import type { ChatItem, MessageItem, ToolItem, TraceRow, TurnView } from './fold-view'
import type { LogCall, LogEntry } from '../log/log'

type EntryEvent = RunEventOf<'entry'>
type EntryOf<K extends LogEntry['kind']> = Extract<LogEntry, { kind: K }>

/** The turn after an entry; an entry that is already there (its run was resumed) is ignored. */
export function foldEntry(turn: TurnView, event: EntryEvent): TurnView {
  const { entry } = event
  // Only a turn that was gone on with tells again what it had said.
  const tellsAgain = turn.resumedAt > 0 || turn.pastRuns.length > 0
  if (tellsAgain && turn.items.some((item) => isOf(item, entry.id))) return turn
  const next = { ...turn, streams: turn.streams.filter((stream) => stream.entryId !== entry.id) }
  switch (entry.kind) {
    case 'text':
      return entry.author === 'user' ? foldUser(next, event, entry) : foldReply(next, event, entry, [])
    case 'calls':
      return foldReply(next, event, entry, entry.calls)
    case 'result':
      return foldResult(next, entry)
    case 'handoff':
      return foldHandoff(next, event, entry)
    case 'system': {
      const { id, at, scope: path, text } = entry
      const item: ChatItem = { kind: 'system', key: `entry-${id}`, at, entryId: id, path, text }
      const added = { ...next, items: append(next.items, item) }
      return addRow(added, event, { node: event.node, path: event.path, step: { what: 'system', text } })
    }
  }
}

function isOf(item: ChatItem, entryId: string): boolean {
  switch (item.kind) {
    case 'message':
    case 'handoff':
    case 'system':
      return item.entryId === entryId
    case 'tool':
      return item.entryId === entryId || item.resultId === entryId
    default:
      return false
  }
}

/** The user's words are shown as soon as the run starts; their entry only confirms them. */
function foldUser(turn: TurnView, event: EntryEvent, entry: EntryOf<'text'>): TurnView {
  const index = turn.items.findIndex(
    (item) => item.kind === 'message' && item.author === 'user' && item.entryId === null,
  )
  const shown = turn.items[index]
  if (shown?.kind === 'message') {
    const { id: entryId, text, scope: path } = entry
    const items = put(turn.items, index, { ...shown, entryId, text, path, ...attachedTo(entry) })
    return { ...turn, items }
  }
  const added = { ...turn, items: append(turn.items, messageOf(entry, null)) }
  return addRow(added, event, { step: { what: 'user', text: wordsWithNames(entry.text, entry.attachments) } })
}

function attachedTo({ attachments }: EntryOf<'text'>): Pick<MessageItem, 'attachments'> {
  return attachments === undefined ? {} : { attachments }
}

/** A participant's reply: the row of the model call that wrote it learns what came of it. */
function foldReply(
  turn: TurnView,
  event: EntryEvent,
  entry: EntryOf<'text' | 'calls'>,
  calls: readonly LogCall[],
): TurnView {
  const index = lastIndex(turn.trace, (row) => isOpenCall(row, event))
  const row = turn.trace[index]
  const call = row?.step.what === 'model' ? row : null
  const said = entry.text.trim() === '' ? [] : [messageOf(entry, call)]
  const items = calls.reduce((list, asked) => withCall(list, event, asked), append(turn.items, ...said))
  if (row?.step.what !== 'model') {
    const step = {
      what: 'model',
      call: SPOKEN,
      entryId: entry.id,
      text: entry.text,
      calls,
      ...outputOf(entry),
    } as const
    return addRow({ ...turn, items }, event, { node: event.node, path: event.path, step })
  }
  const step = { ...row.step, entryId: entry.id, text: entry.text, calls, ...outputOf(entry) }
  return { ...turn, items, trace: put(turn.trace, index, { ...row, step }) }
}

/** Words that no model wrote, such as the first words of a dialog. */
const SPOKEN = { purpose: 'spoken', model: '', messages: 0, dropped: 0, retries: [] } as const

function isOpenCall(row: TraceRow, event: EntryEvent): boolean {
  return (
    row.step.what === 'model' &&
    row.step.entryId === null &&
    row.node === event.node &&
    row.path === event.path &&
    row.runId === event.runId &&
    row.state !== 'stopped'
  )
}

function messageOf(entry: EntryOf<'text' | 'calls'>, call: TraceRow | null): MessageItem {
  const { id, at, author, scope: path, text } = entry
  const cost = { span: call?.span ?? null, usage: call?.usage ?? null, ms: call?.ms ?? null, ...callFactsOf(call) }
  const speaker = entry.kind === 'text' && entry.speaker !== undefined ? { speaker: entry.speaker } : {}
  const asUser = entry.kind === 'text' && entry.asUser === true ? { asUser: true } : {}
  const attached = entry.kind === 'text' ? attachedTo(entry) : {}
  const said = { ...cost, ...speaker, ...asUser, ...attached, ...outputOf(entry) }
  return { kind: 'message', key: `entry-${id}`, at, author, path, text, entryId: id, ...said }
}

function outputOf(entry: EntryOf<'text' | 'calls'>): Pick<MessageItem, 'output'> {
  return entry.kind === 'text' && entry.output !== undefined ? { output: entry.output } : {}
}

/** Of a message, the facts of its `model.finished`. */
function callFactsOf(row: TraceRow | null): Pick<MessageItem, 'thoughts' | 'end'> {
  if (row?.step.what !== 'model') return {}
  const { thoughts, end } = row.step.call
  return { ...(thoughts === undefined ? {} : { thoughts }), ...(end === undefined ? {} : { end }) }
}

/** The line of a call: one that already runs learns which entry asked for it. */
function withCall(items: readonly ChatItem[], event: EntryEvent, call: LogCall): readonly ChatItem[] {
  const { id: entryId, at, scope: path } = event.entry
  const index = lastIndex(items, (item) => item.kind === 'tool' && item.callId === call.id && item.entryId === null)
  const known = items[index]
  if (known?.kind === 'tool')
    return put(items, index, { ...known, entryId, transit: call.transit, arguments: call.arguments })
  const item: ToolItem = {
    kind: 'tool',
    key: `call-${entryId}-${call.id}`,
    at,
    node: event.node,
    path,
    callId: call.id,
    tool: call.name,
    toolNode: null,
    arguments: call.arguments,
    entryId,
    transit: call.transit,
    state: 'running',
    result: null,
    resultId: null,
    isError: false,
    ms: null,
  }
  return append(items, item)
}

function foldResult(turn: TurnView, entry: EntryOf<'result'>): TurnView {
  const { id: resultId, callId, text: result, isError } = entry
  const kept = entry.kept === undefined ? {} : { kept: entry.kept }
  const at = lastIndex(turn.items, (item) => item.kind === 'tool' && item.callId === callId && item.resultId === null)
  const item = turn.items[at]
  const items =
    item?.kind === 'tool'
      ? put(turn.items, at, {
          ...withoutProgress(item),
          state: 'done' as const,
          result,
          resultId,
          isError,
          ...kept,
        })
      : turn.items
  const rowAt = lastIndex(
    turn.trace,
    (row) => row.step.what === 'tool' && row.step.callId === callId && row.step.result === null,
  )
  const row = turn.trace[rowAt]
  if (row?.step.what !== 'tool') return { ...turn, items }
  const state = isError ? 'failed' : 'done'
  return {
    ...turn,
    items,
    trace: put(turn.trace, rowAt, {
      ...row,
      state,
      step: { ...withoutProgress(row.step), result, isError, ...kept },
    }),
  }
}

function foldHandoff(turn: TurnView, event: EntryEvent, entry: EntryOf<'handoff'>): TurnView {
  const { id, at, scope: path, from, to, edge, by, reason, message } = entry
  const cause = entry.cause === undefined ? {} : { cause: entry.cause }
  const items = entry.items === undefined ? {} : { items: entry.items }
  const moved = { from, to, edge, by, reason, ...cause, ...items, ...(message === undefined ? {} : { message }) }
  const item: ChatItem = { kind: 'handoff', key: `entry-${id}`, at, entryId: id, path, ...moved }
  const added = { ...turn, items: append(turn.items, item) }
  return addRow(added, event, { node: from ?? to, path, step: { what: 'handoff', ...moved } })
}
