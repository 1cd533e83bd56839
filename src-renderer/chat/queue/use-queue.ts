/** The messages of the open thread that wait for their turn, and what is done with them. */
import { useCallback, useEffect, useState } from 'react'
import type { SayWhen } from '../../../src-shared/flow/records'
import type { LibraryChange } from '../../../src-shared/rpc/app-schemas'
import type { QueuedMessage } from '../../../src-shared/rpc/queue'
import { useRun } from '../../run/store/run-context'
import { notifyError, useServices } from '../../ui/services'

export type Queue = {
  queued: readonly QueuedMessage[]
  edit: (id: string, change: { text?: string; when?: SayWhen }) => void
  remove: (id: string) => void
  /** Puts one before another one; null: at the end. */
  move: (id: string, before: string | null) => void
}

/** Whether a change of the library may be one of the thread's queue; `what: flow, id: null` is to read all again. */
export function mayChangeQueue({ what, id }: Pick<LibraryChange, 'what' | 'id'>, threadId: string | null): boolean {
  return (what === 'thread' && id === threadId) || (what === 'flow' && id === null)
}

const NONE: readonly QueuedMessage[] = []

export function useQueue(): Queue {
  const { client } = useServices()
  const threadId = useRun((state) => state.threadId)
  const [read, setRead] = useState<{ threadId: string; queued: readonly QueuedMessage[] } | null>(null)
  const refresh = useCallback(async () => {
    if (threadId !== null) setRead({ threadId, queued: await client.call('queue.list', { threadId }) })
  }, [client, threadId])
  useEffect(() => {
    void refresh().catch(() => undefined)
    return client.stream(
      'app.changes',
      {},
      {
        onItem(change) {
          if (mayChangeQueue(change, threadId)) void refresh().catch(() => undefined)
        },
      },
    )
  }, [client, refresh, threadId])
  const change = (work: Promise<unknown>): void =>
    void work.then(refresh).catch((cause: unknown) => {
      notifyError('The waiting message could not be changed', cause)
      void refresh().catch(() => undefined)
    })
  return {
    queued: read !== null && read.threadId === threadId ? read.queued : NONE,
    edit: (id, changed) => change(client.call('queue.edit', { id, ...changed })),
    remove: (id) => change(client.call('queue.remove', { id })),
    move: (id, before) => change(client.call('queue.move', { id, before })),
  }
}
