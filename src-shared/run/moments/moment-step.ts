/** Which step of a thread a moment of it belongs to. */
import type { StepIndex } from './step-index'
import type { StoredRunEvent } from './step-kinds'

/** What a thread told, and its steps. */
export type ToldSteps = { readonly events: readonly StoredRunEvent[]; readonly index: Pick<StepIndex, 'steps'> }

/** By the step, from 0; -1: the thread has no event of that run up to there. */
export function stepOfMoment(
  { events, index }: ToldSteps,
  { runId, seq }: { readonly runId: string; readonly seq: number },
): number {
  const at = events.findLastIndex((event) => event.runId === runId && event.seq <= seq)
  return at === -1 ? -1 : index.steps.findIndex(({ end }) => end > at)
}
