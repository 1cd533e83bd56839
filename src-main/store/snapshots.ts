/** Flow texts that versions and runs refer to, each stored once. */
import { createHash } from 'node:crypto'
import { compact } from './compact'
import type { LibraryDatabase } from './database'

export type Snapshots = {
  /** The number of a text; null when it is not stored. */
  readonly find: (text: string) => number | null
  /** Stores a text unless it is there, and returns its number. */
  readonly keep: (text: string) => number
  /** Deletes the texts that nothing refers to any more. */
  readonly sweep: () => void
}

/** The snapshots of a library. Call both inside the transaction that adds or removes what refers to them. */
export function createSnapshots(db: LibraryDatabase): Snapshots {
  const find = db.prepare<[Buffer], number>('SELECT number FROM snapshots WHERE hash = ?').pluck()
  const add = db.prepare<[Buffer, Buffer | string]>('INSERT INTO snapshots (hash, text) VALUES (?, ?)')
  const sweep = db.prepare(`
    DELETE FROM snapshots WHERE
      NOT EXISTS (SELECT 1 FROM runs WHERE runs.snapshot = snapshots.number) AND
      NOT EXISTS (SELECT 1 FROM versions WHERE versions.snapshot = snapshots.number)`)
  return {
    find: (text) => find.get(hashOf(text)) ?? null,
    keep(text) {
      const hash = hashOf(text)
      return find.get(hash) ?? Number(add.run(hash, compact(text)).lastInsertRowid)
    },
    sweep() {
      sweep.run()
    },
  }
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
