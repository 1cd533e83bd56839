/** What model servers have taught about the form of their requests, kept in the library until the connection is tested or led elsewhere. */
import { dialectSchema } from '../../src-shared/rpc/dialect'
import type { LessonStore } from '../models/wire/dialects'
import { write, type LibraryDatabase } from '../store/database'

export type Lessons = LessonStore & {
  /** What the servers of a connection have taught; with an address, what the one there has. */
  readonly forget: (connection: string, address?: string) => void
  /** What servers at other addresses have taught. */
  readonly forgetOthers: (connection: string, address: string) => void
}

/** The lessons in a library. One that cannot be written is learnt again. */
export function createLessons(db: LibraryDatabase): Lessons {
  const one = db
    .prepare<[string, string, string], string>(
      'SELECT change FROM lessons WHERE connection = ? AND address = ? AND model = ?',
    )
    .pluck()
  const put = db.prepare<[string, string, string, string]>(
    'INSERT OR REPLACE INTO lessons (connection, address, model, change) VALUES (?, ?, ?, ?)',
  )
  const remove = db.prepare<[string]>('DELETE FROM lessons WHERE connection = ?')
  const removeAt = db.prepare<[string, string]>('DELETE FROM lessons WHERE connection = ? AND address = ?')
  const removeOthers = db.prepare<[string, string]>('DELETE FROM lessons WHERE connection = ? AND address <> ?')
  return {
    read({ connection, baseUrl, model }) {
      const text = one.get(connectionName(connection), baseUrl, model)
      if (text === undefined) return null
      const read = dialectSchema.partial().safeParse(JSON.parse(text))
      return read.success ? read.data : null
    },
    keep({ connection, baseUrl, model }, change) {
      try {
        write(db, () => put.run(connectionName(connection), baseUrl, model, JSON.stringify(change)))
      } catch {
        // The reply is there, and a library that cannot be written says so where it matters.
      }
    },
    forget(connection, address) {
      const key = connectionName(connection)
      write(db, () => (address === undefined ? remove.run(key) : removeAt.run(key, address)))
    },
    forgetOthers: (connection, address) => void write(db, () => removeOthers.run(connectionName(connection), address)),
  }
}

/** Names that a person would read as the same are the same. */
export function connectionName(name: string): string {
  return name.normalize('NFC').trim().toLowerCase()
}
