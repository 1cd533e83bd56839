/** A thread of its own that has another one's turns before some turn, and stands where that one stood then. */
import { AppError } from '../../../src-shared/errors'
import { newId } from '../../../src-shared/flow/records'
import { readStateBefore } from '../../engine/state/read-state'
import { writeState } from '../../engine/state/write-state'
import type { ForkReason } from '../../store/thread-titles'
import type { RunnerOptions } from '../execution/execution'

type Stores = Pick<RunnerOptions, 'threads' | 'saver'>

/** `turn`: the first that the new thread does not have. */
export type ForkPlace = { threadId: string; turn: number }
export type ForkRequest = ForkPlace & { reason?: ForkReason | undefined }

/**
 * Makes the thread; its id. The other one stays as it is. Throws `not-found` for a turn that is beyond the next one, `run-active` where the
 * last of the turns to copy is not over.
 */
export async function forkThread(
  { threads, saver }: Stores,
  { threadId, turn, reason = 'fork' }: ForkRequest,
): Promise<string> {
  if (turn > threads.turnsOf(threadId) + 1)
    throw new AppError('not-found', `There is no turn ${turn - 1} in this thread.`)
  const last = turn === 1 ? null : threads.runOfTurn(threadId, turn - 1)
  if (last?.state === 'running' || last?.state === 'interrupted')
    throw new AppError('run-active', 'A turn of this thread is not over yet. Wait for it, or stop it first.')
  const state = turn === 1 ? null : await readStateBefore(saver, threadId, turn)
  if (state !== null && state.turn.number !== turn - 1)
    throw new AppError('not-found', 'Where this thread stood then is not kept any more. Begin a new thread instead.')
  const id = newId('thread')
  if (state !== null) await writeState(saver, id, state)
  threads.fork(threadId, { id, turn, reason })
  return id
}
