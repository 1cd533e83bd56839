/** A transaction that fails takes its rows back, and what comes next gets their numbers. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { NewRunEvent } from '../../src-shared/run/log/events'
import { manualClock } from '../clock'
import { createEventLog } from '../run/execution/event-log'
import { openLibraryDatabase, write } from '../store/database'
import { processOwner } from '../store/owner'
import { createThreads } from '../store/threads'
import { layNewLibrary } from '../testing/new-library'
import { createRequestRecords, type CallAttempt } from './request-records'

const clock = manualClock()

function library() {
  const folder = mkdtempSync(path.join(tmpdir(), 'baton-undone-'))
  layNewLibrary(folder)
  const db = openLibraryDatabase(folder)
  onTestFinished(() => {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const threads = createThreads({ db, clock, owner: processOwner() })
  const records = createRequestRecords(db)
  const log = createEventLog(db, clock, { requests: records })
  const begin = () => {
    const run = threads.startRun({ threadId: null, flowId: 'f', input: 'Hello', flowText: '{}', revision: 1 })
    log.append(run.id, run.threadId, [{ type: 'run.resumed' }])
    return { runId: run.id, threadId: run.threadId }
  }
  return { db, records, log, begin }
}

function attempt(span: string, said: readonly string[]): CallAttempt {
  const messages = said.map((content) => ({ role: 'user', content }))
  const body = JSON.stringify({ model: 'm', messages }, null, 1)
  const sources = messages.map(() => [{ why: 'conversation' as const }])
  const known = {
    connection: 'default',
    url: null,
    model: 'm',
    pictures: [],
    ms: 1,
    outcome: { kind: 'stopped' } as const,
  }
  return { ...known, span, asker: 'anna', body, sources, clean: (text) => text }
}

const told = (error: string): NewRunEvent => ({ type: 'warning', node: null, code: 'search-failed', facts: { error } })
const line = (name: string) =>
  `What ${name} said, in a line that is longer than the shortest one that is kept by its place.`

it('a request that was not stored is stored with what comes next, and nothing is told from rows that are gone', () => {
  const { db, records, log, begin } = library()
  const [one, other] = [begin(), begin()]
  const said = [line('nobody'), line('the first')]
  const ask = (run: typeof one, span: string, words: readonly string[]) => {
    records.note(run.threadId, attempt(span, words))
    log.append(run.runId, run.threadId, [told(words.at(-1) ?? '')])
  }
  ask(one, 'kept', said)
  const undone = [...said, line('the second')]
  expect(() =>
    write(db, () => {
      ask(one, 'undone', undone)
      throw new Error('the disk is full')
    }),
  ).toThrow('the disk is full')
  ask(other, 'other', [line('somebody else'), line('another one')])
  const after = [...undone, line('the third')]
  ask(one, 'after', after)
  const read = createRequestRecords(db)
  for (const [span, words] of [
    ['kept', said],
    ['undone', undone],
    ['after', after],
  ] as const)
    expect([span, read.ofCall(span).map(({ isWhole, body }) => ({ isWhole, body }))]).toEqual([
      span,
      [{ isWhole: true, body: attempt(span, words).body }],
    ])
})

it('the same rows given out again to the same thread are noticed', () => {
  const { db, records, log, begin } = library()
  const run = begin()
  const append = (words: string) => log.append(run.runId, run.threadId, [told(words)])
  records.note(run.threadId, attempt('kept', [line('nobody')]))
  append(line('nobody'))
  expect(() =>
    write(db, () => {
      append(line('a ghost'))
      throw new Error('the disk is full')
    }),
  ).toThrow('the disk is full')
  append('short')
  records.note(run.threadId, attempt('after', [line('nobody'), line('a ghost')]))
  append('shorter')
  expect(createRequestRecords(db).ofCall('after')).toMatchObject([
    { isWhole: true, body: attempt('after', [line('nobody'), line('a ghost')]).body },
  ])
})
