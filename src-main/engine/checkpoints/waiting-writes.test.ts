/** Writes of tasks: one transaction with the checkpoint that follows at once, by themselves where none does, and never lost. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ERROR, emptyCheckpoint, type Checkpoint, type PendingWrite, uuid6 } from '@langchain/langgraph-checkpoint'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { BatonSaver } from './index'

let folder = ''
let file = ''
let saver: BatonSaver
let outside: Database.Database
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baton-writes-'))
  file = path.join(folder, 'checkpoints.db')
  saver = new BatonSaver({ file })
  outside = new Database(file)
})
afterEach(() => {
  saver.close()
  outside.close()
  rmSync(folder, { recursive: true })
})

const at = (thread_id: string, checkpoint_id?: string) => ({
  configurable: { thread_id, checkpoint_ns: '', checkpoint_id },
})
const loop = { source: 'loop' as const, step: 0, parents: {} }

/** A checkpoint of a thread that has none; returns how its child is stored. */
async function begin(thread: string): Promise<{ id: string; putChild: () => Promise<unknown> }> {
  const first: Checkpoint = { ...emptyCheckpoint(), id: uuid6(0) }
  await saver.put(at(thread), first, loop, {})
  const child: Checkpoint = { ...emptyCheckpoint(), id: uuid6(1) }
  return { id: first.id, putChild: () => saver.put(at(thread, first.id), child, loop, {}) }
}

/** What another connection sees. */
const stored = () => ({
  checkpoints: z.number().parse(outside.prepare('SELECT count(*) FROM checkpoint').pluck().get()),
  writes: z.array(z.string()).parse(outside.prepare('SELECT channel FROM pending ORDER BY channel').pluck().all()),
})

const wrote: PendingWrite[] = [['log', ['said']]]

test('a checkpoint that follows at once is one transaction with the writes before it, which nobody reads then', async () => {
  const { id, putChild } = await begin('t')
  const seen = [stored()]
  const before = outside.pragma('data_version', { simple: true })
  const writes = saver.putWrites(at('t', id), wrote, 'task')
  seen.push(stored())
  await putChild()
  await writes
  seen.push(stored())
  expect(seen).toEqual([
    { checkpoints: 1, writes: [] },
    { checkpoints: 1, writes: [] },
    { checkpoints: 2, writes: [] },
  ])
  expect(outside.pragma('data_version', { simple: true })).toBe(Number(before) + 1)
})

test('an error stays beside the child, and so do the writes of another checkpoint', async () => {
  const [one, other] = [await begin('t'), await begin('other')]
  const writes = [
    saver.putWrites(
      at('t', one.id),
      [
        ['log', ['said']],
        [ERROR, 'no'],
      ],
      'task',
    ),
    saver.putWrites(at('other', other.id), [['else', 1]], 'task'),
  ]
  await one.putChild()
  await Promise.all(writes)
  expect(stored().writes).toEqual([ERROR, 'else'])
})

test('where no checkpoint follows they are stored as soon as the process turns to the outside world', async () => {
  const { id } = await begin('t')
  await saver.putWrites(at('t', id), wrote, 'task')
  expect(stored().writes).toEqual(['log'])
  expect((await saver.getTuple(at('t')))?.pendingWrites).toEqual([['task', 'log', ['said']]])
})

test('whoever reads, and whoever has to tell of it, finds them stored', async () => {
  const { id } = await begin('t')
  void saver.putWrites(at('t', id), wrote, 'one')
  const tuple = await saver.getTuple(at('t'))
  void saver.putWrites(at('t', id), wrote, 'two')
  saver.storeNow()
  expect([tuple?.pendingWrites?.length, stored().writes]).toEqual([1, ['log', 'log']])
})

test('a saver that is closed stores them first', async () => {
  const { id } = await begin('t')
  const writes = saver.putWrites(at('t', id), wrote, 'task')
  saver.close()
  await writes
  expect(stored().writes).toEqual(['log'])
})

test('a checkpoint that cannot be stored takes none of them with it', async () => {
  const { id, putChild } = await begin('t')
  outside.exec("CREATE TRIGGER full BEFORE INSERT ON checkpoint BEGIN SELECT RAISE(ABORT, 'disk full'); END")
  const writes = saver.putWrites(at('t', id), wrote, 'task')
  await expect(putChild()).rejects.toThrow('disk full')
  await writes
  expect(stored()).toEqual({ checkpoints: 1, writes: ['log'] })
})

test('writes that cannot be stored say so to whoever waits for them, and to whoever wants them now', async () => {
  const { id } = await begin('t')
  outside.exec("CREATE TRIGGER full BEFORE INSERT ON pending BEGIN SELECT RAISE(ABORT, 'disk full'); END")
  await expect(saver.putWrites(at('t', id), wrote, 'task')).rejects.toThrow('disk full')
  const writes = saver.putWrites(at('t', id), wrote, 'task')
  expect(() => saver.storeNow()).toThrow('disk full')
  await expect(writes).rejects.toThrow('disk full')
})
