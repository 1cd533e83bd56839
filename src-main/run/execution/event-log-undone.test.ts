/** A transaction around what is told that fails: the log goes on as if nothing of it had been told. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { LogEntry } from '../../../src-shared/run/log/log'
import type { NewRunEvent } from '../../../src-shared/run/log/events'
import { manualClock } from '../../clock'
import { openLibraryDatabase, write } from '../../store/database'
import { processOwner } from '../../store/owner'
import { createThreads } from '../../store/threads'
import { layNewLibrary } from '../../testing/new-library'
import { createEventLog } from './event-log'

const clock = manualClock()

/** A run that has told something, and has streamed the beginning of a reply. */
function begunRun() {
  const dir = mkdtempSync(path.join(tmpdir(), 'baton-log-undone-'))
  layNewLibrary(dir)
  const db = openLibraryDatabase(dir)
  const log = createEventLog(db, clock)
  onTestFinished(() => {
    log.close()
    db.close()
    rmSync(dir, { recursive: true, force: true })
  })
  const threads = createThreads({ db, clock, owner: processOwner() })
  const run = threads.startRun({ threadId: null, flowId: 'f', input: 'Hello', flowText: '{}', revision: 1 })
  const append = (...events: NewRunEvent[]) => log.append(run.id, run.threadId, events)
  append(note('first'), token('Hel'))
  const fails = (...events: NewRunEvent[]) =>
    expect(() =>
      write(db, () => {
        append(...events)
        throw new Error('the disk is full')
      }),
    ).toThrow('the disk is full')
  return { log, run, append, fails }
}

const note = (error: string): NewRunEvent => ({ type: 'warning', node: null, code: 'search-failed', facts: { error } })
const place = { node: 'anna', path: 'main' }
const token = (text: string): NewRunEvent => ({ type: 'token', ...place, span: 's1', entryId: 'e1', text })
const spoken: LogEntry = {
  id: 'e1',
  turn: 1,
  scope: 'main',
  author: 'anna',
  at: clock.iso(),
  kind: 'text',
  text: 'Hello',
}
const reply: NewRunEvent = { type: 'entry', ...place, entry: spoken }
const finished: NewRunEvent = {
  type: 'run.finished',
  reason: 'done',
  limit: null,
  usage: { input: 1, output: 1 },
  modelCalls: 1,
  ms: 5,
}

test('its numbers are given out again, and a run whose end was taken back goes on and ends', () => {
  const { log, run, append, fails } = begunRun()
  fails(note('a ghost'), note('another'))
  fails(reply, finished)
  expect(log.lastSeq(run.id)).toBe(2)
  append(token('lo'), note('second'))
  append(reply, finished)
  expect(log.events(run.id).map(({ seq, type }) => [seq, type])).toEqual([
    [1, 'warning'],
    [4, 'warning'],
    [5, 'entry'],
    [6, 'run.finished'],
  ])
})

test('what was streaming is still shown to who comes later', async () => {
  const { log, run, append, fails } = begunRun()
  fails(reply, finished)
  const seen: string[] = []
  const controller = new AbortController()
  for await (const { item } of log.follow(run.threadId, { after: null, signal: controller.signal })) {
    seen.push(item.type === 'token' ? item.text : item.type)
    if (seen.length === 2) append(token('lo'))
    if (seen.length === 3) append(reply, finished)
    if (item.type === 'run.finished') controller.abort()
  }
  expect(seen).toEqual(['warning', 'Hel', 'lo', 'entry', 'run.finished'])
})
