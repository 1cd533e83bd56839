/** A thread of its own that has another one's turns before some turn, and stands where that one stood then. */
import { AppError } from '../../../src-shared/errors'
import { message } from '../../../src-shared/languages/translate'
import { newId } from '../../../src-shared/flow/records'
import { readStateBefore } from '../../engine/state/read-state'
import { writeState } from '../../engine/state/write-state'
import type { ForkReason } from '../../store/thread-titles'
import type { FlowNow, RunnerOptions } from '../execution/execution'
import type { CopyChanges } from '../../store/fork-changes'
import { NO_CHANGES, type ForkChanges } from '../../../src-shared/run/log/fork-changes'
import type { JsonObject } from '../../../src-shared/flow/records'
import { emptyState } from '../../engine/state/state'
import { changedCopy, type ChangeContext, type LeftPlace } from './fork-changes'

type ForkContext = ChangeContext & { options: Pick<RunnerOptions, 'events' | 'saver'> }

/** `turn`: the first that the new thread does not have. */
export type ForkPlace = { threadId: string; turn: number }
/** `now`: the flow as it is; absent: as the library has it. */
export type ForkRequest = ForkPlace & {
  reason?: ForkReason | undefined
  changes?: ForkChanges | undefined
  now?: FlowNow | undefined
}
/** `set`: the values that variables were given. */
export type MadeFork = { threadId: string; set: JsonObject }

/**
 * Makes the thread; its id. The other one stays as it is. Throws `not-found` for a turn that is beyond the next one, `run-active` where the
 * last of the turns to copy is not over.
 */
export async function forkThread(
  { options, compile }: ForkContext,
  { threadId, turn, reason, changes = NO_CHANGES, now }: ForkRequest,
): Promise<MadeFork> {
  const { threads, saver } = options
  const left = await placeBefore(options, { threadId, turn })
  const state = turn === 1 ? null : left.state
  const changed = await changedCopy({ options, compile }, left, { changes, now })
  const { copy, set } = changed ?? { set: {} }
  const id = newId('thread')
  const begins = changed?.state ?? state
  try {
    if (begins !== null) await writeState(saver, id, begins)
    const within = (): void => {
      tellBehind(options, id, copy)
      threads.setHolder(id, begins?.frames.at(-1)?.node ?? null)
    }
    threads.fork(threadId, { id, turn, reason: reason ?? (changes.edits.length > 0 ? 'edited' : 'fork'), copy, within })
    return { threadId: id, set }
  } catch (cause) {
    await saver.deleteThread(id)
    throw cause
  }
}

/** Where a thread stood before a turn. Throws what `forkThread` throws. */
export async function placeBefore(
  { threads, saver }: Pick<RunnerOptions, 'threads' | 'saver'>,
  { threadId, turn }: ForkPlace,
): Promise<LeftPlace> {
  if (turn > threads.turnsOf(threadId) + 1)
    throw new AppError('not-found', message('There is no turn {turn} in this thread.', { turn: turn - 1 }))
  const last = turn === 1 ? null : threads.runOfTurn(threadId, turn - 1)
  if (last?.state === 'running' || last?.state === 'interrupted')
    throw new AppError('run-active', 'A turn of this thread is not over yet. Wait for it, or stop it first.')
  const state = turn === 1 ? emptyState() : await readStateBefore(saver, threadId, turn)
  if (turn > 1 && state.turn.number !== turn - 1)
    throw new AppError('not-found', 'Where this thread stood then is not kept any more. Begin a new thread instead.')
  return { threadId, then: threads.runOfTurn(threadId, turn) ?? last, state, isOver: true }
}

/** Tells what was changed behind the events that a new thread has; in one in which nothing was said yet it is told with the first message. */
export function tellBehind(
  { threads, events }: Pick<RunnerOptions, 'threads' | 'events'>,
  threadId: string,
  copy: CopyChanges | undefined,
): void {
  const run = copy === undefined || copy.told.length === 0 ? null : threads.newestRun(threadId)
  if (run !== null) events.append(run.id, threadId, copy?.told ?? [])
}
