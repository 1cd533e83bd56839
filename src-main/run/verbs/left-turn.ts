/**
 * What a turn that was left in the middle had done when the next one begins: it waited for an answer that never comes, failed, or was stopped. What steps
 * beside the one that was left had finished is told, and a call that was carried out beside one that was not has its result; both stay in the state.
 */
import { resultsOfLeftCalls, settleCut } from '../../engine/compile/close-turn'
import { readState } from '../../engine/state/read-state'
import type { BatonState } from '../../engine/state/state'
import type { Compile } from '../compiled-flows'
import type { Execution, LeftTurn, RunnerOptions } from '../execution/execution'

type LeftContext = Pick<RunnerOptions, 'threads' | 'saver' | 'clock'> & { compile: Compile }

/** Whether the turn that a state stands in came to no end. */
export function isLeft({ turn }: BatonState): boolean {
  return turn.number > 0 && turn.end === null
}

/** Belongs into a run of the thread, since nobody else may go on with the turn then. Done again after a kill it comes to the same. */
export async function settleLeftTurn(
  { threads, saver, clock, compile }: LeftContext,
  { run, runnable, state: { turn } }: Pick<Execution, 'run' | 'runnable' | 'state'>,
): Promise<LeftTurn> {
  const { threadId } = run
  const left = threads.runOfTurn(threadId, turn.number)
  // What waits to be taken in are steps of the flow as it was then.
  const then = left === null ? runnable : await compile(left.flowText).catch(() => runnable)
  await settleCut(then, { threadId, turn: turn.number })
  const state = await readState(saver, threadId)
  const results = resultsOfLeftCalls(then.flow, state, { at: clock.iso(), isWaiting: left?.state === 'finished' })
  return { state, results }
}
