/** From what a turn's chat shows to the items of its sequence diagram: who said what to whom. */
import { message, type Message } from '../../languages/translate'
import { wordsWithNames } from '../log/attachments'
import type { ChatItem, HandoffItem, MessageItem, ToolItem, TurnView } from '../fold/fold-view'
import { isInner, MAIN_SCOPE, type Scope } from '../log/log'
import { castWithin } from './sequence-cast'
import { addItem, enter, laneOf, laneOfTool, leaveTo, type SequenceDraft } from './sequence-draft'

/** A result that waits for what happened during its call. */
type PendingResult = { item: ToolItem; text: string; from: number; to: number }

/** Adds a turn: its heading, its items, and the ends of the frames that it opened. */
export function addTurn(draft: SequenceDraft, turn: TurnView): void {
  const { startedAt: at } = turn
  draft.turn = turn.turn
  draft.cast = castWithin(turn.drawn, draft.presentCast)
  draft.held = null
  const { spending } = turn
  draft.rows.push({ kind: 'turn', key: `${turn.turn}`, turn: turn.turn, at, spending, frames: [], held: [null, null] })
  addItems(draft, turn)
  if (turn.state !== 'running') endHold(draft)
  leaveTo(draft, MAIN_SCOPE)
}

/** The turn has ended: nobody holds the baton below its last item. */
function endHold(draft: SequenceDraft): void {
  const row = draft.rows.at(-1)
  if (row?.kind === 'item') draft.rows.splice(-1, 1, { ...row, held: [row.held[0], null] })
  draft.held = null
}

/** Adds every item of a turn, then what is being written. */
function addItems(draft: SequenceDraft, turn: TurnView): void {
  const pending: PendingResult[] = []
  for (const [index, item] of turn.items.entries()) {
    const scope = item.kind === 'handoff' ? sharedScope(draft, item.path) : scopeOf(item)
    if (scope !== null) addResults(draft, pending, scope)
    if (item.kind === 'tool') pending.push(...addCall(draft, item))
    else if (item.kind === 'message' && item.author === 'user')
      addUserWords(draft, withNames(item), listenerOf(draft, turn, index))
    else if (item.kind === 'message') addWords(draft, { ...item, isGrowing: false, called: calledBy(turn, index) })
    else addItemOf(draft, item)
  }
  addResults(draft, pending, null)
  for (const { entryId, author, path, at, text } of turn.streams)
    addWords(draft, { key: `entry-${entryId}`, author, path, at, text, isGrowing: true, called: null })
}

/** A message of attachments alone is known by their names. */
function withNames(item: MessageItem): MessageItem {
  return { ...item, text: wordsWithNames(item.text, item.attachments) }
}

function scopeOf(item: ChatItem): Scope | null {
  return 'path' in item ? item.path : null
}

/** The innermost conversation that the present one and `scope` both lie in. */
function sharedScope(draft: SequenceDraft, scope: Scope): Scope {
  const shared = draft.frames.findLast((frame) => isWithin(scope, frame.scope))
  return shared?.scope ?? MAIN_SCOPE
}

function isWithin(scope: Scope, outer: Scope): boolean {
  return scope === outer || scope.startsWith(`${outer}/`)
}

function addItemOf(draft: SequenceDraft, item: Exclude<ChatItem, ToolItem | MessageItem>): void {
  switch (item.kind) {
    case 'handoff':
      return addMove(draft, item)
    case 'verdict':
      return
    case 'system':
      enter(draft, item.path)
      return addNote(draft, item, { node: draft.holders.get(item.path) ?? null, text: item.text, tone: 'plain' })
    case 'error':
      return addNote(draft, item, { node: item.node, text: item.error.message, tone: 'danger' })
    case 'note':
      return addNote(draft, item, {
        node: null,
        text: item.text,
        tone: item.note === 'limit' ? 'warning' : 'plain',
      })
  }
}

/** Whom the user spoke to: the first that did something then, whoever checks aside, or the one that had the baton. */
function listenerOf(draft: SequenceDraft, turn: TurnView, index: number): string | null {
  for (const item of turn.items.slice(index + 1)) {
    if (item.kind === 'handoff') return item.from !== null && item.by !== 'start' ? item.from : item.to
    if (item.kind === 'message' && item.author !== 'user') return item.author
    if (item.kind === 'tool') return item.node
    if (item.kind === 'error' && item.node !== null) return item.node
  }
  return turn.streams[0]?.author ?? turn.activity?.node ?? draft.holder
}

function addUserWords(draft: SequenceDraft, item: MessageItem, listener: string | null): void {
  const { key, at, text, path } = item
  enter(draft, path)
  const to = listener === null ? 0 : laneOf(draft, listener)
  addItem(draft, { kind: 'message', key, at, from: 0, to, text, isGrowing: false }, [draft.held, to === 0 ? null : to])
}

/** Whom the speaker of a message lets answer next in the same conversation, if anybody. */
function calledBy({ items }: TurnView, index: number): string | null {
  const said = items[index]
  const next = items
    .slice(index + 1)
    .find((item) => 'path' in item && said !== undefined && 'path' in said && item.path === said.path)
  if (said?.kind !== 'message' || next?.kind !== 'handoff') return null
  return next.from === said.author ? next.to : null
}

type TextItemParts = {
  key: string
  at: string
  author: string
  path: Scope
  text: string
  isGrowing: boolean
  called: string | null
}

function addWords(draft: SequenceDraft, { key, at, author, path, text, isGrowing, called }: TextItemParts): void {
  enter(draft, path)
  const listener = isInner(path) ? partnerOf(draft, { author, path, called }) : 'user'
  const speakers = draft.speakers.get(path) ?? []
  draft.speakers.set(path, [author, ...speakers.filter((speaker) => speaker !== author)].slice(0, 2))
  draft.holder = author
  const from = laneOf(draft, author)
  const to = laneOf(draft, listener)
  addItem(draft, { kind: 'message', key, at, from, to, text, isGrowing }, [from, to === 0 ? from : to])
}

/** Whom a participant speaks to where the user takes no part: who is called to answer, who spoke before, or who passed the baton there. */
function partnerOf(draft: SequenceDraft, said: { author: string; path: Scope; called: string | null }): string {
  const { author, path, called } = said
  const before = draft.speakers.get(path)?.find((speaker) => speaker !== author)
  return called ?? before ?? draft.callers.get(path) ?? author
}

/** A move is drawn in the conversation that both ends lie in. */
function addMove(draft: SequenceDraft, { key, at, from, to, edge, by, reason, cause, path }: HandoffItem): void {
  draft.holders.set(path, to)
  if (from !== null) draft.callers.set(path, from)
  draft.holder = to
  leaveTo(draft, path)
  // At the beginning of a turn the user's arrow shows who receives the message.
  if (from === null || from === to || by === 'start') return
  const [source, target] = [laneOf(draft, from), laneOf(draft, to)]
  if (reason.trim() === '' && cause === undefined && isTold(draft, source, target)) return
  const text = reason.trim()
  const move = { kind: 'handoff', key, at, from: source, to: target, text, edge, by, reason: text, cause } as const
  addItem(draft, move, [source, target])
}

/** Whether the words right before went the same way: that the baton went with them goes without saying. */
function isTold({ items }: SequenceDraft, from: number, to: number): boolean {
  const last = items.at(-1)
  return last?.kind === 'message' && last.from === from && last.to === to
}

/** A call and, once it is there, the result that waits. What asked to pass the baton is told by the hand-off. */
function addCall(draft: SequenceDraft, item: ToolItem): PendingResult[] {
  const { key, at, node, path, tool, toolNode, state, result, isError, transit } = item
  if (transit && !isError) return []
  enter(draft, path)
  draft.holder = node
  const from = laneOf(draft, node)
  if (transit) {
    const text = result === null ? message('{tool}: refused', { tool }) : `${tool}: ${result}`
    addItem(draft, { kind: 'note', key, at, from, to: from, text, tone: 'warning' }, [from, from])
    return []
  }
  const to = toolNode === null ? from : laneOfTool(draft, toolNode)
  const isRunning = state === 'running'
  addItem(draft, { kind: 'call', key, at, from, to, tool, text: item.arguments, isRunning }, [from, from])
  return result === null ? [] : [{ item, text: result, from: to, to: from }]
}

/** Adds the results that waited, once what comes next lies no longer within their call; null: all of them. */
function addResults(draft: SequenceDraft, pending: PendingResult[], next: Scope | null): void {
  const isDuring = ({ item: { path } }: PendingResult): boolean =>
    next !== null && next !== path && isWithin(next, path)
  while (pending.length > 0) {
    const last = pending.at(-1)
    if (last === undefined || isDuring(last)) return
    pending.pop()
    const { item, text, from, to } = last
    const { key, at, tool, isError, path } = item
    enter(draft, path)
    addItem(draft, { kind: 'result', key: `${key}:result`, at, from, to, tool, text, isError }, [to, to])
  }
}

type NoteWords = { node: string | null; text: string | Message; tone: 'plain' | 'warning' | 'danger' }

/** A note lies on a lane: that of its node, or of whoever has the baton. */
function addNote(
  draft: SequenceDraft,
  { key, at }: { key: string; at: string },
  { node, text, tone }: NoteWords,
): void {
  const owner = node ?? draft.holder
  const lane = owner === null ? 0 : laneOf(draft, owner)
  addItem(draft, { kind: 'note', key, at, from: lane, to: lane, text, tone }, [draft.held, draft.held])
}
