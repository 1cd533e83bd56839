/** What one step is about to change: a private copy of the small channels and the entries to append. */
import type { JsonObject } from '../../src-shared/flow/records'
import type { LogEntry } from '../../src-shared/run/log'
import type { Plans } from './plan/plan-state'
import type { BatonState, BatonUpdate, Cursor, Cursors, Frame, Session, Sessions, Turn, TurnEnd } from './state'

type OmitEach<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
/** An entry before it has its id, turn and time. */
export type NewLogEntry = OmitEach<LogEntry, 'id' | 'turn' | 'at'>

/** A step's changes, made on a copy: the state itself is read-only. */
export type Draft = {
  readonly state: BatonState
  plans: Plans
  readonly added: LogEntry[]
  frames: Frame[]
  sessions: Sessions
  cursors: Cursors
  variables: JsonObject
  turn: Turn
  /** ISO time of everything that this step adds. */
  readonly at: string
}

export function draftOf(state: BatonState, at: string): Draft {
  return {
    state,
    plans: state.plans,
    added: [],
    frames: state.frames.map((frame) => ({ ...frame, todo: [...frame.todo], steer: [...frame.steer] })),
    sessions: { ...state.sessions },
    cursors: state.cursors,
    variables: state.variables,
    turn: {
      ...state.turn,
      calls: { ...state.turn.calls },
      toolRounds: { ...state.turn.toolRounds },
      pairs: { ...state.turn.pairs },
    },
    at,
  }
}

/** The draft with which a step begins: everything that it adds is of now. */
export function beginStep(state: BatonState, context: { services: { now: () => number } }): Draft {
  return draftOf(state, new Date(context.services.now()).toISOString())
}

/** The draft as an update: channels that did not change are left out. */
export function updateOf(draft: Draft): BatonUpdate {
  const { state } = draft
  const update: BatonUpdate = { frames: draft.frames, turn: draft.turn }
  if (draft.plans !== state.plans) update.plans = changedPlans(draft.plans, state.plans)
  if (draft.added.length > 0) update.log = draft.added
  if (draft.variables !== state.variables) update.variables = draft.variables
  if (draft.cursors !== state.cursors) update.cursors = draft.cursors
  if (!sameSessions(draft.sessions, state.sessions)) update.sessions = draft.sessions
  return update
}

function sameSessions(first: Sessions, second: Sessions): boolean {
  const keys = Object.keys(first)
  return keys.length === Object.keys(second).length && keys.every((key) => first[key] === second[key])
}

function changedPlans(plans: Plans, before: Plans): Plans {
  return Object.fromEntries(Object.entries(plans).filter(([node, plan]) => plan !== before[node]))
}

/** The id that the next appended entry will have. */
export function nextEntryId(draft: Draft): string {
  return `e${draft.state.log.length + draft.added.length + 1}`
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
  result: { call: { id: string; name: string }; text: string; isError: boolean },
): void {
  const { call, text, isError } = result
  append(draft, {
    kind: 'result',
    author,
    scope: topFrame(draft).scope,
    callId: call.id,
    tool: call.name,
    text,
    isError,
  })
}

/** The frame that holds the baton. Throws when nobody does, which a running turn never sees. */
export function topFrame(draft: Pick<Draft, 'frames'>): Frame {
  const frame = draft.frames.at(-1)
  if (frame === undefined) throw new Error('nobody holds the baton')
  return frame
}

/** The user's message of this turn; null when the flow speaks first. */
export function userEntryOf(draft: Draft): LogEntry | null {
  const id = draft.turn.userEntry
  if (id === null) return null
  return findEntry(draft, id)
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

/** Where a task graph or default worker stands in this turn: what belonged to an earlier turn is forgotten. */
export function cursorOf(draft: Draft, node: string): Cursor {
  const turn = draft.turn.number
  const cursor = draft.cursors[node]
  if (cursor === undefined)
    return { turn, at: null, status: 'complete', visited: [], context: '', answers: [], greeted: false }
  return cursor.turn === turn ? cursor : { ...cursor, turn, visited: [], context: '', answers: [] }
}

/** Changes where a task graph or default worker stands. */
export function moveCursor(draft: Draft, node: string, change: Partial<Cursor>): void {
  draft.cursors = { ...draft.cursors, [node]: { ...cursorOf(draft, node), ...change } }
}

/** Ends the turn: no frame has anything left to do; who holds the baton stays. */
export function endTurn(draft: Draft, end: TurnEnd = { reason: 'done', limit: null, message: null }): void {
  draft.turn.end = end
  draft.frames = draft.frames.map((frame) => ({ ...frame, todo: [], steer: [] }))
}
