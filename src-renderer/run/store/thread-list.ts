/** The flow's list of threads: read again when something changed, renamed, removed with a while to take it back. */
import type { ThreadModel } from '../../../src-shared/flow/thread-model'
import type { RunParts } from './run-state'

export type ThreadList = {
  /** Reads the list; rejects with the reason when the core cannot be asked. */
  refresh(): Promise<void>
  refreshQuietly(): void
  rename(threadId: string, title: string): Promise<void>
  setModel(threadId: string, model: ThreadModel | null): Promise<void>
  /** Hides a thread and removes it later. Returns what takes it back: whether that was in time. */
  remove(threadId: string): () => boolean
  /** Removes at once what waits to be removed. */
  settle(): void
}

const REMOVE_AFTER_MS = 7000

export function createThreadList({ store, options }: RunParts): ThreadList {
  const { client, flowId, onError, removeAfterMs = REMOVE_AFTER_MS } = options
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  const hidden = new Set<string>()

  const refresh = async (): Promise<void> => {
    const threads = await client.call('threads.list', { flowId })
    store.setState({ threads: threads.filter((thread) => !hidden.has(thread.id)) })
  }
  const refreshQuietly = (): void => void refresh().catch(() => undefined)
  const removeNow = async (threadId: string): Promise<void> => {
    clearTimeout(waiting.get(threadId))
    waiting.delete(threadId)
    try {
      await client.call('threads.remove', { threadId })
    } catch (cause) {
      onError('The thread could not be deleted', cause)
    } finally {
      hidden.delete(threadId)
      refreshQuietly()
    }
  }

  return {
    refresh,
    refreshQuietly,
    async rename(threadId, title) {
      try {
        await client.call('threads.rename', { threadId, title })
        await refresh()
      } catch (cause) {
        onError('The thread could not be renamed', cause)
      }
    },
    async setModel(threadId, model) {
      try {
        await client.call('threads.setModel', { threadId, model })
        await refresh()
      } catch (cause) {
        onError('The model of the thread could not be changed', cause)
      }
    },
    remove(threadId) {
      hidden.add(threadId)
      waiting.set(
        threadId,
        setTimeout(() => void removeNow(threadId), removeAfterMs),
      )
      store.setState({ threads: store.getState().threads?.filter((thread) => thread.id !== threadId) ?? null })
      return () => {
        const isInTime = waiting.has(threadId)
        clearTimeout(waiting.get(threadId))
        if (waiting.delete(threadId)) hidden.delete(threadId)
        refreshQuietly()
        return isInTime
      }
    },
    settle() {
      for (const threadId of [...waiting.keys()]) void removeNow(threadId)
    },
  }
}
