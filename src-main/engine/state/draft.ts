/** What one step is about to change: a private copy of the small channels and the entries to append. */
import type { JsonObject } from '../../../src-shared/flow/records'
import { wordsWithNames } from '../../../src-shared/run/log/attachments'
import { chatScope, isInner, isOfChat, type LogEntry, type Scope } from '../../../src-shared/run/log/log'
import type { KeptResult } from '../../../src-shared/run/log/results'
import type { Plans } from './plan-state'
import { stepName } from './step-names'
import type { Switches } from './switches'
import { turnAddition } from './state'
import type {
  BatonState,
  BatonUpdate,
  BranchChanges,
  Cursor,
  Cursors,
  Frame,
  Session,
  Sessions,
  Summaries,
  Turn,
  TurnEnd,
} from './state'

type OmitEach<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
/** An entry before it has its id, turn and time. */
export type NewLogEntry = OmitEach<LogEntry, 'id' | 'turn' | 'at'>

/** A step's changes, made on a copy: the state itself is read-only. */
export type Draft = {
  readonly state: BatonState
  plans: Plans
  readonly added: LogEntry[]
  /** The branch whose stack `frames` is; null: the main one. */
  readonly branch: string | null
  frames: Frame[]
  /** Branches that this step begins, or takes away. */
  branches: BranchChanges
  sessions: Sessions
  cursors: Cursors
  variables: JsonObject
  switches: Switches
  summaries: Summaries
  turn: Turn
  /** ISO time of everything that this step adds. */
  readonly at: string
}

export function draftOf(state: BatonState, at: string, branch: string | null = null): Draft {
  const frames = branch === null ? state.frames : (state.branches[branch] ?? [])
  return {
    state,
    plans: state.plans,
    added: [],
    branch,
    frames: frames.map((frame) => ({ ...frame, todo: [...frame.todo], steer: [...frame.steer] })),
    branches: {},
    sessions: { ...state.sessions },
    cursors: state.cursors,
    variables: variablesIn(state, branch),
    switches: state.switches,
    summaries: state.summaries,
    turn: {
      ...state.turn,
      calls: { ...state.turn.calls },
      pairs: { ...state.turn.pairs },
    },
    at,
  }
}

/** The variables that a step sees: those of the thread, under those that only whoever works on an item of a list has. */
export function variablesIn({ variables, frames, branches }: BatonState, branch: string | null): JsonObject {
  const stack = branch === null ? frames : (branches[branch] ?? [])
  const locals = stack.flatMap(({ item }): JsonObject[] => (item === undefined ? [] : [item.locals]))
  return locals.reduce((all, own) => ({ ...all, ...own }), variables)
}

function localNames({ frames, branches }: BatonState, branch: string | null): Set<string> {
  const stack = branch === null ? frames : (branches[branch] ?? [])
  return new Set(stack.flatMap(({ item }) => Object.keys(item?.locals ?? {})))
}

/** Gives what was set to the item of a list that has a variable of the name; the rest is the thread's. */
function keepLocals(frames: readonly Frame[], changes: JsonObject, known: ReadonlySet<string>): JsonObject {
  const left: JsonObject = {}
  for (const [name, value] of Object.entries(changes)) {
    const owner = frames.findLast(({ item }) => item !== undefined && Object.hasOwn(item.locals, name))
    if (owner?.item !== undefined) owner.item = { ...owner.item, locals: { ...owner.item.locals, [name]: value } }
    else if (!known.has(name)) left[name] = value
  }
  return left
}

/** The draft with which a step begins: everything that it adds is of now. */
export function beginStep(
  state: BatonState,
  context: { services: { now: () => number }; branch: string | null },
): Draft {
  return draftOf(state, new Date(context.services.now()).toISOString(), context.branch)
}

/** The draft as an update: channels that did not change are left out, and so are keys that stayed as they were. */
export function updateOf(draft: Draft): BatonUpdate {
  const { state, branch } = draft
  const before = variablesIn(state, branch)
  const set = changedKeys(draft.variables, before)
  const isShared = before === state.variables
  const variables = set === null || isShared ? set : keepLocals(draft.frames, set, localNames(state, branch))
  // A branch that runs beside others replaces nothing that these may change too.
  const isAlone = Object.keys(state.branches).length === 0
  const turn = isAlone || draft.turn.number !== state.turn.number ? draft.turn : turnAddition(state.turn, draft.turn)
  const update: BatonUpdate =
    branch === null ? { frames: draft.frames, turn } : { branches: { [branch]: draft.frames }, turn }
  if (Object.keys(draft.branches).length > 0) update.branches = { ...update.branches, ...draft.branches }
  if (draft.plans !== state.plans) update.plans = changedPlans(draft.plans, state.plans)
  if (draft.added.length > 0) update.log = draft.added
  if (variables !== null && Object.keys(variables).length > 0) update.variables = variables
  const switches = changedKeys(draft.switches, state.switches)
  if (switches !== null) update.switches = switches
  const summaries = changedKeys(draft.summaries, state.summaries)
  if (summaries !== null) update.summaries = summaries
  const cursors = changedKeys(draft.cursors, state.cursors)
  if (cursors !== null) update.cursors = cursors
  const sessions = changedKeys(draft.sessions, state.sessions)
  if (sessions !== null) update.sessions = sessions
  return update
}

/** The entries of `now` that are not those of `before`; null: none. */
function changedKeys<Value>(
  now: { [key: string]: Value },
  before: { [key: string]: Value },
): { [key: string]: Value } | null {
  if (now === before) return null
  const changed = Object.entries(now).filter(([key, value]) => value !== before[key])
  return changed.length === 0 ? null : Object.fromEntries(changed)
}

function changedPlans(plans: Plans, before: Plans): Plans {
  return Object.fromEntries(Object.entries(plans).filter(([node, plan]) => plan !== before[node]))
}

/** The log with what the step has added; shares the state's own list where it has added nothing. */
export function logOf({ state, added }: Draft): readonly LogEntry[] {
  return added.length === 0 ? state.log : state.log.concat(added)
}

/** The id that the next appended entry will have. */
export function nextEntryId(draft: Draft): string {
  const id = `e${draft.state.log.length + draft.added.length + 1}`
  return draft.branch === null ? id : `${id}.${draft.branch}`
}

/** Appends an entry and returns its id. */
export function append(draft: Draft, entry: NewLogEntry): string {
  const id = nextEntryId(draft)
  draft.added.push({ ...entry, id, turn: draft.turn.number, at: draft.at })
  return id
}

/** Gives a call its one result. */
export function appendResult(
  draft: Draft,
  author: string,
  result: { call: { id: string; name: string }; text: string; isError: boolean; kept?: readonly KeptResult[] },
): void {
  const { call, text, isError, kept = [] } = result
  append(draft, {
    kind: 'result',
    author,
    scope: topFrame(draft).scope,
    callId: call.id,
    tool: call.name,
    text,
    isError,
    ...(kept.length === 0 ? {} : { kept: [...kept] }),
  })
}

/** The frame that holds the baton. Throws when nobody does, which a running turn never sees. */
export function topFrame(draft: Pick<Draft, 'frames'>): Frame {
  const frame = draft.frames.at(-1)
  if (frame === undefined) throw new Error('nobody holds the baton')
  return frame
}

/** What the one on top answers: the user's message of this turn (null when the flow speaks first), or what its nested chat said to it. */
export function userEntryOf(draft: Draft): LogEntry | null {
  const { scope } = topFrame(draft)
  if (isInner(scope)) return lastInnerMessage(draft, scope)
  const id = draft.turn.userEntry
  if (id === null) return null
  return findEntry(draft, id)
}

/** The words of a message for a decision or a search: without its attachments, whose names stand in where there are no words. */
export function wordsOf(entry: LogEntry | null): string {
  return entry?.kind === 'text' ? wordsWithNames(entry.text, entry.attachments) : ''
}

function lastInnerMessage(draft: Draft, scope: Scope): LogEntry | null {
  const chat = chatScope(scope)
  const isMessage = (entry: LogEntry) => entry.kind === 'text' && entry.asUser === true && isOfChat(entry.scope, chat)
  return draft.added.findLast(isMessage) ?? draft.state.log.findLast(isMessage) ?? null
}

/** An entry of the log or of this draft by its id, looked for from the newest. */
export function findEntry(draft: Draft, id: string): LogEntry | null {
  const added = draft.added.find((entry) => entry.id === id)
  if (added !== undefined) return added
  for (let index = draft.state.log.length - 1; index >= 0; index -= 1) {
    const entry = draft.state.log[index]
    if (entry?.id === id) return entry
  }
  return null
}

/** Replaces the session of a dialog. */
export function setSession(draft: Draft, key: string, session: Session): void {
  draft.sessions = { ...draft.sessions, [key]: session }
}

/** Where a task graph or default worker stands in this turn: what belonged to an earlier turn, or was asked elsewhere, is forgotten. */
export function cursorOf(draft: Draft, node: string): Cursor {
  const turn = draft.turn.number
  const cursor = draft.cursors[cursorKey(draft, node)]
  const scope = innerScopeOf(draft)
  const at = scope === null ? {} : { scope }
  if (cursor === undefined || (scope !== null && cursor.scope !== scope))
    return {
      ...at,
      turn,
      at: null,
      place: null,
      status: 'complete',
      visited: [],
      context: '',
      answers: [],
      greeted: false,
    }
  return cursor.turn === turn ? cursor : { ...cursor, turn, visited: [], context: '', answers: [] }
}

/** Changes where a task graph or default worker stands. */
export function moveCursor(draft: Draft, node: string, change: Partial<Cursor>): void {
  draft.cursors = { ...draft.cursors, [cursorKey(draft, node)]: { ...cursorOf(draft, node), ...change } }
}

/** Who is asked within a conversation stands elsewhere than with the user, and elsewhere in each branch. */
function cursorKey(draft: Draft, node: string): string {
  if (innerScopeOf(draft) === null) return node
  const depth = draft.frames.filter((frame) => leadingStep(frame) !== null).length
  return `${node} ${draft.branch ?? ''}/${depth}`
}

function innerScopeOf({ frames }: Draft): Scope | null {
  const scope = frames.at(-1)?.scope
  return scope === undefined || !isInner(scope) ? null : chatScope(scope)
}

/** The step that takes in what came of the conversation within another one that a frame leads; null: it leads none. */
export function leadingStep({ node, chat, asked, item }: Frame): string | null {
  if (chat !== undefined) return stepName.talk(node)
  if (item !== undefined) return stepName.item(node)
  return asked === undefined ? null : stepName.answer(node)
}

/** The frames above the one that leads the innermost conversation: whoever is below has no part in it. */
export function innerFrames<One extends Frame>(frames: readonly One[]): readonly One[] {
  return frames.slice(frames.findLastIndex((frame) => leadingStep(frame) !== null) + 1)
}

/**
 * Ends the turn: no frame has anything left to do; who holds the baton stays. Within a nested chat, or for
 * somebody who asks, there is nobody to wait for, so a reply that is complete is the answer, and whoever asked goes on.
 */
export function endTurn(draft: Draft, end: TurnEnd = { reason: 'done', limit: null }): void {
  if (end.reason === 'done' && endReply(draft)) return
  stopTurn(draft, end)
}

/** Ends the turn, whoever waits for an answer within it. */
export function stopTurn(draft: Draft, end: TurnEnd = { reason: 'done', limit: null }): void {
  draft.turn.end = end
  draft.frames = draft.frames.map(({ held: _unsaid, ...frame }) => ({ ...frame, todo: [], steer: [] }))
}

/** Takes everybody off who came in for the one who answers, and lets whoever leads the conversation go on. False: the top is in none. */
function endReply(draft: Draft): boolean {
  const above = innerFrames(draft.frames)
  const below = draft.frames.slice(0, draft.frames.length - above.length)
  const leading = below.at(-1)
  const step = leading === undefined ? null : leadingStep(leading)
  if (leading === undefined || step === null) return false
  const stack = above.map((frame) => ({ ...frame, todo: [], steer: [] }))
  const chat = leading.chat === undefined ? {} : { chat: { ...leading.chat, stack } }
  draft.frames = [...below.slice(0, -1), { ...leading, ...chat, todo: [step] }]
  return true
}
