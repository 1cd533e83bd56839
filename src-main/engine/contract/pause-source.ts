/** Where a run pauses. */
import type { Breakpoint } from '../../../src-shared/run/log/breakpoints'

export type PauseSource = {
  /** What is set to pause turns of this flow, as it is now. */
  breakpoints: () => readonly Breakpoint[]
  /** Whether a question was asked in this turn before: a step that paused takes its answer, whatever was set since. */
  isAsked: (questionId: string) => boolean
}
