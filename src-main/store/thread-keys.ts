/** Which key of `baton serve` began a thread, as a hash: nobody goes on in the thread of another one. */
import { write, type LibraryDatabase } from './database'

export type ThreadKeys = {
  /** The key that a thread belongs to; null for one that was begun elsewhere, or is not there. */
  readonly of: (threadId: string) => string | null
  /** Does what makes a thread, and gives it to a key, both or neither. */
  readonly claim: (key: string, make: () => string) => string
}

export function createThreadKeys(db: LibraryDatabase): ThreadKeys {
  const one = db
    .prepare<[string], string>(
      'SELECT key FROM thread_keys JOIN threads ON threads.number = thread_keys.thread WHERE threads.id = +?',
    )
    .pluck()
  const put = db.prepare<[string, string]>(
    'INSERT OR IGNORE INTO thread_keys (thread, key) SELECT number, ? FROM threads WHERE id = ?',
  )
  return {
    of: (threadId) => one.get(threadId) ?? null,
    claim: (key, make) =>
      write(db, () => {
        const threadId = make()
        put.run(key, threadId)
        return threadId
      }),
  }
}
