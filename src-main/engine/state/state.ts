/** The state of a thread as LangGraph keeps it: plain JSON in few channels, the log growing by what was said. */
import { Annotation } from '@langchain/langgraph'
import type { AfterWorkOption, JsonObject } from '../../../src-shared/flow/records'
import type { Expense, ExpenseByNode } from '../../../src-shared/run/log/expense'
import type { ReplyEnd } from '../../../src-shared/run/log/facts'
import type { GivenBack, LogCall, LogEntry, Scope } from '../../../src-shared/run/log/log'
import type { Offer } from '../../../src-shared/agents/offers/offers'
import type { GivenAnswer, NodeQuestion } from '../../../src-shared/run/log/questions'
import type { KeptResult } from '../../../src-shared/run/log/results'
import type { ApprovalState } from './approval-state'
import type { AskedCall, DecidedCall } from './decided-call'
import type { ItemRun, MappingState } from './item-state'
import { changePauses, noPauses, type PauseChange, type PauseState } from './pause-state'
import type { Plans } from './plan-state'
import type { Switches } from './switches'
import { changeTurn, newTurn, turnAddition, type Turn, type TurnAddition } from './turn-state'

export { changeTurn, newTurn, spentByNode, spentInThread, spentInTurn, turnAddition } from './turn-state'
export type { Turn, TurnAddition, TurnEnd } from './turn-state'

/** What the code of edges said, by edge. */
export type EdgeAnswers = { [edge: string]: boolean }
/** The words in which a model reads of a hand-off, by edge; where there are none, those that are drawn. */
export type EdgeWords = { [edge: string]: string }

/** Where a move leads: over a drawn edge, or what an after-work option says. */
export type Destination = { node: string; edge: string } | { option: AfterWorkOption }

export type AskedMove = {
  call: LogCall
  by: 'model' | 'tool'
  to: Destination
  /** Why, in the words of whoever asked. */
  reason: string
}

/** Whom an observer looks at in a step: the one on top, or the whole flow. */
export type WatchedScope = 'participant' | 'flow' | { subflow: string }

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
  /** Runs for the frame below, which goes on when it is done (task graphs, default workers, nested chats). */
  isWorker?: boolean
  /** A worker that asked the user something: the next message is its own. */
  awaitsUser?: boolean
  /** Tool batches of the present reply; none: 0. */
  toolRounds?: number
  /** Names of the tools that its pools offer in a turn, best first. */
  found?: { turn: number; tools: string[] }
  /**
   * An observer has found this participant, or the whole turn, finished: only what gathers, and what holds its reply back, is still to look
   * at it. `isUnanswered`: whoever is below a dialog answers the message.
   */
  ending?: { observer: string; isUnanswered: boolean; watched: WatchedScope }
  /** What is not said before the observers that hold it back have looked at it. */
  held?: HeldReply
  /** System instructions for its next reply, from observers that looked at the last one; those of a dialog are kept with its session. */
  later?: string[]
  /** What the code of edges said before the present reply: whether the hand-off or tool is there. */
  answers?: EdgeAnswers
  /** In which words the model reads of its hand-offs, as their code says. */
  words?: EdgeWords
  /** Brought in by the one below, whose conversation it shares: it has the next message too, unless the one below finds that the user wants something else. */
  isGuest?: boolean
  /** The tool call that passed the baton here. */
  call?: string
  /** The queue of the nested chat that this frame is. */
  nested?: NestedRun
  /** The one chat of a nested chat that this frame leads. */
  chat?: ChatRun
  /** What the last reply of this frame's node asks of others, as long as it waits for answers. */
  asking?: AskingState
  /** Where the calls of the last reply stand on which a person decides. */
  deciding?: DecidingState
  approval?: ApprovalState
  /** The one question to another participant that this frame leads. */
  asked?: AskedRun
  /** The list of the map that this frame is. */
  mapping?: MappingState
  /** The one item of a list that this frame leads. */
  item?: ItemRun
}

/**
 * Words, or the JSON of a structured output with its object. `end` is absent where they are whole; `by` is the node that says them, and
 * `speaker` the name under which it does, where that is not its own.
 */
export type ReplyText = {
  text: string
  output?: JsonObject | undefined
  end?: ReplyEnd | undefined
  by?: string | undefined
  speaker?: string | undefined
}

/** What is held back; `until`: the step of the last observer that does. `asks`: the calls that the words stand beside, which wait too. */
export type HeldReply = ReplyText & { asks?: { calls: LogCall[]; extra?: GivenBack } | undefined; until: string }

/** Where the questions of one reply stand, in the order in which they were asked. */
export type AskingState = {
  asks: Ask[]
  /** What its last step has begun beside others, by branch. */
  begun: string[]
  /** The move that the reply wants besides, which is made when everybody has answered. */
  move: AskedMove | null
}

/** One question over a `use` edge; `answer` is null until it is there. */
export type Ask = {
  callId: string
  /** The name under which it was asked. */
  tool: string
  /** JSON text. */
  arguments: string
  edge: string
  to: string
  message: string
  span: string
  state: 'waiting' | 'running' | 'done'
  /** When it was begun, in ms since 1970; 0: not yet. */
  startedAt: number
  /** Where it runs beside others; null: it does not. */
  branch: string | null
  answer: string | null
  /** The answer is an error: whoever was asked failed. */
  isError?: boolean
  /** The answer as its call has it, where a person looks at it before the model does; `isOpen`: nobody has yet. */
  held?: { text: string; kept: readonly KeptResult[]; isOpen: boolean }
}

/**
 * Where the calls of one reply stand on which a person decides, each by its place in the reply: what is asked or decided of it, and what it came
 * to. `entry`: the reply in the log.
 */
export type DecidingState = {
  entry: string
  calls: { [place: string]: AskedCall | DecidedCall }
  answers: { [place: string]: AnsweredCall }
  /** Calls of flows that wait for people: what they asked, and what was answered since. */
  inner?: { [place: string]: InnerCall }
  /** What each call calls, where a person is at one after the other: what one changes does not count for those beside it. */
  offers?: (Offer | null)[]
}
/** `spent`: what it took until then, which is counted; absent: nothing, or an older build counts it at its end. */
export type InnerCall = {
  span: string
  questions: NodeQuestion[]
  given: GivenAnswer[]
  spent?: Expense
  /** What its tool wants to have back; absent: nothing. */
  bookmark?: string
}

/** What a call came to, and the move that it asks for; or the question to another that it is, which has no result yet. */
export type AnsweredCall = {
  text: string
  isError: boolean
  move: AskedMove | null
  kept: readonly KeptResult[]
  ask?: Ask
  /** A person is to look at it before the model does. */
  held?: true
}

/** Where one question stands for the one who answers it. */
export type AskedRun = {
  callId: string
  edge: string
  message: string
  isTold: boolean
  answer: string | null
  /** Whoever was asked failed: what is read as the answer. */
  error?: string
}

/** Where a nested chat stands: one chat for each of its drawn recipients, in drawn order. */
export type NestedRun = {
  /** The name under which it speaks, as `nested_chat_Triage_1`. */
  speaker: string
  /** What it takes along from the chat that it was called from; null: not asked for yet. */
  carried: string | null
  chats: QueuedChat[]
  /** The chats that its last step has begun beside others, by edge; absent in checkpoints of the first versions. */
  begun?: string[]
}
/** A chat of the queue, by its `recipient` edge. `summary` is null until it is done. */
export type QueuedChat = { edge: string; state: 'waiting' | 'running' | 'done' | 'skipped'; summary: string | null }

/** Where one chat with a recipient stands. */
export type ChatRun = {
  /** The `recipient` edge. */
  edge: string
  /** The first thing that it says. */
  message: string
  /** Replies of the recipient so far. */
  turns: number
  /** What it came to; null: it goes on. */
  summary: string | null
  /** Who stood on top of it when the last reply was complete: a dialog that the recipient brought in gets the next message. Absent in checkpoints of the first versions. */
  stack?: Frame[]
}

/** Where a task graph or a default worker stands. */
export type Cursor = {
  /** The conversation within another one that it belongs to; absent: that with the user. */
  scope?: Scope
  /** The turn that `visited`, `context` and `answers` belong to. */
  turn: number
  /** The worker that ran last; null: none yet. */
  at: string | null
  /** Where the graph stands, whose edges lead on: the worker that ran last, but for the one for all else (DefaultWorker 1b). */
  place: string | null
  /** `incomplete`: its worker failed. `stay`: its worker waits for the user. */
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
/** By node; of one that works in a conversation within another one, by node and place (`cursorKey`). */
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

/** What a model said of the log up to an entry, that one included, in the place of which it is shown. */
export type Summary = { upTo: string; text: string }
export type Summaries = { [key: string]: Summary }

export type Sessions = { [key: string]: Session }

/** Chats of an asynchronous nested chat, each with a stack of its own, by `recipient` edge. */
export type Branches = { [edge: string]: Frame[] }
/** Null takes a branch away. */
export type BranchChanges = { [edge: string]: Frame[] | null }

export const BatonAnnotation = Annotation.Root({
  /** By node; a step changes only the plans of its own node. */
  plans: Annotation<Plans>({ reducer: mergeKeys, default: () => ({}) }),
  /** Append-only; never mutated, so that a checkpointer may share its elements. */
  log: Annotation<LogEntry[]>({
    reducer: (log, added) => (added.length === 0 ? log : log.concat(added)),
    default: () => [],
  }),
  frames: Annotation<Frame[]>({ reducer: (_old, frames) => frames, default: () => [] }),
  branches: Annotation<Branches, BranchChanges>({ reducer: changeBranches, default: () => ({}) }),
  sessions: Annotation<Sessions>({ reducer: mergeKeys, default: () => ({}) }),
  cursors: Annotation<Cursors>({ reducer: mergeKeys, default: () => ({}) }),
  variables: Annotation<JsonObject>({ reducer: mergeKeys, default: () => ({}) }),
  /** Tools that tools switched on and off, for the rest of the thread. */
  switches: Annotation<Switches>({ reducer: mergeKeys, default: () => ({}) }),
  /** What stands for the oldest part of what a participant sees, by `summaryKey`. */
  summaries: Annotation<Summaries>({ reducer: mergeKeys, default: () => ({}) }),
  /** What each node spent in the turns before this one, written when a turn begins; empty where an older build counted. */
  spentBefore: Annotation<ExpenseByNode>({ reducer: (_old, spent) => spent, default: () => ({}) }),
  pauses: Annotation<PauseState, PauseChange>({ reducer: changePauses, default: noPauses }),
  turn: Annotation<Turn, Turn | TurnAddition>({ reducer: changeTurn, default: () => newTurn(0, null) }),
})

/** The whole state of a thread. */
export type BatonState = typeof BatonAnnotation.State
type ChangedChannels = { branches: BranchChanges; pauses: PauseChange; turn: Turn | TurnAddition }
/** What a step changes; `log` holds only what it adds. */
export type BatonUpdate = Partial<Omit<BatonState, keyof ChangedChannels> & ChangedChannels>

/** What says which step is next. */
export type RoutingState = Pick<BatonState, 'frames' | 'branches' | 'turn'>

/** The state after what a step changed, as far as it says which step is next. */
export function routingAfter(state: RoutingState, update: BatonUpdate): RoutingState {
  return {
    frames: update.frames ?? state.frames,
    branches: update.branches === undefined ? state.branches : changeBranches(state.branches, update.branches),
    turn: update.turn === undefined ? state.turn : changeTurn(state.turn, update.turn),
  }
}

/** The state after an update that a graph would make of it. */
export function updatedState(state: BatonState, update: BatonUpdate): BatonState {
  return {
    plans: mergeKeys(state.plans, update.plans ?? {}),
    log: update.log === undefined ? state.log : state.log.concat(update.log),
    ...routingAfter(state, update),
    sessions: mergeKeys(state.sessions, update.sessions ?? {}),
    cursors: mergeKeys(state.cursors, update.cursors ?? {}),
    variables: mergeKeys(state.variables, update.variables ?? {}),
    switches: mergeKeys(state.switches, update.switches ?? {}),
    summaries: mergeKeys(state.summaries, update.summaries ?? {}),
    spentBefore: update.spentBefore ?? state.spentBefore,
    pauses: update.pauses === undefined ? state.pauses : changePauses(state.pauses, update.pauses),
  }
}

/**
 * Adds nothing to each channel that adds to what it has. An update from outside stores the channels alone that it writes, also where LangGraph has taken in
 * what steps had written before it: with this, what they had written is stored with it.
 */
export function emptyUpdate(): Required<Omit<BatonUpdate, 'frames' | 'spentBefore'>> {
  const turn = newTurn(0, null)
  return {
    plans: {},
    log: [],
    branches: {},
    sessions: {},
    cursors: {},
    variables: {},
    switches: {},
    summaries: {},
    pauses: noPauses(),
    turn: turnAddition(turn, turn),
  }
}

/** The state of a thread in which nothing was said yet. */
export function emptyState(): BatonState {
  return {
    plans: {},
    log: [],
    frames: [],
    branches: {},
    sessions: {},
    cursors: {},
    variables: {},
    switches: {},
    summaries: {},
    spentBefore: {},
    pauses: noPauses(),
    turn: newTurn(0, null),
  }
}

/** Steps that run side by side change different keys; what a step leaves out stays as it is. */
function mergeKeys<Values extends object>(old: Values, changes: Values): Values {
  return { ...old, ...changes }
}

function changeBranches(old: Branches, changes: BranchChanges): Branches {
  const kept = Object.entries({ ...old, ...changes }).filter((entry): entry is [string, Frame[]] => entry[1] !== null)
  return Object.fromEntries(kept)
}
