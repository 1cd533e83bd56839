/**
 * A turn that had come to its end when its program was killed, before that was told: models know its answer, and nobody has read it. It is told
 * before anything else is said in its thread. No step runs for that, so it needs no permission.
 */
import { readState } from '../../engine/state/read-state'
import type { Compile } from '../compiled-flows'
import type { RunnerOptions } from '../execution/execution'
import type { Launch } from '../launch'

/** `launch`: begins what nothing follows on. */
type UntoldEndContext = Pick<RunnerOptions, 'threads' | 'saver'> & { compile: Compile; launch: Launch }

/** Does nothing where the newest turn of the thread was told to its end, or has come to none. Throws `run-active` where somebody else goes on with it. */
export async function tellUntoldEnd(
  { threads, saver, compile, launch }: UntoldEndContext,
  threadId: string,
): Promise<void> {
  const left = threads.unfinishedRun(threadId)
  if (left?.state !== 'interrupted') return
  const state = await readState(saver, threadId)
  if (state.turn.number !== left.turn || state.turn.end === null) return
  // With a flow that cannot be read any more the thread still takes messages.
  const runnable = await compile(left.flowText).catch(() => null)
  if (runnable === null) return
  const run = threads.takeOver(left.id)
  const mode = { kind: 'resume', isNew: false, input: null } as const
  await launch(run, (controller) => ({ run, runnable, state, controller, listen: () => undefined, mode })).done
}
