import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../src-shared/errors'
import { libraryPath, openLibraryDatabase, write } from './database'
import { SCHEMA_STEPS } from './schema/index'
import { outcomeOf, startLibraryChild } from './testing/child'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'baton-library-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function refusal(dataDir: string): AppError {
  try {
    openLibraryDatabase(dataDir).close()
  } catch (cause) {
    if (cause instanceof AppError) return cause
    throw cause
  }
  throw new Error('it opened')
}

test('a new library has the settings that its safety and its size need, in a folder of its own', () => {
  const dataDir = path.join(dir, 'deep', 'data')
  const db = openLibraryDatabase(dataDir)
  const pragma = (name: string): unknown => db.pragma(name, { simple: true })
  expect({
    journal: pragma('journal_mode'),
    synchronous: pragma('synchronous'),
    foreignKeys: pragma('foreign_keys'),
    busy: pragma('busy_timeout'),
    autoVacuum: pragma('auto_vacuum'),
    version: pragma('user_version'),
  }).toEqual({
    journal: 'wal',
    synchronous: 1,
    foreignKeys: 1,
    busy: 5000,
    autoVacuum: 2,
    version: SCHEMA_STEPS.length,
  })
  db.close()
  const modeOf = (file: string): number => statSync(file).mode & 0o777
  if (process.platform !== 'win32') expect([modeOf(dataDir), modeOf(libraryPath(dataDir))]).toEqual([0o700, 0o600])
})

test('a library opens again as it was', () => {
  const db = openLibraryDatabase(dir)
  write(db, () => db.prepare(`INSERT INTO preferences (key, json) VALUES ('theme', '"dark"')`).run())
  db.close()
  const again = openLibraryDatabase(dir)
  expect(again.prepare('SELECT * FROM preferences').all()).toEqual([{ key: 'theme', json: '"dark"' }])
  again.close()
})

test('a library of a newer Baton is refused and left as it is', () => {
  const db = openLibraryDatabase(dir)
  db.pragma('user_version = 99')
  db.close()
  const error = refusal(dir)
  expect({ code: error.code, details: error.details }).toEqual({
    code: 'storage',
    details: { file: libraryPath(dir), version: 99, newest: SCHEMA_STEPS.length },
  })
  expect(error.message).toMatch(/newer Baton/)
})

test('a file that cannot be opened is told in one sentence, with what to do', () => {
  mkdirSync(libraryPath(dir))
  expect(refusal(dir).message).toBe(
    `The library ${libraryPath(dir)} could not be opened: unable to open database file. Check that you may write to the file and its folder, then start Baton again.`,
  )
})

test('a damaged file is named and never deleted', () => {
  const bytes = Buffer.from('This is no database at all. '.repeat(400))
  writeFileSync(libraryPath(dir), bytes)
  const error = refusal(dir)
  expect({ code: error.code, file: error.details['file'] }).toEqual({ code: 'storage', file: libraryPath(dir) })
  expect(error.message).toContain(libraryPath(dir))
  expect(error.message).toMatch(/damaged.*move it away/s)
  expect(readFileSync(libraryPath(dir))).toEqual(bytes)
})

test('a header that lies is reported as damage', () => {
  openLibraryDatabase(dir).close()
  const bytes = readFileSync(libraryPath(dir))
  bytes.fill(0x5a, 100, bytes.length)
  writeFileSync(libraryPath(dir), bytes)
  expect(refusal(dir).message).toMatch(/damaged/)
})

test('the database of another program is refused', () => {
  const other = new Database(libraryPath(dir))
  other.exec('CREATE TABLE notes (text TEXT)')
  other.close()
  expect(refusal(dir).message).toMatch(/not a Baton library/)
})

test('a folder that cannot be made is a storage error', () => {
  writeFileSync(path.join(dir, 'file'), '')
  expect(refusal(path.join(dir, 'file', 'data')).code).toBe('storage')
})

test('SQLite failures in a write become storage errors and leave nothing behind', () => {
  const db = openLibraryDatabase(dir)
  const insert = db.prepare('INSERT INTO preferences (key, json) VALUES (?, ?)')
  const twice = (): void =>
    write(db, () => {
      insert.run('a', '1')
      insert.run('a', '2')
    })
  expect(twice).toThrow(expect.objectContaining({ name: 'AppError', code: 'storage' }) as Error)
  expect(db.prepare('SELECT count(*) FROM preferences').pluck().get()).toBe(0)
  db.close()
})

test('several processes may make the same library at the same moment', async () => {
  const dataDir = path.join(dir, 'new')
  const children = Array.from({ length: 4 }, () => outcomeOf(startLibraryChild('open', dataDir)))
  const made = { code: 0, output: `${SCHEMA_STEPS.length}\n`, errors: '' }
  expect(await Promise.all(children)).toEqual(Array.from({ length: 4 }, () => made))
})
