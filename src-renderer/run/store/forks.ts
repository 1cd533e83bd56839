/** Threads that leave the open one, and turns that run again: after the person decided on the calls that would be made again. */
import { toAppError, type AppError } from '../../../src-shared/errors'
import type { RepeatsInput } from '../../../src-shared/rpc/repeats'
import type { RepeatDecision } from '../../../src-shared/run/log/repeats'
import type { ForkChanges } from '../../../src-shared/run/log/fork-changes'
import type { ForkQuestion } from './run-state'
import type { OpenThread } from './open-thread'
import type { Repeats } from './repeats'
import type { RunParts } from './run-state'
import type { ThreadList } from './thread-list'

/** Why something did not begin; `cancelled`: the person did not want it after all. Null: it began. */
export type NotBegun = AppError | 'cancelled' | null

export type Forks = {
  /** Begins a turn of the open thread again in a thread of its own, and opens that. `text` null: with the message that it had. */
  again(turn: number, text: string | null): Promise<NotBegun>
  /** Opens a new thread that has the turns of the open one up to this one. Answers why it could not be made, null when it was. */
  forkAfter(turn: number): Promise<NotBegun>
  /** The same up to the last safe step at or before the moment that is shown. */
  forkHere(): Promise<NotBegun>
  /** Leaves the open thread with changes: before a turn, with another message where there is a text, or after a moment. */
  leaveWith(forking: ForkQuestion, changes: ForkChanges, text: string | null): Promise<NotBegun>
  /** Carries a plan of the open thread out again with steps edited, in a thread of its own, and opens that. */
  planAgain(plan: PlanChange): Promise<NotBegun>
}

/** What is to become of a plan of the open thread. */
type PlanChange = Omit<Extract<RepeatsInput, { how: 'plan' }>, 'how' | 'threadId'>

type ForkServices = { list: ThreadList; thread: OpenThread; repeats: Repeats }

export function createForks(
  { store, options: { client, beforeRun, guard } }: RunParts,
  { list, thread, repeats }: ForkServices,
  open: (threadId: string) => void,
): Forks {
  /** The visit of a thread in which one that leaves it is being made: a second press makes no second one. */
  let makingAt: number | null = null

  /** Opens the thread that is made, unless another one was opened meanwhile. */
  const opening = async (make: (threadId: string) => Promise<{ threadId: string } | null>): Promise<NotBegun> => {
    const { threadId } = store.getState()
    if (threadId === null) return null
    const before = thread.visit()
    if (makingAt === before) return 'cancelled'
    makingAt = before
    try {
      const made = await make(threadId)
      if (made === null) return 'cancelled'
      list.refreshQuietly()
      if (before === thread.visit()) open(made.threadId)
      return null
    } catch (cause) {
      return toAppError(cause)
    } finally {
      if (makingAt === before) makingAt = null
    }
  }
  return {
    again: (turn, text) =>
      opening(async (threadId) => {
        await beforeRun()
        const decisions = await repeats.ask({ how: 'again', threadId, turn })
        if (decisions === null) return null
        return await guard('rerun', () =>
          client.call('runs.again', { threadId, turn, decisions, ...(text === null ? {} : { text }) }),
        )
      }),
    forkHere: () =>
      opening(async (threadId) => {
        const { past, record } = store.getState()
        const last = past === null ? undefined : record?.of.events[past.count - 1]
        if (last === undefined) return null
        const moment = { threadId, runId: last.runId, seq: last.seq }
        const decisions = await repeats.ask({ how: 'fork', ...moment })
        return decisions === null ? null : await client.call('threads.forkAt', { ...moment, decisions })
      }),
    leaveWith: ({ at }, changes, text) =>
      opening(async (threadId) => {
        await beforeRun()
        if (!('turn' in at)) {
          const decisions = await repeats.ask({ how: 'fork', threadId, ...at, edits: changes.edits })
          return decisions === null
            ? null
            : await client.call('threads.forkAt', { threadId, ...at, decisions, changes })
        }
        const place = { threadId, turn: at.turn }
        const decisions = await repeats.ask({ how: 'again', ...place })
        if (decisions === null) return null
        const said = text === null ? {} : { text }
        return await guard('rerun', () => client.call('runs.again', { ...place, decisions, changes, ...said }))
      }),
    planAgain: (plan) =>
      opening(async (threadId) => {
        const changed = { threadId, ...plan }
        const decisions = await repeats.ask({ how: 'plan', ...changed })
        if (decisions === null) return null
        return await guard('rerun', () => client.call('plans.rerun', { ...changed, decisions }))
      }),
    forkAfter: (turn) => opening((threadId) => client.call('threads.fork', { threadId, turn: turn + 1 })),
  }
}

/** What is decided before a failed turn is tried again. Why it cannot run is told by the attempt itself. */
export async function decidedRetry(
  { options: { beforeRun } }: RunParts,
  repeats: Repeats,
  threadId: string,
): Promise<RepeatDecision[] | null> {
  try {
    await beforeRun()
    return await repeats.ask({ how: 'retry', threadId })
  } catch {
    return []
  }
}
