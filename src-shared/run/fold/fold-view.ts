/** What a person sees of a thread, as plain data: turns with their chat items and trace rows, and where the baton is. */
import type { z } from 'zod'
import type { PlanChange } from '../../agents/plan/edit-plan'
import type { Json } from '../../flow/records'
import type { Message } from '../../languages/translate'
import type { Decision } from '../log/decisions'
import type { errorRecordSchema, InnerNode, PlanFault, PlanStepState, RunEventOf } from '../log/events'
import type { Attachment } from '../log/attachments'
import type { CallPurpose, FallbackReason, MoveReason, ReplyEnd, MoveCause } from '../log/facts'
import type { LogCall } from '../log/log'
import type { PlannedStep } from '../log/planned-step'
import type { AnswerOf, LoggedAnswer, LoggedQuestionKind, QuestionOf } from '../log/questions'
import type { ReasonRecord } from '../log/reasons'
import type { ResultSource } from '../log/repeats'
import type { KeptResult } from '../log/results'
import type { StepNote } from '../log/step-notes'
import type { LimitPlace } from '../words/limit-place'
import type { ToldLimit } from '../words/limits'
import { NOTHING_SPENT, type SpendingView } from './fold-spending'
import type { Usage } from '../log/usage'
import type { Warning } from '../log/warnings'

/** Tokens in and out. */
export type { Usage } from '../log/usage'
/** A failure as it stands in a run's events. */
export type RunError = z.infer<typeof errorRecordSchema>

type ItemLocation = {
  /** Unique within the turn, and stable: good as a key of a list. */
  key: string
  /** ISO 8601. */
  at: string
}

/** Something said: by the user (`author` is `user`), by a participant (its node id), or by Baton (`flow`). */
export type MessageItem = ItemLocation & {
  kind: 'message'
  author: string
  path: string
  text: string
  /** The name under which it was said, where that is not the author's. */
  speaker?: string
  /** What a nested chat says to its recipient. */
  asUser?: boolean
  /** A structured output: the object whose JSON the text is. */
  output?: { readonly [field: string]: Json }
  /** What the user attached; absent: nothing, or the log has not confirmed it yet. */
  attachments?: readonly Attachment[]
  /** Null for the user's words until the log confirmed them. */
  entryId: string | null
  /** The model call that wrote it, where one did. */
  span: string | null
  /** What the model thought aloud before it; absent: nothing. */
  thoughts?: string
  /** How it ended, where it did not end by itself. */
  end?: ReplyEnd
  usage: Usage | null
  ms: number | null
}

/** One tool call; `stopped`: its run ended before it had a result. */
export type ToolItem = ItemLocation & {
  kind: 'tool'
  node: string
  path: string
  callId: string
  tool: string
  toolNode: string | null
  /** JSON text as the model wrote it. */
  arguments: string
  /** The log entry that asked for it; null until that entry came. */
  entryId: string | null
  /** It asked to pass the baton: what came of that is told by a hand-off, or by its own error. */
  transit: boolean
  /** `waiting`: until a person has decided on what the turn asks. */
  state: 'running' | 'waiting' | 'done' | 'stopped'
  result: string | null
  resultId: string | null
  isError: boolean
  ms: number | null
  /** Absent: it does not run, or does not say. */
  progress?: ToolProgress
  /** What of the result is kept whole; absent: nothing. */
  kept?: readonly KeptResult[]
  /** Where its result is from; absent: the tool was called. */
  takenFrom?: ResultSource
}

/** How far a running tool is; `total` null: it does not know how far it has to go. */
export type ToolProgress = { done: number; total: number | null; message: string | null }

/** The baton moved. */
export type HandoffItem = ItemLocation & {
  kind: 'handoff'
  entryId: string
  path: string
  from: string | null
  to: string
  edge: string | null
  by: MoveReason
  reason: string
  cause?: MoveCause
  /** How many items a list has that begins. */
  items?: number
  /** What whoever took the baton reads, and the user does not. */
  message?: string
}

/** What an observer or a switch check found. */
export type VerdictItem = ItemLocation & { kind: 'verdict'; node: string; path: string; decision: Decision }
export type SystemItem = ItemLocation & { kind: 'system'; entryId: string; path: string; text: string }
/** `isPast`: the turn was tried again since. */
export type ErrorItem = ItemLocation & { kind: 'error'; node: string | null; error: RunError; isPast: boolean }
/**
 * `answer`: what a person answered to the turn's question. `again`: why a turn that is tried again begins with its message. `after`: of a limit,
 * what a person can do then; `place`: where it is set, null where nobody can set it.
 */
export type NoteItem = ItemLocation &
  Partial<ToldLimit> & {
    kind: 'note'
    note: 'limit' | 'stopped' | 'answer' | 'again' | 'over-budget'
    /** A limit is told in the flow's language. */
    text: string | Message
    isPast: boolean
  }

/** One thing in the chat column, told apart by `kind`. */
export type ChatItem = MessageItem | ToolItem | HandoffItem | VerdictItem | SystemItem | ErrorItem | NoteItem

/** A reply that is being written. It becomes the message of its entry, at the end of the turn's items. */
export type Stream = { entryId: string; span: string; author: string; path: string; at: string; text: string }

/** What a model thinks aloud while it works on a call. */
export type ThinkingText = { span: string; node: string; path: string; text: string }

/** The attempt failed, and the model was asked again after so long; `of`: how many attempts there are at most. */
export type ModelRetry = ReasonRecord & { attempt: number; waitMs: number; of?: number }

/** `from` could not answer, so `to` was asked. */
export type ModelFallback = ReasonRecord & { from: string; to: string; why: FallbackReason }

/** What a model call was, as far as the events tell. `model`: the connection with the model that the flow names; `served`: what the server calls its model. */
export type ModelCall = {
  /** `spoken`: no model was asked. */
  purpose: CallPurpose | 'spoken'
  model: string
  connection?: string
  served?: string
  /** As they were sent, until then those of the prompt; and older ones that did not fit. */
  messages: number
  dropped: number
  retries: readonly ModelRetry[]
  fallbacks?: readonly ModelFallback[]
  answeredBy?: string
  /** US dollars; absent: no price is known. */
  cost?: number
  thoughts?: string
  end?: ReplyEnd
}

/** What one row of the trace tells, told apart by `what`. */
export type TraceStep =
  | { what: 'user'; text: string }
  | {
      what: 'model'
      call: ModelCall
      entryId: string | null
      text: string
      calls: readonly LogCall[]
      /** A structured output: the object whose JSON the text is. */
      output?: { readonly [field: string]: Json }
    }
  | { what: 'decision'; decision: Decision; call: ModelCall | null }
  | {
      what: 'tool'
      callId: string
      tool: string
      toolNode: string | null
      arguments: string
      result: string | null
      isError: boolean
      kept?: readonly KeptResult[]
      progress?: ToolProgress
      /** Another call of the reply ran beside it. */
      atOnce?: true
      /** Where its result is from; absent: the tool was called. */
      takenFrom?: ResultSource
      /** What code wrote to its console. */
      output?: string
    }
  | ({ what: 'handoff' } & Pick<HandoffItem, 'from' | 'to' | 'edge' | 'by' | 'reason' | 'cause' | 'items' | 'message'>)
  | { what: 'session'; number: number; state: SessionState; slots: { readonly [name: string]: Json } }
  | {
      what: 'variables'
      changes: { readonly [name: string]: Json }
      /** A node, `flow`, or `user`; null: not known. */
      by: string | null
    }
  | { what: 'system'; text: string }
  | { what: 'warning'; warning: Warning }
  | {
      what: 'run'
      became: 'resumed' | 'stopped' | 'limit' | 'failed' | 'waiting' | 'answered'
      message: string | Message | null
      /** Where a limit is set that ended it; absent with everything else. */
      place?: LimitPlace | null
    }

export type SessionState = RunEventOf<'session'>['state']

/** One row of the trace. */
export type TraceRow = ItemLocation & {
  runId: string
  seq: number
  turn: number
  node: string | null
  path: string | null
  span: string | null
  state: 'running' | 'done' | 'failed' | 'stopped'
  usage: Usage | null
  ms: number | null
  step: TraceStep
}

/** One reply of a planner; `span` is its model call. */
export type PlanAttemptView = { attempt: number; span: string; text: string; error: PlanFault | null }

/** A step of a plan, with what became of it so far. */
export type PlanStepView = PlannedStep & {
  state: PlanStepState
  /** ISO 8601; null until it ran. */
  startedAt: string | null
  filled: Json | null
  arguments: Json | null
  evidence: string | null
  /** What of the evidence is kept whole. */
  kept: readonly KeptResult[]
  condensed: string | null
  error: string | null
  notes: readonly StepNote[]
  ms: number | null
  usage: Usage | null
}

/** Where a plan was taken from, what was changed in it, and which steps did not run again. */
export type PlanForkView = {
  from: { threadId: string; turn: number; round: number }
  changes: readonly PlanChange[]
  kept: readonly string[]
}

/** A plan of a node: the planner's attempts, the steps, the solver's prompt and answer. */
export type PlanView = {
  /** Unique within the turn. */
  key: string
  node: string
  path: string
  /** 1, 2, 3 ... for each plan of the node in the turn. */
  round: number
  attempts: readonly PlanAttemptView[]
  /** The reply that the planner is writing. */
  writing: { attempt: number; span: string; text: string } | null
  steps: readonly PlanStepView[]
  /** Which plan it is, run again with changes; null: it was planned here. */
  fork: PlanForkView | null
  /** `span` is the solver's model call. */
  solved: { at: string; span: string; prompt: string; answer: string; withoutPlan: boolean; asksAgain: boolean } | null
}

/** What a person is asked. `given`: the answer before, where that could not be taken. */
export type AskedQuestion<K extends LoggedQuestionKind = LoggedQuestionKind> = {
  [Q in K]: { id: string; node: string; path: string; question: QuestionOf<Q>; given: AnswerOf<Q> | null }
}[K]

/** `unfinished`: nobody works on it any more, and it did not end; it can be resumed. */
/** `waiting`: for the answers to `questions`. */
export type TurnState = 'running' | 'done' | 'limit' | 'failed' | 'stopped' | 'unfinished' | 'waiting'

/** What the running turn is busy with, for the line under the last message. */
export type Activity = {
  node: string
  path: string
  purpose: CallPurpose | 'tool'
  /** The model server is asked again after a failure. */
  retry: ModelRetry | null
  /** Another connection is asked in the place of one that could not answer; absent: none is. */
  fallback?: ModelFallback
}

/** Nodes by id, as a person knew them. */
export type DrawnNodes = { readonly [nodeId: string]: InnerNode }

/** One turn: what was said and done from one message of the user to the next. */
export type TurnView = {
  turn: number
  /** The newest run of the turn, and the number of its last event. */
  runId: string
  seq: number
  /** Number of the run's last `run.resumed`; 0 for none. */
  resumedAt: number
  /** Earlier runs of the same turn, which failed and were tried again. */
  pastRuns: readonly string[]
  revision: number | null
  /** Who was in the drawing, sub-flows included, as the turn ran; empty where the events do not say. */
  drawn: DrawnNodes
  startedAt: string
  /** Null: the flow spoke first. */
  input: string | null
  items: readonly ChatItem[]
  streams: readonly Stream[]
  /** What models think aloud right now, one entry for each call that does. */
  thinking: readonly ThinkingText[]
  trace: readonly TraceRow[]
  /** In the order in which they were begun; of a turn without plans always the same empty list. */
  plans: readonly PlanView[]
  /** What a person is asked and has not answered; several calls may wait, each for itself. */
  questions: readonly AskedQuestion[]
  /** Every question of the turn, also once it was answered, and the newest answer to each. */
  asked: readonly AskedQuestion[]
  answered: readonly { id: string; answer: LoggedAnswer }[]
  state: TurnState
  activity: Activity | null
  usage: Usage
  modelCalls: number
  spending: SpendingView
  ms: number | null
  error: RunError | null
}

/** Where the baton is; `moves` tells one move from the next. */
export type Holder = { node: string; path: string; edge: string | null; moves: number }
/** What the present run does with a node; `waiting`: for a person's answer. */
export type NodeState = { state: 'running' | 'waiting' | 'done' | 'failed'; message: string | null }
/** The newest session of a dialog. */
export type SessionView = {
  number: number
  state: SessionState
  path: string
  slots: { readonly [name: string]: Json }
}

/** Who changed a variable last, as `by` of the trace says it, and from which turn on it counts. */
export type VariableChange = { by: string | null; turn: number }

/** Everything that the interface shows of a thread: a fold over its events. */
export type ThreadView = {
  /** Every turn but the newest, oldest first; a new array only when a turn begins. */
  earlier: readonly TurnView[]
  latest: TurnView | null
  holder: Holder | null
  /** By node id; emptied when a run starts. */
  nodes: { readonly [nodeId: string]: NodeState }
  /** By node id of the dialog. */
  sessions: { readonly [nodeId: string]: SessionView }
  variables: { readonly [name: string]: Json }
  variableChanges: { readonly [name: string]: VariableChange }
  /** By node id of a task graph: the worker where it stands. */
  places: { readonly [nodeId: string]: string }
  /** Of all turns together. */
  spending: SpendingView
  /** Every node that was in a run so far, as the newest of them named it. */
  known: DrawnNodes
  /** The run that goes on now. */
  activeRunId: string | null
}

/** A thread in which nothing happened yet. */
export const EMPTY_THREAD: ThreadView = {
  earlier: [],
  latest: null,
  holder: null,
  nodes: {},
  sessions: {},
  variables: {},
  variableChanges: {},
  places: {},
  spending: NOTHING_SPENT,
  known: {},
  activeRunId: null,
}

/** How many turns a thread has. */
export function turnCount(view: ThreadView): number {
  return view.earlier.length + (view.latest === null ? 0 : 1)
}

/** A turn by its place, from 0. */
export function turnAt(view: ThreadView, index: number): TurnView | null {
  return view.earlier[index] ?? (index === view.earlier.length ? view.latest : null)
}

/** A turn by its number. */
export function turnNumbered(view: Pick<ThreadView, 'earlier' | 'latest'>, turn: number): TurnView | null {
  return view.latest?.turn === turn ? view.latest : (view.earlier.find((past) => past.turn === turn) ?? null)
}

/** All turns, oldest first. Copies: for tests and exports. */
export function turnsOf(view: ThreadView): TurnView[] {
  return view.latest === null ? [...view.earlier] : [...view.earlier, view.latest]
}
