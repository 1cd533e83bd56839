/** Waits for model servers that are busy, by thread: somebody may not want to wait any longer. */

export type ModelWaits = {
  /** A wait has begun; `end` ends it. The returned function forgets it. */
  note: (threadId: string, end: () => void) => () => void
  /** Ends all waits of a thread: what is waited for is tried at once. */
  end: (threadId: string) => void
}

export function createModelWaits(): ModelWaits {
  const waits = new Map<string, Set<() => void>>()
  return {
    note(threadId, end) {
      const ofThread = waits.get(threadId) ?? new Set()
      waits.set(threadId, ofThread.add(end))
      return () => {
        ofThread.delete(end)
        if (ofThread.size === 0) waits.delete(threadId)
      }
    },
    end: (threadId) => waits.get(threadId)?.forEach((end) => end()),
  }
}
