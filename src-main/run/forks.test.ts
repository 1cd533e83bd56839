/** Turns begun again in threads of their own: where they begin, what goes with them, and that the first thread stays as it was. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunEvent } from '../../src-shared/run/log/events'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { openTestCore, saidIn, type TestCore } from '../testing/core-bench'

const drawn = flow('Desk')
  .start('a')
  .agent('a', { name: 'Front' })
  .agent('b', { name: 'Back' })
  .handoff('a', 'b', { condition: 'wants more' })
  .variable('name', { type: 'string', default: 'nobody' })
  .build()

const flowText = saveFlow(drawn)

let bench: TestCore
beforeEach(async () => {
  bench = await openTestCore(drawn)
})
afterEach(() => bench.close())

const threads = () => bench.core().services.threads
const place = (threadId: string, turn: number) => ({ threadId, turn, revision: null })

async function again(threadId: string, turn: number, text?: string) {
  const { runner } = bench.core().services
  const events: RunEvent[] = []
  const started = await runner.again({ ...place(threadId, turn), flowText, text }, (event) => events.push(event))
  await started.done
  return { threadId: started.threadId, said: saidIn(events) }
}
/** The rows of a thread, byte for byte. */
const told = (threadId: string): string => JSON.stringify([threads().read(threadId), eventsIn(threadId)])
function eventsIn(threadId: string): RunEvent[] {
  const { events } = bench.core().services
  const runs = Array.from({ length: threads().turnsOf(threadId) }, (_, at) => threads().runOfTurn(threadId, at + 1))
  return runs.flatMap((run) => (run === null ? [] : events.events(run.id)))
}
/** What the last request said to the model, without the system's words. */
const asked = () =>
  (bench.server.requests.at(-1)?.messages ?? []).flatMap(({ role, content }) => (role === 'system' ? [] : [content]))

test('five branches of an edited message have a tail each, over a restart, and the first thread is not touched', async () => {
  bench.server.reply({ text: 'Good day.' }, { calls: [{ name: 'transfer_Front_to_Back', arguments: {} }] })
  bench.server.reply({ text: 'Back here.' }, { text: 'Still here.' })
  await bench.turn('hello')
  await bench.turn('more')
  await bench.turn('and more')
  const before = told('t1')
  const forks: string[] = []
  for (let nth = 1; nth <= 5; nth += 1) {
    bench.server.reply({ text: `Answer ${nth}.` })
    const fork = await again('t1', 3, `edited ${nth}`)
    expect(fork.said).toEqual([`Answer ${nth}.`])
    forks.push(fork.threadId)
  }
  expect(asked().at(-1)).toContain('edited 5')
  expect(asked().join(' ')).not.toContain('and more')
  // It stands where the first one stood: Back answered, without a hand-off.
  expect(threads().read(forks[4] ?? '')).toMatchObject({
    holder: 'b',
    turns: 3,
    title: 'hello (edited 5)',
    forkedFrom: { threadId: 't1', turn: 3, until: null, above: [] },
  })
  expect(told('t1')).toBe(before)
  await bench.restart()
  expect(told('t1')).toBe(before)
  for (const [index, threadId] of forks.entries()) {
    bench.server.reply({ text: `Tail ${index + 1}.` })
    expect((await bench.turn('go on', threadId)).said).toEqual([`Tail ${index + 1}.`])
    expect(asked().join(' ')).toContain(`edited ${index + 1}`)
  }
  expect(told('t1')).toBe(before)
})

test('the same message again, from the first turn on, and a fork of a fork', async () => {
  bench.server.reply({ text: 'One.' }, { text: 'Two.' }, { text: 'Other one.' }, { text: 'Other two.' })
  await bench.turn('hello')
  await bench.turn('more')
  const once = await again('t1', 1)
  expect([once.said, asked()]).toEqual([['Other one.'], ['hello']])
  await bench.turn('more of it', once.threadId)
  bench.server.reply({ text: 'Third.' })
  const twice = await again(once.threadId, 2)
  expect(asked()).toEqual(['hello', 'Other one.', 'more of it'])
  expect(threads().read(twice.threadId)).toMatchObject({
    title: 'hello (again 2)',
    forkedFrom: { threadId: once.threadId, turn: 2 },
  })
  // What it came from may be removed.
  threads().remove(once.threadId)
  expect(threads().read(twice.threadId).forkedFrom).toEqual({
    threadId: once.threadId,
    turn: 2,
    until: null,
    above: [{ threadId: 't1', turn: 1 }],
  })
  bench.server.reply({ text: 'Fourth.' })
  expect((await bench.turn('still there?', twice.threadId)).said).toEqual(['Fourth.'])
})

test('values of variables are those of then', async () => {
  const { runner } = bench.core().services
  bench.server.reply({ text: 'One.' }, { text: 'Two.' }, { text: 'Again.' })
  await bench.turn('hello')
  await runner.setVariables({ threadId: 't1', flowText, changes: { name: 'Ann' }, reset: [] })
  await bench.turn('more')
  await runner.setVariables({ threadId: 't1', flowText, changes: { name: 'Bob' }, reset: [] })
  const { threadId } = await again('t1', 2)
  expect((await bench.state(threadId)).variables).toEqual({ name: 'Ann' })
  const first = await runner.fork({ threadId: 't1', turn: 3 })
  bench.server.reply({ text: 'Three.' })
  await bench.turn('go on', first)
  expect((await bench.state(first)).variables).toEqual({ name: 'Bob' })
})

test('a turn that cannot begin leaves no thread behind, and one that is not there is said', async () => {
  bench.server.reply({ text: 'One.' })
  await bench.turn('hello')
  const { runner } = bench.core().services
  const broken = flow('Desk').agent('a', { name: 'Front' }).build()
  const brokenText = saveFlow({ ...broken, id: drawn.id })
  const count = threads().list(drawn.id).length
  await expect(runner.again({ ...place('t1', 1), flowText: brokenText })).rejects.toMatchObject({
    code: 'flow-has-problems',
  })
  await expect(runner.again({ ...place('t1', 7), flowText })).rejects.toMatchObject({ code: 'not-found' })
  await expect(runner.fork({ threadId: 't1', turn: 9 })).rejects.toMatchObject({ code: 'not-found' })
  expect(threads().list(drawn.id)).toHaveLength(count)
})

test('values that were set with a message go with it, also where its turn was tried again before', async () => {
  bench.server.reply({ status: 400 }, { text: 'One.' }, { text: 'Again.' })
  const { runner } = bench.core().services
  const message = { flowId: drawn.id, flowText, revision: null, threadId: null, text: 'hello' }
  const { threadId, done } = await runner.start({ ...message, variables: { name: 'Ann' } })
  expect(await done).toMatchObject({ state: 'failed' })
  expect((await bench.resume(threadId)).said).toEqual(['One.'])
  const fork = await again(threadId, 1)
  expect((await bench.state(fork.threadId)).variables).toEqual({ name: 'Ann' })
})

test('a turn that failed is tried again in a thread that has it too', async () => {
  bench.server.reply({ text: 'One.' }, { status: 400 }, { text: 'Two.' }, { text: 'Two here.' })
  await bench.turn('hello')
  expect((await bench.turn('more')).outcome).toMatchObject({ state: 'failed' })
  const before = told('t1')
  const fork = await bench.core().services.runner.fork({ threadId: 't1', turn: 3 })
  expect((await bench.resume(fork)).said).toEqual(['Two.'])
  expect(asked()).toEqual(['hello', 'One.', 'more'])
  expect(told('t1')).toBe(before)
  expect((await bench.resume()).said).toEqual(['Two here.'])
})
