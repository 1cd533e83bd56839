/** The copies of threads in one process: what was changed in them is packed for Postgres, and replaced by what Postgres has. */
import type { Database } from 'better-sqlite3'
import { changesOf } from './capture'
import { copyLoader, type CopyChange } from './copy-loading'
import type { Lease, SharedDatabase } from './postgres'
import {
  CONTENT_MARK,
  contentColumns,
  contentsOf,
  rowReader,
  toBody,
  type Content,
  type Contents,
  type ReadRow,
  type StoredRow,
} from './rows'
import type { ContentTable } from './tables'
import { THE_THREAD, ThreadFiles, type ThreadFilesOptions } from './thread-files'
import { blockUse, isBlockUsed, openWorkingCopy } from './working-copy'

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
  /** The version of the copy, where there is one to be used. */
  versionOf: (id: string) => string | null
  /** Brings the copy to the version of the lease; null: it had that. */
  load: (id: string, lease: Lease) => Promise<CopyChange | null>
  /** Looks after the numbers of new rows. */
  tidy: () => Promise<void>
  close: () => void
}

/** The version of a thread that was made and nothing else. */
const NEVER_WRITTEN = '0'
/** Of a copy that is not to be used. */
const NO_VERSION = 'none'

export async function createThreadCopies(options: ThreadCopiesOptions): Promise<ThreadCopies> {
  const { database, folder, dataDir } = options
  const db = openWorkingCopy(folder, dataDir)
  const numbering = await createNumbering(db, database)
  const saver = new ThreadFiles(options)
  const read = rowReader(db)
  const contents = contentsOf(db)
  const numberOf = db.prepare<[string], number>('SELECT number FROM threads WHERE id = ?').pluck()
  /** Of the copies here; a thread that was removed here still has changes under its number. */
  const numbers = new Map<string, number>()
  const versions = new Map<string, string>()
  const sent = new Set<string>()
  const changes = changesOf(db)
  const readAll = db.transaction((number: number, note: NoteContent) => {
    const { upto, keys } = changes.read(number)
    return { upto, rows: read(keys).map((one) => withHashes(contents, one, note)) }
  })
  /** Whether something was written here that is not in Postgres. */
  const isLeftBehind = (id: string) => {
    const number = numberOf.get(id) ?? numbers.get(id)
    const isOfLibrary = number !== undefined && changes.read(number).upto > 0
    return isOfLibrary || saver.file(id).changes.read(THE_THREAD).upto > 0
  }
  const bring = copyLoader({ db, database, contents, changes, saver, numberOf: (id) => numberOf.get(id) })
  return {
    saver,
    isKnown: (id) => versions.has(id),
    begun: (id, version) => void versions.set(id, version),
    outdate: (id) => void versions.set(id, NO_VERSION),
    async pack(id) {
      const number = numberOf.get(id) ?? numbers.get(id)
      if (number !== undefined) numbers.set(id, number)
      const used: Content[] = []
      const note: NoteContent = (of, hash) => {
        if (!sent.has(`${of} ${hash}`)) used.push(contents.read(of, hash))
      }
      const ofLibrary = number === undefined ? { upto: 0, rows: [] } : readAll(number, note)
      const file = saver.file(id)
      const ofFile = file.read()
      const stepRows = ofFile.rows.map(({ table, key, row }) => ({
        table,
        key,
        body: row === null ? null : toBody(row),
      }))
      await Promise.all(used.map((content) => database.keepContent(content)))
      for (const { table, hash } of used) sent.add(`${table} ${hash}`)
      return {
        rows: [...ofLibrary.rows, ...stepRows],
        shipped(version) {
          if (number !== undefined) changes.noteShipped(number, ofLibrary.upto)
          file.changes.noteShipped(THE_THREAD, ofFile.upto)
          versions.set(id, version)
        },
      }
    },
    versionOf: (id) => versions.get(id) ?? null,
    async load(id, { version, block }) {
      const known = versions.get(id)
      if (known === version) return null
      // Nobody has written to it, so there is nothing to read.
      if (known === undefined && version === NEVER_WRITTEN) {
        versions.set(id, version)
        return null
      }
      const isWhole = known !== undefined && known !== NO_VERSION && !isLeftBehind(id)
      // What fails in the middle leaves a copy of no version.
      versions.set(id, NO_VERSION)
      numbering.give(block)
      const change = await bring(id, { from: isWhole ? known : null, to: version, endWith: numbering.use })
      versions.set(id, version)
      return change
    },
    tidy: () => numbering.tidy(),
    close: () => db.close(),
  }
}

/** Of new rows: always those of the newest block that this process was given. */
async function createNumbering(db: Database, database: SharedDatabase) {
  const useBlock = blockUse(db)
  let block = await database.block()
  useBlock(block)
  const give = (given: number | null) => {
    if (given !== null) block = Math.max(block, given)
  }
  return {
    give,
    use: () => useBlock(block),
    async tidy() {
      if (!isBlockUsed(db, block)) return
      give(await database.block())
      useBlock(block)
    },
  }
}

/** Hears of each content that a row refers to. */
type NoteContent = (of: ContentTable, hash: string) => void

/** A row as it is shipped, which names contents by their hash. */
function withHashes(contents: Contents, { table, key, row }: ReadRow, note: NoteContent): StoredRow {
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
