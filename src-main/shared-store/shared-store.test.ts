/** Leases between processes on one real PostgreSQL: who waits, who goes before its turn, and what happens when nothing is answered any more. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPostgres, startPostgres, type TestPostgres } from '../testing/postgres'
import { openSharedStore } from './shared-store'

const found = findPostgres()
const here = 'missing' in found ? test.skip : test
const why = 'missing' in found ? ` (skipped: ${found.missing})` : ''
const never = new AbortController().signal
let postgres: TestPostgres
let dataDir = ''

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'baton-shared-'))
  if (!('missing' in found)) postgres = await startPostgres(found)
})

afterAll(async () => {
  await postgres?.close()
  rmSync(dataDir, { recursive: true })
})

const open = (url: string, leaseMs: number) => openSharedStore({ url, dataDir, leaseMs })

/** Passes on what comes to another port, until it is silenced; nothing is closed then. */
async function startProxy(url: string) {
  const sockets: Socket[] = []
  const target = new URL(url)
  const port = Number(target.port)
  let isSilent = false
  const server = createServer((near) => {
    const far = connect(port, target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.push(from)
      from.on('error', () => undefined)
      from.on('close', () => to.destroy())
      from.on('data', (data) => {
        if (!isSilent) to.write(data)
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  target.port = String(typeof address === 'object' && address !== null ? address.port : 0)
  return {
    url: target.href,
    silence: () => void (isSilent = true),
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

here(`a hundred wait for a thread, no more; who goes is told at once and holds nothing${why}`, async () => {
  const url = await postgres.database()
  const [first, second] = await Promise.all([open(url, 20_000), open(url, 20_000)])
  try {
    const stay = await first.enter('t', never)
    const gone = new AbortController()
    const waits = Array.from({ length: 99 }, () => second.enter('t', never))
    const leaver = second.enter('t', gone.signal)
    await expect(second.enter('t', never)).rejects.toMatchObject({ code: 'conflict' })
    gone.abort()
    await expect(leaver).rejects.toMatchObject({ code: 'unavailable' })
    await first.leave(stay)
    for (const one of await Promise.all(waits)) await second.leave(one)
    expect(await postgres.query(url, 'SELECT holder FROM baton_threads')).toEqual([{ holder: null }])
  } finally {
    await Promise.all([first.close(), second.close()])
  }
})

here(`a thread that cannot be read is given back at once${why}`, async () => {
  const url = await postgres.database()
  const store = await open(url, 20_000)
  try {
    await postgres.query(url, `INSERT INTO baton_threads VALUES ('t', NULL, 1, now(), 5)`)
    await postgres.query(url, `INSERT INTO baton_thread_rows VALUES ('t', 'runs', 'k', 'no row', 5)`)
    await expect(store.enter('t', never)).rejects.toThrow()
    expect(await postgres.query(url, 'SELECT holder FROM baton_threads')).toEqual([{ holder: null }])
  } finally {
    await store.close()
  }
})

here(`a turn is left once its lease is over and Postgres answers nothing${why}`, async () => {
  const proxy = await startProxy(await postgres.database())
  const store = await open(proxy.url, 1000)
  const left: string[] = []
  try {
    store.serve({ isRunning: () => true, leave: (id) => void left.push(id), forget: () => undefined })
    await store.enter('t', never)
    proxy.silence()
    await expect.poll(() => left, { timeout: 4000 }).toEqual(['t'])
    await expect(store.settle('t')).rejects.toMatchObject({ code: 'unavailable' })
  } finally {
    proxy.close()
    await store.close()
  }
})

here(`leases of many threads are ended together, and one that is lost takes no other with it${why}`, async () => {
  const url = await postgres.database()
  const store = await open(url, 20_000)
  const ids = Array.from({ length: 20 }, (_, index) => `t${index}`)
  try {
    const stays = await Promise.all(ids.map((id) => store.enter(id, never)))
    await postgres.query(url, `UPDATE baton_threads SET fence = fence + 1, holder = 'other' WHERE id = 't7'`)
    const ends = await Promise.allSettled(stays.map((stay) => store.finish(stay.threadId, stay)))
    expect(ends.flatMap(({ status }, index) => (status === 'rejected' ? [ids[index]] : []))).toEqual(['t7'])
    const held = await postgres.query(url, 'SELECT id, holder FROM baton_threads WHERE holder IS NOT NULL')
    expect(held).toEqual([{ id: 't7', holder: 'other' }])
  } finally {
    await store.close()
  }
})

here(
  `a turn that was cut off stands open for other processes, until one ends it or three were cut off in it${why}`,
  async () => {
    const url = await postgres.database()
    const [one, other] = await Promise.all([open(url, 60_000), open(url, 60_000)])
    const cut = () => postgres.query(url, "UPDATE baton_threads SET until = clock_timestamp() - interval '1 ms'")
    try {
      const first = await one.enter('t', never)
      expect([await other.cutOff(9), one.foundAt('t').wasCut]).toEqual([[], false])
      await cut()
      // Not before this Postgres has run for two seconds.
      await expect.poll(() => other.cutOff(9)).toEqual(['t'])
      const second = await other.enter('t', never)
      expect([await other.cutOff(9), other.foundAt('t').wasCut]).toEqual([[], true])
      // The one that was cut off notices, not by what a step does in its middle, and does not give back what is not its own.
      await one.saver.putWrites(
        { configurable: { thread_id: 't', checkpoint_ns: '', checkpoint_id: 'c' } },
        [['x', 1]],
        'k',
      )
      await expect(one.finish('t', first)).rejects.toMatchObject({ code: 'unavailable' })
      await other.noteUnheard('t', 'run')
      await other.finish('t', second)
      expect(await one.cutOff(9)).toEqual([])
      // Left in order, it is another's to go on with; a look at the thread changes nothing in that.
      await one.leave(await one.enter('t', never), true)
      await one.leave(await one.enter('t', never, 'look'), true)
      expect([await other.cutOff(9), await other.cutOff(0)]).toEqual([['t'], []])
      for (const left of [['t'], ['t'], []]) {
        const stay = await other.enter('t', never)
        expect(other.foundAt('t')).toMatchObject({ wasCut: true, unheard: 'run' })
        await other.leave(stay, true)
        expect(await one.cutOff(9)).toEqual(left)
      }
      await one.noteHeard('t', 'run')
      await one.finish('t', await one.enter('t', never))
      expect([await one.cutOff(9), await postgres.query(url, 'SELECT unheard FROM baton_threads')]).toEqual([
        [],
        [{ unheard: null }],
      ])
    } finally {
      await Promise.all([one.close(), other.close()])
    }
  },
)
