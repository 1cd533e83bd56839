/** Copies of a thread in two processes on one real PostgreSQL: one that is behind takes over what the other changed, and what is written goes there together. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { emptyCheckpoint, uuid6, type CheckpointMetadata } from '@langchain/langgraph-checkpoint'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLibraryDatabase } from '../store/database'
import { findPostgres, startPostgres, type TestPostgres } from '../testing/postgres'
import { openSharedStore, type SharedStore } from './shared-store'
import { CHECKPOINT_TABLES, LIBRARY_TABLES } from './tables'

const found = findPostgres()
const here = 'missing' in found ? test.skip : test
const why = 'missing' in found ? ` (skipped: ${found.missing})` : ''
const never = new AbortController().signal
let postgres: TestPostgres
let dataDir = ''
let url = ''
let copies: Copy[] = []

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'baton-copies-'))
  if (!('missing' in found)) postgres = await startPostgres(found)
})
afterAll(async () => {
  await postgres?.close()
  rmSync(dataDir, { recursive: true })
})
beforeEach(async () => {
  if ('missing' in found) return
  url = await postgres.database()
  copies = await Promise.all([openCopy(), openCopy()])
})
afterEach(async () => {
  for (const { library, store } of copies) {
    library.close()
    await store.close()
  }
})

type Copy = { store: SharedStore; library: Database.Database }

async function openCopy(): Promise<Copy> {
  const store = await openSharedStore({ url, dataDir, leaseMs: 20_000 })
  return { store, library: openLibraryDatabase(store.folder) }
}

const both = (): [Copy, Copy] => copies as [Copy, Copy]

async function within({ store }: Copy, work: () => unknown): Promise<void> {
  const stay = await store.enter('t', never)
  await work()
  await store.finish('t', stay)
}

function addThread({ library }: Copy): void {
  library.exec(`INSERT INTO threads (id, flow, title, created_at, changed_at, turns) VALUES ('t', 'f', 'T', 1, 1, 0)`)
}

function addMessage({ library }: Copy, id: string): void {
  library.exec(`INSERT INTO queued_messages (id, thread, place, "when", said, queued_at)
    VALUES ('${id}', (SELECT number FROM threads WHERE id = 't'), 1, 'after', '${id}', 1)`)
}

/** Of the thread's checkpoints, one after another. */
const IDS = [0, 1, 2].map((at) => uuid6(at))

/** Stores a checkpoint after the one before; `at`: its place among those of the thread. */
function put({ store: { saver } }: Copy, at: number, source: CheckpointMetadata['source'] = 'loop') {
  const before = at === 0 ? undefined : IDS[at - 1]
  const config = { configurable: { thread_id: 't', checkpoint_ns: '', checkpoint_id: before } }
  const said = Array.from({ length: at + 1 }, (_, index) => ({ said: index }))
  const log = { channel_values: { log: said }, channel_versions: { log: at + 1 } }
  const checkpoint = { ...emptyCheckpoint(), id: IDS[at] ?? '', ...log }
  return saver.put(config, checkpoint, { source, step: at, parents: {} }, { log: at + 1 })
}

/** The file of the thread's checkpoints, as another connection sees it. */
function checkpoints<Result>({ store }: Copy, read: (db: Database.Database) => Result): Result {
  const name = readdirSync(store.folder).find((one) => /^thread-\w+\.sqlite$/.test(one)) ?? ''
  const db = new Database(path.join(store.folder, name))
  try {
    return read(db)
  } finally {
    db.close()
  }
}

/** All rows of the thread that are shared. */
function rowsOf(copy: Copy) {
  const read = (db: Database.Database, tables: readonly string[]) =>
    tables.map((table) => [table, db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()])
  const ofLibrary = Object.entries(LIBRARY_TABLES).flatMap(([table, { is }]) => (is === 'thread' ? [table] : []))
  return [...read(copy.library, ofLibrary), ...checkpoints(copy, (db) => read(db, CHECKPOINT_TABLES))]
}

/** A file that is made anew does not have it. */
const mark = (copy: Copy) => checkpoints(copy, (db) => db.exec('CREATE TABLE mark (one)'))
const isMarked = (copy: Copy) =>
  checkpoints(copy, (db) => db.prepare(`SELECT count(*) FROM sqlite_schema WHERE name = 'mark'`).pluck().get()) === 1

/** The first has a thread, the second has loaded it and changed it. */
async function changeElsewhere([first, second]: [Copy, Copy]): Promise<void> {
  await within(first, async () => {
    addThread(first)
    for (const id of ['gone', 'kept']) addMessage(first, id)
    await put(first, 0)
  })
  mark(first)
  await within(second, async () => {
    second.library.exec(`UPDATE threads SET title = 'Other'; DELETE FROM queued_messages WHERE id = 'gone'`)
    addMessage(second, 'new')
    await put(second, 1)
  })
}

here(`a copy that is behind takes over what was changed, added and removed elsewhere${why}`, async () => {
  const [first, second] = both()
  await changeElsewhere([first, second])
  await within(first, () => put(first, 2))
  expect(isMarked(first)).toBe(true)
  await within(second, () => undefined)
  expect(rowsOf(first)).toEqual(rowsOf(second))
  expect(first.library.prepare('SELECT id FROM queued_messages ORDER BY id').pluck().all()).toEqual(['kept', 'new'])
  const newest = await first.store.saver.getTuple({ configurable: { thread_id: 't' } })
  expect(newest?.checkpoint.channel_values).toEqual({ log: [{ said: 0 }, { said: 1 }, { said: 2 }] })
})

here(
  `the core hears whether its copy only grew: not where a request was changed or removed, nor of one made anew${why}`,
  async () => {
    const [first, second] = both()
    const told: string[] = []
    first.store.serve({
      isRunning: () => false,
      leave: () => undefined,
      forget: (_id, change) => void told.push(change),
    })
    await within(first, () => addThread(first))
    const ask = (span: string) =>
      second.library.exec(`INSERT INTO model_requests (thread, span, chain, base, body)
      VALUES ((SELECT number FROM threads WHERE id = 't'), '${span}', 'c', NULL, 'x')`)
    const changes = [
      () => ask('a'),
      () => second.library.exec(`UPDATE threads SET title = 'Other'`),
      () => second.library.exec(`UPDATE model_requests SET body = 'y'`),
      () => ask('b'),
      () => second.library.exec(`DELETE FROM model_requests WHERE span = 'b'`),
    ]
    for (const change of changes) {
      await within(second, change)
      await within(first, () => undefined)
    }
    expect(told).toEqual(['grown', 'grown', 'changed', 'grown', 'changed'])
    // Nothing came.
    await within(first, () => undefined)
    expect(told.length).toBe(5)
    await within(second, () => ask('c'))
    addMessage(first, 'lost')
    await within(first, () => undefined)
    expect(told.at(-1)).toBe('changed')
  },
)

here(`a copy in which something was written without the lease is replaced${why}`, async () => {
  const [first, second] = both()
  await changeElsewhere([first, second])
  addMessage(first, 'lost')
  await within(first, () => undefined)
  expect(isMarked(first)).toBe(false)
  expect(rowsOf(first)).toEqual(rowsOf(second))
})

here(`a copy that does not fit what was changed is replaced${why}`, async () => {
  const [first, second] = both()
  await changeElsewhere([first, second])
  // Noticed by nobody, and in the way of what comes.
  checkpoints(first, (db) => db.exec('DROP TABLE checkpoint'))
  await within(first, () => undefined)
  expect(isMarked(first)).toBe(false)
  expect(rowsOf(first)).toEqual(rowsOf(second))
})

here(`a copy that is far behind is replaced, and what was removed long ago is forgotten${why}`, async () => {
  const [first, second] = both()
  await changeElsewhere([first, second])
  const removed = () => postgres.query(url, 'SELECT tbl FROM baton_thread_rows WHERE body IS NULL')
  expect(await removed()).toEqual([{ tbl: 'queued_messages' }])
  await postgres.query(url, 'UPDATE baton_threads SET version = 999')
  await within(second, () => addMessage(second, 'last'))
  await within(first, () => undefined)
  expect(isMarked(first)).toBe(false)
  expect(rowsOf(first)).toEqual(rowsOf(second))
  await expect.poll(removed).toEqual([])
})

here(
  `what a turn begins with goes to Postgres with its first step, and the end of an answer with the lease${why}`,
  async () => {
    const [{ store }] = both()
    const state = () => postgres.query(url, 'SELECT version::int AS version, holder IS NULL AS free FROM baton_threads')
    const stay = await store.enter('t', never)
    const [copy] = both()
    await put(copy, 0, 'input')
    await put(copy, 1)
    expect(await state()).toEqual([{ version: 1, free: false }])
    addThread(copy)
    await store.finish('t', stay)
    expect(await state()).toEqual([{ version: 2, free: true }])
    await store.leave(stay)
    expect(await state()).toEqual([{ version: 2, free: true }])
  },
)

here(`what a turn begins with goes there by itself where its first step takes long${why}`, async () => {
  const [copy] = both()
  const stay = await copy.store.enter('t', never)
  await put(copy, 0, 'input')
  await expect
    .poll(() => postgres.query(url, 'SELECT version::int AS version FROM baton_threads'))
    .toEqual([{ version: 1 }])
  await copy.store.leave(stay)
})

here(`the end of one answer leaves the lease to others, and a stay that is over ends none${why}`, async () => {
  const [{ store }] = both()
  const isFree = async () =>
    (await postgres.query(url, 'SELECT holder IS NULL AS free FROM baton_threads'))[0]?.['free']
  const [one, other] = [await store.enter('t', never), await store.enter('t', never)]
  await store.finish('t', one)
  expect(await isFree()).toBe(false)
  await store.leave(one)
  await postgres.query(url, 'UPDATE baton_threads SET fence = fence + 1')
  await expect(store.finish('t', other)).rejects.toMatchObject({ code: 'unavailable' })
  await postgres.query(url, 'UPDATE baton_threads SET holder = NULL')
  const next = await store.enter('t', never)
  await store.leave(other)
  expect(await isFree()).toBe(false)
  await store.leave(next)
  expect(await isFree()).toBe(true)
})
