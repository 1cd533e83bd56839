/**
 * A turn that is cut short in the middle of a step and goes on: calls that were over are not made again, and what they came to (result,
 * variables, hand-off, loaded tools, tokens) is as if nothing had happened. Shared rule 6.6.
 */
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { RunEvent } from '../../src-shared/run/log/events'
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import type { BatonState } from '../engine/state/state'
import { eventsOfType, openTestCore, type TestCore, type TurnReport } from '../testing/core-bench'
import { toolNode } from '../testing/plan-bench'
import { orderOf, tellingAgent } from '../testing/telling-agents'
import { startToolServer, type ToolServer } from '../testing/tool-server'

let tools: ToolServer
let test: TestCore

beforeEach(async () => {
  tools = await startToolServer()
})
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
  await tools.close()
})

const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const calls = (...names: string[]) => ({ calls: names.map((name) => ({ name, arguments: { input: name } })) })
const called = () => tools.calls.map(({ tool }) => tool).join(' ')

/** A turn whose first call of `slow` never answers: the core is closed while it waits, and opened again. */
async function cutShort(waits: number): Promise<void> {
  let isFirst = true
  tools.on('slow', () => {
    const answer = isFirst ? ({ hang: true } as const) : 'at last'
    isFirst = false
    return answer
  })
  const turn = test.turn('go')
  await tools.waitForCalls(waits)
  await test.restart()
  expect((await turn).outcome).toEqual({ state: 'left' })
}

/** The whole turn, as it is stored. */
function storedEvents(report: TurnReport): RunEvent[] {
  return test.core().services.events.events(report.events[0]?.runId ?? '')
}

/** What a state says, without when. */
function withoutTimes(state: BatonState): object {
  const { turn } = state
  const by = Object.fromEntries(Object.entries(turn.by ?? {}).map(([node, spent]) => [node, { ...spent, ms: 0 }]))
  return { ...state, turn: { ...turn, ms: 0, by }, log: state.log.map((entry) => ({ ...entry, at: '' })) }
}

/** How often each call was told to be over, in the order of their beginnings. */
function ends(events: readonly RunEvent[]): string[] {
  const finished = eventsOfType(events, 'tool.finished')
  const begun = [...new Set(eventsOfType(events, 'tool.started').map(({ tool }) => tool))]
  return begun.map((tool) => `${tool} ${finished.filter((event) => event.tool === tool).length}`)
}

function entryIds(events: readonly RunEvent[]): string[] {
  return eventsOfType(events, 'entry').map(({ entry }) => entry.id)
}

/** The namespaces of the thread's checkpoints. */
function namespaces(): unknown[] {
  const db = new Database(path.join(test.dataDir, 'checkpoints.sqlite'), { readonly: true })
  try {
    return db.prepare('SELECT ns FROM track').pluck().all()
  } finally {
    db.close()
  }
}

const code = (body: string) => ({
  description: 'does something',
  code: `export function run(args: any, baton: any) { ${body} }`,
  timeout: 15_000,
})
/** Two agents; the first has tools that set a variable and pass the baton, that pay, and one that takes its time and its turn. */
const desk = () =>
  flow('Desk')
    .variable('n', { type: 'number', default: 0 })
    .start('a')
    .agent('a', tellingAgent('A'))
    .agent('b', { ...tellingAgent('B'), prompt: 'I am B. n is {n}.' })
    .handoff('a', 'b')
    .node('code-tool', 'add', code(`baton.set('n', baton.variables.n + 1); return 'n is ' + baton.variables.n`))
    .node('code-tool', 'pass', code(`baton.handOff('B'); return 'over to B'`))
    .httpTool('pay', toolNode(tools, 'pay'))
    .httpTool('slow', toolNode(tools, 'slow', { sequential: true }))
    .use('a', 'add')
    .use('a', 'pass')
    .use('a', 'pay')
    .use('a', 'slow')

it('of several calls in one reply, those that were over stay over: outcome, state and events are as without the cut', async () => {
  tools.on('slow', () => 'at last')
  const reply = calls('add', 'pay', 'nothing_of_this_name', 'pass', 'add', 'slow')
  await open(desk())
  test.server.reply(reply, { text: 'Hello from B.' })
  const whole = await test.turn('go')
  const wanted = withoutTimes(await test.state())
  const order = ends(whole.events)
  expect([order, called()]).toEqual([['add 2', 'pay 1', 'pass 1', 'slow 1'], 'pay slow'])
  await test.close()

  await open(desk())
  test.server.reply(reply)
  await cutShort(4)
  test.server.reply({ text: 'Hello from B.' })
  const resumed = await test.resume()
  expect(resumed.outcome).toEqual({ state: 'finished', limit: null })
  expect(called()).toBe('pay slow pay slow slow')
  expect(withoutTimes(await test.state())).toEqual(wanted)
  expect(test.server.requests.at(-1)?.system).toContain('n is 2')
  const events = storedEvents(resumed)
  expect(ends(events)).toEqual(order)
  expect(entryIds(events)).toEqual(entryIds(whole.events))
  expect(events.filter(({ type }) => type === 'run.finished')).toHaveLength(1)
})

/** Sends a turn's message and closes the core as soon as so many calls of the turn are told to be over. */
async function cutAfter(builder: FlowBuilder, count: number): Promise<void> {
  const { id: flowId } = builder.build()
  const { runner, threads } = test.core().services
  threads.createThread({ flowId, id: 't1' })
  const isTime = Promise.withResolvers<undefined>()
  let over = 0
  const listen = ({ type }: RunEvent): void => {
    over += type === 'tool.finished' ? 1 : 0
    if (over === count) isTime.resolve(undefined)
  }
  const turn = { flowId, flowText: saveFlow(builder.build()), revision: null, threadId: 't1', text: 'go', listen }
  const { done } = await runner.start(turn)
  await isTime.promise
  await test.restart()
  expect(await done).toEqual({ state: 'left' })
}

it('calls of one reply run at once; after a cut only what was not over is done again, and results stand in the order of the calls', async () => {
  const builder = flow('At once')
    .start('a')
    .agent('a', tellingAgent('A'))
    .httpTool('slow', toolNode(tools, 'slow'))
    .httpTool('pay', toolNode(tools, 'pay'))
    .use('a', 'slow')
    .use('a', 'pay')
  await open(builder)
  // Nobody answers before all three are there.
  const gate = tools.waitForCalls(3)
  tools.on('pay', ({ input }) => ({ text: `P(${input})`, gate }))
  tools.on('slow', ({ nth }) => (nth === 1 ? { hang: true } : 'at last'))
  const names = ['slow', 'pay', 'nothing', 'pay']
  test.server.reply({ calls: names.map((name, at) => ({ name, arguments: { input: String(at) } })) })
  await cutAfter(builder, 2)
  test.server.reply({ text: 'All done.' })
  const resumed = await test.resume()
  expect(called().split(' ').toSorted().join(' ')).toBe('pay pay slow slow')
  expect(ends(storedEvents(resumed))).toEqual(['slow 1', 'pay 2'])
  const { log } = await test.state()
  const results = log.flatMap((entry) => (entry.kind === 'result' ? [entry.text] : []))
  expect(results).toEqual(['at last', 'P(1)', expect.stringMatching(/^Error: .*nothing/), 'P(3)'])
  const sent = test.server.requests.at(-1)?.messages ?? []
  expect(sent.flatMap(({ role, content }) => (role === 'tool' ? [content] : []))).toEqual(results)
})

it('no more than eight calls of one reply run at the same time, also after a cut; results stand in the order of the calls', async () => {
  const builder = flow('Many').start('a').agent('a', tellingAgent('A')).httpTool('pay', toolNode(tools, 'pay'))
  await open(builder.use('a', 'pay'))
  const inputs = Array.from({ length: 20 }, (_none, at) => String(at))
  const begun: string[] = []
  // Of the first eight none is answered before all are there; whoever comes next is not answered at all.
  tools.on('pay', ({ input, nth }) => {
    begun.push(input)
    return nth <= 8 ? { text: `P(${input})`, gate: tools.waitForCalls(8) } : { hang: true }
  })
  test.server.reply({ calls: inputs.map((input) => ({ name: 'pay', arguments: { input } })) })
  await cutAfter(builder, 8)
  expect(begun.slice(0, 8).toSorted()).toEqual(inputs.slice(0, 8).toSorted())
  const before = begun.length
  expect(before).toBeLessThanOrEqual(16)
  tools.on('pay', ({ input }) => {
    begun.push(input)
    return { text: `P(${input})`, gate: tools.waitForCalls(before + 8), delayMs: 30 }
  })
  test.server.reply({ text: 'All done.' })
  await test.resume()
  const made = tools.calls.slice(before)
  const most = Math.max(...made.map(({ at }) => made.filter((one) => one.at <= at && (one.end ?? 0) > at).length))
  expect([most, begun.slice(before).toSorted()]).toEqual([8, inputs.slice(8).toSorted()])
  const { log } = await test.state()
  const results = log.flatMap((entry) => (entry.kind === 'result' ? [entry.text] : []))
  expect(results).toEqual(inputs.map((input) => `P(${input})`))
})

it('tools that take one call at a time wait for each other, in the order of the calls, and others do not wait for them', async () => {
  await open(
    flow('In order')
      .start('a')
      .agent('a', tellingAgent('A'))
      .httpTool('slow', toolNode(tools, 'slow', { sequential: true }))
      .httpTool('pay', toolNode(tools, 'pay', { sequential: true }))
      .httpTool('look', toolNode(tools, 'look'))
      .use('a', 'slow')
      .use('a', 'pay')
      .use('a', 'look'),
  )
  // It answers once the one that does not wait is there too.
  tools.on('slow', () => ({ text: 'at last', gate: tools.waitForCalls(2) }))
  test.server.reply(calls('slow', 'pay', 'look'), { text: 'All done.' })
  const { events, said } = await test.turn('go')
  expect([said, called().split(' ').at(-1)]).toEqual([['All done.'], 'pay'])
  const told = events.flatMap((event) =>
    event.type === 'tool.started' || event.type === 'tool.finished' ? [`${event.tool} ${event.type}`] : [],
  )
  expect(told.indexOf('slow tool.finished')).toBeLessThan(told.indexOf('pay tool.started'))
})

it('a flow that is a tool goes on where it stood: what it paid, in an earlier reply or beside what it waits for, is paid', async () => {
  const inner = flow('Inner')
    .start('c')
    .agent('c', tellingAgent('C'))
    .agent('d', tellingAgent('D'))
    .handoff('c', 'd')
    .httpTool('pay', toolNode(tools, 'pay'))
    .httpTool('slow', toolNode(tools, 'slow'))
  for (const agent of ['c', 'd']) inner.use(agent, 'pay').use(agent, 'slow')
  await open(
    flow('Outer')
      .start('o')
      .agent('o', tellingAgent('O'))
      .httpTool('first', toolNode(tools, 'first'))
      .node('flow-tool', 't', { name: 'desk', description: 'Books', flow: inner.file() })
      .use('o', 'first')
      .use('o', 't'),
  )
  const ask = { name: 'desk', arguments: { message: 'Rome' } }
  test.server.reply({ calls: [{ name: 'first', arguments: { input: '' } }, ask] }, calls('pay'), {
    text: 'One moment.',
    ...calls('transfer_C_to_D'),
  })
  test.server.reply(calls('pay', 'slow'))
  await cutShort(4)
  expect(orderOf(test.server)).toBe('O C C D')
  test.server.reply({ text: 'Booked.' }, { text: 'All done.' })
  const resumed = await test.resume()
  expect([resumed.said, orderOf(test.server), called()]).toEqual([
    ['All done.'],
    'O C C D D O',
    'first pay pay slow slow',
  ])
  const { log, turn } = await test.state()
  expect(log.flatMap((entry) => (entry.kind === 'result' ? [entry.text] : []))).toEqual([
    'f()',
    'One moment.\n\nBooked.',
  ])
  // Every model call counts once, those before the cut too.
  expect(turn.modelCalls).toBe(6)
  const events = storedEvents(resumed)
  const ids = entryIds(events)
  expect(new Set(ids).size).toBe(ids.length)
  expect(eventsOfType(events, 'tool.finished').map(({ tool }) => tool)).toEqual(['first', 'pay', 'pay', 'slow', 'desk'])
})

/** A writer that asks two others, who answer at the same time; each has tools that pay and that take their time. */
const sideBySide = () =>
  flow('Side by side')
    .variable('n', { type: 'number', default: 0 })
    .start('w')
    .agent('w', tellingAgent('W'))
    .agent('a', tellingAgent('A'))
    .agent('b', tellingAgent('B'))
    .node('nested-chat', 'n', { name: 'Ask both', async: true })
    .handoff('w', 'n')
    .edge('recipient', { from: 'n', to: 'a' }, { message: 'ask A', chatId: 'A', order: 1 })
    .edge('recipient', { from: 'n', to: 'b' }, { message: 'ask B', chatId: 'B', order: 2 })
    .httpTool('pay', toolNode(tools, 'pay'))
    .httpTool('slow', toolNode(tools, 'slow'))
    .use('a', 'pay')
    .use('a', 'slow')

it('chats side by side: a call that was over in one of them is not made again, nor is the other one asked again', async () => {
  await open(sideBySide())
  test.server.on({ system: 'I am W.' }, calls('transfer_W_to_nested_chat_W_1'), { text: 'All done.' })
  test.server.on({ system: 'I am A.' }, calls('pay', 'slow'), { text: 'from A' })
  test.server.on({ system: 'I am B.' }, { text: 'from B' })
  await cutShort(2)
  const resumed = await test.resume()
  expect(called()).toBe('pay slow slow')
  expect(orderOf(test.server).split(' ').toSorted().join(' ')).toBe('A A B W W')
  expect(ends(storedEvents(resumed))).toEqual(['pay 1', 'slow 1'])
})

it('a turn that failed after such a call and is tried again: it is not made again, and the new run tells it', async () => {
  await open(desk().node('code-tool', 'lost', code(`baton.handOff('Nobody')`)).use('a', 'lost'))
  test.server.reply(calls('pay', 'lost'))
  const failed = await test.turn('go')
  const again = await test.resume()
  for (const { outcome, events } of [failed, again]) {
    expect(outcome).toMatchObject({ state: 'failed', error: { code: 'tool-failed' } })
    expect(ends(events).toSorted()).toEqual(['lost 1', 'pay 1'])
  }
  expect([called(), test.server.calls]).toEqual(['pay', 1])
})

it('tools that a search had loaded are on offer after it', async () => {
  await open(
    flow('Loading')
      .start('a')
      .agent('a', { ...tellingAgent('A'), toolUse: 'load' })
      .node('workbench', 'w', { name: 'Pool', minSimilarity: 0, topK: 1 })
      .httpTool('pay', toolNode(tools, 'pay'))
      .httpTool('slow', toolNode(tools, 'slow'))
      .use('a', 'w')
      .use('w', 'pay')
      .use('a', 'slow'),
  )
  test.server.reply({
    calls: [
      { name: 'get_tool_names_for_query', arguments: { query: 'pay' } },
      { name: 'slow', arguments: { input: 'slow' } },
    ],
  })
  await cutShort(1)
  test.server.reply(calls('pay'), { text: 'All done.' })
  const resumed = await test.resume()
  expect([resumed.said, called()]).toEqual([['All done.'], 'slow slow pay'])
  expect(test.server.requests[1]?.toolNames).toContain('pay')
})

it('what a call kept of itself is gone when its turn is over, and so with its thread', async () => {
  const inner = flow('Inner').start('c').agent('c', tellingAgent('C'))
  await open(
    flow('Outer')
      .start('o')
      .agent('o', tellingAgent('O'))
      .node('flow-tool', 't', { name: 'desk', description: 'Books', flow: inner.file() })
      .use('o', 't'),
  )
  test.server.reply(
    { calls: [{ name: 'desk', arguments: { message: 'Rome' } }] },
    { text: 'Booked.' },
    { text: 'Done.' },
  )
  await test.turn('go')
  expect(namespaces()).toEqual([''])
})
