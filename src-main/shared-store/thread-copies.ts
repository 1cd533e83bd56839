/** The copies of threads in one process: what was changed in them is packed for Postgres, and replaced by what Postgres has. */
import type { Database } from 'better-sqlite3'
import { forgetChanges, readChanges } from './capture'
import type { SharedDatabase } from './postgres'
import {
  contentColumns,
  contentsOf,
  fromBody,
  insertRow,
  rowReader,
  toBody,
  type Content,
  type StoredRow,
} from './rows'
import { LIBRARY_TABLES, type ContentTable } from './tables'
import { checkpointRows, THE_THREAD, ThreadFiles, type ThreadFilesOptions } from './thread-files'
import { isBlockUsed, openWorkingCopy, useBlock } from './working-copy'

export type ThreadCopiesOptions = ThreadFilesOptions & { database: SharedDatabase; dataDir: string }

/** What is to be shipped of a thread. `shipped`: it is there, and this is the thread's version now. */
export type Load = { rows: StoredRow[]; shipped: (version: string) => void }

export type ThreadCopies = {
  saver: ThreadFiles
  /** Whether there is a copy here that may be older than what is shared. */
  isKnown: (id: string) => boolean
  begun: (id: string, version: string) => void
  /** The copy is to be loaded before it is used again. */
  outdate: (id: string) => void
  /** Contents that nobody has shipped yet go on their way at once: they belong to no thread. */
  pack: (id: string) => Promise<Load>
  /** Replaces the copy unless it is of this version; true: it was replaced. */
  load: (id: string, version: string) => Promise<boolean>
  /** Looks after the numbers of new rows. */
  tidy: () => Promise<void>
  close: () => void
}

/** Column of a row that stands for a content. */
const CONTENT_MARK = '$content'

export async function createThreadCopies(options: ThreadCopiesOptions): Promise<ThreadCopies> {
  const { database, folder, dataDir } = options
  const db = openWorkingCopy(folder, dataDir)
  let block = await database.block()
  useBlock(db, block)
  const saver = new ThreadFiles(options)
  const read = rowReader(db)
  const contents = contentsOf(db)
  const numberOf = db.prepare<[string], number>('SELECT number FROM threads WHERE id = ?').pluck()
  /** Of the copies here; a thread that was removed here still has changes under its number. */
  const numbers = new Map<string, number>()
  const versions = new Map<string, string>()
  const takeBlock = async () => {
    const taken = await database.block()
    block = Math.max(block, taken)
  }
  const sent = new Set<string>()
  return {
    saver,
    isKnown: (id) => versions.has(id),
    begun: (id, version) => void versions.set(id, version),
    outdate: (id) => void versions.set(id, 'none'),
    async pack(id) {
      const number = numberOf.get(id) ?? numbers.get(id)
      if (number !== undefined) numbers.set(id, number)
      const changes = number === undefined ? { upto: 0, keys: [] } : readChanges(db, number)
      const file = saver.file(id)
      const steps = readChanges(file.db, THE_THREAD)
      const used: Content[] = []
      const note = (of: ContentTable, hash: string) => {
        if (!sent.has(`${of} ${hash}`)) used.push(contents.read(of, hash))
      }
      const rows = read(changes).map((one) => withHashes(contents, one, note))
      const stepRows = file
        .read(steps)
        .map(({ table, key, row }) => ({ table, key, body: row === null ? null : toBody(row) }))
      for (const content of used) {
        await database.keepContent(content)
        sent.add(`${content.table} ${content.hash}`)
      }
      return {
        rows: [...rows, ...stepRows],
        shipped(version) {
          if (number !== undefined) forgetChanges(db, number, changes.upto)
          forgetChanges(file.db, THE_THREAD, steps.upto)
          versions.set(id, version)
        },
      }
    },
    async load(id, version) {
      if (versions.get(id) === version) return false
      const rows = await database.rows(id)
      const decoded = rows.map(({ table, body }) => ({ table, row: body === null ? {} : fromBody(body) }))
      await fetchContents({ db, database }, decoded)
      await takeBlock()
      const replace = db.transaction(() => {
        const before = numberOf.get(id)
        replaceRows(db, id, decoded)
        for (const one of [before, numberOf.get(id)])
          if (one !== undefined) db.prepare('DELETE FROM shared_changes WHERE thread = ?').run(one)
        useBlock(db, block)
      })
      replace.immediate()
      saver.replace(id, checkpointRows(rows))
      versions.set(id, version)
      return true
    },
    async tidy() {
      if (!isBlockUsed(db, block)) return
      await takeBlock()
      useBlock(db, block)
    },
    close: () => db.close(),
  }
}

type Contents = ReturnType<typeof contentsOf>
type ReadRow = { table: string; key: string; row: Record<string, unknown> | null }

/** A row as it is shipped, which names contents by their hash. */
function withHashes(
  contents: Contents,
  { table, key, row }: ReadRow,
  note: (of: ContentTable, hash: string) => void,
): StoredRow {
  if (row === null) return { table, key, body: null }
  const shipped = { ...row }
  for (const [column, of] of contentColumns(table)) {
    if (row[column] === null) continue
    const hash = contents.hashOf(of, row[column])
    note(of, hash)
    shipped[column] = { [CONTENT_MARK]: hash }
  }
  return { table, key, body: toBody(shipped) }
}

/** Belongs into a transaction. */
function replaceRows(db: Database, id: string, rows: readonly DecodedRow[]): void {
  const contents = contentsOf(db)
  db.pragma('defer_foreign_keys = ON')
  db.prepare('DELETE FROM threads WHERE id = ?').run(id)
  for (const table of Object.keys(LIBRARY_TABLES))
    for (const one of rows) if (one.table === table) insertRow(db, table, withNumbers(contents, one))
  // Whoever ran a turn of it has lost it: it is unfinished, and goes on as after a restart.
  db.prepare(
    `UPDATE runs SET owner = NULL, lease = NULL
     WHERE thread = (SELECT number FROM threads WHERE id = ?) AND state = 'running'`,
  ).run(id)
}

type DecodedRow = { table: string; row: Record<string, unknown> }

function hashIn(value: unknown): string | null {
  return typeof value === 'object' && value !== null && CONTENT_MARK in value ? String(value[CONTENT_MARK]) : null
}

/** Contents that rows refer to and that are not here yet. */
async function fetchContents(
  { db, database }: { db: Database; database: SharedDatabase },
  rows: readonly DecodedRow[],
): Promise<void> {
  const contents = contentsOf(db)
  const wanted = new Map<string, { of: ContentTable; hash: string }>()
  for (const { table, row } of rows)
    for (const [column, of] of contentColumns(table)) {
      const hash = hashIn(row[column])
      if (hash !== null && contents.numberOf(of, hash) === null) wanted.set(`${of} ${hash}`, { of, hash })
    }
  for (const { of, hash } of wanted.values()) {
    const content = await database.content(of, hash)
    if (contents.numberOf(of, hash) === null) contents.add(content)
  }
}

function withNumbers(contents: Contents, { table, row }: DecodedRow): Record<string, unknown> {
  const numbered = contentColumns(table).flatMap(([column, of]): [string, unknown][] => {
    const hash = hashIn(row[column])
    return hash === null ? [] : [[column, contents.numberOf(of, hash)]]
  })
  return { ...row, ...Object.fromEntries(numbered) }
}
