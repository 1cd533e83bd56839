/** What each level keeps of older turns, and that a thread goes on from its newest state whatever was taken away. */
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RETENTION_LEVELS, type RetentionLevel } from '../../src-shared/rpc/retention'
import { foldEvents } from '../../src-shared/run/fold/fold'
import { EMPTY_THREAD, turnsOf } from '../../src-shared/run/fold/fold-view'
import { flow } from '../../src-shared/testing/flow-builder'
import { allOf } from '../testing/all-of'
import { openTestCore, type TestCore } from '../testing/core-bench'

const drawn = flow('Kept').start('a').agent('a', { name: 'Desk' }).build()
const TURNS = 6

let bench: TestCore
beforeEach(async () => {
  bench = await openTestCore(drawn, { recordsPart: true })
  await bench.core().handlers['preferences.change']({ keepStepsOfTurns: 2 }, AROUND)
})
afterEach(() => bench.close())

const AROUND = { signal: new AbortController().signal }
const retention = () => bench.core().services.retention

async function talk(thread: string, turns = TURNS) {
  for (let turn = 1; turn <= turns; turn += 1) {
    bench.server.reply({ text: `Answer ${turn} of ${thread}` })
    await bench.turn(`Question ${turn} of ${thread}`, thread)
  }
}

/** How much there is: stored steps, requests and events, and what was said. */
async function kept(thread: string) {
  const library = new Database(path.join(bench.dataDir, 'library.sqlite'), { readonly: true })
  const steps = new Database(path.join(bench.dataDir, 'checkpoints.sqlite'), { readonly: true })
  const count = (db: Database.Database, sql: string): unknown => db.prepare(sql).pluck().get(thread)
  const counts = {
    steps: count(steps, `SELECT count(*) FROM checkpoint JOIN track ON track.id = track WHERE thread = ? AND ns = ''`),
    requests: count(
      library,
      'SELECT count(*) FROM model_requests WHERE thread = (SELECT number FROM threads WHERE id = ?)',
    ),
    events: count(library, 'SELECT count(*) FROM events WHERE thread = (SELECT number FROM threads WHERE id = ?)'),
  }
  library.close()
  steps.close()
  const events = await allOf(bench.core().services.keeping.events(thread))
  const items = turnsOf(foldEvents(EMPTY_THREAD, events)).flatMap((turn) => turn.items)
  return { ...counts, said: items.flatMap((item) => (item.kind === 'message' ? [[item.author, item.text]] : [])) }
}

test('each level keeps what it says, the conversation always, and the next turn knows all of it', async () => {
  const all: { [L in RetentionLevel]?: Awaited<ReturnType<typeof kept>> } = {}
  for (const level of RETENTION_LEVELS) {
    await talk(level)
    const before = await kept(level)
    await retention().prune({ threadId: level, level })
    const after = await kept(level)
    expect(after.said).toEqual(before.said)
    all[level] = after
    bench.server.reply({ text: 'Still here' })
    expect((await bench.turn('And now?', level)).said).toEqual(['Still here'])
    const heard = JSON.stringify(bench.server.requests.at(-1)?.messages)
    for (let turn = 1; turn <= TURNS; turn += 1) expect(heard).toContain(`Answer ${turn} of ${level}`)
  }
  const { debug, usual, normal, lean } = all
  expect(debug).toMatchObject({ requests: TURNS })
  expect(usual).toMatchObject({ requests: TURNS, events: debug?.events })
  expect(Number(usual?.steps)).toBeLessThan(Number(debug?.steps))
  expect(normal).toMatchObject({ events: debug?.events, steps: usual?.steps })
  expect(lean).toMatchObject({ requests: 0 })
  expect(Number(lean?.steps)).toBeLessThan(Number(normal?.steps))
  expect(Number(lean?.events)).toBeLessThan(Number(debug?.events))
})

test('requests that newer ones are written as differences to stay, so that these can be read whole', async () => {
  await talk('long', 40)
  await retention().prune({ threadId: 'long', level: 'normal' })
  // The 34th is written by itself, since 32 differences lie behind the 33rd.
  expect((await kept('long')).requests).toBe(7)
  const events = await allOf(bench.core().services.keeping.events('long'))
  const spans = events.flatMap((event) => (event.type === 'model.started' ? [event.span] : []))
  const records = await Promise.all(
    spans.slice(-2).map((span) => bench.core().handlers['requests.ofCall']({ span }, AROUND)),
  )
  expect(JSON.stringify(records)).toContain('Question 40 of long')
  expect(JSON.stringify(records)).not.toContain('"isWhole":false')
})

test('a flow has its own level, which prunes its threads but for pinned ones; the choice outlives the program', async () => {
  await talk('loose')
  await talk('pinned')
  expect(retention().levelOf(drawn.id)).toBe('usual')
  retention().choose(drawn.id, 'lean')
  retention().pin('pinned', true)
  const whole = await kept('pinned')
  await bench.restart()
  expect([retention().levelOf(drawn.id), retention().levelOf('another')]).toEqual(['lean', 'usual'])
  await retention().prune({ flowId: 'another' })
  expect(await kept('loose')).toEqual({ ...whole, said: (await kept('loose')).said })
  const { threads } = await retention().prune({ flowId: drawn.id })
  expect([threads, await kept('pinned')]).toEqual([1, whole])
  expect((await kept('loose')).requests).toBe(0)
  expect(bench.core().services.threads.read('pinned').pinned).toBe(true)
  // Nothing is left to do.
  expect(await retention().prune({ flowId: drawn.id })).toMatchObject({ threads: 0 })
})
