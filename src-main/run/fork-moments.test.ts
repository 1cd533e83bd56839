/**
 * Threads that leave another one at any moment: they have what had been told until the last safe step, go on from there to the same end, and
 * call exactly the tools that were forecast. The first thread stays as it was, to the byte. By default four moments of each scene; `BATON_STEPS=all` tries every one.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { RunEvent } from '../../src-shared/run/log/events'
import { isInToolCall } from '../../src-shared/run/log/log'
import { callsToMake, type RepeatDecision, type RepeatedCall } from '../../src-shared/run/log/repeats'
import { flow } from '../../src-shared/testing/flow-builder'
import { openTestCore, saidIn, type TestCore } from '../testing/core-bench'
import { DIALOGS, KILL_SCENES, type KillScene } from '../testing/kill-scenes'
import { toolNode } from '../testing/plan-bench'
import { yesTo } from '../testing/say-yes'
import { startToolServer, type ToolServer } from '../testing/tool-server'

let tools: ToolServer
let bench: TestCore
beforeEach(async () => {
  tools = await startToolServer()
})
afterEach(async () => {
  await bench.close()
  await tools.close()
})

const runner = () => bench.core().services.runner
const threads = () => bench.core().services.threads

function eventsIn(threadId: string): RunEvent[] {
  const { events } = bench.core().services
  const turns = Array.from({ length: threads().turnsOf(threadId) }, (_, at) => at + 1)
  return turns.flatMap((turn) => events.eventsOfTurn(threadId, turn))
}
/** All that is stored of a thread. */
async function stored(threadId: string): Promise<string> {
  return JSON.stringify([threads().read(threadId), eventsIn(threadId), await bench.state(threadId)])
}
/** An event as it is in any thread. */
const anywhere = ({ runId: _run, ...event }: RunEvent) => ({ ...event, threadId: '' })
const withoutTags = (text: string) => text.replaceAll(/ \[r\d+\]/g, '')
const calledSince = (count: number) => tools.calls.slice(count).map(({ tool, input }) => `${tool} ${input}`)
const heardOf = (calls: readonly RepeatedCall[]) =>
  calls.flatMap(({ tool, arguments: json }) => {
    const input: unknown = (JSON.parse(json) as { input?: unknown }).input
    return typeof input === 'string' ? [`${tool} ${input}`] : []
  })
/** Numbers as if thrown, the same ones each time. */
function thrown(seed: number): (most: number) => number {
  let last = seed
  return (most) => {
    last = (last * 48_271) % 2_147_483_647
    return last % most
  }
}

const SCENES: { readonly [name: string]: KillScene } = { ...KILL_SCENES, dialogs: DIALOGS }
const TRIES_ALL = process.env['BATON_STEPS'] === 'all'

test.each(Object.keys(SCENES))(
  '%s: left at random moments, it goes on from a safe step',
  async (name) => {
    const scene = SCENES[name]
    if (scene === undefined) throw new Error(`no scene ${name}`)
    const drawn = scene.draw(tools)
    bench = await openTestCore(drawn, { script: scene.reply, recordsPart: true })
    const { said } = await bench.turn('go')
    const all = eventsIn('t1')
    const before = await stored('t1')
    const any = thrown(name.length + 7)
    const entries = [...all.keys()].filter((place) => all[place]?.type === 'entry' && !isInToolCall(all[place].path))
    const few = Array.from({ length: 2 }, () => [any(all.length), entries[any(entries.length)] ?? 0]).flat()
    const lengths = new Set<number>()
    for (const place of TRIES_ALL ? all.keys() : few) {
      const { runId, seq } = all[place] ?? { runId: '', seq: 0 }
      const moment = { threadId: 't1', runId, seq }
      const calls = await runner().repeats({ how: 'fork', ...moment, flowText: saveFlow(drawn) })
      const choose = (call: RepeatedCall) => (calls.indexOf(call) % 3 === 0 ? 'again' : 'recorded')
      const decisions = calls.map((call): RepeatDecision => ({ id: call.id, choice: choose(call) }))
      const fork = await runner().forkAt({ ...moment, decisions })
      const has = eventsIn(fork)
      expect(has.map(anywhere)).toEqual(all.slice(0, has.length).map(anywhere))
      expect(has.length).toBeLessThanOrEqual(place + 1)
      lengths.add(has.length)
      expect(threads().read(fork)).toMatchObject({ turns: 1, state: has.length === all.length ? 'idle' : 'unfinished' })
      const until = all[has.length - 1]
      const left = has.length === all.length ? null : { runId: until?.runId, seq: until?.seq }
      expect(threads().read(fork).forkedFrom?.until).toEqual(left)
      if (has.length === all.length) continue
      if (place % 2 === 0) await bench.restart()
      const count = tools.calls.length
      expect((await bench.resume(fork)).outcome).toMatchObject({ state: 'finished' })
      expect(calledSince(count).toSorted()).toEqual(heardOf(callsToMake(calls, choose)).toSorted())
      expect(saidIn(eventsIn(fork)).map(withoutTags)).toEqual(said.map(withoutTags))
      const { log } = await bench.state(fork)
      expect(new Set(log.map(({ id }) => id)).size).toBe(log.length)
    }
    // While chats run side by side there is no safe step.
    expect(lengths.size).toBeGreaterThan(name === 'nested' ? 0 : 1)
    expect(await stored('t1')).toBe(before)
  },
  120_000,
)

test('a turn that is over goes on with the next message, and one that was not kept is said', async () => {
  const drawn = flow('Desk').start('a').agent('a', { name: 'Front' }).build()
  bench = await openTestCore(drawn)
  bench.server.reply({ text: 'One.' }, { text: 'Two.' }, { text: 'Other two.' })
  await bench.turn('hello')
  const last = eventsIn('t1').at(-1)
  await bench.turn('more')
  const before = await stored('t1')
  const { runId = '', seq = 0 } = last ?? {}
  const fork = await runner().forkAt({ threadId: 't1', runId, seq })
  expect(threads().read(fork)).toMatchObject({
    state: 'idle',
    turns: 1,
    holder: 'a',
    title: 'hello (fork)',
    forkedFrom: { threadId: 't1', turn: 2, until: null, above: [] },
  })
  expect((await bench.turn('more of it', fork)).said).toEqual(['Other two.'])
  expect(await stored('t1')).toBe(before)
  await expect(runner().forkAt({ threadId: 't1', runId: 'run_gone', seq: 1 })).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('a turn that waits for an answer asks again in the new thread', async () => {
  const pay = toolNode(tools, 'pay', { needsApproval: true })
  bench = await openTestCore(
    flow('Desk').start('a').agent('a', { name: 'Front' }).httpTool('pay', pay).use('a', 'pay').build(),
  )
  bench.server.reply({ calls: [{ name: 'pay', arguments: { input: 'x' } }] }, { text: 'Paid.' })
  await bench.turn('go')
  const before = await stored('t1')
  const fork = await runner().fork({ threadId: 't1', turn: 2 })
  const { outcome } = await bench.resume(fork)
  const asked = outcome.state === 'finished' ? outcome.question : undefined
  if (asked === undefined) throw new Error('Nothing was asked.')
  expect(asked.question).toMatchObject({ kind: 'approve-call', tool: 'pay' })
  expect(tools.calls).toEqual([])
  const { questionId, answer } = yesTo(asked)
  expect((await bench.answer(questionId, answer, fork)).said).toEqual(['Paid.'])
  expect(calledSince(0)).toEqual(['pay x'])
  expect(await stored('t1')).toBe(before)
})
