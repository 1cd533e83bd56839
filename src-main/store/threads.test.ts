import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualClock } from '../clock'
import { createEventLog } from '../run/execution/event-log'
import { openLibraryDatabase } from './database'
import type { LibraryDatabase } from './database'
import { processOwner } from './owner'
import type { Owner } from './owner'
import { firstLine, outcomeOf, startLibraryChild } from './testing/child'
import { createThreads, LEASE_MS } from './threads'
import { layNewLibrary } from '../testing/new-library'

const flowId = 'flow-1'
let dir = ''
let db: LibraryDatabase
let clock = manualClock()
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'baton-threads-'))
  layNewLibrary(dir)
  db = openLibraryDatabase(dir)
  clock = manualClock()
})
afterEach(() => {
  db.close()
  rmSync(dir, { recursive: true, force: true })
})

const owner = (id: string, gone: readonly string[] = []): Owner => ({ id, mayLive: (other) => !gone.includes(other) })
const threadsOf = (me: Owner = owner('me')) => createThreads({ db, clock, owner: me })
const turn = (threadId: string | null, input: string | null = 'Hello') => ({
  threadId,
  flowId,
  input,
  flowText: '{"a":1}',
  revision: 2,
})
const code = (expected: string): Error => expect.objectContaining({ name: 'AppError', code: expected }) as Error

test('a first turn makes a thread, names it after the message and counts', () => {
  const threads = threadsOf()
  const input = `  I would like\n to order   a cake with ${'many '.repeat(20)}candles`
  const run = threads.startRun(turn(null, input))
  expect(run).toEqual({
    id: run.id,
    threadId: run.threadId,
    flowId,
    turn: 1,
    state: 'running',
    input,
    attachments: [],
    revision: 2,
    flowText: '{"a":1}',
    startedAt: clock.iso(),
  })
  clock.advance(1000)
  threads.finishRun(run.id, 'finished')
  threads.setHolder(run.threadId, 'profile-1')
  const again = threads.startRun(turn(run.threadId, 'More'))
  expect(threads.read(run.threadId)).toEqual({
    id: run.threadId,
    flowId,
    title: 'I would like to order a cake with many many many many many…',
    createdAt: run.startedAt,
    changedAt: clock.iso(),
    turns: 2,
    state: 'running',
    model: null,
    only: null,
    pinned: false,
    imported: false,
    forkedFrom: null,
    holder: 'profile-1',
  })
  expect(again.turn).toBe(2)
})

test('a flow that speaks first leaves the title to the first message', () => {
  const threads = threadsOf()
  const run = threads.startRun(turn(null, null))
  threads.finishRun(run.id, 'finished')
  threads.finishRun(threads.startRun(turn(run.threadId, 'A cake')).id, 'stopped')
  expect(threads.list(flowId)).toMatchObject([{ title: 'A cake', state: 'idle', turns: 2 }])
})

test('one turn at a time: a second start is refused while the first lives, wherever it runs', () => {
  const mine = threadsOf()
  const theirs = threadsOf(owner('they'))
  const run = mine.startRun(turn(null))
  expect(() => theirs.startRun(turn(run.threadId))).toThrow(code('run-active'))
  expect(() => theirs.takeOver(run.id)).toThrow(code('run-active'))
  expect(() => theirs.remove(run.threadId)).toThrow(code('run-active'))
  expect(theirs.activeRun(run.threadId)?.id).toBe(run.id)
  mine.finishRun(run.id, 'finished')
  expect(() => theirs.takeOver(run.id)).toThrow(code('nothing-to-resume'))
  expect(theirs.startRun(turn(run.threadId)).turn).toBe(2)
})

test('a lease that nobody prolongs runs out; the late owner is told to stop', () => {
  const mine = threadsOf()
  const theirs = threadsOf(owner('they'))
  const run = mine.startRun(turn(null))
  clock.advance(LEASE_MS - 1)
  expect(mine.heartbeat(run.id)).toBe(true)
  clock.advance(LEASE_MS - 1)
  expect(theirs.unfinishedRun(run.threadId)).toBeNull()
  clock.advance(1)
  expect(theirs.unfinishedRun(run.threadId)).toMatchObject({ id: run.id, state: 'interrupted' })
  expect(theirs.list(flowId)).toMatchObject([{ state: 'unfinished' }])
  expect(theirs.takeOver(run.id)).toMatchObject({ id: run.id, state: 'running', turn: 1, input: 'Hello' })
  expect(mine.heartbeat(run.id)).toBe(false)
})

test('a process that is gone is known at once, and a core that ends lets go of its runs', () => {
  const [first, second] = [threadsOf(), threadsOf(owner('they'))]
  const [one, two] = [first.startRun(turn(null)), second.startRun(turn(null))]
  const third = threadsOf(owner('third', ['me']))
  const states = () => [third.unfinishedRun(one.threadId)?.state, third.unfinishedRun(two.threadId)?.state]
  expect(states()).toEqual(['interrupted', undefined])
  second.release()
  expect(states()).toEqual(['interrupted', 'interrupted'])
})

test('a failed run is unfinished and can be tried again in the same turn', () => {
  const threads = threadsOf()
  const run = threads.startRun(turn(null))
  threads.finishRun(run.id, 'failed')
  const again = threads.startRun({ ...turn(run.threadId), turn: run.turn })
  expect([again.turn, threads.read(run.threadId).turns, threads.read(run.threadId).state]).toEqual([1, 1, 'running'])
  threads.finishRun(again.id, 'failed')
  expect(threads.takeOver(again.id).state).toBe('running')
})

test('threads are renamed, removed with all that belongs to them, and missed', () => {
  const threads = threadsOf()
  const log = createEventLog(db, clock)
  const run = threads.startRun(turn(null))
  log.append(run.id, run.threadId, [{ type: 'run.stopped' }])
  threads.rename(run.threadId, 'Cakes')
  expect(threads.read(run.threadId).title).toBe('Cakes')
  threads.remove(run.threadId)
  const counts = ['threads', 'runs', 'events', 'snapshots'].map((table) =>
    db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
  )
  expect(counts).toEqual([0, 0, 0, 0])
  expect(() => threads.read(run.threadId)).toThrow(code('not-found'))
  expect(() => threads.startRun(turn('gone'))).toThrow(code('not-found'))
})

test('a thread may be given its id, once', () => {
  const threads = threadsOf()
  expect(threads.createThread({ flowId, id: 'mine', title: 'T' })).toMatchObject({ id: 'mine', title: 'T', turns: 0 })
  expect(() => threads.createThread({ flowId, id: 'mine' })).toThrow(code('conflict'))
  expect(threads.removeOfFlow(flowId)).toEqual(['mine'])
})

test('the frozen flow of many turns is stored once', () => {
  const threads = threadsOf()
  let threadId: string | null = null
  for (let count = 0; count < 5; count += 1) {
    const run = threads.startRun(turn(threadId))
    threadId = run.threadId
    threads.finishRun(run.id, 'finished')
  }
  expect(db.prepare('SELECT count(*) FROM snapshots').pluck().get()).toBe(1)
})

test('a list of 1,000 threads, the newest first', () => {
  const threads = threadsOf()
  db.transaction(() => {
    for (let count = 0; count < 1000; count += 1) threads.startRun(turn(null, `Message ${count}`))
  })()
  const list = threads.list(flowId)
  expect([list.length, list[0]?.title]).toEqual([1000, 'Message 999'])
})

test('a process that was killed in the middle of a turn leaves it to be resumed at once', async () => {
  const child = startLibraryChild('begin', dir, flowId)
  const { runId, threadId } = JSON.parse(await firstLine(child)) as { runId: string; threadId: string }
  const threads = createThreads({ db, clock: { now: Date.now, iso: clock.iso }, owner: processOwner() })
  expect(threads.read(threadId).state).toBe('running')
  const ended = outcomeOf(child)
  child.kill('SIGKILL')
  await ended
  expect(threads.read(threadId).state).toBe('unfinished')
  expect(threads.takeOver(runId)).toMatchObject({ id: runId, input: 'Hello', state: 'running' })
})

test('this process knows itself, and a dead process that had its id', () => {
  const me = processOwner()
  const [host, pid, started] = me.id.split('/')
  expect({
    self: me.mayLive(me.id),
    sibling: me.mayLive(processOwner().id),
    before: me.mayLive(`${host}/${pid}/${Number(started) - 1}/x`),
    elsewhere: me.mayLive('other-host/1/1/x'),
    nobody: me.mayLive(`${host}/4194304999/1/x`),
  }).toEqual({ self: true, sibling: true, before: false, elsewhere: true, nobody: false })
})
