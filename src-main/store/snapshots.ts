/** Flow texts that versions and runs refer to, each stored once. */
import { createHash } from 'node:crypto'
import { compact, compactLater } from './compact'
import { write, type LibraryDatabase } from './database'

/** A text that may be stored. */
export type Snapshot = {
  /** Its number; null when it is not stored. */
  readonly find: () => number | null
  /** As `Snapshots.keep`. */
  readonly keep: () => number
}

export type Snapshots = {
  /** A text, looked at once however often it is asked about: that alone takes 50 ms for 20 MB. */
  readonly of: (text: string) => Snapshot
  /** Stores a text unless it is there, and returns its number. */
  readonly keep: (text: string) => number
  /** Deletes the texts that nothing refers to any more. */
  readonly sweep: () => void
}

/** Longer texts, in UTF-16 units, are stored as they are first, and packed beside whatever else goes on: that takes most of a second for 20 MB. */
const LARGE = 1_000_000

/** The snapshots of a library. Call both inside the transaction that adds or removes what refers to them. */
export function createSnapshots(db: LibraryDatabase): Snapshots {
  const find = db.prepare<[Buffer], number>('SELECT number FROM snapshots WHERE hash = ?').pluck()
  const add = db.prepare<[Buffer, Buffer | string]>('INSERT INTO snapshots (hash, text) VALUES (?, ?)')
  const pack = db.prepare<[Buffer, number, Buffer]>('UPDATE snapshots SET text = ? WHERE number = ? AND hash = ?')
  /** What cannot be packed now, such as in a library that was closed meanwhile, stays as it is: both forms are read. */
  const packLater = async (text: string, number: number, hash: Buffer): Promise<void> => {
    const short = await compactLater(text)
    if (typeof short === 'string' || !db.open) return
    try {
      write(db, () => pack.run(short, number, hash))
    } catch {
      // Another process has the library for itself, or the disk is full.
    }
  }
  const sweep = db.prepare(`
    DELETE FROM snapshots WHERE
      NOT EXISTS (SELECT 1 FROM runs WHERE runs.snapshot = snapshots.number) AND
      NOT EXISTS (SELECT 1 FROM threads WHERE threads.drawing = snapshots.number) AND
      NOT EXISTS (SELECT 1 FROM versions WHERE versions.snapshot = snapshots.number)`)
  const of = (text: string): Snapshot => {
    const hash = hashOf(text)
    return {
      find: () => find.get(hash) ?? null,
      keep() {
        const known = find.get(hash)
        if (known !== undefined) return known
        const isLarge = text.length > LARGE
        const number = Number(add.run(hash, isLarge ? text : compact(text)).lastInsertRowid)
        if (isLarge) void packLater(text, number, hash)
        return number
      },
    }
  }
  return {
    of,
    keep: (text) => of(text).keep(),
    sweep() {
      sweep.run()
    },
  }
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
