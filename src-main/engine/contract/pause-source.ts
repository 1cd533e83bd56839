/** Where a run pauses. */
import type { StepMode } from '../state/pause-state'
import type { Breakpoint } from '../../../src-shared/run/log/breakpoints'

export type PauseSource = {
  /** What is set to pause turns of this flow, as it is now. */
  breakpoints: () => readonly Breakpoint[]
  /** Whether a question was asked in this turn before: a step that paused takes its answer, whatever was set since. */
  isAsked: (questionId: string) => boolean
  /** Whether the turn has paused: how a person goes on in a flow that a call runs is heard by the step that made the call. */
  hasPaused: () => boolean
  /** How somebody steps who comes into a flow that runs as a tool; absent: nobody does. */
  stepping?: StepMode
  /** Calls of the step that are not made in it, since a person is to be at one of them first; absent: all are. */
  held?: ReadonlySet<string>
}
