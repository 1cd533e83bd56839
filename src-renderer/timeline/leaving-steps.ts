/** At which steps of a thread others left it. */
import { stepOfMoment, type ToldSteps } from '../../src-shared/run/moments/moment-step'
import type { ThreadSummary } from '../../src-shared/rpc/contract'

/** By the step, from 0; who left before the first turn has none. */
export function leavingSteps(
  of: ToldSteps,
  threads: readonly ThreadSummary[],
  threadId: string | null,
): ReadonlyMap<number, readonly ThreadSummary[]> {
  const found = new Map<number, ThreadSummary[]>()
  for (const thread of threads) {
    const from = thread.forkedFrom
    if (from === null || from.threadId !== threadId) continue
    const step = from.until === null ? lastBefore(of, from.turn) : stepOfMoment(of, from.until)
    if (step < 0) continue
    found.set(step, [...(found.get(step) ?? []), thread])
  }
  return found
}

function lastBefore({ index }: ToldSteps, turn: number): number {
  return index.steps.findLastIndex((step) => step.turn < turn)
}
