/** Notes which rows of a thread were changed, by triggers in the working copy: whoever writes there need not know that it is shared. */
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { LIBRARY_TABLES } from './tables'

/** As many columns as the widest primary key has. */
const KEY_COLUMNS = ['k1', 'k2', 'k3', 'k4'] as const

const nameRows = z.array(z.object({ name: z.string() }))
const columnRows = z.array(z.object({ name: z.string(), pk: z.int() }))

/** The columns of a table's primary key, in its order. */
export function keyOf(db: Database, table: string): string[] {
  const columns = columnRows.parse(db.pragma(`table_info(${table})`)).filter(({ pk }) => pk > 0)
  return columns.toSorted((left, right) => left.pk - right.pk).map(({ name }) => name)
}

/** The tables of a file, without those that an index keeps for itself. */
export function tablesOf(db: Database): string[] {
  const all = nameRows.parse(
    db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all(),
  )
  return all.map(({ name }) => name).filter((name) => !/^said_(config|content|data|docsize|idx)$/.test(name))
}

/** Makes the table of changes and its triggers. `threadOf`: the thread's number as an expression over a row; null: the table is not shared. */
export function capture(db: Database, threadOf: (table: string, row: 'new' | 'old') => string | null): void {
  const tables = tablesOf(db)
  db.exec(`CREATE TABLE shared_changes (n INTEGER PRIMARY KEY AUTOINCREMENT, thread INTEGER NOT NULL, tbl TEXT NOT NULL, ${KEY_COLUMNS.join(', ')});
    CREATE INDEX shared_changes_of_thread ON shared_changes (thread, n);`)
  for (const table of tables) {
    for (const [verb, row] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ] as const) {
      const thread = threadOf(table, row)
      if (thread === null) continue
      const key = keyOf(db, table)
      const columns = key.map((_name, index) => KEY_COLUMNS[index] ?? `too_wide_${table}`)
      db.exec(`CREATE TRIGGER shared_${verb}_${table} AFTER ${verb} ON ${table} WHEN ${thread} IS NOT NULL BEGIN
        INSERT INTO shared_changes (thread, tbl, ${columns.join(', ')})
        VALUES (${thread}, '${table}', ${key.map((name) => `${row}."${name}"`).join(', ')}); END`)
    }
  }
}

/** The thread of a row of the library. */
export function threadOfLibraryRow(table: string, row: 'new' | 'old'): string | null {
  const known = LIBRARY_TABLES[table]
  return known?.is === 'thread' ? `${row}."${known.thread}"` : null
}

const changeRows = z.array(
  z.object({ n: z.int(), tbl: z.string(), k1: z.unknown(), k2: z.unknown(), k3: z.unknown(), k4: z.unknown() }),
)

/** The rows of a thread that were changed: by table and primary key, each once. `upto`: what they were read to. */
export type RowChanges = { upto: number; keys: readonly { table: string; key: readonly unknown[] }[] }

export type FileChanges = ReturnType<typeof changesOf>

/** What was shipped is removed from a file so many changes at a time. */
const REMOVED_AT_ONCE = 200

/** The changes in one file that were not shipped yet. */
export function changesOf(db: Database) {
  const select = db.prepare(
    `SELECT n, tbl, ${KEY_COLUMNS.join(', ')} FROM shared_changes WHERE thread = +? AND n > +? ORDER BY n`,
  )
  const remove = db.prepare('DELETE FROM shared_changes WHERE thread = ? AND n <= ?')
  const removeAll = db.prepare('DELETE FROM shared_changes WHERE thread = ?')
  const shipped = new Map<number, { upto: number; removed: number }>()
  return {
    read(thread: number): RowChanges {
      const all = changeRows.parse(select.all(thread, shipped.get(thread)?.upto ?? 0))
      const keys = new Map<string, { table: string; key: readonly unknown[] }>()
      for (const { tbl, k1, k2, k3, k4 } of all) {
        const key = [k1, k2, k3, k4].filter((part) => part !== null)
        keys.set(JSON.stringify([tbl, key]), { table: tbl, key })
      }
      return { upto: all.at(-1)?.n ?? 0, keys: [...keys.values()] }
    },
    noteShipped(thread: number, upto: number): void {
      if (upto === 0) return
      const removed = shipped.get(thread)?.removed ?? 0
      const isMuch = upto - removed >= REMOVED_AT_ONCE
      if (isMuch) remove.run(thread, upto)
      shipped.set(thread, { upto, removed: isMuch ? upto : removed })
    },
    /** Also what was not shipped. */
    forget: (thread: number) => void removeAll.run(thread),
    /** Before the file is closed: what was shipped is not to be shipped anew. */
    settle(): void {
      for (const [thread, { upto, removed }] of shipped) if (upto > removed) remove.run(thread, upto)
      shipped.clear()
    },
  }
}
