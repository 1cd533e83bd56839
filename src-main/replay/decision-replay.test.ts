/** Decision replay over real HTTP: what is asked, how answers are read, what it costs, and that nothing else happens. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ENGLISH } from '../../src-shared/languages/translate'
import { flow } from '../../src-shared/testing/flow-builder'
import { MOST_DECISIONS } from '../../src-shared/rpc/kept-methods'
import { replayInputSchema, type ReplayResult } from '../../src-shared/rpc/replays'
import { choiceWords } from '../../src-shared/run/words/decisions'
import { openTestCore, type TestCore } from '../testing/core-bench'
import { readBack } from './edited-prompt'

const drawn = flow('Desk')
  .start('g')
  .node('task-graph', 'g', {
    name: 'Desk',
    prompt: 'Pick.\nIntents:\n{intents}\nMessage: {message}\nAnswer with a number.',
  })
  .node('message-worker', 'money', { name: 'Money' })
  .node('message-worker', 'post', { name: 'Post' })
  .edge('intent', { from: 'g', to: 'money', port: 'intents' }, { intent: 'refund' })
  .edge('intent', { from: 'g', to: 'post', port: 'intents' }, { intent: 'parcel' })
  .build()

const connection = (name: string, baseUrl: string, more = {}) => ({
  ...{ name, provider: 'openai' as const, baseUrl, model: `${name}-model`, key: `key-of-${name}` },
  ...more,
})

let bench: TestCore
beforeEach(async () => {
  bench = await openTestCore(drawn, {
    recordsPart: true,
    connections: (url) => [
      connection('default', url),
      connection('other', url, { prices: { 'other-model': { input: 10, output: 20 } } }),
    ],
  })
})
afterEach(() => bench.close())

const replay = () => bench.core().services.decisionReplay
const decisions = async () => {
  const query = { flowId: drawn.id, after: null, limit: MOST_DECISIONS }
  const page = await bench.core().services.keeping.decisions(query)
  return page.decisions.filter(({ canReplay }) => canReplay)
}
async function input(more: { connection?: string; model?: string; prompt?: string } = {}) {
  return replayInputSchema.parse({ flowId: drawn.id, decisions: await decisions(), ...more })
}
async function resultsOf(replayId: string): Promise<ReplayResult[]> {
  const results: ReplayResult[] = []
  for await (const result of replay().follow(replayId, 0, new AbortController().signal)) results.push(result)
  return results
}
const said = ({ before, after }: ReplayResult) => [
  choiceWords(before.choice, ENGLISH),
  after && choiceWords(after.choice, ENGLISH),
]

/** Three threads, each with one message that is a refund. */
async function talk(): Promise<void> {
  for (const thread of ['one', 'two', 'three']) {
    bench.server.reply({ text: '1' }, { text: 'Done.' })
    await bench.turn(`Message of ${thread}`, thread)
  }
  bench.server.reset()
}

test('another model is asked what the first one was asked, to the byte but for its name, and flips are told', async () => {
  await talk()
  const before = bench.server.received.map(({ body }) => body)
  const stored = JSON.stringify(await decisions())
  bench.server.on({ user: 'Message of two' }, { text: 'parcel' })
  bench.server.on(() => true, { text: '1', usage: { input: 100, output: 10 } })
  const asked = await input({ connection: 'other' })
  const forecast = await replay().forecast(asked)
  expect(forecast).toMatchObject({
    calls: 3,
    asked: [{ connection: 'other', model: 'other-model', calls: 3, price: true }],
    skipped: [],
    template: drawn.nodes['g']?.data['prompt'],
  })
  expect(forecast.dollars).toBeGreaterThan(0)
  expect(bench.server.calls).toBe(0)

  const { replay: begun } = await replay().start(asked)
  const results = await resultsOf(begun.id)
  expect(
    results
      .toSorted((a, b) => (a.threadId < b.threadId ? -1 : 1))
      .map((one) => [one.threadId, ...said(one), one.isFlip]),
  ).toEqual([
    ['one', 'refund', 'refund', false],
    ['three', 'refund', 'refund', false],
    ['two', 'refund', 'parcel', true],
  ])
  const bodies = bench.server.received
    .slice(before.length)
    .map(({ body }) => body.replace('other-model', 'default-model'))
  expect(new Set(bodies)).toEqual(new Set(before.filter((body) => body.includes('Intents:'))))
  expect(new Set(bench.server.requests.map(({ authorization }) => authorization))).toEqual(
    new Set(['Bearer key-of-other']),
  )
  expect(bench.server.violations).toEqual([])
  // Nothing else ran, and no thread is changed.
  expect(bench.server.calls).toBe(3)
  expect(JSON.stringify(await decisions())).toBe(stored)
  const kept = bench.core().services.replays.read(begun.id)
  expect(kept.results).toEqual(results)
  expect(kept.replay).toMatchObject({ calls: 3, done: 3, flips: 1, failed: 0, connection: 'other' })
  const counted = results.find(({ threadId }) => threadId === 'one')
  expect(counted?.dollars).toBeCloseTo((100 * 10 + 10 * 20) / 1e6)
  await bench.restart()
  expect(bench.core().services.replays.ofFlow(drawn.id)).toEqual([kept.replay])
  bench.core().services.threads.remove('two')
  expect(
    bench
      .core()
      .services.replays.read(begun.id)
      .results.map(({ threadId }) => threadId),
  ).not.toContain('two')
})

test('an edited prompt has what stood in the slots, and where that is not known the decision is left out', async () => {
  await talk()
  bench.server.on(() => true, { text: 'others' })
  const edited = await input({ prompt: 'Be strict with "{message}". Choose of:\n{intents}' })
  expect((await replay().forecast(edited)).dollars).toBeNull()
  const { replay: begun } = await replay().start(edited)
  expect((await resultsOf(begun.id)).map(({ isFlip }) => isFlip)).toEqual([true, true, true])
  expect(bench.server.requests.map(({ user }) => user).toSorted()).toEqual(
    ['one', 'three', 'two'].map((thread) => `Be strict with "Message of ${thread}". Choose of:\n1. refund\n2. parcel`),
  )
  const unknown = await replay().forecast(await input({ prompt: '{history}' }))
  expect([unknown.calls, unknown.skipped.length]).toEqual([0, 3])
  expect(unknown.skipped[0]?.why).toContain('{history}')
  bench.server.reset()
  bench.server.on(() => true, { text: '1' })
  const whole = await replay().start(await input({ prompt: '{prompt}\nThink twice.' }))
  await resultsOf(whole.replay.id)
  expect(bench.server.requests.every(({ user }) => user.endsWith('Answer with a number.\nThink twice.'))).toBe(true)
})

test('goes on through failures of single calls, is stopped at once, and hides keys', async () => {
  await talk()
  bench.server.on({ user: 'Message of two' }, { status: 400, body: { error: { message: 'no key-of-default here' } } })
  bench.server.on(() => true, { text: '2' })
  const { replay: begun } = await replay().start(await input())
  const results = await resultsOf(begun.id)
  const failed = results.find(({ threadId }) => threadId === 'two')
  expect(results.filter(({ isFlip }) => isFlip)).toHaveLength(2)
  expect(failed).toMatchObject({ after: null, isFlip: false })
  expect(failed?.error).toContain('no ')
  expect(JSON.stringify(results)).not.toContain('key-of-default')
  expect(bench.core().services.replays.read(begun.id).replay).toMatchObject({ done: 3, failed: 1 })

  bench.server.reset()
  bench.server.on(() => true, { hang: true })
  const halted = await replay().start(await input())
  await bench.server.waitForRequest(3)
  expect(replay().isRunning(halted.replay.id)).toBe(true)
  replay().stop(halted.replay.id)
  expect(await resultsOf(halted.replay.id)).toEqual([])
  expect(replay().isRunning(halted.replay.id)).toBe(false)
  expect(bench.core().services.replays.read(halted.replay.id).replay).toMatchObject({ calls: 3, done: 0 })
})

test('what stood in the slots is read back, unless the text can be taken apart in more than one way', () => {
  expect(readBack('A {x} B {y}', 'A 1 B 2\nmore')).toEqual({ values: { x: '1', y: '2\nmore' }, ending: '' })
  expect(readBack('A {x} B.', 'A 1 B.\n\nAgain.')).toEqual({ values: { x: '1' }, ending: '\n\nAgain.' })
  expect(readBack('A {x} B {y}', 'A 1 B 2 B 3')).toBeNull()
  expect(readBack('{x}, {x}!', 'a, b!')).toBeNull()
  expect(readBack('{{x}} {y}', '{x} 1')).toEqual({ values: { y: '1' }, ending: '' })
  expect(readBack('C {x}', 'A 1')).toBeNull()
})
