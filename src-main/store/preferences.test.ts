import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLibraryDatabase } from './database'
import type { LibraryDatabase } from './database'
import { createPreferences } from './preferences'
import { layNewLibrary } from '../testing/new-library'

let dir = ''
let db: LibraryDatabase
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'baton-preferences-'))
  layNewLibrary(dir)
  db = openLibraryDatabase(dir)
})
afterEach(() => {
  db.close()
  rmSync(dir, { recursive: true, force: true })
})

const DEFAULTS = {
  theme: 'system',
  interfaceLanguage: 'system',
  layout: {},
  lastFlow: null,
  keepStepsOfTurns: 50,
  looksForVersions: false,
  pictureHosts: [],
  dismissedVersion: null,
}

test('preferences begin with their defaults, keep what is changed and what a newer version adds', () => {
  const preferences = createPreferences(db)
  expect(preferences.read()).toEqual(DEFAULTS)
  expect(preferences.change({ theme: 'dark', gridSize: 8 })).toEqual({ ...DEFAULTS, theme: 'dark', gridSize: 8 })
  preferences.change({ lastFlow: 'flow-1' })
  expect(createPreferences(db).read()).toEqual({ ...DEFAULTS, theme: 'dark', gridSize: 8, lastFlow: 'flow-1' })
})

test('a value that a preference cannot have is refused and nothing is changed', () => {
  const preferences = createPreferences(db)
  expect(() => preferences.change({ lastFlow: 'flow-1', theme: 'pink' })).toThrow(/theme/)
  expect(preferences.read()).toEqual(DEFAULTS)
})

test('a stored value that this version does not understand counts as not set', () => {
  db.prepare(`INSERT INTO preferences VALUES ('theme', '"sepia"'), ('lastFlow', '"flow-1"')`).run()
  const preferences = createPreferences(db)
  expect(preferences.read()).toEqual({ ...DEFAULTS, lastFlow: 'flow-1' })
  expect(preferences.change({ keepStepsOfTurns: null })).toEqual({
    ...DEFAULTS,
    lastFlow: 'flow-1',
    keepStepsOfTurns: null,
  })
})

test('what no version would keep is refused: huge values, long names, any number of them', () => {
  const preferences = createPreferences(db)
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`p${at}`, at]))
  expect(() => preferences.change({ blob: 'x'.repeat(2_000_000) })).toThrow('The preference “blob” is too large')
  expect(() => preferences.change({ ['n'.repeat(1000)]: 1 })).toThrow(/is too large/)
  expect(() => preferences.change(many)).toThrow('There are more than 200 preferences.')
  expect(preferences.read()).toEqual(DEFAULTS)
})
