/**
 * The rows of the trace as a person reads them: what happened in a nested chat lies folded under the hand-off that called it, chat
 * by chat, and what a flow did that is a tool, or somebody who was asked, under its call.
 */
import { chatPart, isScopeOf, isToolPart, nestedPart, toolScope } from '../../../src-shared/run/log/log'
import type { TraceRow } from '../../../src-shared/run/fold/fold-view'
import type { RowPart } from '../../../src-shared/run/trace/trace-words'

export type RowNode = { kind: 'row'; row: TraceRow; number: number; part: RowPart | null }
/**
 * A hand-off that called a nested chat, or the call of a tool with something in it. `before`: what happened before its first
 * chat; of a tool, which has no chats, all that happened.
 */
export type CallNode = {
  kind: 'call'
  row: TraceRow
  number: number
  before: readonly TraceNode[]
  chats: readonly ChatNode[]
  /** It has not given the baton back. */
  isOpen: boolean
}
export type ChatNode = {
  key: string
  /** From 1, in the order in which they began. */
  place: number
  turn: number
  /** Who is asked. */
  to: string | null
  /** What it was told first, with what was carried over; what it came to. Null: not yet. */
  told: string | null
  cameTo: string | null
  nodes: readonly TraceNode[]
}
export type TraceNode = RowNode | CallNode

/** One line of the table. `depth`: how many folds it is under. */
export type TraceLine =
  | { kind: 'turn'; key: string; turn: number }
  | { kind: 'row'; key: string; row: TraceRow; number: number; part: RowPart | null; depth: number }
  | { kind: 'call'; key: string; call: CallNode; depth: number; isOpen: boolean }
  | { kind: 'chat'; key: string; chat: ChatNode; depth: number; isOpen: boolean }

/** The rows as a tree; `offset` is how many rows come before them. */
export function traceTree(rows: readonly TraceRow[], offset = 0): TraceNode[] {
  return nodesOf(
    rows.map((row, index) => ({ row, number: offset + index + 1 })),
    0,
  )
}

/** The lines that are to be seen. `isOpen`: whether the person unfolded a key, or folded it; null: neither. */
export function traceLines(
  nodes: readonly TraceNode[],
  isOpen: (key: string) => boolean | null,
  depth = 0,
): TraceLine[] {
  return nodes.flatMap((item): TraceLine[] => {
    if (item.kind === 'row') return [{ ...item, key: keyOf(item.row), depth }]
    const key = `call ${keyOf(item.row)}`
    const isUnfolded = isOpen(key) ?? (item.isOpen || hasFailed(item))
    const head: TraceLine = { kind: 'call', key, call: item, depth, isOpen: isUnfolded }
    if (!isUnfolded) return [head]
    const chats = item.chats.flatMap((chat): TraceLine[] => {
      const chatKey = `chat ${chat.turn} ${chat.key} ${item.number}`
      const isChatOpen = isOpen(chatKey) ?? true
      const line: TraceLine = { kind: 'chat', key: chatKey, chat, depth: depth + 1, isOpen: isChatOpen }
      return isChatOpen ? [line, ...traceLines(chat.nodes, isOpen, depth + 2)] : [line]
    })
    return [head, ...traceLines(item.before, isOpen, depth + 1), ...chats]
  })
}

/** The lines with a heading before those of each turn. */
export function withTurns(lines: readonly TraceLine[]): TraceLine[] {
  let last: number | null = null
  return lines.flatMap((line): TraceLine[] => {
    const turn = turnOf(line)
    if (turn === last) return [line]
    last = turn
    return [{ kind: 'turn', key: `turn ${turn}`, turn }, line]
  })
}

export function turnOf(line: TraceLine): number {
  switch (line.kind) {
    case 'turn':
      return line.turn
    case 'row':
      return line.row.turn
    case 'call':
      return line.call.row.turn
    case 'chat':
      return line.chat.turn
  }
}

/** Unique in the thread. */
export function keyOf(row: TraceRow): string {
  return `${row.turn} ${row.key}`
}

/** Every row within a nested chat. */
export function rowsWithin(item: TraceNode): TraceRow[] {
  if (item.kind === 'row') return [item.row]
  return [...item.before, ...item.chats.flatMap((chat) => chat.nodes)].flatMap((inner) =>
    inner.kind === 'row' ? [inner.row] : [inner.row, ...rowsWithin(inner)],
  )
}

function hasFailed(call: CallNode): boolean {
  return rowsWithin(call).some((row) => row.state === 'failed')
}

type NumberedRow = { row: TraceRow; number: number }
/** One time that a nested chat or a tool was called, while its rows are gathered; `node` null: a tool. */
type RowGroup = { head: NumberedRow; node: string | null; rows: NumberedRow[]; isOpen: boolean }

function nodesOf(rows: readonly NumberedRow[], depth: number): TraceNode[] {
  const list: (RowNode | RowGroup)[] = []
  const open = new Map<string, RowGroup>()
  let turn = 0
  for (const { row, number } of rows) {
    if (row.turn !== turn) open.clear()
    turn = row.turn
    const { step, path } = row
    const part = path === null ? null : nestedPart(path, depth)
    if (part !== null && isOwnSession(row)) continue
    const group = part === null ? undefined : open.get(part)
    if (group !== undefined) group.rows.push({ row, number })
    else if (part !== null && step.what === 'handoff' && !isToolPart(part)) {
      const begun: RowGroup = { head: { row, number }, node: step.to, rows: [], isOpen: true }
      open.set(part, begun)
      list.push(begun)
    } else if (step.what === 'tool' && path !== null) {
      const begun: RowGroup = { head: { row, number }, node: null, rows: [], isOpen: row.state === 'running' }
      open.set(nestedPart(toolScope(path, step.callId), depth) ?? '', begun)
      list.push(begun)
    } else {
      // A list that is through keeps the baton: its fold tells that.
      const isOwnEnd = step.what === 'handoff' && step.by === 'returns' && step.from === step.to
      if (!isOwnEnd) list.push({ kind: 'row', row, number, part: isResult(row, open) ? 'result' : null })
      if (step.what === 'handoff' && step.by === 'returns') close(open, row, step.from)
    }
  }
  return list.map((item) => ('head' in item ? callOf(item, depth) : item))
}

/** That a nested chat began or ended is what its hand-off says. */
function isOwnSession({ step, path, node }: TraceRow): boolean {
  return step.what === 'session' && path !== null && node !== null && isScopeOf(path, node)
}

function isSpoken({ step }: TraceRow): boolean {
  return step.what === 'model' && step.call.purpose === 'spoken'
}

/** What a nested chat says right before it gives the baton back. */
function isResult(row: TraceRow, open: ReadonlyMap<string, RowGroup>): boolean {
  return isSpoken(row) && [...open.values()].some((group) => group.node === row.node)
}

function close(open: Map<string, RowGroup>, row: TraceRow, from: string | null): void {
  for (const [part, group] of open) {
    if (group.node !== from || row.path === null || !part.startsWith(`${row.path}/`)) continue
    group.isOpen = false
    open.delete(part)
    return
  }
}

function callOf({ head, node, rows, isOpen }: RowGroup, depth: number): CallNode | RowNode {
  if (rows.length === 0 && node === null) return { kind: 'row', ...head, part: null }
  if (node === null) {
    const asker = head.row.node ?? ''
    const isAsked = rows.some(
      ({ row: { step } }) => step.what === 'handoff' && step.by === 'recipient' && step.from === asker,
    )
    const kept = isAsked ? rows.filter(({ row }) => !isPassing(row, asker)) : rows
    const told = isAsked ? asker : toolOf(head.row)
    const before = nodesOf(kept, depth + 1).map((one) => withPart(one, undefined, told))
    return { kind: 'call', ...head, before, chats: [], isOpen }
  }
  const own = head.row.path
  const before = rows.filter(({ row }) => row.path === own)
  const inner = rows.filter(({ row }) => row.path !== own)
  const paths = [...new Set(inner.map(({ row }) => chatPart(row.path ?? '', depth)))]
  const chats = paths.map((path, index) => {
    const ofChat = inner.filter(({ row }) => chatPart(row.path ?? '', depth) === path)
    return chatOf(ofChat, { key: path, place: index + 1, node, depth })
  })
  return { kind: 'call', ...head, before: nodesOf(before, depth + 1), chats, isOpen }
}

/** The node that says to a flow what it was called with: the tool itself. */
function toolOf({ step }: TraceRow): string {
  return step.what === 'tool' ? (step.toolNode ?? '') : ''
}

type ChatPlace = { key: string; place: number; node: string; depth: number }

function chatOf(rows: readonly NumberedRow[], { key, place, node, depth }: ChatPlace): ChatNode {
  const asked = rows.find(({ row }) => row.step.what === 'handoff' && row.step.by === 'recipient')?.row.step
  const told = rows.find(({ row }) => isSpoken(row) && row.node === node)?.row.step
  const kept = rows.filter(({ row }) => !isPassing(row, node))
  const turn = rows[0]?.row.turn ?? 0
  return {
    key,
    place,
    turn,
    to: asked?.what === 'handoff' ? asked.to : null,
    told: told?.what === 'model' ? told.text : null,
    cameTo: cameTo(rows, node),
    nodes: nodesOf(kept, depth + 1).map((one, index, all) => withPart(one, all[index + 1], node)),
  }
}

/** The baton goes back and forth between a nested chat and whom it asks: the chat itself says so. */
function isPassing({ step }: TraceRow, node: string): boolean {
  return (
    step.what === 'handoff' &&
    ((step.by === 'recipient' && step.from === node) || (step.by === 'returns' && step.to === node))
  )
}

function withPart(one: TraceNode, next: TraceNode | undefined, node: string): TraceNode {
  if (one.kind !== 'row') return one
  if (isTold(one, node)) return { ...one, part: 'told' }
  const isWriting = one.row.step.what === 'model' && one.row.step.text === '' && one.row.step.calls.length === 0
  return isWriting && next?.kind === 'row' && isTold(next, node) ? { ...one, part: 'wrote' } : one
}

function isTold({ row }: RowNode, node: string): boolean {
  return row.node === node && isSpoken(row)
}

/** The summary that was written, else the last reply. */
function cameTo(rows: readonly NumberedRow[], node: string): string | null {
  const last = rows.findLast(({ row: { step, node: author } }) => {
    if (step.what === 'decision') return step.decision.about === 'summary'
    return step.what === 'model' && author !== node && step.text !== ''
  })?.row.step
  if (last?.what === 'decision') return last.decision.answer
  return last?.what === 'model' ? last.text : null
}
