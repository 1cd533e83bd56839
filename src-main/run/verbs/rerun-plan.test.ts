/** A plan run again with changes: what is called again, what is kept, and that the first run stays as it was. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { StepEdit } from '../../../src-shared/agents/plan/edit-plan'
import type { Json } from '../../../src-shared/flow/records'
import { foldEvents } from '../../../src-shared/run/fold/fold'
import { EMPTY_THREAD, turnsOf, type PlanView } from '../../../src-shared/run/fold/fold-view'
import type { RunEvent } from '../../../src-shared/run/log/events'
import { flow } from '../../../src-shared/testing/flow-builder'
import { openTestCore, saidIn, type TestCore } from '../../testing/core-bench'
import { startToolServer, type ToolServer } from '../../testing/tool-server'

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

const query = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }
const httpTool = (name: string) => ({
  ...{ name, toolName: name, description: `Does ${name}`, parameters: query },
  ...{ url: `${tools.url}/${name}`, query: { q: '{input}' } },
})
const NAMES = ['Ask', 'Book', 'Call', 'Dig', 'Eye']
/** E4 needs E2 and E3, E5 needs E4; E1 stands alone. */
const PLAN = `Plan: a
#E1 = Ask[one]
Plan: b
#E2 = Book[two]
Plan: c
#E3 = Call[three]
Plan: d
#E4 = Dig[#E2 and #E3]
Plan: e
#E5 = Eye[#E4]`

async function open(data: { [field: string]: Json } = {}): Promise<void> {
  const drawn = NAMES.reduce(
    (builder, name) => builder.httpTool(name, httpTool(name)).use('p', name),
    flow('Plans')
      .start('p')
      .node('rewoo', 'p', { name: 'Planner', ...data }),
  )
  test = await openTestCore(drawn.build())
}
const counts = (): number[] => NAMES.map((name) => tools.inputsOf(name).length)

/** Runs the plan of a thread again; its events, and the thread that they are in. */
async function rerun(threadId: string, edits: readonly StepEdit[], turn = 1) {
  const events: RunEvent[] = []
  const place = { threadId, turn, node: 'p', round: 1 }
  const started = await test.core().services.runner.rerunPlan({ ...place, edits }, (event) => events.push(event))
  const outcome = await started.done
  return { threadId: started.threadId, outcome, events, said: saidIn(events) }
}
/** Everything that a thread tells from its beginning. */
async function told(threadId: string): Promise<RunEvent[]> {
  const { events, threads } = test.core().services
  const { turns } = threads.read(threadId)
  const told: RunEvent[] = []
  const stop = new AbortController()
  for await (const { item } of events.follow(threadId, { after: null, signal: stop.signal })) {
    told.push(item)
    const isOver = ['run.finished', 'run.failed', 'run.stopped'].includes(item.type)
    const runs = told.filter((event) => event.type === 'run.started')
    if (isOver && runs.at(-1)?.turn === turns) stop.abort()
  }
  return told
}
async function plansIn(threadId: string): Promise<readonly PlanView[]> {
  return turnsOf(foldEvents(EMPTY_THREAD, await told(threadId))).flatMap(({ plans }) => plans)
}

it('an edited #E2 of five: only it, its dependants and the solver run; the first run stays as it was', async () => {
  await open()
  test.server.reply({ text: PLAN }, { text: 'First.' })
  await test.turn('Q')
  const first = await told('t1')
  expect([counts(), test.server.calls]).toEqual([[1, 1, 1, 1, 1], 2])
  test.server.reply({ text: 'Second.' })
  const fork = await rerun('t1', [{ id: 'E2', input: 'other' }])
  expect([fork.outcome, fork.said]).toEqual([{ state: 'finished', limit: null }, ['Second.']])
  expect([counts(), test.server.calls]).toEqual([[1, 2, 1, 2, 2], 3])
  expect(tools.inputsOf('Dig')[1]).toBe('B(other) and C(three)')
  const solver = test.server.requests[2]?.messages[0]?.content ?? ''
  for (const part of ['A(one)', 'B(other)', 'C(three)', 'Book[other]']) expect(solver).toContain(part)
  expect(await told('t1')).toEqual(first)
  const [plan] = await plansIn(fork.threadId)
  expect(plan?.fork).toEqual({
    from: { threadId: 't1', turn: 1, round: 1 },
    changes: [{ id: 'E2', what: ['input'] }],
    kept: ['E1', 'E3'],
  })
  expect(plan?.steps.map(({ id, state, startedAt }) => [id, state, startedAt !== null])).toEqual([
    ['E1', 'done', false],
    ['E2', 'done', true],
    ['E3', 'done', false],
    ['E4', 'done', true],
    ['E5', 'done', true],
  ])
  expect(test.core().services.threads.read(fork.threadId)).toMatchObject({ title: 'Q (edited)', turns: 1, holder: 'p' })
})

it('tool, evidence and removal: what is called, and with what', async () => {
  await open()
  test.server.reply({ text: PLAN }, ...['1', '2', '3', '4'].map((text) => ({ text })))
  await test.turn('Q')
  await rerun('t1', [{ id: 'E3', tool: 'Ask' }])
  expect([counts(), tools.inputsOf('Dig')[1]]).toEqual([[2, 1, 1, 2, 2], 'B(two) and A(three)'])
  const { threadId } = await rerun('t1', [{ id: 'E4', evidence: 'by hand' }])
  expect([counts(), tools.inputsOf('Eye')[2]]).toEqual([[2, 1, 1, 2, 3], 'by hand'])
  const [plan] = await plansIn(threadId)
  expect(plan?.steps[3]).toMatchObject({ id: 'E4', state: 'done', evidence: 'by hand', notes: [{ note: 'by-hand' }] })
  await rerun('t1', [{ id: 'E2', isRemoved: true }])
  expect([counts(), tools.inputsOf('Dig')[2]]).toEqual([[2, 1, 1, 3, 4], '#E2 and C(three)'])
  expect(test.server.requests[4]?.messages[0]?.content).not.toContain('B(two)')
})

it('a fork of a fork, within a conversation; both go on by themselves', async () => {
  await open()
  test.server.reply({ text: 'Plan: x\n#E1 = Ask[zero]' }, { text: 'Zero.' })
  await test.turn('First')
  test.server.reply({ text: PLAN }, { text: 'One.' }, { text: 'Two.' }, { text: 'Three.' })
  await test.turn('Q')
  const once = await rerun('t1', [{ id: 'E5', input: '#E4!' }], 2)
  const twice = await rerun(once.threadId, [{ id: 'E1', input: 'uno' }], 2)
  expect(counts()).toEqual([3, 1, 1, 1, 2])
  const turns = turnsOf(foldEvents(EMPTY_THREAD, await told(twice.threadId)))
  const said = turns.map(({ items }) => items.flatMap((item) => (item.kind === 'message' ? [item.text] : [])))
  expect(said).toEqual([
    ['First', 'Zero.'],
    ['Q', 'Three.'],
  ])
  expect(turns[1]).toMatchObject({ state: 'done', modelCalls: 1 })
  expect(test.core().services.threads.read(twice.threadId).title).toBe('First (edited 2)')
  test.server.reply({ text: 'Plan: x\n#E1 = Ask[next]' }, { text: 'Next.' })
  expect((await test.turn('And now?', twice.threadId)).said).toEqual(['Next.'])
  expect(test.server.requests.at(-2)?.messages.map(({ content }) => content)).toContain('Three.')
  expect((await test.state('t1')).log.at(-1)).toMatchObject({ text: 'One.' })
})

it('a step that failed is kept as it was, unless it is changed', async () => {
  tools.on('Book', ({ nth }) => (nth === 1 ? { status: 500, text: 'broken' } : 'mended'))
  await open()
  test.server.reply({ text: PLAN }, { text: '1' }, { text: '2' }, { text: '3' })
  await test.turn('Q')
  const kept = await plansIn((await rerun('t1', [{ id: 'E1' }])).threadId)
  expect([counts(), kept[0]?.steps[1]?.state]).toEqual([[2, 1, 1, 1, 1], 'failed'])
  await rerun('t1', [{ id: 'E2' }])
  expect([counts(), tools.inputsOf('Dig')[1]]).toEqual([[2, 2, 1, 2, 2], 'mended and C(three)'])
})

it('a plan that stopped at a step is mended there', async () => {
  tools.on('Call', ({ input }) => (input === 'three' ? { status: 500, text: 'broken' } : 'mended'))
  await open({ onToolError: 'stop', maxParallel: 1 })
  test.server.reply({ text: PLAN }, { text: 'Mended.' })
  expect((await test.turn('Q')).outcome.state).toBe('failed')
  const fork = await rerun('t1', [{ id: 'E3', input: 'drei' }])
  expect([fork.said, counts()]).toEqual([['Mended.'], [1, 1, 2, 1, 1]])
})

it('killed in the middle of it, it goes on where it was, and nothing is paid twice', async () => {
  await open()
  test.server.reply({ text: PLAN }, { text: 'First.' })
  await test.turn('Q')
  tools.on('Eye', ({ nth }) => (nth === 2 ? { hang: true } : 'seen'))
  const { runner } = test.core().services
  const place = { threadId: 't1', turn: 1, node: 'p', round: 1 }
  const started = await runner.rerunPlan({ ...place, edits: [{ id: 'E2', input: 'other' }] })
  await tools.waitForCalls(8)
  await test.restart()
  expect((await started.done).state).toBe('left')
  test.server.reply({ text: 'Second.' })
  expect((await test.resume(started.threadId)).said).toEqual(['Second.'])
  expect([counts(), test.server.calls]).toEqual([[1, 2, 1, 2, 3], 3])
  const [plan] = await plansIn(started.threadId)
  expect(plan?.steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done', 'done'])
})

it('a plan that a person had approved is not asked about again', async () => {
  await open({ approvePlan: true })
  test.server.reply({ text: PLAN }, { text: 'First.' }, { text: 'Second.' })
  const { events } = await test.turn('Q')
  const [question] = events.flatMap((event) => (event.type === 'question' ? [event.id] : []))
  const answer = { kind: 'approve-plan', approved: true } as const
  await (
    await test.core().services.runner.answer({ threadId: 't1', questionId: question ?? '', answer })
  ).done
  const fork = await rerun('t1', [{ id: 'E5' }])
  expect([fork.outcome.state, fork.said, counts()]).toEqual(['finished', ['Second.'], [1, 1, 1, 1, 2]])
})

it('changes that cannot be made leave nothing behind', async () => {
  await open()
  test.server.reply({ text: PLAN }, { text: 'First.' })
  await test.turn('Q')
  const { threads } = test.core().services
  const flowId = threads.read('t1').flowId
  const refused = async (edits: readonly StepEdit[], turn = 1): Promise<string> => {
    const outcome = await rerun('t1', edits, turn).catch((cause: unknown) => cause)
    return outcome instanceof Error ? outcome.message : 'it ran'
  }
  expect([
    await refused([{ id: 'E1', tool: 'Saw' }]),
    await refused([{ id: 'E2', input: '#E5' }]),
    await refused([{ id: 'E1' }], 2),
  ]).toEqual([
    expect.stringMatching(/^There is no tool named “Saw”\. The plan can use: Ask, Book/),
    'These steps would wait for each other: #E2, #E5, #E4.',
    'There is no turn 2 in this thread.',
  ])
  expect(threads.list(flowId).map(({ id }) => id)).toEqual(['t1'])
  expect(counts()).toEqual([1, 1, 1, 1, 1])
})
