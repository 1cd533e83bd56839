/** The handlers of `threads.*`. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { BatonSaver } from '../engine/checkpoints'
import type { EventLog } from '../run/event-log'
import type { Threads } from '../store/threads'

export type ThreadServices = { readonly threads: Threads; readonly events: EventLog; readonly saver: BatonSaver }

export function threadHandlers({ threads, events, saver }: ThreadServices) {
  return {
    'threads.list': async ({ flowId }) => threads.list(flowId),
    'threads.rename': async ({ threadId, title }) => {
      threads.rename(threadId, title)
      return {}
    },
    'threads.remove': async ({ threadId }) => {
      threads.remove(threadId)
      events.forget(threadId)
      await saver.deleteThread(threadId)
      return {}
    },
    'threads.follow': ({ threadId }, { after, signal }) => events.follow(threadId, { after, signal }),
    'threads.timeline': async ({ threadId, limit }) => {
      const entries = await saver.timeline(threadId, { limit })
      return entries.map(({ checkpointId, parentId, step, at, nodes, turn }) => ({
        checkpointId,
        parentId,
        at,
        nodes,
        step: step ?? 0,
        turn: typeof turn === 'number' ? turn : null,
      }))
    },
  } satisfies AreaHandlers<BatonContract, 'threads'>
}
