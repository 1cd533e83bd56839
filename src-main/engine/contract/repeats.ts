/** What is taken in the place of calls that were made before, in a turn that runs again. */
import type { Scope } from '../../../src-shared/run/log/log'
import type { RecordedResult, ResultSource } from '../../../src-shared/run/log/repeats'
import type { CallUsage } from './call-usage'

/** A call as it is looked up among those that were made before. `key`: as of `InnerEvents`. */
export type CallToRepeat = {
  node: string
  path: Scope
  tool: string
  toolNode: string
  arguments: string
  key: string
  /** The step of a plan that it is; absent: it is none. */
  step?: string | undefined
  /** It is only looked at, to know whether a person is asked before it is made. */
  isForAsking?: true
}
/** What is taken in the place of a call. `spent`: what counts to the budgets nevertheless; absent: nothing. */
export type TakenResult = RecordedResult & { from: ResultSource; spent?: CallUsage }
/**
 * The result that a person decided on for a call when the turn was begun again; null: the tool is called. The same call has the same answer,
 * also after a crash.
 */
export type TakeResult = (call: CallToRepeat) => TakenResult | null
