/** Brings the copy of a thread to what Postgres has: by what others changed since it was loaded, or all of it anew. */
import Database from 'better-sqlite3'
import type { FileChanges } from './capture'
import { KNOWN_VERSIONS, type SharedDatabase } from './postgres'
import { CONTENT_MARK, contentColumns, fromBody, rowWriter, type Contents, type ReadRow, type RowWriter } from './rows'
import { LIBRARY_TABLES, type ContentTable } from './tables'
import { checkpointRows, type ThreadFiles } from './thread-files'

type CopyLoading = {
  db: Database.Database
  database: SharedDatabase
  contents: Contents
  changes: FileChanges
  saver: ThreadFiles
  numberOf: (id: string) => number | undefined
}

/** `from`: the version of the copy; null: it is to be replaced. `endWith`: in the transaction of the library, after its rows. */
type LoadRequest = { from: string | null; to: string; endWith: () => void }

/** What became of a copy: `grown` where all that it had of events and requests is there as it was, and only newer ones came. */
export type CopyChange = 'grown' | 'changed'

export function copyLoader(loading: CopyLoading): (id: string, asked: LoadRequest) => Promise<CopyChange> {
  const { db, database, contents, changes, saver, numberOf } = loading
  const writing: LibraryWriting = { db, contents, writer: rowWriter(db) }
  const fetchRows = async (id: string, since: string | null) => {
    const rows = await database.rows(id, since)
    const ofLibrary = rows.flatMap(({ table, key, body }) =>
      table in LIBRARY_TABLES ? [{ table, key, row: body === null ? null : fromBody(body) }] : [],
    )
    await fetchContents({ contents, database }, ofLibrary)
    return { ofLibrary, ofFile: checkpointRows(rows) }
  }
  const inLibrary = (id: string, write: () => void, endWith: () => void) => {
    const change = db.transaction(() => {
      const before = numberOf(id)
      write()
      leaveRuns(db, id)
      for (const one of [before, numberOf(id)]) if (one !== undefined) changes.forget(one)
      endWith()
    })
    change.immediate()
  }
  const replace = async (id: string, endWith: () => void) => {
    const { ofLibrary, ofFile } = await fetchRows(id, null)
    inLibrary(id, () => replaceRows(writing, id, ofLibrary), endWith)
    saver.replace(id, ofFile)
  }
  /** Null: what was changed does not fit the copy, which is to be replaced. */
  const refresh = async (id: string, since: string, endWith: () => void) => {
    const { ofLibrary, ofFile } = await fetchRows(id, since)
    let change: CopyChange = 'changed'
    try {
      inLibrary(id, () => void (change = changeRows(writing, ofLibrary)), endWith)
      saver.change(id, ofFile)
      return change
    } catch (cause) {
      if (cause instanceof Database.SqliteError) return null
      throw cause
    }
  }
  return async (id, { from, to, endWith }) => {
    const isNear = from !== null && BigInt(to) - BigInt(from) < KNOWN_VERSIONS
    const change = isNear ? await refresh(id, from, endWith) : null
    if (change === null) await replace(id, endWith)
    return change ?? 'changed'
  }
}

type LibraryWriting = { db: Database.Database; contents: Contents; writer: RowWriter }

/** Belongs into a transaction. */
function replaceRows({ db, contents, writer }: LibraryWriting, id: string, rows: readonly ReadRow[]): void {
  db.pragma('defer_foreign_keys = ON')
  db.prepare('DELETE FROM threads WHERE id = ?').run(id)
  for (const table of Object.keys(LIBRARY_TABLES))
    for (const one of rows)
      if (one.table === table && one.row !== null) writer.insert(table, withNumbers(contents, table, one.row))
}

/** Tables whose rows stay as they were written, unless older turns are thinned out or the thread is removed. */
const ADDED_TO: ReadonlySet<string> = new Set(['events', 'model_requests'])

/** Belongs into a transaction. What was removed goes first, with what refers to others before those. */
function changeRows({ db, contents, writer }: LibraryWriting, rows: readonly ReadRow[]): CopyChange {
  db.pragma('defer_foreign_keys = ON')
  let change: CopyChange = 'grown'
  const tables = Object.keys(LIBRARY_TABLES)
  for (const table of tables.toReversed())
    for (const one of rows)
      if (one.table === table && one.row === null) {
        writer.remove(table, one.key)
        if (ADDED_TO.has(table)) change = 'changed'
      }
  for (const table of tables)
    for (const one of rows)
      if (one.table === table && one.row !== null) {
        const isNew = writer.put(table, withNumbers(contents, table, one.row))
        if (!isNew && ADDED_TO.has(table)) change = 'changed'
      }
  return change
}

/** Whoever ran a turn of it has lost it: it is unfinished, and goes on as after a restart. */
function leaveRuns(db: Database.Database, id: string): void {
  db.prepare(
    `UPDATE runs SET owner = NULL, lease = NULL
     WHERE thread = (SELECT number FROM threads WHERE id = ?) AND state = 'running'`,
  ).run(id)
}

function hashIn(value: unknown): string | null {
  return typeof value === 'object' && value !== null && CONTENT_MARK in value ? String(value[CONTENT_MARK]) : null
}

/** Contents that rows refer to and that are not here yet. */
async function fetchContents(
  { contents, database }: { contents: Contents; database: SharedDatabase },
  rows: readonly ReadRow[],
): Promise<void> {
  const wanted = new Map<string, { of: ContentTable; hash: string }>()
  for (const { table, row } of rows)
    for (const [column, of] of row === null ? [] : contentColumns(table)) {
      const hash = hashIn(row?.[column])
      if (hash !== null && contents.numberOf(of, hash) === null) wanted.set(`${of} ${hash}`, { of, hash })
    }
  const found = await Promise.all([...wanted.values()].map(({ of, hash }) => database.content(of, hash)))
  for (const content of found) if (contents.numberOf(content.table, content.hash) === null) contents.add(content)
}

function withNumbers(contents: Contents, table: string, row: Record<string, unknown>): Record<string, unknown> {
  const numbered = contentColumns(table).flatMap(([column, of]): [string, unknown][] => {
    const hash = hashIn(row[column])
    return hash === null ? [] : [[column, contents.numberOf(of, hash)]]
  })
  return { ...row, ...Object.fromEntries(numbered) }
}
