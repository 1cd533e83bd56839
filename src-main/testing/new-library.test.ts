/** A database that is laid ready is the one that opening makes. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCheckpointDatabase } from '../engine/checkpoints/database'
import { libraryPath, openLibraryDatabase, type LibraryDatabase } from '../store/database'
import { layNewCheckpoints, layNewLibrary } from './new-library'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'baton-new-library-test-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const SETTINGS = [
  'journal_mode',
  'auto_vacuum',
  'application_id',
  'user_version',
  'page_size',
  'page_count',
  'encoding',
]

/** What is in a database, row by row. */
function contentOf(db: LibraryDatabase) {
  const schema = db.prepare<[], { type: string; name: string; sql: string | null }>(
    'SELECT type, name, sql FROM sqlite_schema ORDER BY type, name',
  )
  const parts = schema.all()
  const tables = parts.filter(({ type }) => type === 'table').map(({ name }) => name)
  const rows = tables.map((table) => [table, db.prepare(`SELECT * FROM "${table}"`).all()])
  return { parts, rows, settings: SETTINGS.map((name) => [name, db.pragma(name, { simple: true })]) }
}

test('a library that was laid holds what one that was made holds, twice over', () => {
  const made = openLibraryDatabase(path.join(dir, 'made'))
  const expected = contentOf(made)
  made.close()
  expect(expected.parts.length).toBeGreaterThan(20)
  for (const name of ['first', 'second']) {
    const folder = mkdtempSync(path.join(dir, name))
    layNewLibrary(folder)
    if (process.platform !== 'win32') expect(statSync(libraryPath(folder)).mode & 0o777).toBe(0o600)
    const laid = openLibraryDatabase(folder)
    expect(contentOf(laid)).toEqual(expected)
    laid.prepare(`INSERT INTO preferences (key, json) VALUES ('theme', '"dark"')`).run()
    laid.close()
  }
})

test('a library that is there already is left alone', () => {
  writeFileSync(libraryPath(dir), 'mine')
  layNewLibrary(dir)
  expect(readFileSync(libraryPath(dir), 'utf8')).toBe('mine')
})

test('a database of checkpoints that was laid holds what one that was made holds', () => {
  const [made, laid] = [path.join(dir, 'made.sqlite'), path.join(dir, 'laid.sqlite')]
  layNewCheckpoints(laid)
  if (process.platform !== 'win32') expect(statSync(laid).mode & 0o777).toBe(0o600)
  const [expected, found] = [made, laid].map((file) => {
    const db = openCheckpointDatabase(file)
    const content = contentOf(db)
    db.close()
    return content
  })
  expect(found).toEqual(expected)
  expect(expected?.parts.length).toBeGreaterThan(5)
})
