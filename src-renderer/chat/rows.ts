/** From the items of a turn to the rows of the chat: what is shown at all, and hand-offs in a row as one divider. */
import type { DecisionSubject, MoveReason } from '../../src-shared/run/log/facts'
import { chatPart, isToolPart, nestedPart } from '../../src-shared/run/log/log'
import type { ChatItem, HandoffItem, Stream, VerdictItem } from '../../src-shared/run/fold/fold-view'

/** Several moves of the baton that follow each other, oldest first. */
export type HandoffRow = { kind: 'handoffs'; key: string; moves: readonly HandoffItem[] }
/** What happened in a nested chat, by its chats in the order in which they began. */
export type NestedRow = {
  kind: 'nested'
  key: string
  /** The hand-off that called it. */
  move: HandoffItem
  /** What happened before the first chat, such as a summary that it is told. */
  before: readonly ChatRow[]
  chats: readonly NestedChat[]
  isRunning: boolean
}
/** `to`: who is asked. `isAsked`: an answer is awaited. */
export type NestedChat = { key: string; to: string | null; isAsked: boolean; rows: readonly ChatRow[] }
export type ChatRow =
  | NestedRow
  | { kind: 'item'; key: string; item: Exclude<ChatItem, HandoffItem>; isContinued: boolean }
  | HandoffRow
  | { kind: 'stream'; key: string; stream: Stream; isContinued: boolean }

/** Decisions that a divider tells anyway. */
const TOLD_BY_DIVIDER: ReadonlySet<DecisionSubject> = new Set<DecisionSubject>([
  'dialog',
  'handoff',
  'after-work',
  'intent',
  'pick',
  'context',
  'condition',
  'pattern',
  'manager',
  'summary',
  'carry-over',
  'tools',
])

/** The rows of a turn. `isContinued`: the same participant spoke right before. */
export function chatRows(items: readonly ChatItem[], streams: readonly Stream[], showVerdicts: boolean): ChatRow[] {
  return rowsOf({ items, streams, showVerdicts, depth: 0 })
}

type Rows = { items: readonly ChatItem[]; streams: readonly Stream[]; showVerdicts: boolean; depth: number }

function rowsOf({ items: all, streams: allStreams, showVerdicts, depth }: Rows): ChatRow[] {
  const { items, groups } = splitNested(all, allStreams, depth)
  const streams = allStreams.filter((stream) => nestedPart(stream.path, depth) === null)
  const rows: ChatRow[] = []
  const quiet = quietReturns(items, streams)
  let speaker: string | null = null
  for (const item of items) {
    const group = groups.get(item)
    if (group !== undefined) {
      rows.push(nestedRow(group, showVerdicts, depth))
      speaker = null
      continue
    }
    if (!isShown(item, showVerdicts)) continue
    if (quiet.has(item)) continue
    if (item.kind === 'handoff') addHandoff(rows, item)
    else
      rows.push({ kind: 'item', key: item.key, item, isContinued: item.kind === 'message' && item.author === speaker })
    if (item.kind === 'message') speaker = item.author
    else if (item.kind !== 'tool') speaker = null
  }
  for (const stream of streams) {
    // The key of the message that it becomes: the same element goes on.
    rows.push({ kind: 'stream', key: `entry-${stream.entryId}`, stream, isContinued: stream.author === speaker })
    speaker = stream.author
  }
  return rows
}

/** One time that a nested chat was called: what was said in it, until it gave the baton back. */
type Nested = { move: HandoffItem; items: ChatItem[]; streams: Stream[]; isOpen: boolean }

/** The items without those of nested chats, each of which is stood for by the hand-off that called it. */
function splitNested(items: readonly ChatItem[], streams: readonly Stream[], depth: number) {
  const groups = new Map<ChatItem, Nested>()
  const open = new Map<string, Nested>()
  const outer: ChatItem[] = []
  for (const item of items) {
    const part = 'path' in item ? nestedPart(item.path, depth) : null
    if (part === null) {
      const closed = item.kind === 'handoff' && item.by === 'returns' ? closeNested(open, item) : false
      if (!closed) outer.push(item)
      continue
    }
    const group = open.get(part)
    if (group !== undefined) group.items.push(item)
    // What a flow does that is a tool is told by the tool's line.
    else if (item.kind === 'handoff' && !isToolPart(part)) {
      const begun: Nested = { move: item, items: [], streams: [], isOpen: true }
      open.set(part, begun)
      groups.set(item, begun)
      outer.push(item)
    }
  }
  for (const stream of streams) open.get(nestedPart(stream.path, depth) ?? '')?.streams.push(stream)
  return { items: outer, groups }
}

/** A nested chat that gives the baton back is over. */
function closeNested(open: Map<string, Nested>, back: HandoffItem): boolean {
  for (const [part, group] of open) {
    if (group.move.to !== back.from || !part.startsWith(`${back.path}/`)) continue
    group.isOpen = false
    open.delete(part)
    return true
  }
  return false
}

function nestedRow({ move, items, streams, isOpen }: Nested, showVerdicts: boolean, depth: number): NestedRow {
  const placed = items.flatMap((item) => ('path' in item ? [item] : []))
  const itemsOf = Map.groupBy(placed, ({ path }) => chatPart(path, depth))
  const streamsOf = Map.groupBy(streams, ({ path }) => chatPart(path, depth))
  const within = (path: string): ChatRow[] =>
    rowsOf({ items: itemsOf.get(path) ?? [], streams: streamsOf.get(path) ?? [], showVerdicts, depth: depth + 1 })
  const paths = new Set([...itemsOf.keys(), ...streamsOf.keys()])
  paths.delete(move.path)
  const chats = [...paths].map((path): NestedChat => {
    const moves = (itemsOf.get(path) ?? []).filter((item) => item.kind === 'handoff' && item.path === path)
    const asked = moves.filter((item): item is HandoffItem => item.kind === 'handoff' && item.by === 'recipient')
    const back = moves.filter((item) => item.kind === 'handoff' && item.by === 'returns' && item.to === move.to)
    return { key: path, to: asked[0]?.to ?? null, isAsked: asked.length > back.length, rows: within(path) }
  })
  return { kind: 'nested', key: `nested-${move.key}`, move, before: within(move.path), chats, isRunning: isOpen }
}

function isShown(item: ChatItem, showVerdicts: boolean): boolean {
  switch (item.kind) {
    case 'tool':
      return !item.transit || item.isError
    case 'handoff':
      return item.from !== null && item.by !== 'start' && item.by !== 'recipient'
    case 'verdict':
      return showVerdicts && isCheck(item)
    default:
      return true
  }
}

/** The moves by which a worker merely gives the baton back: what picked it has nothing more to say, so a divider would tell nothing. */
function quietReturns(items: readonly ChatItem[], streams: readonly Stream[]): ReadonlySet<ChatItem> {
  const paths = new Map<string, Set<string>>()
  const lastSaid = new Map<string, number>()
  const note = ({ author, path }: { author: string; path: string }, index: number): void => {
    paths.set(author, (paths.get(author) ?? new Set()).add(path))
    lastSaid.set(author, index)
  }
  for (const [index, item] of items.entries()) if (item.kind === 'message') note(item, index)
  for (const stream of streams) note(stream, items.length)
  /** How each came to the baton, as far as the items were gone through. */
  const called = new Map<string, MoveReason>()
  const isQuiet = ({ by, from, to, path }: HandoffItem, index: number): boolean => {
    if (by !== 'returns' || from === null) return false
    // A dialog speaks in a conversation of its own: that it is over is worth a line.
    if ([...(paths.get(from) ?? [])].some((other) => other !== path)) return false
    const reason = called.get(from)
    if (reason !== undefined && WORKER_CALLS.has(reason)) return true
    return (lastSaid.get(to) ?? -1) < index
  }
  const quiet = new Set<ChatItem>()
  for (const [index, item] of items.entries()) {
    if (item.kind !== 'handoff') continue
    if (isQuiet(item, index)) quiet.add(item)
    called.set(item.to, item.by)
  }
  return quiet
}

/** Moves after which the baton comes back by itself. */
const WORKER_CALLS: ReadonlySet<MoveReason> = new Set(['intent', 'pick', 'worker', 'recipient'])

function isCheck(item: VerdictItem): boolean {
  return !TOLD_BY_DIVIDER.has(item.decision.about)
}

/** So many moves are told in one divider; those that follow in the next. */
const MOST_MOVES = 12

function addHandoff(rows: ChatRow[], item: HandoffItem): void {
  const last = rows.at(-1)
  const moves = last?.kind === 'handoffs' && last.moves.at(-1)?.to === item.from ? last.moves : []
  if (last?.kind !== 'handoffs' || moves.length === 0 || moves.length === MOST_MOVES)
    rows.push({ kind: 'handoffs', key: item.key, moves: [item] })
  else rows.splice(-1, 1, { ...last, moves: [...moves, item] })
}
