import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { someRuns } from '../../../src-shared/testing/some-runs'
import type { StreamItem } from '../../../src-shared/rpc/define'
import type { NewRunEvent, RunEvent } from '../../../src-shared/run/log/events'
import type { LogEntry } from '../../../src-shared/run/log/log'
import { manualClock } from '../../clock'
import { expand } from '../../store/compact'
import type { Compact } from '../../store/compact'
import { libraryPath, openLibraryDatabase } from '../../store/database'
import type { LibraryDatabase } from '../../store/database'
import { processOwner } from '../../store/owner'
import { outcomeOf, startLibraryChild } from '../../store/testing/child'
import { createThreads } from '../../store/threads'
import { createEventLog } from './event-log'
import type { EventLog } from './event-log'
import { layNewLibrary } from '../../testing/new-library'

const clock = manualClock()
const at = clock.iso()
let dir = ''
const open: { db: LibraryDatabase; log: EventLog }[] = []
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'baton-log-'))
  layNewLibrary(dir)
})
afterEach(() => {
  for (const { db, log } of open.splice(0)) {
    log.close()
    db.close()
  }
  rmSync(dir, { recursive: true, force: true })
})

function core() {
  const db = openLibraryDatabase(dir)
  const threads = createThreads({ db, clock, owner: processOwner() })
  const log = createEventLog(db, clock)
  open.push({ db, log })
  return { db, threads, log }
}

function begin(threads: ReturnType<typeof createThreads>, input: string | null = 'Hello') {
  const { id, threadId } = threads.startRun({ threadId: null, flowId: 'flow-1', input, flowText: '{}', revision: 3 })
  return { runId: id, threadId }
}

const note = (error: string): NewRunEvent => ({ type: 'warning', node: null, code: 'search-failed', facts: { error } })
const token = (entryId: string, text: string): NewRunEvent => ({
  type: 'token',
  node: 'anna',
  path: 'main',
  span: 's1',
  entryId,
  text,
})
const said = (id: string, text: string, author = 'anna'): NewRunEvent => {
  const entry: LogEntry = { id, turn: 1, scope: 'main', author, at, kind: 'text', text }
  return { type: 'entry', node: author, path: 'main', entry }
}
const finished: NewRunEvent = {
  type: 'run.finished',
  reason: 'done',
  limit: null,
  usage: { input: 1, output: 1 },
  modelCalls: 1,
  ms: 5,
}

type Item = StreamItem<RunEvent>

/** Follows until an item satisfies `isLast`. */
async function followUntil(
  log: EventLog,
  threadId: string,
  how: { after?: string | null; isLast: (item: Item) => boolean },
): Promise<Item[]> {
  const seen: Item[] = []
  const controller = new AbortController()
  for await (const item of log.follow(threadId, { after: how.after ?? null, signal: controller.signal })) {
    seen.push(item)
    if (how.isLast(item)) controller.abort()
  }
  return seen
}

test('events are numbered, stored and read back as they were', () => {
  const { threads, log } = core()
  const { runId, threadId } = begin(threads, 'What time is it?')
  const started: NewRunEvent = {
    type: 'run.started',
    threadId,
    flowId: 'flow-1',
    revision: 3,
    turn: 1,
    input: 'What time is it?',
  }
  const baton: NewRunEvent = { type: 'baton', node: 'anna', path: 'main', edge: null }
  const appended = [
    ...log.append(runId, threadId, [started, baton, said('e1', 'What time is it?', 'user')]),
    ...log.append(runId, threadId, [said('e2', 'Noon.'), note('odd'), finished]),
  ]
  expect(appended).toEqual(
    [started, baton, said('e1', 'What time is it?', 'user'), said('e2', 'Noon.'), note('odd'), finished].map(
      (event, index) => ({ runId, seq: index + 1, at, ...event }),
    ),
  )
  expect(log.events(runId)).toEqual(appended)
  expect(core().log.events(runId)).toEqual(appended)
  expect({ state: threads.run(runId)?.state, holder: threads.read(threadId).holder }).toEqual({
    state: 'finished',
    holder: 'anna',
  })
})

test('what the person said is stored once', () => {
  const { db, threads, log } = core()
  const input = 'a sentence that is said only once'
  const { runId, threadId } = begin(threads, input)
  log.append(runId, threadId, [
    { type: 'run.started', threadId, flowId: 'flow-1', revision: 3, turn: 1, input },
    said('e1', input, 'user'),
  ])
  const bodies = db.prepare<[], Compact>('SELECT body FROM events ORDER BY id').pluck()
  expect(bodies.all().map(expand)).toEqual([
    '{}',
    `{"entry":{"id":"e1","scope":"main","author":"user","at":"${at}","kind":"text"}}`,
  ])
})

test('the numbers of a run go on after a restart', () => {
  const first = core()
  const { runId, threadId } = begin(first.threads)
  first.log.append(runId, threadId, [note('one'), note('two')])
  const second = core()
  expect(second.log.lastSeq(runId)).toBe(2)
  expect(second.log.append(runId, threadId, [{ type: 'run.resumed' }]).map(({ seq }) => seq)).toEqual([3])
})

test('tokens are followed at once, held for late listeners, superseded by their entry and never stored', async () => {
  const { threads, log } = core()
  const { runId, threadId } = begin(threads)
  log.append(runId, threadId, [note('start')])
  log.append(runId, threadId, [token('e1', 'No')])
  log.append(runId, threadId, [token('e1', 'on')])
  const late = await followUntil(log, threadId, { isLast: ({ item }) => item.seq === 3 })
  log.append(runId, threadId, [said('e1', 'Noon')])
  const later = await followUntil(log, threadId, { isLast: ({ item }) => item.type === 'entry' })
  expect({ late: late.map(brief), later: later.map(brief), stored: log.events(runId).map(({ seq }) => seq) }).toEqual({
    late: ['1 warning 1', '1.1 token 2', '1.2 token 3'],
    later: ['1 warning 1', '2 entry 4'],
    stored: [1, 4],
  })
  expect(log.lastSeq(runId)).toBe(4)
})

test('of the progress of a tool the newest is held until its end, and none is stored', async () => {
  const { threads, log } = core()
  const { runId, threadId } = begin(threads)
  const place = { node: 'anna', path: 'main', span: 's1', tool: 'copy', toolNode: null }
  const said = { type: 'tool.progress', ...place, total: 10, message: null } as const
  const progress = (callId: string, done: number): NewRunEvent => ({ ...said, callId, done })
  log.append(runId, threadId, [note('start')])
  for (const done of [1, 2, 3]) log.append(runId, threadId, [progress('c1', done), progress('c2', done)])
  const late = await followUntil(log, threadId, { isLast: ({ item }) => item.seq === 7 })
  log.append(runId, threadId, [{ type: 'tool.finished', ...place, callId: 'c1', isError: false, ms: 5 }])
  const later = await followUntil(log, threadId, { isLast: ({ item }) => item.type === 'tool.finished' })
  expect({ late: late.map(brief), later: later.map(brief), stored: log.events(runId).map(({ seq }) => seq) }).toEqual({
    late: ['1 warning 1', '1.5 tool.progress 6', '1.6 tool.progress 7'],
    later: ['1 warning 1', '1.6 tool.progress 7', '2 tool.finished 8'],
    stored: [1, 8],
  })
})

test('who resumes inside a burst of tokens misses nothing and sees nothing twice', async () => {
  const { threads, log } = core()
  const { runId, threadId } = begin(threads)
  log.append(runId, threadId, [note('start'), token('e1', 'a'), token('e1', 'b')])
  const during = followUntil(log, threadId, { after: '1.1', isLast: ({ item }) => item.type === 'run.finished' })
  log.append(runId, threadId, [token('e1', 'c'), token('e2', 'x')])
  const before = await followUntil(log, threadId, { after: '1.1', isLast: ({ id }) => id === '1.4' })
  log.append(runId, threadId, [said('e1', 'abc')])
  log.append(runId, threadId, [token('e2', 'y'), finished])
  const after = await followUntil(log, threadId, { after: '1.1', isLast: ({ item }) => item.type === 'run.finished' })
  expect(before.map(brief)).toEqual(['1.2 token 3', '1.3 token 4', '1.4 token 5'])
  expect(after.map(brief)).toEqual(['2 entry 6', '3 run.finished 8'])
  expect((await during).map(brief).filter((line) => !line.includes('token'))).toEqual(['2 entry 6', '3 run.finished 8'])
})

test('a place that is none, an unknown thread and a run of another thread are refused', async () => {
  const { threads, log } = core()
  const { runId, threadId } = begin(threads)
  const other = begin(threads)
  const isLast = (): boolean => true
  await expect(followUntil(log, threadId, { after: 'x', isLast })).rejects.toMatchObject({ code: 'bad-input' })
  await expect(followUntil(log, 'nobody', { isLast })).rejects.toMatchObject({ code: 'not-found' })
  expect(() => log.append(runId, other.threadId, [note('?')])).toThrow(/no run/)
})

test('followers end when their signal aborts, the thread is removed or the log closes', async () => {
  const { threads, log } = core()
  const { runId, threadId } = begin(threads)
  log.append(runId, threadId, [finished])
  const follow = async (): Promise<number> => {
    let count = 0
    for await (const _item of log.follow(threadId, { after: null, signal: new AbortController().signal })) count += 1
    return count
  }
  const removed = follow()
  threads.remove(threadId)
  log.forget(threadId)
  const again = begin(threads)
  const closing = [log.follow(again.threadId, { after: null, signal: new AbortController().signal })]
  const ends = closing.map(async (items) => {
    for await (const _item of items) throw new Error('nothing was said')
  })
  log.close()
  await Promise.all(ends)
  expect(await removed).toBe(1)
  expect(() => log.append(runId, threadId, [note('late')])).toThrow(/no run/)
})

test('a bad row hides nothing but itself', () => {
  const { db, threads, log } = core()
  const { runId, threadId } = begin(threads)
  log.append(runId, threadId, [note('one'), note('two'), note('three')])
  db.prepare(`UPDATE events SET body = '{"node":' WHERE seq = 2`).run()
  expect(log.events(runId).map((event) => (event.type === 'warning' ? event.code : event.type))).toEqual([
    'search-failed',
    'unreadable-event',
    'search-failed',
  ])
})

test('nothing is numbered, stored or published when a transaction fails', () => {
  const { db, threads, log } = core()
  const { runId, threadId } = begin(threads)
  log.append(runId, threadId, [note('one')])
  db.exec(`CREATE TRIGGER full BEFORE INSERT ON events WHEN NEW.seq = 3 BEGIN SELECT RAISE(ABORT, 'disk full'); END`)
  expect(() => log.append(runId, threadId, [note('two'), note('three')])).toThrow(/disk full.*Nothing was changed/)
  db.exec('DROP TRIGGER full')
  expect(log.append(runId, threadId, [note('two')]).map(({ seq }) => seq)).toEqual([2])
})

test('two processes append to two runs of one library: every run has its own numbers and its follower sees all', async () => {
  const { threads, log } = core()
  const runs = [begin(threads), begin(threads)]
  const count = 300
  const children = runs.map(({ runId, threadId }) =>
    outcomeOf(startLibraryChild('append', dir, runId, threadId, String(count))),
  )
  const followed = await Promise.all(
    runs.map(({ threadId }) => followUntil(log, threadId, { isLast: ({ item }) => item.seq === count })),
  )
  expect((await Promise.all(children)).map(({ code, errors }) => ({ code, errors }))).toEqual([
    { code: 0, errors: '' },
    { code: 0, errors: '' },
  ])
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  for (const [index, items] of followed.entries()) {
    expect(items.map(({ item }) => item.seq)).toEqual(numbers)
    expect(log.events(runs[index]?.runId ?? '').length).toBe(count)
  }
})

test('two processes append to one run: the numbers have neither gap nor double', async () => {
  const { threads, log } = core()
  const { runId, threadId } = begin(threads)
  const children = [1, 2].map(() => outcomeOf(startLibraryChild('append', dir, runId, threadId, '100')))
  expect((await Promise.all(children)).map(({ errors }) => errors)).toEqual(['', ''])
  expect(log.events(runId).map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1))
})

type Step = 'token' | 'entry' | 'note' | 'two notes' | 'at once' | 'other thread' | 'pause'

test('any interleaving of appends and reading: every stored event once and in order, whoever joins or resumes when', async () => {
  const { threads, log } = core()
  const steps = fc.array(
    fc.constantFrom<Step>('token', 'entry', 'note', 'two notes', 'at once', 'other thread', 'pause'),
    {
      maxLength: 40,
    },
  )
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), steps, fc.nat(20), async (scheduler, script, resumeAfter) => {
      const { runId, threadId } = begin(threads)
      const other = begin(threads)
      const resumed = resuming(log, threadId, resumeAfter)
      const whole = followUntil(log, threadId, { isLast: isEnd })
      const tail = scheduler.scheduleSequence(
        script.map((step, index) => async () => {
          if (step === 'pause') await Promise.resolve()
          if (step === 'token') log.append(runId, threadId, [token(`e${Math.floor(index / 4)}`, `${index}`)])
          if (step === 'entry') log.append(runId, threadId, [said(`e${Math.floor(index / 4)}`, `${index}`)])
          if (step === 'note') log.append(runId, threadId, [note(`${index}`)])
          if (step === 'two notes') log.append(runId, threadId, [note(`${index}`), token('t', ''), note('again')])
          if (step === 'at once') {
            for (const event of [note(`${index}`), token('t', '')]) log.append(runId, threadId, [event])
          }
          if (step === 'other thread') log.append(other.runId, other.threadId, [note('elsewhere'), token('o', '')])
        }),
      )
      await scheduler.waitFor(tail.task)
      log.append(runId, threadId, [finished])
      log.append(other.runId, other.threadId, [finished])
      const stored = log.events(runId)
      for (const items of [await whole, await resumed]) {
        expect(items.map(({ item }) => item).filter(({ type }) => type !== 'token')).toEqual(stored)
        expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
        expect(new Set(items.map(({ item }) => item.seq)).size).toBe(items.length)
        expect(items.map(({ item }) => item.seq)).toEqual(items.map(({ item }) => item.seq).sort((a, b) => a - b))
      }
      expect((await followUntil(log, threadId, { isLast: isEnd })).map(({ item }) => item)).toEqual(stored)
    }),
    { numRuns: someRuns(150) },
  )
})

const isEnd = ({ item }: Item): boolean => item.type === 'run.finished'

/** Follows, is cut off after a number of items, and goes on from there. */
async function resuming(log: EventLog, threadId: string, count: number): Promise<Item[]> {
  const first: Item[] = []
  if (count > 0) {
    const controller = new AbortController()
    for await (const item of log.follow(threadId, { after: null, signal: controller.signal })) {
      first.push(item)
      if (first.length === count || isEnd(item)) controller.abort()
    }
  }
  const last = first.at(-1)
  if (last !== undefined && isEnd(last)) return first
  return [...first, ...(await followUntil(log, threadId, { after: last?.id ?? null, isLast: isEnd }))]
}

test('turns of 1 KB each way cost at most 2 bytes on disk per byte said', () => {
  const { db, threads, log } = core()
  const turns = 300
  let threadId: string | null = null
  let saidBytes = 0
  for (let turn = 1; turn <= turns; turn += 1) {
    const [input, reply] = [kilobyte(turn), kilobyte(-turn)]
    saidBytes += input.length + reply.length
    const run = threads.startRun({ threadId, flowId: 'flow-k3j9a2b4', input, flowText: '{}', revision: 12 })
    threadId = run.threadId
    for (const event of turnEvents(threadId, { turn, input, reply })) log.append(run.id, threadId, [event])
  }
  db.pragma('wal_checkpoint(TRUNCATE)')
  const perByte = statSync(libraryPath(dir)).size / saidBytes
  expect(perByte).toBeLessThan(2)
})

function turnEvents(threadId: string, { turn, input, reply }: { turn: number; input: string; reply: string }) {
  const node = 'supervisor-k3j9a2b4'
  const where = { node, path: 'main', span: `${node}:${turn}` }
  const entry = { turn, scope: 'main', at, kind: 'text' } as const
  const calls = { callId: 'call_abcdefgh', tool: 'get_time', toolNode: 'clock-a1b2c3d4' }
  return [
    { type: 'run.started', threadId, flowId: 'flow-k3j9a2b4', revision: 12, turn, input },
    { type: 'entry', node: 'user', path: 'main', entry: { ...entry, id: `m-${turn}u`, author: 'user', text: input } },
    { type: 'baton', node, path: 'main', edge: 'edge-a1b2c3d4' },
    { ...where, type: 'model.started', purpose: 'reply', model: 'rehearsal', messages: 2 * turn, dropped: 0 },
    {
      ...where,
      type: 'model.finished',
      purpose: 'reply',
      model: 'rehearsal',
      usage: { input: 900, output: 250 },
      ms: 12,
    },
    { ...where, ...calls, type: 'tool.started', arguments: '{"zone":"Europe/Paris"}' },
    { ...where, ...calls, type: 'tool.finished', isError: false, ms: 1 },
    { ...where, type: 'model.started', purpose: 'reply', model: 'rehearsal', messages: 2 * turn, dropped: 0 },
    { type: 'entry', node, path: 'main', entry: { ...entry, id: `m-${turn}r`, author: node, text: reply } },
    finished,
  ] satisfies NewRunEvent[]
}

/** 1,024 letters without words: what compression can do least about. */
function kilobyte(seed: number): string {
  let state = seed * 2654435761
  const letters = Array.from({ length: 1024 }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return String.fromCharCode(97 + ((state >>> 24) % 26))
  })
  return letters.join('')
}

function brief({ id, item }: Item): string {
  return `${id} ${item.type} ${item.seq}`
}
