/** Replays as they are stored: listed by what each result counts as, without reading what the models answered. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ReplayResult } from '../../src-shared/rpc/replays'
import { manualClock } from '../clock'
import { layNewLibrary } from '../testing/new-library'
import { openLibraryDatabase, type LibraryDatabase } from './database'
import { processOwner } from './owner'
import { createReplays } from './replays'
import { createThreads } from './threads'

let dir = ''
let db: LibraryDatabase
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'baton-replays-'))
  layNewLibrary(dir)
  db = openLibraryDatabase(dir)
  createThreads({ db, clock: manualClock(), owner: processOwner() }).createThread({ flowId: 'f', id: 'a' })
})
afterEach(() => {
  db.close()
  rmSync(dir, { recursive: true, force: true })
})

const reading = { rule: { by: 'model-called' as const }, choice: { is: 'named' as const, names: ['A'], nodes: ['a'] } }
const result = (seq: number, more: Pick<ReplayResult, 'isFlip' | 'error'>): ReplayResult => ({
  threadId: 'a',
  runId: 'r',
  span: `s${seq}`,
  turn: 1,
  node: 'n',
  who: null,
  about: 'handoff',
  before: reading,
  after: more.error === null ? reading : null,
  reply: 'A',
  model: 'm',
  usage: null,
  dollars: null,
  ms: 1,
  ...more,
})

test('the list counts results without reading them, also those of an older build', () => {
  const replays = createReplays(db, manualClock())
  const { id } = replays.begin('f', { connection: null, model: '', prompt: null, calls: 4 })
  replays.add(id, result(1, { isFlip: true, error: null }))
  replays.add(id, result(2, { isFlip: false, error: 'No answer.' }))
  replays.add(id, result(3, { isFlip: true, error: null }))
  const counted = { id, calls: 4, done: 3, flips: 2, failed: 1 }
  const listed = () => replays.ofFlow('f')
  expect(listed()).toMatchObject([counted])
  expect(replays.read(id).replay).toEqual(listed()[0])
  // Older builds stored none of it.
  db.exec('UPDATE replay_results SET flip = NULL, failed = NULL')
  expect(replays.read(id).replay).toMatchObject(counted)
  expect(listed()).toMatchObject([counted])
  db.exec(`UPDATE replay_results SET body = 'not to be read'`)
  expect(listed()).toMatchObject([counted])
})
