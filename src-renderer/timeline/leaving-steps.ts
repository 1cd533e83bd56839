/** At which steps of a thread others left it. */
import type { StoredRunEvent } from '../../src-shared/run/moments/step-kinds'
import type { StepIndex } from '../../src-shared/run/moments/step-index'
import type { ThreadSummary } from '../../src-shared/rpc/contract'

type StepsOfThread = { readonly events: readonly StoredRunEvent[]; readonly index: Pick<StepIndex, 'steps'> }

/** By the step, from 0; who left before the first turn has none. */
export function leavingSteps(
  { events, index }: StepsOfThread,
  threads: readonly ThreadSummary[],
  threadId: string | null,
): ReadonlyMap<number, readonly ThreadSummary[]> {
  const found = new Map<number, ThreadSummary[]>()
  for (const thread of threads) {
    const from = thread.forkedFrom
    if (from === null || from.threadId !== threadId) continue
    const step = from.until === null ? lastBefore(index, from.turn) : stepOf({ events, index }, from.until)
    if (step < 0) continue
    found.set(step, [...(found.get(step) ?? []), thread])
  }
  return found
}

function lastBefore({ steps }: StepsOfThread['index'], turn: number): number {
  return steps.findLastIndex((step) => step.turn < turn)
}

function stepOf({ events, index }: StepsOfThread, { runId, seq }: { runId: string; seq: number }): number {
  const at = events.findLastIndex((event) => event.runId === runId && event.seq <= seq)
  return at === -1 ? -1 : index.steps.findIndex(({ end }) => end > at)
}
