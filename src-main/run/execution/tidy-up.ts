/** What is done when a run has ended, however it did. */
import type { RunRecord } from '../../store/threads'
import type { RunOutcome, RunnerOptions } from './execution'

/** What follows the end of a run. It never fails the run: what is left undone is made good after a later turn. */
export async function tidyUp(
  { threads, onTurnEnd }: RunnerOptions,
  run: RunRecord,
  outcome: RunOutcome,
): Promise<void> {
  const { threadId, turn } = run
  try {
    // Other processes see at once that nobody runs it: it was left, or its end could not be written.
    if (outcome.state === 'failed' || outcome.state === 'left') threads.letGo(run.id)
    if (outcome.state !== 'left') await onTurnEnd({ threadId, turn, isOver: isTurnOver(outcome) })
  } catch {
    // The library or the checkpoints could not be written; the next turn reports it.
  }
}

/** A turn that failed can be tried again, and one that asks goes on with the answer. */
function isTurnOver(outcome: RunOutcome): boolean {
  return outcome.state === 'stopped' || (outcome.state === 'finished' && outcome.question === undefined)
}
