/** The library of one process: a file in a folder of its own, thrown away at its end, whose numbers are those of no other process. */
import { existsSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { libraryPath, openLibraryDatabase } from '../store/database'
import { capture, keyOf, tablesOf, threadOfLibraryRow } from './capture'
import { LIBRARY_TABLES } from './tables'

/** Numbers of a block: a process that loads nothing for so many rows takes the next one. */
const BLOCK = 2 ** 20

/** Makes the library in the folder and opens it. `given`: the data folder whose connections and secrets it takes over, if it has a library. */
export function openWorkingCopy(folder: string, given: string): Database {
  const db = openLibraryDatabase(folder)
  for (const table of numberedTables(db)) giveNumbersOnce(db, table)
  takeOver(db, given)
  capture(db, threadOfLibraryRow)
  return db
}

/** Of what it gives: rows that are made from then on get numbers of this block. */
export function blockUse(db: Database): (block: number) => void {
  const tables = numberedTables(db)
  const remove = db.prepare('DELETE FROM sqlite_sequence WHERE name = ?')
  const add = db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)')
  return (block) => {
    for (const table of tables) {
      remove.run(table)
      add.run(table, block * BLOCK)
    }
  }
}

/** Whether half of a block is used up. */
export function isBlockUsed(db: Database, block: number): boolean {
  const newest = db.prepare('SELECT max(seq) FROM sqlite_sequence').pluck().get()
  return Number(newest ?? 0) > block * BLOCK + BLOCK / 2
}

/** Shared tables whose rows are numbered by SQLite. */
function numberedTables(db: Database): string[] {
  return tablesOf(db).filter((table) => {
    const known = LIBRARY_TABLES[table]
    const isOwnNumber = table === 'threads' || (known?.is === 'thread' && keyOf(db, table)[0] !== known.thread)
    return known?.is === 'thread' && isOwnNumber && /INTEGER PRIMARY KEY/.test(sqlOf(db, 'table', table)[0] ?? '')
  })
}

/** Without AUTOINCREMENT a number would follow the largest that was loaded, of a block of another process. The table is empty. */
function giveNumbersOnce(db: Database, table: string): void {
  const [sql = ''] = sqlOf(db, 'table', table)
  if (/AUTOINCREMENT/.test(sql)) return
  const others = sqlOf(db, 'index', table)
  db.pragma('foreign_keys = OFF')
  db.exec(`DROP TABLE ${table}`)
  db.exec(sql.replace('INTEGER PRIMARY KEY', 'INTEGER PRIMARY KEY AUTOINCREMENT'))
  for (const one of others) db.exec(one)
  db.pragma('foreign_keys = ON')
}

function sqlOf(db: Database, type: 'table' | 'index', table: string): string[] {
  const all = db.prepare('SELECT sql FROM sqlite_schema WHERE type = ? AND tbl_name = ? AND sql IS NOT NULL').pluck()
  return all.all(type, table).map(String)
}

function takeOver(db: Database, given: string): void {
  const file = libraryPath(given)
  if (!existsSync(file)) return
  // Opened as any library is, so that one of an older build is brought up to date first.
  openLibraryDatabase(given).close()
  db.prepare('ATTACH ? AS given').run(file)
  for (const [table, known] of Object.entries(LIBRARY_TABLES))
    if (known.is === 'local' && known.given === true)
      db.exec(`INSERT OR REPLACE INTO main.${table} SELECT * FROM given.${table}`)
  db.exec('DETACH given')
}
