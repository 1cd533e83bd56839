/** A thread that leaves another one behind a turn which came to no end, with somebody else who has the baton: what ran is told as it was, and who has it answers. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { EMPTY_THREAD } from '../../src-shared/run/fold/fold-view'
import { foldEvents } from '../../src-shared/run/fold/fold'
import type { ForkChanges } from '../../src-shared/run/log/fork-changes'
import { flow } from '../../src-shared/testing/flow-builder'
import { openTestCore, type TestCore } from '../testing/core-bench'
import { eventsOfThread } from '../testing/hostile-faults'
import { toolNode } from '../testing/plan-bench'
import { startToolServer, type ToolServer } from '../testing/tool-server'

let tools: ToolServer
let bench: TestCore
beforeEach(async () => (tools = await startToolServer()))
afterEach(async () => {
  expect(bench.server.violations).toEqual([])
  await bench.close()
  await tools.close()
})

const desk = () =>
  flow('Desk')
    .start('a')
    .agent('a', { name: 'Front', prompt: 'Be kind.' })
    .agent('b', { name: 'Back', prompt: 'Be exact.' })
    .handoff('a', 'b', { condition: 'wants more' })
    .httpTool('pay', toolNode(tools, 'pay', { needsApproval: true }))
    .httpTool('look', toolNode(tools, 'look'))
    .use('a', 'pay')
    .use('a', 'look')
    .build()

const toBack: ForkChanges = { edits: [{ what: 'holder', node: 'b' }], drawing: null, substitutes: {} }
const call = (name: string, input: string) => ({ name, arguments: { input } })
const lastRequest = () => JSON.stringify(bench.server.requests.at(-1)?.messages ?? [])
const told = (thread: string) => eventsOfThread(bench.core(), thread)
const resultsIn = async (thread: string) =>
  (await bench.state(thread)).log.flatMap((entry) => (entry.kind === 'result' ? [`${entry.tool}: ${entry.text}`] : []))
/** What models are told, a person was told. */
async function isWhole(thread: string): Promise<void> {
  const shown = new Set(told(thread).flatMap((event) => (event.type === 'entry' ? [event.entry.id] : [])))
  expect((await bench.state(thread)).log.filter(({ id }) => !shown.has(id))).toEqual([])
}

it('a call that ran beside one that waited has its result, whoever has the conversation next', async () => {
  const drawn = desk()
  bench = await openTestCore(drawn)
  bench.server.reply({ calls: [call('look', '1'), call('pay', '2')] })
  await bench.turn('go')
  bench.server.reply({ text: 'Never mind then.' })
  await bench.turn('never mind')
  bench.server.reply({ text: 'Exactly.' })
  const place = { threadId: 't1', turn: 2, flowText: saveFlow(drawn), revision: null }
  const { threadId, done } = await bench.core().services.runner.again({ ...place, changes: toBack })
  await done
  expect(lastRequest()).toContain('Be exact.')
  expect(lastRequest()).toContain('l(1)')
  expect(await resultsIn(threadId)).toEqual([
    'look: l(1)',
    'pay: Error: the turn was ended before this call was begun, so it did not run.',
  ])
  expect(tools.calls).toHaveLength(1)
  await isWhole(threadId)
  const view = foldEvents(EMPTY_THREAD, told(threadId))
  const shown = view.earlier[0]?.items.flatMap((item) => (item.kind === 'tool' ? [item.result] : []))
  expect(JSON.stringify(shown)).toContain('did not run')
})

it('where the turn failed, whoever was given the conversation answers when it is tried again', async () => {
  bench = await openTestCore(desk())
  bench.server.reply({ calls: [call('look', '1')] }, { status: 400 })
  expect((await bench.turn('go')).outcome.state).toBe('failed')
  const end = told('t1').at(-1)
  if (end?.type !== 'run.failed') throw new Error('The turn did not fail.')
  const { runner, threads } = bench.core().services
  const fork = await runner.forkAt({ threadId: 't1', runId: end.runId, seq: end.seq, changes: toBack })
  expect(threads.read(fork)).toMatchObject({ holder: 'b', state: 'failed' })
  await bench.restart()
  bench.server.reply({ text: 'Back here.' })
  expect((await bench.resume(fork)).said).toEqual(['Back here.'])
  expect(lastRequest()).toContain('Be exact.')
  expect(lastRequest()).toContain('l(1)')
  await isWhole(fork)
  // Or nobody tries again, and a message goes on with it.
  const other = await bench
    .core()
    .services.runner.forkAt({ threadId: 't1', runId: end.runId, seq: end.seq, changes: toBack })
  bench.server.reply({ text: 'Next.' })
  expect((await bench.turn('and now?', other)).said).toEqual(['Next.'])
  expect(lastRequest()).toContain('Be exact.')
  await isWhole(other)
})

it('what there is to choose of a thread that waits is of the drawing with which the new one waits', async () => {
  const drawn = desk()
  bench = await openTestCore(drawn)
  bench.server.reply({ calls: [call('pay', '2')] })
  await bench.turn('go')
  const { runner } = bench.core().services
  const now = { flowText: saveFlow({ ...drawn, name: 'Changed' }), revision: null }
  const choices = await runner.forkChoices({ threadId: 't1', at: { turn: 2 }, drawing: null, now })
  expect(choices).toMatchObject({ isOver: false, drawing: 'then', usual: 'then' })
  const fork = await runner.fork({ threadId: 't1', turn: 2, now })
  expect(bench.core().services.threads.newestRun(fork)?.flowText).toBe(saveFlow(drawn))
  // A turn that is there begins anew, with the flow as it is.
  const again = await runner.forkChoices({ threadId: 't1', at: { turn: 1 }, drawing: null, now })
  expect(again).toMatchObject({ isOver: true, drawing: 'now' })
})
