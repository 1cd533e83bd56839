/** What the parts of running a turn hand each other: what is to be executed, how it ended, who hears of it, and what a runner works with. */
import type { AppError } from '../../../src-shared/errors'
import type { JsonObject } from '../../../src-shared/flow/records'
import type { NewRunEvent, RunEvent } from '../../../src-shared/run/log/events'
import type { AfterLimit } from '../../../src-shared/run/words/limits'
import type { LogEntry } from '../../../src-shared/run/log/log'
import type { LoggedQuestionKind } from '../../../src-shared/run/log/questions'
import type { Clock } from '../../clock'
import type { KeyedItem } from '../../consent/keys'
import type { BatonSaver } from '../../engine/checkpoints'
import type { RunnableFlow } from '../../engine/compile/compile'
import type { NodeQuestion, EngineServices } from '../../engine/contract/runtime'
import type { Interjection } from '../../engine/contract/interjection'
import type { TakeResult } from '../../engine/contract/repeats'
import type { BatonState, BatonUpdate } from '../../engine/state/state'
import type { FlowSource } from '../../flows/freeze'
import type { Breakpoints, BreakpointWatch } from '../../store/breakpoints'
import type { CallRules } from '../../store/call-rules'
import type { QueuedMessages } from '../../store/queued-messages'
import type { RepeatDecisions } from '../../store/repeat-decisions'
import type { Answers } from '../../store/answers'
import type { Results } from '../../store/results'
import type { RunRecord, Threads } from '../../store/threads'
import type { EventLog } from './event-log'

/** How a run ended. `limit`: the words of the limit that ended it, `after`: what a person has to do then, where another message alone does not go on. */
export type RunOutcome =
  /** `questions`: the turn waits for the answers of a person; `question` is the first of them. */
  | {
      state: 'finished'
      limit: string | null
      after?: AfterLimit | undefined
      question?: NodeQuestion
      questions?: readonly NodeQuestion[] | undefined
    }
  | { state: 'failed'; error: AppError }
  | { state: 'stopped' }
  /** The core was closed first, or nobody waits for it any more; the turn can be resumed. */
  | { state: 'left' }

export type StartedRun = { runId: string; threadId: string; done: Promise<RunOutcome> }

/** Hears every event of a run, in this process, right after it was stored. */
export type Listen = (event: RunEvent) => void

/** A compiled flow, and what it would use outside of Baton. */
export type Runnable = RunnableFlow & { needs: readonly KeyedItem[] }

/** What a turn that was left in the middle had done. `results`: those that its calls lack, for the log. */
export type LeftTurn = { state: BatonState; results: readonly LogEntry[] }

/** What is to be executed. `state` is the thread's before this execution. */
export type Execution = {
  run: RunRecord
  runnable: RunnableFlow
  state: BatonState
  controller: AbortController
  /** Hears every event right after it was appended. */
  listen: (event: RunEvent) => void
  /** What a person says meanwhile that does not wait for the end of the turn. */
  interjection: Interjection
  /** What is taken in the place of calls that were made before; absent: every call is made. */
  takeResult?: TakeResult | undefined
  /** What is set to pause its turn, as it is then; absent: nothing. */
  breakpoints?: BreakpointWatch | undefined
  /** How the turn begins once that is settled which the one before it left; absent: it left nothing. */
  afterLeft?: ((left: LeftTurn) => Pick<Execution, 'state' | 'mode'>) | undefined
  mode:
    /** `set`: what the person gave variables with the message; the state has it already. */
    | { kind: 'new'; input: BatonUpdate; set: JsonObject }
    /** `isNew`: a new run of the same turn, after a failure. `input` null: the turn's input is in the state already. `note` is told first. */
    | { kind: 'resume'; isNew: boolean; input: BatonUpdate | null; note?: NewRunEvent }
    /** A new run of a turn that waits; `open`: the questions that it asked. */
    | { kind: 'answer'; isNew: true; input: null; open: readonly NodeQuestion<LoggedQuestionKind>[] }
    /** A turn of another thread, from some place on: what it had said until then is told first, then `opening`. */
    | { kind: 'fork'; isNew: false; input: null; opening: readonly NewRunEvent[] }
}

/** `flowText`: as it is saved. */
export type FlowNow = { flowText: string; revision: number | null }

export type RunnerOptions = {
  threads: Threads
  events: EventLog
  answers: Answers
  /** What was said during turns, and waits. */
  queued: QueuedMessages
  /** What is set to pause turns of a flow. */
  breakpoints: Pick<Breakpoints, 'watch'>
  /** Calls that run without asking from now on. */
  callRules: Pick<CallRules, 'add'>
  saver: BatonSaver
  services: EngineServices
  /** Where attachments are kept whole. */
  results: Pick<Results, 'prepare'>
  /** What becomes of calls that were made before, in turns that run again. */
  repeats: RepeatDecisions
  /** What is taken in the place of every call of a tool; absent: as `repeats` says. */
  takeResult?: TakeResult | undefined
  /** Flows that a flow names by their id; they are frozen with it. */
  flowOf: FlowSource
  /** A flow as it is now; null: it is as the newest turn had it. */
  flowNow: (flowId: string) => FlowNow | null
  clock: Clock
  /** Throws `consent-needed` unless all of these were allowed to the flow. */
  permit: (flowId: string, items: readonly KeyedItem[]) => void
  /** Called when a run has ended, for retention; `isOver`: its turn will not go on. */
  onTurnEnd: (ended: { threadId: string; turn: number; isOver: boolean }) => Promise<void>
}
