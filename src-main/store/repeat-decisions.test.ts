/** Decisions on calls that run again, as they are stored: each is taken once, and one that is given anew counts. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualClock } from '../clock'
import { openLibraryDatabase, type LibraryDatabase } from './database'
import { processOwner } from './owner'
import { createRepeatDecisions } from './repeat-decisions'
import { createThreads } from './threads'
import { layNewLibrary } from '../testing/new-library'

let dir = ''
let db: LibraryDatabase
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'baton-repeats-'))
  layNewLibrary(dir)
  db = openLibraryDatabase(dir)
  createThreads({ db, clock: manualClock(), owner: processOwner() }).createThread({ flowId: 'f', id: 'a' })
})
afterEach(() => {
  db.close()
  rmSync(dir, { recursive: true, force: true })
})

const turn = { threadId: 'a', turn: 1 }
const row = (mark: string, text: string) => ({
  mark,
  place: 'p',
  result: { text, isError: false, kept: [], changes: {}, from: 'record' as const },
})
const textOf = (taken: { text: string } | null | undefined) => taken?.text

test('a decision of a second try counts, though the same call took one in the first; other calls keep theirs', () => {
  const decisions = createRepeatDecisions(db)
  const take = (mark: string) => textOf(decisions.take(turn, { mark, place: 'p', by: `call of ${mark}` }))
  decisions.add(turn, [row('pay', 'first'), row('look', 'seen')], { anew: false })
  expect([take('pay'), take('pay'), take('look')]).toEqual(['first', 'first', 'seen'])
  decisions.add(turn, [row('pay', 'second')], { anew: false })
  expect([take('pay'), take('look')]).toEqual(['second', 'seen'])
})
