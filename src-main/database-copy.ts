/**
 * The copy of a database from before a newer Baton changed its schema, beside it. The Baton from before can open it: a person who goes back to that
 * puts it in the place of the database.
 */
import { readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { AppError } from '../src-shared/errors'
import { message, type Message } from '../src-shared/languages/translate'
import { keepPrivate } from './platform/private-file'

/** So many copies stay, those of the newest schemas. */
const MOST_COPIES = 2

/** Where the copy of a database of that schema lies. */
export function backupPath(file: string, schema: number): string {
  return `${file}.schema-${schema}`
}

/**
 * Copies a database of that schema, unless another process has changed it meanwhile. An older copy of that schema is replaced: whoever went back to it has gone on since. Older copies go. A kill leaves the copy
 * whole or none. Throws AppError 'storage' where there is no room for it: nothing was changed then.
 */
export function backUp(db: Database.Database, schema: number): void {
  const file = db.name
  const target = backupPath(file, schema)
  const draft = `${target}.${process.pid}.part`
  try {
    rmSync(draft, { force: true })
    refuseFullDisk(file)
    keepPrivate(draft)
    db.prepare('VACUUM INTO ?').run(draft)
    if (schemaOf(draft) === schema) renameSync(draft, target)
    else rmSync(draft)
  } catch (cause) {
    throw failure(file, cause)
  }
  for (const old of copiesOf(file).slice(MOST_COPIES)) rmSync(old, { force: true })
}

/** The copies of a database, of the newest schema first. */
export function copiesOf(file: string): string[] {
  const begin = `${path.basename(file)}.schema-`
  return readdirSync(path.dirname(file))
    .filter((name) => name.startsWith(begin) && /^\d+$/.test(name.slice(begin.length)))
    .toSorted((one, other) => Number(other.slice(begin.length)) - Number(one.slice(begin.length)))
    .map((name) => path.join(path.dirname(file), name))
}

/** What to tell somebody who opens a file of a newer Baton: which copy this one can go on with; empty where there is none. */
export function wayBack(file: string, newest: number): Message | '' {
  const copy = copiesOf(file).find((name) => Number(name.slice(name.lastIndexOf('-') + 1)) <= newest)
  return copy === undefined
    ? ''
    : message(
        ' The file from before that is {copy}: to go back to it, remove {file}-wal and {file}-shm and put it in the place of {file}.',
        { copy, file },
      )
}

function schemaOf(file: string): number {
  const copy = new Database(file, { readonly: true })
  try {
    return Number(copy.pragma('user_version', { simple: true }))
  } finally {
    copy.close()
  }
}

/** A disk that the copy would fill helps nobody. */
function refuseFullDisk(file: string): void {
  const { bavail, bsize } = statfsSync(path.dirname(file))
  const needed = statSync(file).size
  if (bavail * bsize < needed * 1.1)
    throw new AppError(
      'storage',
      message('there is no room for it: {size} MB are needed', { size: Math.ceil(needed / 1_000_000) }),
    )
}

function failure(file: string, cause: unknown): AppError {
  const why =
    cause instanceof AppError
      ? cause.said
      : (cause instanceof Error ? cause.message : String(cause)).replace(/[\s.]+$/, '')
  return new AppError(
    'storage',
    message(
      'This Baton has to change {file}, and could not copy it before: {reason}. It was left as it is. Make room in its folder, then start Baton again.',
      { file, reason: why },
    ),
    { file },
  )
}
