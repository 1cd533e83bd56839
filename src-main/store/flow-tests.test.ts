/** Tests of flows in the library: listed, renamed, removed with a way back, and gone with their flow. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FlowTest } from '../../src-shared/run/tests/test-file'
import { layNewLibrary } from '../testing/new-library'
import { createChanges } from './changes'
import { openLibraryDatabase, type LibraryDatabase } from './database'
import { createFlowTestStore } from './flow-tests'

let folder: string
let db: LibraryDatabase
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baton-flow-tests-'))
  layNewLibrary(folder)
  db = openLibraryDatabase(folder)
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

const made = (id: string): FlowTest => ({
  id,
  name: `Test ${id}`,
  only: null,
  nodes: {},
  turns: [{ says: 'Hi', sets: {}, answers: [], replies: [], calls: [], route: [{ is: 'ended', how: 'done' }] }],
})

test('one that was removed comes back to its place until another one is removed', () => {
  const tests = createFlowTestStore(db, createChanges())
  for (const id of ['a', 'b', 'c']) tests.add('desk', made(id))
  tests.add('other', made('d'))
  tests.rename('b', 'Refund')
  const names = () => tests.ofFlow('desk').map(({ name, turns }) => `${name} ${turns}`)
  expect(names()).toEqual(['Test a 1', 'Refund 1', 'Test c 1'])
  expect(tests.read('b')).toEqual({ flowId: 'desk', test: { ...made('b'), name: 'Refund' } })
  tests.remove('b')
  expect(names()).toEqual(['Test a 1', 'Test c 1'])
  expect(() => tests.read('b')).toThrow('not there any more')
  tests.restore('b')
  expect(names()).toEqual(['Test a 1', 'Refund 1', 'Test c 1'])
  tests.remove('b')
  tests.remove('a')
  expect(() => tests.restore('b')).toThrow('not there any more')
  expect(tests.wholeOfFlow('desk')).toEqual([made('c')])
  tests.forget('desk')
  expect([names(), tests.ofFlow('other').length]).toEqual([[], 1])
})
