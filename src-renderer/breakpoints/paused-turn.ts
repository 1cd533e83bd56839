/** The pause that the shown turn waits with, and how it goes on. */
import type { GoOn } from '../../src-shared/run/log/breakpoints'
import type { AskedQuestion } from '../../src-shared/run/fold/fold-view'
import { isBusy, isLookedAt, type RunState } from '../run/store/run-state'
import type { RunStore } from '../run/store/run-store'

type PauseFacts = Pick<RunState, 'live' | 'past' | 'pending' | 'threads' | 'threadId'>

/**
 * The first of them, where stacks that run side by side are paused at once. Null also while it is answered already and the turn has
 * not said so yet, and where it can only be looked at.
 */
export function pauseOf(state: PauseFacts): AskedQuestion<'breakpoint'> | null {
  if (isBusy(state) || isLookedAt(state)) return null
  const asked = state.live.latest?.questions.find(isPause)
  return asked ?? null
}

function isPause(asked: AskedQuestion): asked is AskedQuestion<'breakpoint'> {
  return asked.question.kind === 'breakpoint'
}

export function goOn(run: RunStore, go: GoOn): void {
  const asked = pauseOf(run.getState())
  if (asked !== null) void run.answer(asked.id, { kind: 'breakpoint', go })
}
