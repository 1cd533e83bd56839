/**
 * A process of several that is killed after any of the transactions by which it changes PostgreSQL: whoever has the thread next has the same
 * conversation in the end, with every question and every answer to it told once. By default some transactions of one scene; `BATON_COMMITS=all` tries
 * all of them, of each scene.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Flow } from '../../src-shared/flow/records'
import { createCore } from '../core'
import { readState } from '../engine/state/read-state'
import { nodePlatform } from '../platform/node'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { GATED, playToEnd, THREAD, wholeOf } from '../testing/played-scenes'
import { findPostgres, startPostgres, type TestPostgres } from '../testing/postgres'
import { askedOf, drawScene, replyOf, SCENES } from '../testing/step-scenes'
import { startShop, type Shop } from '../testing/shop'
import { openSharedStore } from './shared-store'

const TRIES_ALL = process.env['BATON_COMMITS'] === 'all'
/** Of a scene by default. */
const SOME = 2
const PLAYED = [GATED, ...SCENES].slice(0, TRIES_ALL ? undefined : 1)

const found = findPostgres()
const here = 'missing' in found ? test.skip : test
const why = 'missing' in found ? ` (skipped: ${found.missing})` : ''
const never = new AbortController().signal

let postgres: TestPostgres
let server: ModelServer
let dataDir = ''
let shop: Shop

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'baton-shipments-'))
  shop = await startShop()
  server = await startModelServer()
  if (!('missing' in found)) postgres = await startPostgres(found)
})
afterAll(async () => {
  await Promise.all([postgres?.close(), server?.close(), shop?.close()])
  rmSync(dataDir, { recursive: true })
})

type PlayRequest = { drawn: Flow; texts: readonly string[]; how: 'continue' | 'message' }

/** What a process does that has the thread: it plays to the end, and gives the thread back. */
async function played(url: string, { drawn, texts, how }: PlayRequest) {
  const store = await openSharedStore({ url, dataDir, leaseMs: 60_000 })
  const core = await createCore({
    dataDir: store.folder,
    saver: store.saver,
    platform: nodePlatform({ host: 'cli', dataDir: store.folder }),
    models: { baseUrl: server.baseUrl, apiKey: 'test-key', model: 'test-model' },
    allow: ['all'],
  })
  const { runner, threads, events } = core.services
  store.serve({
    isRunning: (id) => threads.activeRun(id) !== null,
    leave(id) {
      const run = threads.activeRun(id)
      if (run !== null) void runner.leave(run.id)
    },
    forget: (id, change) => events.forget(id, change),
  })
  try {
    const stay = await store.enter(THREAD, never)
    const isKnown = threads.list(drawn.id).some(({ id }) => id === THREAD)
    if (!isKnown) threads.createThread({ flowId: drawn.id, id: THREAD })
    await playToEnd(core, drawn, texts, how)
    const end = await wholeOf(core, await readState(store.saver, THREAD))
    await store.finish(THREAD, stay)
    return end
  } finally {
    await core.close()
    await store.close()
  }
}

const TABLES = ['schema', 'threads', 'thread_rows', 'contents', 'transcripts'].map((name) => `baton_${name}`)

type AskingPool = { query: (...given: unknown[]) => Promise<unknown> }

/** Copies what is in the database into a schema of its own after each statement that may have changed it. */
function watchStatements(url: string) {
  const copies: string[] = []
  const prototype = Object.getPrototypeOf(new pg.Pool()) as AskingPool
  const { query } = prototype
  const spy = vi.spyOn(prototype, 'query').mockImplementation(async function (this: AskingPool, ...given) {
    const result = await query.apply(this, given)
    const name = nameOf(given[0])
    if (name !== null && CHANGING.test(name)) {
      const copy = `copy_${copies.length}`
      for (const one of [copy, ...(TRIES_ALL ? [otherOf(copy)] : [])])
        await postgres.query(url, [`CREATE SCHEMA ${one}`, ...TABLES.flatMap(copied(one))].join(';'))
      copies.push(copy)
    }
    return result
  })
  return { copies, end: () => spy.mockRestore() }
}

/** The same once more. */
const otherOf = (copy: string) => `${copy}_other`

const CHANGING = /^baton_(?:take|begin|ship|keep)/

function nameOf(asked: unknown): string | null {
  return typeof asked === 'object' && asked !== null && 'name' in asked && typeof asked.name === 'string'
    ? asked.name
    : null
}

function copied(to: string) {
  return (table: string): string[] => [
    `CREATE TABLE ${to}.${table} (LIKE public.${table} INCLUDING ALL)`,
    `INSERT INTO ${to}.${table} SELECT * FROM public.${table}`,
  ]
}

/** The address of a copy, whose holder is gone and its lease over. */
async function leftAt(url: string, copy: string): Promise<string> {
  await postgres.query(url, `UPDATE ${copy}.baton_threads SET until = '2000-01-01' WHERE holder IS NOT NULL`)
  const address = new URL(url)
  address.searchParams.set('options', `-c search_path=${copy},public`)
  return address.href
}

here.each(PLAYED.map((scene, index) => [scene.name, index] as const))(
  `%s: killed after any statement${why}`,
  async (_name, index) => {
    const scene = PLAYED[index] ?? expect.unreachable()
    server.on({}, (request) => replyOf(scene.answer(askedOf(request))))
    const drawn = drawScene(scene, shop.url)
    const texts = [...(scene.before ?? []), scene.message]
    const url = await postgres.database()
    const watch = watchStatements(url)
    const { copies } = watch
    const undisturbed = await played(url, { drawn, texts, how: 'continue' }).finally(watch.end)
    expect([undisturbed.faults, undisturbed.unanswered]).toEqual([[], []])
    expect(copies.length).toBeGreaterThan(SOME)
    const each = Math.floor(copies.length / SOME)
    const some = TRIES_ALL ? copies : copies.filter((_, at) => at % each === index % each)
    for (const [nth, copy] of some.entries()) {
      // By default it is gone on with after one of them, and something else is said after the next.
      if (TRIES_ALL || nth % 2 === 0) {
        const end = await played(await leftAt(url, copy), { drawn, texts, how: 'continue' })
        expect({ copy, ...end }).toEqual({ copy, ...undisturbed })
      }
      if (TRIES_ALL || nth % 2 === 1) {
        const at = await leftAt(url, TRIES_ALL ? otherOf(copy) : copy)
        expect([copy, (await played(at, { drawn, texts, how: 'message' })).faults]).toEqual([copy, []])
      }
    }
    expect(server.violations).toEqual([])
  },
  600_000,
)
