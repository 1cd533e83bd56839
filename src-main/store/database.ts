/** Opens the library database: settings, schema steps, refusal of newer, foreign or damaged files; and the one way to write. */
import path from 'node:path'
import Database from 'better-sqlite3'
import { AppError } from '../../src-shared/errors'
import { backUp, wayBack } from '../database-copy'
import { LateDatabase } from '../late-database'
import { message as sentence } from '../../src-shared/languages/translate'
import { makeFolder } from '../platform/make-folder'
import { keepPrivate } from '../platform/private-file'
import { SCHEMA_STEPS } from './schema/index'
import type { SchemaStep } from './schema/step'

export type LibraryDatabase = Database.Database

/** 'BatL' in ASCII: how a library is told from any other SQLite file. */
const APPLICATION_ID = 0x4261744c
const BUSY_MS = 5000
const IN_MEMORY = ':memory:'

/** The library's file in a data folder. */
export function libraryPath(dataDir: string): string {
  return path.join(dataDir, 'library.sqlite')
}

/**
 * Opens the library of a data folder, making both where they do not exist. Several processes may have it open.
 * Throws AppError 'storage' when the file is newer than this Baton, not a library or damaged; it is never deleted.
 */
export function openLibraryDatabase(dataDir: string): LibraryDatabase {
  const file = libraryPath(dataDir)
  let db: LibraryDatabase | undefined
  try {
    makeFolder(dataDir)
    keepPrivate(file)
    db = new LateDatabase(file, { timeout: BUSY_MS })
    configure(db, file)
    return db
  } catch (cause) {
    db?.close()
    throw openingError(file, cause)
  }
}

/** A new library that is nowhere but in memory, and gone when it is closed. */
export function openLibraryInMemory(): LibraryDatabase {
  const db = new LateDatabase(IN_MEMORY)
  configure(db, IN_MEMORY)
  return db
}

/**
 * Runs `work` as one transaction that takes the write lock at once, so that what it reads stays true until it is
 * committed, also with other processes around. SQLite's failures become AppError 'storage'.
 */
export function write<Result>(db: LibraryDatabase, work: () => Result): Result {
  if (db.inTransaction) return work()
  const undo: (() => void)[] = []
  undoing.set(db, undo)
  try {
    return transactionOf(db).immediate(work) as Result
  } catch (cause) {
    for (const one of undo.toReversed()) one()
    throw cause instanceof Database.SqliteError ? writingError(db, cause) : cause
  } finally {
    undoing.delete(db)
  }
}

/** One for each database: making one costs as much as a small transaction. */
const transactions = new WeakMap<LibraryDatabase, Database.Transaction<(work: () => unknown) => unknown>>()

function transactionOf(db: LibraryDatabase) {
  const known = transactions.get(db)
  if (known !== undefined) return known
  const made = db.transaction((work: () => unknown) => work())
  transactions.set(db, made)
  return made
}

/** What is to be done where the transaction of a database fails that is being written. */
const undoing = new WeakMap<LibraryDatabase, (() => void)[]>()

/** For what is kept in memory of rows that are being written: `undo` is called, newest first, where their transaction fails, since its rows are taken back then. */
export function ifUndone(db: LibraryDatabase, undo: () => void): void {
  undoing.get(db)?.push(undo)
}

/** Brings a database up to the newest step, one transaction each; another process may do the same at the same time. */
export function migrate(db: LibraryDatabase, steps: readonly SchemaStep[]): void {
  const before = userVersion(db)
  for (const step of steps.filter(({ number }) => number > before)) {
    const apply = db.transaction(() => {
      if (userVersion(db) >= step.number) return
      db.exec(step.sql)
      db.pragma(`application_id = ${APPLICATION_ID}`)
      db.pragma(`user_version = ${step.number}`)
    })
    apply.immediate()
  }
}

function configure(db: LibraryDatabase, file: string): void {
  refuseForeign(db, file)
  if (userVersion(db) === 0) {
    // Only works before the first table and before the switch to WAL.
    db.pragma('auto_vacuum = INCREMENTAL')
  }
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma('foreign_keys = ON')
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  db.pragma('wal_autocheckpoint = 250')
  db.pragma('journal_size_limit = 1048576')
  const version = userVersion(db)
  if (version > 0 && version < SCHEMA_STEPS.length) backUp(db, version)
  migrate(db, SCHEMA_STEPS)
}

function refuseForeign(db: LibraryDatabase, file: string): void {
  const version = userVersion(db)
  const isEmpty = version === 0 && db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0
  if (!isEmpty && db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw new AppError(
      'storage',
      sentence('{file} is not a Baton library. Move it away or start Baton with another data folder.', { file }),
      {
        file,
      },
    )
  }
  if (version > SCHEMA_STEPS.length) {
    const newest = SCHEMA_STEPS.length
    throw new AppError(
      'storage',
      sentence(
        'A newer Baton wrote {file} (schema {version}, this one knows {known}). Update Baton, or start it with another data folder.{kept}',
        { file, version, known: newest, kept: wayBack(file, newest) },
      ),
      { file, version, newest },
    )
  }
}

function userVersion(db: LibraryDatabase): number {
  return Number(db.pragma('user_version', { simple: true }))
}

function openingError(file: string, cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const sqlite = cause instanceof Database.SqliteError ? cause.code : undefined
  const isDamaged = sqlite === 'SQLITE_NOTADB' || sqlite?.startsWith('SQLITE_CORRUPT') === true
  const message = isDamaged
    ? sentence(
        'The library {file} is damaged. Nothing was deleted: put a backup in its place, or move it away to start with an empty library.',
        { file },
      )
    : sentence(
        'The library {file} could not be opened: {reason}. Check that you may write to the file and its folder, then start Baton again.',
        { file, reason: wordsOf(cause) },
      )
  return new AppError('storage', message, { file, sqlite })
}

function wordsOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).replace(/[\s.]+$/, '')
}

function writingError(db: LibraryDatabase, cause: InstanceType<typeof Database.SqliteError>): AppError {
  return new AppError(
    'storage',
    sentence(
      'The library {file} could not be written: {reason}. Nothing was changed; check the disk, then try again.',
      { file: db.name, reason: wordsOf(cause) },
    ),
    { file: db.name, sqlite: cause.code },
  )
}
