/** Flows that are gone for good, with their threads and all else that is kept of them. */
import { AppError } from '../../src-shared/errors'
import type { BatonSaver } from '../engine/checkpoints'
import type { EventLog } from '../run/execution/event-log'
import type { Threads } from '../store/threads'

/** `kept`: what is kept of flows beside their threads. */
type FlowParts = {
  kept: readonly { readonly forget: (flowId: string) => void }[]
  events: Pick<EventLog, 'forget'>
  saver: Pick<BatonSaver, 'deleteThread'>
  threads: Threads
}

/** Removes what belongs to a flow that is gone: what was allowed to it, and its threads. */
export function flowForgetter({ kept, events, saver, threads }: FlowParts) {
  return async (flowId: string): Promise<void> => {
    for (const one of kept) one.forget(flowId)
    for (const threadId of threads.removeOfFlow(flowId)) {
      events.forget(threadId)
      await saver.deleteThread(threadId)
    }
  }
}

type RemovalParts = {
  library: { removeForGood: (flowId: string) => void }
  threads: Threads
  forgetFlow: (flowId: string) => Promise<void>
}

/** Deletes a flow in the bin for good, unless a turn of it runs. */
export function flowRemover({ library, threads, forgetFlow }: RemovalParts) {
  return async (flowId: string): Promise<void> => {
    if (threads.list(flowId).some(({ state }) => state === 'running')) {
      throw new AppError(
        'run-active',
        'A turn of this flow still runs. Stop it, or wait until it is done, then delete the flow.',
      )
    }
    library.removeForGood(flowId)
    await forgetFlow(flowId)
  }
}
