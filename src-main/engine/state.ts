/** The state of a thread as LangGraph keeps it: plain JSON in few channels, the log growing by what was said. */
import { Annotation } from '@langchain/langgraph'
import type { ErrorRecord } from '../../src-shared/errors'
import type { JsonObject } from '../../src-shared/flow/records'
import type { LogEntry, Scope } from '../../src-shared/run/log'
import type { Plans } from './plan/plan-state'

/**
 * One place on the stack of who talks within whom. The top frame holds the baton. `todo` are the steps that are still to
 * run for this turn, by graph node name; `edge` is the drawn edge over which the frame was entered.
 */
export type Frame = {
  node: string
  scope: Scope
  todo: string[]
  /** System instructions for the coming reply only (steer observers). */
  steer: string[]
  edge: string | null
  /** The node to which the baton goes back when this one has answered. */
  returnTo: string | null
  /** Runs for the frame below, which goes on when it is done (task graphs, default workers). */
  isWorker?: boolean
}

/** Where a task graph or a default worker stands. */
export type Cursor = {
  /** The turn that `visited`, `context` and `answers` belong to. */
  turn: number
  /** The worker that ran last; null: none yet. */
  at: string | null
  /** `incomplete`: it failed. `stay`: it keeps the next message. */
  status: 'complete' | 'incomplete' | 'stay'
  /** Workers that ran in the turn, in order. */
  visited: string[]
  /** What a worker found out for the next one; not said to the user. */
  context: string
  /** Answers that named no worker, by try. */
  answers: string[]
  /** The direct first worker has spoken in this thread. */
  greeted: boolean
}
export type Cursors = { [node: string]: Cursor }

/** The newest session of a dialog within a scope. */
export type Session = {
  scope: Scope
  number: number
  state: 'active' | 'interrupted' | 'finished'
  slots: JsonObject
  /** System instructions for its next reply, from observers that looked at the last one. */
  steer?: string[]
}

/** Why a turn ended. */
export type TurnEnd =
  | { reason: 'done' | 'limit'; limit: string | null; message: string | null }
  /** A worker failed; the turn ended in order and can be tried again at that worker. */
  | { reason: 'failed'; node: string; error: ErrorRecord }

/** What the present turn has used up so far. */
export type Turn = {
  /** 1, 2, 3 ... within the thread. */
  number: number
  /** Log id of the user's message; null: the flow speaks first. */
  userEntry: string | null
  hops: number
  rounds: number
  modelCalls: number
  input: number
  output: number
  /** Model calls by node. */
  calls: { [node: string]: number }
  /** Tool batches of the present reply, by node. */
  toolRounds: { [node: string]: number }
  /** How often the baton went over each pair of nodes, as `from>to`. */
  pairs: { [pair: string]: number }
  end: TurnEnd | null
}

export type Sessions = { [key: string]: Session }

export const BatonAnnotation = Annotation.Root({
  /** By node; a step changes only the plans of its own node. */
  plans: Annotation<Plans>({ reducer: (old, plans) => ({ ...old, ...plans }), default: () => ({}) }),
  /** Append-only; never mutated, so that a checkpointer may share its elements. */
  log: Annotation<LogEntry[]>({
    reducer: (log, added) => (added.length === 0 ? log : log.concat(added)),
    default: () => [],
  }),
  frames: Annotation<Frame[]>({ reducer: (_old, frames) => frames, default: () => [] }),
  sessions: Annotation<Sessions>({ reducer: (_old, sessions) => sessions, default: () => ({}) }),
  cursors: Annotation<Cursors>({ reducer: (_old, cursors) => cursors, default: () => ({}) }),
  variables: Annotation<JsonObject>({ reducer: (_old, variables) => variables, default: () => ({}) }),
  turn: Annotation<Turn>({ reducer: (_old, turn) => turn, default: () => newTurn(0, null) }),
})

/** The whole state of a thread. */
export type BatonState = typeof BatonAnnotation.State
/** What a step changes; `log` holds only what it adds. */
export type BatonUpdate = Partial<BatonState>

/** A turn in which nothing has happened yet. */
export function newTurn(number: number, userEntry: string | null): Turn {
  return {
    number,
    userEntry,
    hops: 0,
    rounds: 0,
    modelCalls: 0,
    input: 0,
    output: 0,
    calls: {},
    toolRounds: {},
    pairs: {},
    end: null,
  }
}

/** The state of a thread in which nothing was said yet. */
export function emptyState(): BatonState {
  return { plans: {}, log: [], frames: [], sessions: {}, cursors: {}, variables: {}, turn: newTurn(0, null) }
}
