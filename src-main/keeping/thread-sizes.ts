/** How much of the library a thread takes: its events, what models were asked, what was attached, and whole results that it has. */
import type { BatonSaver } from '../engine/checkpoints'
import type { LibraryDatabase } from '../store/database'

/** Bytes as they are stored. A result that several threads have counts for each of them. */
export type ThreadSize = {
  readonly events: number
  readonly requests: number
  readonly results: number
  /** The stored steps. */
  readonly steps: number
}

export type ThreadSizes = { readonly of: (threadId: string) => Promise<ThreadSize> }

const IN_LIBRARY = `SELECT
  (SELECT coalesce(sum(length(body)), 0) FROM events WHERE thread = threads.number) +
  (SELECT coalesce(sum(coalesce(length(input), 0) + coalesce(length(attachments), 0)), 0) FROM runs WHERE thread = threads.number) AS events,
  (SELECT coalesce(sum(length(body)), 0) FROM model_requests WHERE thread = threads.number) AS requests,
  (SELECT coalesce(sum(length(results.body)), 0) FROM result_uses JOIN results ON results.number = result_uses.result
    WHERE result_uses.thread = threads.number) AS results
  FROM threads WHERE threads.id = +?`

export function createThreadSizes(db: LibraryDatabase, saver: Pick<BatonSaver, 'sizeOf'>): ThreadSizes {
  const inLibrary = db.prepare<[string], Omit<ThreadSize, 'steps'>>(IN_LIBRARY)
  return {
    async of(threadId) {
      const { events = 0, requests = 0, results = 0 } = inLibrary.get(threadId) ?? {}
      return { events, requests, results, steps: await saver.sizeOf(threadId) }
    },
  }
}

export function wholeSize({ events, requests, results, steps }: ThreadSize): number {
  return events + requests + results + steps
}
