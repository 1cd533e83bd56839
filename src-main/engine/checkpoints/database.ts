/** Opens the checkpoint database: settings, numbered schema steps, refusal of newer or foreign files. */
import Database from 'better-sqlite3'
import { z } from 'zod'
import { AppError } from '../../../src-shared/errors'
import { backUp, wayBack } from '../../database-copy'
import { LateDatabase } from '../../late-database'
import { ENGLISH, inARow, message as sentence, type Message } from '../../../src-shared/languages/translate'
import { keepPrivate } from '../../platform/private-file'
import { SCHEMA_STEPS } from './schema'

export type CheckpointDatabase = Database.Database

/** 'Batn' in ASCII: how a checkpoint database is told from any other SQLite file. */
const APPLICATION_ID = 0x4261746e

/** In the place of a file: checkpoints that are gone when they are closed. */
export const IN_MEMORY = ':memory:'

/** Opens or creates the file; throws AppError 'storage' if it is newer than this code, foreign or unreadable. `steps`: of the schema. */
export function openCheckpointDatabase(file: string, steps: readonly string[] = SCHEMA_STEPS): CheckpointDatabase {
  let database: CheckpointDatabase | undefined
  try {
    if (file !== IN_MEMORY) keepPrivate(file)
    database = new LateDatabase(file, { timeout: 10_000 })
    configure(database, { file, steps })
    return database
  } catch (cause) {
    database?.close()
    throw openingError(file, cause)
  }
}

function openingError(file: string, cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const sqlite = cause instanceof Database.SqliteError ? cause.code : undefined
  const isDamaged = sqlite === 'SQLITE_NOTADB' || sqlite?.startsWith('SQLITE_CORRUPT') === true
  const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/[\s.]+$/, '')
  const message = isDamaged
    ? sentence(
        'The checkpoint database {file} is damaged. Nothing was deleted: put a backup in its place, or move it away and go on from what the conversations show.',
        { file },
      )
    : sentence(
        'The checkpoint database {file} could not be opened: {reason}. Check that you may write to the file and its folder, then start Baton again.',
        { file, reason },
      )
  return new AppError('storage', message, { sqlite })
}

/** An AppError 'storage' that keeps AppErrors as they are and names what failed otherwise. */
function storageError(what: Message, cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  if (cause instanceof z.ZodError) {
    const [issue] = cause.issues
    return new AppError(
      'storage',
      sentence('{what} holds a malformed row: {reason}', {
        what,
        reason: `${issue?.path.join('.')}: ${issue?.message}`,
      }),
    )
  }
  if (cause instanceof SyntaxError)
    return new AppError('storage', sentence('{what} holds malformed JSON: {reason}', { what, reason: cause.message }))
  return new AppError('storage', inARow([what, cause instanceof Error ? cause.message : String(cause)], ': '), {
    sqlite: cause instanceof Database.SqliteError ? cause.code : undefined,
  })
}

/** What went wrong with a thread of a file; an error that is none of storage stays what it is. */
export function errorOfThread({ thread, file }: { thread: string; file: string }, cause: unknown): AppError {
  if (cause instanceof AppError && cause.code !== 'storage') return cause
  const place = sentence('Thread {thread} in {file}', { thread, file })
  const error = storageError(place, cause)
  const isNamed = error.message.startsWith(ENGLISH.message(place))
  return isNamed ? error : new AppError('storage', inARow([place, error.said], ': '), error.details)
}

type FileSchema = { file: string; steps: readonly string[] }

function configure(database: CheckpointDatabase, { file, steps }: FileSchema): void {
  refuseForeign(database, { file, steps })
  // Both only take effect before the first table, auto_vacuum also before the switch to WAL.
  if (readNumber(database, 'user_version') === 0) {
    database.pragma('page_size = 8192')
    database.pragma('auto_vacuum = INCREMENTAL')
  }
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.pragma('trusted_schema = OFF')
  database.pragma('cell_size_check = ON')
  database.pragma('wal_autocheckpoint = 250')
  database.pragma('journal_size_limit = 2097152')
  const version = readNumber(database, 'user_version')
  if (version > 0 && version < steps.length) backUp(database, version)
  for (const [index, sql] of steps.entries()) applyStep(database, { version: index + 1, sql })
}

function refuseForeign(database: CheckpointDatabase, { file, steps }: FileSchema): void {
  const version = readNumber(database, 'user_version')
  const known = steps.length
  if (version > known) {
    throw new AppError(
      'storage',
      sentence(
        'The checkpoint database {file} was written by a newer Baton (schema {version}, this one knows {known}). Update Baton to open it.{kept}',
        { file, version, known, kept: wayBack(file, known) },
      ),
      { version, newest: known },
    )
  }
  const tables = database.prepare('SELECT count(*) FROM sqlite_master').pluck().get()
  const isEmpty = version === 0 && tables === 0
  if (!isEmpty && readNumber(database, 'application_id') !== APPLICATION_ID) {
    throw new AppError(
      'storage',
      sentence('{file} is not a Baton checkpoint database. Move it away or choose another folder.', { file }),
    )
  }
}

/** One step, one transaction; another process may have taken the step while this one waited for the lock. */
function applyStep(database: CheckpointDatabase, step: { version: number; sql: string }): void {
  if (readNumber(database, 'user_version') >= step.version) return
  const apply = database.transaction(() => {
    if (readNumber(database, 'user_version') >= step.version) return
    database.exec(step.sql)
    database.pragma(`application_id = ${APPLICATION_ID}`)
    database.pragma(`user_version = ${step.version}`)
  })
  apply.immediate()
}

function readNumber(database: CheckpointDatabase, pragma: string): number {
  return Number(database.pragma(pragma, { simple: true }))
}
