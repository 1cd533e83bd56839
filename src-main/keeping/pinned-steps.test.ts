/** Steps that a person pinned: pruning leaves all that it takes to look at them and to go on from them, and takes away the rest. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Flow } from '../../src-shared/flow/records'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { turnAt } from '../../src-shared/run/fold/fold-view'
import { createThreadRecord } from '../../src-shared/run/moments/thread-record'
import type { RunEvent } from '../../src-shared/run/log/events'
import { flow } from '../../src-shared/testing/flow-builder'
import { allOf } from '../testing/all-of'
import { openTestCore, type TestCore } from '../testing/core-bench'
import { toolNode } from '../testing/plan-bench'
import { startToolServer, type ToolServer } from '../testing/tool-server'

const AROUND = { signal: new AbortController().signal }

let tools: ToolServer
let drawn: Flow
let bench: TestCore
beforeEach(async () => {
  tools = await startToolServer()
  const desk = flow('Kept').start('a').agent('a', { name: 'Desk' }).httpTool('look', toolNode(tools, 'look'))
  drawn = desk.use('a', 'look').build()
  bench = await openTestCore(drawn, { recordsPart: true })
})
afterEach(async () => {
  await bench.close()
  await tools.close()
})

const services = () => bench.core().services
const eventsOf = (thread: string) => allOf(services().keeping.events(thread))
const prune = (threadId: string) => services().retention.prune({ threadId, level: 'lean' })

/** Each turn asks a tool. */
async function talk(thread: string, turns = 5) {
  for (let turn = 1; turn <= turns; turn += 1) {
    const calls = [{ name: 'look', arguments: { input: `${thread} ${turn}` } }]
    bench.server.reply({ text: '', calls }, { text: `Answer ${turn} of ${thread}` })
    await bench.turn(`Question ${turn} of ${thread}`, thread)
  }
}

/** After the tool of a turn had given its result, and before the model spoke. */
async function momentIn(thread: string, turn: number) {
  const events = await eventsOf(thread)
  const results = events.filter((event) => event.type === 'entry' && event.entry.kind === 'result')
  const { runId, seq } = results[turn - 1] ?? { runId: '', seq: 0 }
  return { runId, seq }
}

/** All that is shown of the turn at a moment, what its models were asked, and which calls lie behind it. */
async function seenAt(threadId: string, { runId, seq }: { runId: string; seq: number }) {
  const record = createThreadRecord()
  record.add(await eventsOf(threadId))
  const count = record.events.findLastIndex((event) => event.runId === runId && event.seq <= seq) + 1
  const { turn } = services().threads.run(runId) ?? { turn: 0 }
  const told = record.events.filter((event) => event.runId === runId)
  const spans = told.flatMap((event) => (event.type === 'model.started' ? [event.span] : []))
  const view = record.viewAt(count)
  return {
    shown: { ...turnAt(view, turn - 1), drawn: null },
    asked: await Promise.all(spans.map((span) => bench.core().handlers['requests.ofCall']({ span }, AROUND))),
    ahead: await services().runner.repeats({ how: 'fork', threadId, runId, seq, flowText: saveFlow(drawn) }),
  }
}

/** Goes on from there in a new thread: the tools that are asked, and what is said. */
async function goOnFrom(threadId: string, moment: { runId: string; seq: number }) {
  const id = await services().runner.forkAt({ threadId, ...moment })
  const count = tools.calls.length
  bench.server.reply({ text: 'From there on' })
  const { said } = await bench.resume(id)
  return { id, said, called: tools.calls.slice(count).length, heard: JSON.stringify(bench.server.requests.at(-1)) }
}

const typesOf = (events: readonly RunEvent[], turn: number) =>
  events
    .filter(({ runId }) => services().threads.run(runId)?.turn === turn)
    .map(({ type }) => type)
    .join(' ')

test('a pinned step is shown and gone on from as before, whatever is pruned round it, until nobody wants it any more', async () => {
  await talk('kept')
  await talk('loose')
  const moment = await momentIn('kept', 3)
  services().retention.pinStep('kept', { ...moment, name: 'Before it was said' })
  services().retention.pinStep('kept', { ...moment, name: 'The answer comes' })
  expect(services().threads.read('kept').pins).toEqual([{ ...moment, name: 'The answer comes' }])
  const before = await seenAt('kept', moment)
  expect(before.asked.flat()).toHaveLength(2)
  const early = await goOnFrom('kept', await momentIn('kept', 2))
  expect(services().threads.read(early.id).pins).toBeUndefined()
  for (const thread of ['kept', 'loose']) await prune(thread)
  await bench.restart()
  expect(await seenAt('kept', moment)).toEqual(before)
  const events = await eventsOf('kept')
  expect(typesOf(events, 3)).toContain('tool.finished')
  expect(typesOf(events, 2)).not.toContain('tool.finished')
  const gone = await goOnFrom('kept', moment)
  expect(gone).toMatchObject({ said: ['From there on'], called: 0 })
  expect(gone.heard).toContain('l(kept 3)')
  await expect(services().runner.forkAt({ threadId: 'loose', ...(await momentIn('loose', 3)) })).rejects.toMatchObject({
    code: 'not-found',
  })

  // The new thread has the pins of the steps that it has, under their names, and its own from then on.
  const inFork = await momentIn(gone.id, 3)
  expect(services().threads.read(gone.id).pins).toEqual([{ ...inFork, name: 'The answer comes' }])

  // It begins with what the other one keeps for it, though that has no pin of its own any more.
  services().retention.pinStep(gone.id, { ...inFork, name: '' })
  services().retention.unpinStep('kept', moment)
  expect(services().threads.read('kept').pins).toBeUndefined()
  for (const thread of [gone.id, 'kept']) await prune(thread)
  expect(typesOf(await eventsOf('kept'), 3)).not.toContain('tool.finished')
  const further = await goOnFrom(gone.id, inFork)
  expect(further).toMatchObject({ said: ['From there on'], called: 0 })
  services().retention.unpinStep(gone.id, inFork)
  services().retention.unpinStep(further.id, await momentIn(further.id, 3))
  await prune('kept')
  await expect(services().runner.forkAt({ threadId: 'kept', ...moment })).rejects.toMatchObject({ code: 'not-found' })

  const { runId } = moment
  expect(() => services().retention.pinStep('kept', { runId, seq: 999, name: '' })).toThrow('not in the thread')
  expect(() => services().retention.pinStep('loose', { ...moment, name: '' })).toThrow('not in the thread')
})
