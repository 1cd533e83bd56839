/** What is kept of calls, through the core: also of one that ends after its run. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import type { RunEvent } from '../../src-shared/run/log/events'
import { createCore } from '../core'
import { nodePlatform } from '../platform/node'
import { openLibraryDatabase, type LibraryDatabase } from '../store/database'
import { openTestCore } from '../testing/core-bench'
import { layNewLibrary } from '../testing/new-library'
import { createRequestRecords } from './request-records'

const drawn = flow('Desk').start('a').agent('a', { name: 'A' }).build()

it('a request that was stopped is kept, though its call ends after the run', async () => {
  const test = await openTestCore(drawn, { recordsPart: true })
  onTestFinished(() => test.close())
  test.server.reply({ hang: true })
  const { runner, threads } = test.core().services
  threads.createThread({ flowId: drawn.id, id: 't1' })
  const events: RunEvent[] = []
  const at = { flowId: drawn.id, flowText: saveFlow(drawn), revision: null, threadId: 't1', text: 'hi' }
  const { runId, done } = await runner.start({ ...at, listen: (event) => events.push(event) })
  await test.server.waitForRequest(1)
  await runner.stop(runId)
  await done
  const span = events.find((event) => event.type === 'model.started')?.span ?? ''
  const kept = () => test.core().handlers['requests.ofCall']({ span }, { signal: new AbortController().signal })
  await expect
    .poll(async () => (await kept()).requests)
    .toMatchObject([{ outcome: { kind: 'stopped' }, isWhole: true }])
  const [request] = (await kept()).requests
  expect(request?.body).toBe(test.server.received[0]?.body)
})

it('the calls that were sent an entry are those whose requests have its words', async () => {
  const test = await openTestCore(drawn, { recordsPart: true })
  onTestFinished(() => test.close())
  const { runner, threads } = test.core().services
  threads.createThread({ flowId: drawn.id, id: 't1' })
  const events: RunEvent[] = []
  const at = { flowId: drawn.id, flowText: saveFlow(drawn), revision: null, threadId: 't1' }
  for (const [text, answer] of [
    ['The first question', 'The first answer'],
    ['The second question', 'The second answer'],
    ['The third question', 'The third answer'],
  ] as const) {
    test.server.reply({ text: answer })
    await (
      await runner.start({ ...at, text, listen: (event) => events.push(event) })
    ).done
  }
  const spans = events.flatMap((event) => (event.type === 'model.started' ? [event.span] : []))
  const said = events.flatMap((event) =>
    event.type === 'entry' && event.entry.kind === 'text' ? [{ id: event.entry.id, text: event.entry.text }] : [],
  )
  expect([spans.length, said.length]).toEqual([3, 6])
  for (const { id, text } of said) {
    const found = await test
      .core()
      .handlers['requests.readers']({ threadId: 't1', entries: [id] }, { signal: new AbortController().signal })
    const wanted = spans.filter((_, call) => test.server.received[call]?.body.includes(text))
    expect([text, found.spans]).toEqual([text, wanted])
  }
})

/** Requests of a conversation that grows, loses its beginning now and then, and is told anew in between. */
function conversation(count: number) {
  const said = Array.from(
    { length: count },
    (_none, at) => `What was said as number ${at},\nin two lines that are long enough.`,
  )
  return said.map((_text, at) => {
    const from = at % 25 === 24 ? at - 3 : Math.floor(at / 20) * 5
    const messages = said
      .slice(from, at + 1)
      .map((content, place) => ({ role: place % 2 === 0 ? 'user' : 'assistant', content }))
    const body = JSON.stringify({
      model: at % 40 === 39 ? 'other' : 'm',
      messages,
      tools: [{ name: 'get_time' }],
      stop: [],
    })
    const outcome = { kind: 'failed', status: 500, what: 'server', said: `No ${at}` } as const
    const sources = messages.map((_message, place) => [{ why: 'conversation' as const, entry: `e-${from + place}` }])
    return { connection: 'default', url: null, model: 'm', ms: at * 7.5, pictures: [], sources, outcome, body }
  })
}

function openDatabase(): LibraryDatabase {
  const folder = mkdtempSync(path.join(tmpdir(), 'baton-requests-'))
  layNewLibrary(folder)
  const db = openLibraryDatabase(folder)
  onTestFinished(() => {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return db
}

it('many requests, each told from the one before, are read as they were, in memory or not', () => {
  const db = openDatabase()
  const asked = conversation(110)
  const records = createRequestRecords(db)
  const alone = db.prepare('SELECT count(*) FROM model_requests WHERE thread = ? AND base IS NULL').pluck()
  for (const [number, id] of ['remembered', 'forgotten'].entries()) {
    db.prepare(
      "INSERT INTO threads (number, id, flow, title, created_at, changed_at, turns) VALUES (?, ?, 'f', '', 0, 0, 0)",
    ).run(number + 1, id)
    for (const [at, request] of asked.entries()) {
      records.restore(id, `${id}-${at}`, request)
      if (id === 'forgotten') records.forget(id)
    }
    const read = createRequestRecords(db)
    expect(asked.map((_request, at) => read.ofCall(`${id}-${at}`))).toEqual(
      asked.map((request) => [{ ...request, isWhole: true }]),
    )
    expect(alone.get(number + 1)).toBe(4)
  }
})

it('two processes that take turns in a thread tell each of its requests from its own newest, with the lines of the other one', () => {
  const db = openDatabase()
  db.prepare(
    "INSERT INTO threads (number, id, flow, title, created_at, changed_at, turns) VALUES (1, 't', 'f', '', 0, 0, 0)",
  ).run()
  const processes = [createRequestRecords(db), createRequestRecords(db)]
  const asked = conversation(20)
  for (const [at, request] of asked.entries()) {
    const records = processes[at % 2]
    records?.forget('t', 'grown')
    records?.restore('t', `t-${at}`, request)
  }
  const bases = db.prepare<[], number | null>('SELECT base FROM model_requests ORDER BY number').pluck().all()
  const numbers = db.prepare<[], number>('SELECT number FROM model_requests ORDER BY number').pluck().all()
  expect(bases.slice(2)).toEqual(numbers.slice(0, -2))
  const read = createRequestRecords(db)
  expect(asked.map((_request, at) => read.ofCall(`t-${at}`))).toEqual(
    asked.map((request) => [{ ...request, isWhole: true }]),
  )
})

/** Bytes of the record of a conversation that two cores have in turns; closing them holds the record against what the model server received. */
async function bytesOfTwo(change: 'grown' | 'changed'): Promise<number> {
  const test = await openTestCore(drawn)
  const { dataDir, server } = test
  const models = { baseUrl: server.baseUrl, apiKey: 'test-key', model: 'test-model' }
  const other = await createCore({ dataDir, platform: nodePlatform({ host: 'cli', dataDir }), models, allow: ['all'] })
  test.core().services.threads.createThread({ flowId: drawn.id, id: 't1' })
  const words = (name: string) =>
    Array.from({ length: 40 }, (_none, at) => createHash('sha1').update(`${name} ${at}`).digest('base64')).join('\n')
  for (let turn = 0; turn < 10; turn += 1) {
    const { events, runner } = (turn % 2 === 0 ? test.core() : other).services
    events.forget('t1', change)
    server.reply({ text: words(`answer ${turn}`) })
    const said = { flowId: drawn.id, flowText: saveFlow(drawn), revision: null, threadId: 't1', text: words(`${turn}`) }
    await (
      await runner.start({ ...said, listen: () => undefined })
    ).done
  }
  await other.close()
  const db = openLibraryDatabase(dataDir)
  const bytes = db.prepare<[], number>('SELECT sum(length(body)) FROM model_requests').pluck().get() ?? 0
  db.close()
  await test.close()
  return bytes
}

it('what the other process told is found in its events, and not kept twice', async () => {
  expect(await bytesOfTwo('grown')).toBeLessThan(1.2 * (await bytesOfTwo('changed')))
})
