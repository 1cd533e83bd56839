/** A long thread that is opened: its pages are read without holding up everybody else. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NewRunEvent } from '../../src-shared/run/log/events'
import { manualClock } from '../clock'
import { openLibraryDatabase, type LibraryDatabase } from '../store/database'
import { processOwner } from '../store/owner'
import { createThreads } from '../store/threads'
import { createEventLog, type EventLog } from './execution/event-log'
import { layNewLibrary } from '../testing/new-library'

const clock = manualClock()
let dir = ''
let db: LibraryDatabase
let log: EventLog
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'baton-log-'))
  layNewLibrary(dir)
  db = openLibraryDatabase(dir)
  log = createEventLog(db, clock)
})
afterEach(() => {
  log.close()
  db.close()
  rmSync(dir, { recursive: true, force: true })
})

const note = (error: string): NewRunEvent => ({ type: 'warning', node: null, code: 'search-failed', facts: { error } })

/** A thread of one run with so many events. */
function threadOf(count: number): string {
  const threads = createThreads({ db, clock, owner: processOwner() })
  const run = { threadId: null, flowId: 'flow-1', input: 'Hello', flowText: '{}', revision: 1 }
  const { id: runId, threadId } = threads.startRun(run)
  log.append(
    runId,
    threadId,
    Array.from({ length: count }, (_none, index) => note(String(index))),
  )
  return threadId
}

test('a long thread that is followed lets others in, however fast its pages are read', async () => {
  const count = 1200
  const threadId = threadOf(count)
  const controller = new AbortController()
  const order: string[] = []
  let others = 0
  const other = (): void => {
    others += 1
    if (order.length < count) setImmediate(other)
  }
  setImmediate(other)
  for await (const { item } of log.follow(threadId, { after: null, signal: controller.signal })) {
    order.push(item.type)
    // Whoever follows takes some time for each.
    for (const until = performance.now() + 0.25; performance.now() < until;);
    if (order.length === count) controller.abort()
  }
  expect(order).toHaveLength(count)
  expect(others).toBeGreaterThan(10)
})

test('of a page each event is unpacked when its turn comes, so that a page is no slice of its own', async () => {
  const threadId = threadOf(200)
  const unpacked = vi.spyOn(JSON, 'parse')
  try {
    const events = log.follow(threadId, { after: null, signal: new AbortController().signal })[Symbol.asyncIterator]()
    const counts: number[] = []
    for (let index = 0; index < 3; index += 1) {
      await events.next()
      counts.push(unpacked.mock.calls.length)
    }
    await events.return?.()
    expect(counts).toEqual([1, 2, 3])
  } finally {
    unpacked.mockRestore()
  }
})

test.each([1, 249, 250, 251, 500])(
  'of %i events that were stored, all but the last say that more is there',
  async (count) => {
    const threadId = threadOf(count)
    const controller = new AbortController()
    const marks: boolean[] = []
    for await (const { more } of log.follow(threadId, { after: null, signal: controller.signal })) {
      marks.push(more === true)
      if (marks.length === count) controller.abort()
    }
    expect(marks).toEqual(Array.from({ length: count }, (_none, at) => at + 1 < count))
  },
)
