/** A run bundle goes to another data folder and is looked at there as it was; what is typed as a secret is in none of it, and what is hostile is refused. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JsonObject } from '../../src-shared/flow/records'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { foldEvents } from '../../src-shared/run/fold/fold'
import { EMPTY_THREAD, turnsOf } from '../../src-shared/run/fold/fold-view'
import { flow } from '../../src-shared/testing/flow-builder'
import { allOf } from '../testing/all-of'
import { openTestCore, type TestCore } from '../testing/core-bench'
import { MOST_BUNDLE, readBundle } from './run-bundle'

const AROUND = { signal: new AbortController().signal }
const TYPED = {
  header: 'cnry-header-5Tg8Rf1e',
  query: 'cnry-query-9Vb2Nc6d',
  password: 'cnry-password-7Hq3Lw',
  value: 'cnry-value-1Zx2Cv3B',
  look: 'sk-cnry4711aZbY8822Qm19',
} as const

const drawn = flow('Kept')
  .start('a')
  .agent('a', { name: 'Desk', prompt: `Say ${TYPED.look} to nobody.` })
  .httpTool('shop', {
    toolName: 'shop',
    url: `http://me:${TYPED.password}@127.0.0.1:1/things?api_key=${TYPED.query}&page=2`,
    headers: { Authorization: `Bearer ${TYPED.header}`, 'X-Api-Key': TYPED.value, Accept: 'text/plain' },
  })
  .build()

let here: TestCore
let there: TestCore
beforeEach(async () => {
  here = await openTestCore(drawn, { recordsPart: true })
  there = await openTestCore(flow('Other').start('a').agent('a').build(), { recordsPart: true })
})
afterEach(async () => {
  await here.close()
  await there.close()
})

async function talk() {
  here.server.reply({ text: `It has ${TYPED.header} and ${TYPED.password} in it.` }, { text: 'The second answer' })
  await here.turn(`What is ${TYPED.query}?`)
  await here.turn('And then?')
}

const exported = async () => (await here.core().handlers['threads.export']({ threadId: 't1' }, AROUND)).text
const imported = (text: string) => there.core().handlers['threads.import']({ text }, AROUND)
async function viewIn(bench: TestCore, threadId: string) {
  const events = await allOf(bench.core().services.keeping.events(threadId))
  const turns = turnsOf(foldEvents(EMPTY_THREAD, events))
  const items = turns.flatMap((turn) => turn.items.flatMap((item) => (item.kind === 'message' ? [item.text] : [])))
  const spans = events.flatMap((event) => (event.type === 'model.started' ? [event.span] : []))
  const requests = await Promise.all(spans.map((span) => bench.core().handlers['requests.ofCall']({ span }, AROUND)))
  return { items, rows: turns.map(({ trace }) => trace.map(({ step }) => step.what)), drawn: turns[0]?.drawn, requests }
}

test('it is looked at elsewhere as it was, twice over, and nobody goes on with it', async () => {
  await talk()
  const [first] = await allOf(here.core().services.keeping.events('t1'))
  here.core().services.retention.pinStep('t1', { runId: first?.runId ?? '', seq: 3, name: `Where ${TYPED.value} is` })
  const text = await exported()
  const { threadId, flowId } = await imported(text)
  const before = await viewIn(here, 't1')
  const after = await viewIn(there, threadId)
  expect(after.rows).toEqual(before.rows)
  expect(after.drawn).toEqual(before.drawn)
  expect(after.items).toEqual(
    before.items.map((said) => Object.values(TYPED).reduce((all, secret) => all.replaceAll(secret, '***'), said)),
  )
  expect(after.requests).toHaveLength(2)
  expect(JSON.stringify(after.requests)).toContain('"isWhole":true')
  expect(JSON.stringify(after.requests)).not.toContain('"isWhole":false')
  expect(JSON.stringify(after.requests)).toContain('And then?')
  expect(there.core().services.threads.read(threadId).pins).toEqual([
    { runId: (await allOf(there.core().services.keeping.events(threadId)))[0]?.runId, seq: 3, name: 'Where *** is' },
  ])
  const again = await imported(text)
  expect(again.threadId).not.toBe(threadId)
  expect((await viewIn(there, again.threadId)).requests).toEqual(after.requests)

  const { runner, threads, library, keeping } = there.core().services
  expect(threads.read(threadId)).toMatchObject({ imported: true, state: 'idle', turns: 2 })
  expect(library.list().map(({ id }) => id)).toContain(flowId)
  expect((await keeping.find({ flowId, text: 'second answer', limit: 5 })).map(({ thread }) => thread.id)).toEqual([
    again.threadId,
    threadId,
  ])
  const turn = { flowId, flowText: saveFlow(drawn), revision: null, threadId, text: 'Go on' }
  await expect(runner.start(turn)).rejects.toThrow('was imported')
  await expect(runner.rebuild(threadId)).rejects.toThrow('was imported')
  await expect(runner.setVariables({ ...turn, changes: { a: 1 }, reset: [] })).rejects.toThrow('was imported')
  await expect(runner.fork({ threadId, turn: 2 })).rejects.toThrow('not kept')
  expect(there.server.calls).toBe(0)
})

test('what somebody typed as a secret into the flow is in none of it, wherever it was said again', async () => {
  await talk()
  const text = await exported()
  for (const secret of Object.values(TYPED)) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(secret.slice(0, 12))
  }
  expect(readBundle(text).drawings[0]?.['nodes']).toMatchObject({
    shop: { data: { headers: { Accept: 'text/plain', 'X-Api-Key': '***' } } },
  })
  expect(text).toContain('page=2')
})

test('what is no bundle, or a hostile one, is refused in words, and nothing of it stays', async () => {
  await talk()
  const good = readBundle(await exported())
  const changed = (change: JsonObject): string => JSON.stringify({ ...good, ...change })
  const [event] = good.events
  const bad: readonly (readonly [text: string, why: RegExp])[] = [
    ['x'.repeat(MOST_BUNDLE + 1), /larger than 30 MB/],
    [`${'['.repeat(100_000)}`, /too deep/],
    ['{"format": "baton/run", ', /not JSON/],
    ['{"format": "baton/flow", "version": 1}', /not a run that Baton exported/],
    [changed({ version: 2 }), /newer Baton/],
    [changed({ runs: [] }), /runs/],
    [changed({ runs: [...good.runs, ...good.runs] as never }), /same id/],
    [changed({ drawings: [] }), /drawing/],
    [changed({ drawings: [{ format: 'x' }] }), /./],
    [changed({ events: [...good.events, event] as never }), /same number/],
    [changed({ events: [{ ...event, runId: '../../x' }] as never }), /not in it/],
    [changed({ results: [{ id: 'r', mimeType: 'image/png', body: { base64: 'not base 64!' } }] }), /results/],
  ]
  for (const [text, why] of bad) await expect(imported(text)).rejects.toThrow(why)
  const { library, keeping } = there.core().services
  expect([library.list(), await keeping.find({ flowId: null, text: '', limit: 5 })]).toEqual([[], []])
})

test('a result that claims the id of another one changes nothing that is here', async () => {
  const { results } = { results: there.core().handlers['results.read'] }
  await there.turn('hello')
  await talk()
  const good = readBundle(await exported())
  const result = { id: 'r_00000000000000000000', mimeType: 'text/plain', body: { text: 'Not what it says' } }
  const { threadId } = await imported(JSON.stringify({ ...good, results: [result] }))
  await expect(results({ threadId, id: result.id, offset: 0, limit: 100 }, AROUND)).rejects.toThrow('no result')
})
