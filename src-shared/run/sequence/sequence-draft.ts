/** Builds a sequence diagram row by row: lanes as they appear, frames as conversations begin and end. Mutable until it is done. */
import { message } from '../../languages/translate'
import { isToolPart, MAIN_SCOPE, type Scope } from '../log/log'
import type { NodeLookup } from './sequence-cast'
import type { Sequence, SequenceFrame, SequenceItem, SequenceLane, SequenceRow } from './sequence-parts'

/** `SequenceItem` before it has its turn. */
export type NewItem = SequenceItem extends infer T ? (T extends SequenceItem ? Omit<T, 'turn'> : never) : never

type OpenFrame = SequenceFrame & { from: number; to: number }

/** A diagram that is being built. */
export type SequenceDraft = {
  /** Who is who in the turn that is being added. */
  cast: NodeLookup
  /** Who is who where the turn does not know it. */
  presentCast: NodeLookup
  lanes: SequenceLane[]
  laneOfId: Map<string, number>
  rows: SequenceRow[]
  items: SequenceItem[]
  rowOfItem: number[]
  turn: number
  /** The frames that are open, outermost first; a new array whenever one opens or closes. */
  frames: readonly OpenFrame[]
  /** The lane that holds the baton now; null before somebody takes it up in a turn. */
  held: number | null
  holder: string | null
  holders: Map<Scope, string>
  callers: Map<Scope, string>
  speakers: Map<Scope, readonly string[]>
  seen: Set<Scope>
}

export function draftOf({ lanes, rows, items, rowOfItem, memory }: Sequence, cast: NodeLookup): SequenceDraft {
  return {
    cast,
    presentCast: cast,
    lanes: [...lanes],
    laneOfId: new Map(lanes.map((lane, index) => [lane.id, index])),
    rows: [...rows],
    items: [...items],
    rowOfItem: [...rowOfItem],
    turn: 0,
    frames: [],
    held: null,
    holder: memory.holder,
    holders: new Map(memory.holders),
    callers: new Map(memory.callers),
    speakers: new Map(memory.speakers),
    seen: new Set(memory.seen),
  }
}

export function sequenceOfDraft(draft: SequenceDraft): Sequence {
  const { lanes, rows, items, rowOfItem, holder, holders, callers, speakers, seen } = draft
  return { lanes, rows, items, rowOfItem, memory: { holder, holders, callers, speakers, seen } }
}

/** Adds an item; the baton is with `before` until it, and with `after` from there on. */
export function addItem(draft: SequenceDraft, item: NewItem, [before, after]: SequenceRow['held']): void {
  const { rows, items, rowOfItem, frames, turn } = draft
  for (const frame of frames) {
    frame.from = Math.min(frame.from, item.from, item.to)
    frame.to = Math.max(frame.to, item.from, item.to)
  }
  markHolder(rows, before)
  const key = `${turn}:${item.key}`
  const index = items.length
  items.push({ ...item, key, turn })
  rowOfItem.push(rows.length)
  rows.push({ kind: 'item', key, item: { ...item, key, turn }, index, frames, held: [before, after] })
  draft.held = after
}

/** Marks that a participant kept the baton, where it goes on after its own message to another one. */
function markHolder(rows: SequenceRow[], lane: number | null): void {
  const last = rows.at(-1)
  if (last?.kind !== 'item' || last.item.kind !== 'message' || last.item.from !== lane || last.held[1] === lane) return
  rows.splice(-1, 1, { ...last, held: [last.held[0], lane] })
}

/** The lane of the user or of a participant, made when it is first needed. */
export function laneOf(draft: SequenceDraft, author: string): number {
  if (author === 'user') return 0
  // An author that is a tool, as in a flow that runs as one, has the tool's lane.
  const tool = draft.laneOfId.get(`tool:${author}`)
  if (tool !== undefined) return tool
  return laneFor(draft, () => ({ id: author, role: 'participant', node: author, ...draft.cast(author) }), author)
}

/** The lane of a tool that is drawn as a node. */
export function laneOfTool(draft: SequenceDraft, node: string): number {
  const id = `tool:${node}`
  return laneFor(draft, () => ({ id, role: 'tool', node, ...draft.cast(node) }), id)
}

function laneFor({ lanes, laneOfId }: SequenceDraft, make: () => SequenceLane, id: string): number {
  const known = laneOfId.get(id)
  if (known !== undefined) {
    // The name of the newest turn in which it takes part.
    lanes[known] = make()
    return known
  }
  laneOfId.set(id, lanes.length)
  lanes.push(make())
  return lanes.length - 1
}

/** `main/a:1/b:2` -> `main/a:1`, `main/a:1/b:2`: the conversations that a scope lies in, itself included, but the main one. */
export function scopesOf(scope: Scope): Scope[] {
  const parts = scope.split('/')
  const all = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  return parts[0] === MAIN_SCOPE ? all.slice(1) : all
}

/** Leaves the conversations that `scope` does not lie in. Answers where that leads. */
export function leaveTo(draft: SequenceDraft, scope: Scope): Scope {
  const wanted = scopesOf(scope)
  const kept = draft.frames.findIndex((frame, index) => frame.scope !== wanted[index])
  if (kept !== -1) closeFrames(draft, kept)
  return draft.frames.at(-1)?.scope ?? MAIN_SCOPE
}

/** Leaves and enters conversations until `scope` is the innermost. */
export function enter(draft: SequenceDraft, scope: Scope): void {
  leaveTo(draft, scope)
  for (const inner of scopesOf(scope).slice(draft.frames.length)) openFrame(draft, inner)
}

function openFrame(draft: SequenceDraft, scope: Scope): void {
  const key = `${draft.turn}:frame-${draft.rows.length}`
  const title = titleOf(draft, scope)
  // Its lanes are known once it has items.
  const frame: OpenFrame = { key, scope, title, depth: draft.frames.length, from: Infinity, to: -Infinity }
  draft.seen.add(scope)
  draft.frames = [...draft.frames, frame]
  draft.rows.push({ kind: 'open', key, frame, frames: draft.frames, held: [draft.held, draft.held] })
}

/** Which conversation a scope is, apart from those that it lies in. `only`: nothing tells it from others of its node. */
export type Conversation =
  | { is: 'of-a-tool' }
  | { is: 'only'; node: string }
  | { is: 'session'; node: string; number: string }
  | { is: 'call'; node: string; call: string; chat: string | null }
  | { is: 'with-partner'; node: string; partner: string }

/** Reads the last part of a scope: `:2` is a session, `#2` a call, `#2.1` its first chat, `#name` a partner. */
export function conversationOf(scope: Scope): Conversation {
  const last = scope.slice(scope.lastIndexOf('/') + 1)
  const mark = /[:#](?=[^:#]*$)/.exec(last)?.index ?? last.length
  const node = last.slice(0, mark)
  const rest = last.slice(mark + 1)
  if (isToolPart(`/${node}`)) return { is: 'of-a-tool' }
  if (rest === '') return { is: 'only', node }
  if (last.charAt(mark) === ':') return { is: 'session', node, number: rest }
  if (!/^[\d.]+$/.test(rest)) return { is: 'with-partner', node, partner: rest }
  const [call = '', chat = null] = rest.split('.')
  return { is: 'call', node, call, chat }
}

/** `Profile, session 2, continued`. */
function titleOf({ cast, seen }: SequenceDraft, scope: Scope): SequenceFrame['title'] {
  const words = conversationWords(conversationOf(scope), (id) => cast(id).name)
  return seen.has(scope) ? [...words, message('continued')] : words
}

function conversationWords(conversation: Conversation, nameOf: (id: string) => string): SequenceFrame['title'] {
  switch (conversation.is) {
    case 'of-a-tool':
      return [message('within the tool')]
    case 'only':
      return [nameOf(conversation.node)]
    case 'session':
      return [nameOf(conversation.node), message('session {number}', { number: conversation.number })]
    case 'call': {
      const { node, call, chat } = conversation
      return [
        nameOf(node),
        message('call {number}', { number: call }),
        ...(chat === null ? [] : [message('chat {place}', { place: chat })]),
      ]
    }
    case 'with-partner':
      return [nameOf(conversation.node), message('with {name}', { name: nameOf(conversation.partner) })]
  }
}

function closeFrames(draft: SequenceDraft, kept: number): void {
  for (const frame of draft.frames.slice(kept).toReversed()) {
    const frames = draft.frames
    draft.rows.push({ kind: 'close', key: `${frame.key}-end`, frame, frames, held: [draft.held, draft.held] })
    draft.frames = frames.slice(0, -1)
  }
}
