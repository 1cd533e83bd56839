/** What runs inside of a tool: where it is told, and a turn of a flow that is one. */
import type { JsonObject } from '../../../src-shared/flow/records'
import type { NewRunEvent } from '../../../src-shared/run/log/events'
import type { Scope } from '../../../src-shared/run/log/log'
import type { GivenAnswer, NodeQuestion } from '../../../src-shared/run/log/questions'
import type { BudgetLeft, CallUsage } from './call-usage'
import type { PauseSource } from './pause-source'
import type { TakeResult } from './repeats'

/**
 * Where what happens inside of a tool is told: under which scope, in the events of which thread. `key`: the same for this call whenever
 * it is made again after a crash, and for no other call of the thread; what the tool keeps of itself until then is under it.
 */
export type InnerEvents = EventEmitters & {
  threadId: string
  scope: Scope
  key: string
  takeResult: TakeResult
  left: BudgetLeft
  /** What people answered to what the flow asked; null: nobody can be asked. */
  answers: readonly GivenAnswer[] | null
  /** Where the run round it pauses; null: nowhere. */
  pauses: PauseSource | null
}

/** How a step tells the run something. What must survive a crash goes into its update. `emitAgain`: tells it unless this very run has it. */
export type EventEmitters = {
  emit: (event: NewRunEvent) => void
  emitAgain: (event: NewRunEvent) => void
}

/** One turn of a flow that is a tool, in a fresh conversation; `holder` is the tool. */
export type InnerTurn = {
  holder: string
  text: string
  variables: JsonObject
  inside: InnerEvents
  signal: AbortSignal
}
/** Why the turn did not end well. `asks`: this node waits for a person, and nobody can be asked. */
export type InnerProblem =
  | { is: 'asks'; name: string }
  | { is: 'out-of-time' }
  /** `message`: of a limit in the language of the flow within, of a failure as it was thrown. */
  | { is: 'limit' | 'failed'; message: string }
/** What the flow said to its user, why it did not end well (null: it did), and what it took; `asks`: it waits for a person, and goes on with the answers. */
export type InnerOutcome = {
  said: readonly string[]
  problem: InnerProblem | null
  spent: CallUsage
  asks: NodeQuestion[]
}
export type RunFlow = (flow: JsonObject, turn: InnerTurn) => Promise<InnerOutcome>
