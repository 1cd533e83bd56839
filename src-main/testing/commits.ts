/** What a data folder holds after each transaction of whatever is done to it: where a program can be killed, and what the next one finds then. */
import Database from 'better-sqlite3'
import { cpSync } from 'node:fs'
import path from 'node:path'
import { vi } from 'vitest'
import { libraryPath } from '../store/database'

/** The folders that each hold what was stored until one transaction, in their order. */
export type CommitWatch = { readonly copies: readonly string[]; readonly end: () => void }

type Statement = { run: (...values: unknown[]) => Database.RunResult; database: Database.Database; source: string }

/** Copies `dataDir` into a new folder of `into` after each transaction that this process writes there, until it is told to end. */
export function watchCommits(dataDir: string, into: string): CommitWatch {
  const copies: string[] = []
  const prototype = statementPrototype()
  const { run } = prototype
  const spy = vi.spyOn(prototype, 'run').mockImplementation(function (this: Statement, ...values) {
    const result = run.apply(this, values)
    const isOver = !this.database.inTransaction && this.database.name.startsWith(dataDir)
    if (isOver && (result.changes > 0 || this.source === 'COMMIT')) {
      const copy = path.join(into, String(copies.length))
      cpSync(dataDir, copy, { recursive: true })
      copies.push(copy)
    }
    return result
  })
  return { copies, end: () => spy.mockRestore() }
}

/** What all compiled statements of the package have in common; transactions are begun and ended by such ones too. */
function statementPrototype(): Statement {
  const db = new Database(':memory:')
  try {
    return Object.getPrototypeOf(db.prepare('SELECT 1')) as Statement
  } finally {
    db.close()
  }
}

/** Its runs belong to a process that is gone. */
export function leaveAsKilled(dataDir: string): void {
  const db = new Database(libraryPath(dataDir))
  db.exec(`UPDATE runs SET owner = 'gone/1/1', lease = 0 WHERE state = 'running'`)
  db.close()
}
