/** Before a newer Baton changes a library, it is copied, so that the Baton from before can go on with it. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AppError } from '../src-shared/errors'
import { backUp, backupPath, copiesOf } from './database-copy'
import { libraryPath, migrate, openLibraryDatabase } from './store/database'
import { SCHEMA_STEPS } from './store/schema/index'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'baton-backup-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** A library as the Baton of that schema left it, with something of the person's. */
function libraryOf(schema: number): void {
  const db = new Database(libraryPath(dir))
  db.pragma('journal_mode = WAL')
  migrate(db, SCHEMA_STEPS.slice(0, schema))
  db.prepare(`INSERT INTO preferences (key, json) VALUES ('theme', '"dark"')`).run()
  db.close()
}

const before = SCHEMA_STEPS.length - 1
const copy = () => backupPath(libraryPath(dir), before)
const schemaOf = (file: string) => {
  const db = new Database(file, { readonly: true })
  const found = [db.pragma('user_version', { simple: true }), db.prepare('SELECT json FROM preferences').pluck().get()]
  db.close()
  return found
}

it('a library that is changed is copied as it was, for its owner alone; one that is new or of now is not', () => {
  libraryOf(before)
  openLibraryDatabase(dir).close()
  expect(schemaOf(copy())).toEqual([before, '"dark"'])
  if (process.platform !== 'win32') expect(statSync(copy()).mode & 0o777).toBe(0o600)
  const at = statSync(copy()).mtimeMs
  openLibraryDatabase(dir).close()
  expect([statSync(copy()).mtimeMs, readdirSync(dir).filter((name) => name.endsWith('.part'))]).toEqual([at, []])
  rmSync(dir, { recursive: true })
  openLibraryDatabase(dir).close()
  expect(copiesOf(libraryPath(dir))).toEqual([])
})

it('the copy in its place is the library again', () => {
  libraryOf(before)
  openLibraryDatabase(dir).close()
  for (const ending of ['', '-wal', '-shm']) rmSync(libraryPath(dir) + ending, { force: true })
  copyFileSync(copy(), libraryPath(dir))
  const db = openLibraryDatabase(dir)
  expect(db.prepare('SELECT json FROM preferences').pluck().get()).toBe('"dark"')
  db.close()
})

/** All that a Baton of the time finds in a file: how it is made, what it says it is, and that it is sound. */
function insideOf(file: string) {
  const db = new Database(file, { readonly: true })
  const found = {
    marks: ['user_version', 'application_id', 'auto_vacuum', 'integrity_check'].map((name) =>
      db.pragma(name, { simple: true }),
    ),
    made: db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all(),
    own: db.prepare('SELECT * FROM preferences').all(),
  }
  db.close()
  return found
}

it.each([1, 9, 20, before])('the copy is in nothing different from what the Baton of schema %s left', (schema) => {
  libraryOf(schema)
  const left = insideOf(libraryPath(dir))
  openLibraryDatabase(dir).close()
  const kept = backupPath(libraryPath(dir), schema)
  expect(insideOf(kept)).toEqual(left)
  expect(insideOf(libraryPath(dir)).marks[0]).toBe(SCHEMA_STEPS.length)
  // That Baton takes no step, and writes on.
  const db = new Database(kept)
  migrate(db, SCHEMA_STEPS.slice(0, schema))
  db.prepare(`INSERT INTO preferences (key, json) VALUES ('lastFlow', 'null')`).run()
  db.close()
  expect(insideOf(kept)).toEqual({ ...left, own: [...left.own, { key: 'lastFlow', json: 'null' }] })
})

it('a copy from before somebody went back is replaced by one of now', () => {
  libraryOf(before)
  writeFileSync(copy(), 'of a month ago')
  openLibraryDatabase(dir).close()
  expect(schemaOf(copy())).toEqual([before, '"dark"'])
})

it('the two newest copies stay', () => {
  libraryOf(before)
  for (const schema of [3, 9, 10]) writeFileSync(backupPath(libraryPath(dir), schema), 'older')
  writeFileSync(`${libraryPath(dir)}.schema-of-mine`, 'not ours')
  openLibraryDatabase(dir).close()
  expect(copiesOf(libraryPath(dir))).toEqual([copy(), backupPath(libraryPath(dir), 10)])
  expect(existsSync(`${libraryPath(dir)}.schema-of-mine`)).toBe(true)
})

it('what another process has changed meanwhile is no copy of what was', () => {
  libraryOf(SCHEMA_STEPS.length)
  const db = new Database(libraryPath(dir))
  backUp(db, before)
  db.close()
  expect([copiesOf(libraryPath(dir)), readdirSync(dir).filter((name) => name.includes('.part'))]).toEqual([[], []])
})

it('a Baton from before is told where the library from before is', () => {
  libraryOf(SCHEMA_STEPS.length)
  writeFileSync(copy(), 'the copy')
  const db = new Database(libraryPath(dir))
  db.pragma('user_version = 99')
  db.close()
  expect(() => openLibraryDatabase(dir)).toThrow(`The file from before that is ${copy()}: to go back to it, remove`)
})

it('where no copy can be made nothing is changed', () => {
  libraryOf(before)
  // A folder where the copy is drafted, as a full or broken disk would also refuse it.
  mkdirSync(path.join(`${copy()}.${process.pid}.part`, 'in the way'), { recursive: true })
  let told: unknown
  try {
    openLibraryDatabase(dir).close()
  } catch (cause) {
    told = cause
  }
  expect(told).toBeInstanceOf(AppError)
  expect(String(told)).toMatch(/could not copy it before: .+\. It was left as it is\./)
  expect(schemaOf(libraryPath(dir))).toEqual([before, '"dark"'])
})
