/** From the items of a turn to the rows of the chat: what is shown at all, and hand-offs in a row as one divider. */
import type { ChatItem, HandoffItem, Stream, VerdictItem } from '../../src-shared/run/fold-view'

/** Several moves of the baton that follow each other, oldest first. */
export type HandoffRow = { kind: 'handoffs'; key: string; moves: readonly HandoffItem[] }
export type ChatRow =
  | { kind: 'item'; key: string; item: Exclude<ChatItem, HandoffItem>; isContinued: boolean }
  | HandoffRow
  | { kind: 'stream'; key: string; stream: Stream; isContinued: boolean }

/** Decisions that a divider tells anyway. */
const TOLD_BY_DIVIDER: ReadonlySet<string> = new Set([
  'dialog',
  'handoff',
  'after-work',
  'start',
  'next',
  'returns',
  'intent',
  'pick',
])

/** The rows of a turn. `isContinued`: the same participant spoke right before. */
export function chatRows(items: readonly ChatItem[], streams: readonly Stream[], showVerdicts: boolean): ChatRow[] {
  const rows: ChatRow[] = []
  let speaker: string | null = null
  for (const [index, item] of items.entries()) {
    if (!isShown(item, showVerdicts)) continue
    if (item.kind === 'handoff' && item.by === 'returns' && isQuietReturn(items, index, streams)) continue
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

function isShown(item: ChatItem, showVerdicts: boolean): boolean {
  switch (item.kind) {
    case 'tool':
      return !item.transit || item.isError
    case 'handoff':
      return item.from !== null && item.by !== 'start'
    case 'verdict':
      return showVerdicts && isCheck(item)
    default:
      return true
  }
}

/** Whether a worker merely gives the baton back: what picked it has nothing more to say, so a divider would tell nothing. */
function isQuietReturn(items: readonly ChatItem[], index: number, streams: readonly Stream[]): boolean {
  const back = items[index]
  if (back?.kind !== 'handoff') return false
  const isElsewhere = (said: { author: string; path: string }): boolean =>
    said.author === back.from && said.path !== back.path
  // A dialog speaks in a conversation of its own: that it is over is worth a line.
  if (items.some((item) => item.kind === 'message' && isElsewhere(item)) || streams.some(isElsewhere)) return false
  const call = items.slice(0, index).findLast((item) => item.kind === 'handoff' && item.to === back.from)
  if (call?.kind === 'handoff' && WORKER_CALLS.has(call.by)) return true
  const isOwn = (said: { author: string }): boolean => said.author === back.to
  return !items.slice(index).some((item) => item.kind === 'message' && isOwn(item)) && !streams.some(isOwn)
}

/** Moves after which the baton comes back by itself. */
const WORKER_CALLS: ReadonlySet<string> = new Set(['intent', 'pick', 'worker'])

function isCheck(item: VerdictItem): boolean {
  return !TOLD_BY_DIVIDER.has(item.decision.about)
}

function addHandoff(rows: ChatRow[], item: HandoffItem): void {
  const last = rows.at(-1)
  const move = last?.kind === 'handoffs' ? last.moves.at(-1) : undefined
  if (last?.kind !== 'handoffs' || move?.to !== item.from) rows.push({ kind: 'handoffs', key: item.key, moves: [item] })
  else rows.splice(-1, 1, { ...last, moves: [...last.moves, item] })
}
