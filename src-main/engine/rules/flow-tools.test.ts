/** Flows as tools, through the core, against the real model server: each call is a conversation of its own, told inside the turn. */
import { afterEach, describe, expect, it } from 'vitest'
import { consentItems } from '../../../src-shared/consent/items'
import { checkFlow } from '../../../src-shared/flow/checks/check'
import { saveFlow } from '../../../src-shared/flow/editing/save'
import { EMPTY_THREAD } from '../../../src-shared/run/fold/fold-view'
import { foldEvents } from '../../../src-shared/run/fold/fold'
import { flow, type FlowBuilder, type NodeFields } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore, type TurnReport } from '../../testing/core-bench'
import { orderOf, tellingAgent } from '../../testing/telling-agents'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const call = (message: string, more: object = {}) => ({ calls: [{ name: 'desk', arguments: { message, ...more } }] })

/** Two agents: the first hands over to the second. */
const desk = () =>
  flow('Desk')
    .variable('city', { type: 'string', description: 'Where to' })
    .variable('days', { type: 'number' })
    .variable('rest', { type: 'json' })
    .start('a')
    .agent('a', { ...tellingAgent('A'), prompt: 'I am A. City: {city}.' })
    .agent('b', tellingAgent('B'))
    .handoff('a', 'b')
const outer = (inner: FlowBuilder = desk(), data: NodeFields = {}) =>
  flow('Outer')
    .start('o')
    .agent('o', tellingAgent('O'))
    .node('flow-tool', 't', { name: 'desk', description: 'Books trips', flow: inner.file(), ...data })
    .use('o', 't')

const results = async () => (await test.state()).log.flatMap((entry) => (entry.kind === 'result' ? [entry.text] : []))
const handOver = { calls: [{ name: 'transfer_A_to_B', arguments: {} }], text: 'One moment.' }

describe('a call', () => {
  it('is one turn of the flow: told the message, with variables set, and what it said is the result', async () => {
    await open(outer())
    test.server.reply(call('To Rome', { city: 'Rome', days: 3 }), handOver, { text: 'Booked.' }, { text: 'All done.' })
    const { said, events } = await test.turn('book')
    expect(said).toEqual(['All done.'])
    expect(await results()).toEqual(['One moment.\n\nBooked.'])
    expect(orderOf(test.server)).toBe('O A B O')
    expect(test.server.requests[0]?.tools[0]?.function).toMatchObject({
      name: 'desk',
      description: 'Books trips',
      parameters: {
        type: 'object',
        properties: {
          message: { type: 'string' },
          city: { type: 'string', description: 'Where to' },
          days: { type: 'number' },
          rest: {},
        },
        required: ['message'],
      },
    })
    const inner = test.server.requests[1]
    expect([inner?.system, inner?.user]).toEqual([expect.stringContaining('City: Rome.'), 'To Rome'])
    const finished = eventsOfType(events, 'run.finished')[0]
    expect([finished?.modelCalls, finished?.reason]).toEqual([4, 'done'])
    const { input, output } = finished?.usage ?? { input: 0, output: 0 }
    const calls = eventsOfType(events, 'model.finished').map(({ usage }) => usage)
    expect(calls).toHaveLength(4)
    expect([input, output]).toEqual([
      calls.reduce((sum, usage) => sum + (usage?.input ?? 0), 0),
      calls.reduce((sum, usage) => sum + (usage?.output ?? 0), 0),
    ])
    expect((await test.state()).variables).toEqual({})
  })

  it('is told inside the turn, in a scope and under ids of its own; the first event knows the names', async () => {
    await open(outer())
    test.server.reply(call('To Rome'), handOver, { text: 'Booked.' }, { text: 'All done.' })
    const { events } = await test.turn('book')
    expect(eventsOfType(events, 'run.started')[0]?.inner).toMatchObject({ 't~a': { kind: 'agent', name: 'A' } })
    const inside = events.filter((event) => 'path' in event && event.path.includes('#'))
    expect(new Set(inside.map(({ type }) => type))).toEqual(
      new Set(['entry', 'model.started', 'model.finished', 'decision']),
    )
    expect(new Set(inside.map((event) => ('node' in event ? event.node : null)))).toEqual(new Set(['t', 't~a', 't~b']))
    expect(eventsOfType(events, 'baton').map(({ node }) => node)).toEqual(['o'])
    const view = foldEvents(EMPTY_THREAD, events)
    expect(view.variables).toEqual({})
    const told = (view.latest?.items ?? []).flatMap((item) =>
      item.kind === 'message' ? [`${item.author} ${item.path.includes('#') ? 'inside' : ''}: ${item.text}`] : [],
    )
    expect(told).toEqual([
      'user : book',
      't inside: To Rome',
      't~a inside: One moment.',
      't~b inside: Booked.',
      'o : All done.',
    ])
  })

  it('knows nothing of the calls before it, nor of the conversation round it', async () => {
    await open(outer())
    test.server.reply(call('first'), { text: 'One.' }, call('second'), { text: 'Two.' }, { text: 'Done.' })
    await test.turn('secret')
    const texts = (index: number) => test.server.requests[index]?.messages.map(({ role }) => role)
    expect([texts(1), texts(3)]).toEqual([
      ['system', 'user'],
      ['system', 'user'],
    ])
    expect(await results()).toEqual(['One.', 'Two.'])
  })

  it('two at once, and again with the next message: none hears of the other', async () => {
    await open(outer())
    const both = { calls: [...call('x').calls, ...call('y').calls] }
    test.server.on({ system: 'I am A' }, ({ user }) => ({ text: `to ${user}` }))
    test.server.on({ system: 'I am O' }, both, { text: 'Done.' }, call('z'), { text: 'Done again.' })
    await test.turn('one')
    await test.turn('two')
    expect(await results()).toEqual(['to x', 'to y', 'to z'])
  })
})

describe('a person who is asked inside', () => {
  const planner = () =>
    flow('Planner').start('p').node('rewoo', 'p', { name: 'Planner', approvePlan: true }).builtinTool('c').use('p', 'c')
  const planned = { text: 'Plan: look\n#E1 = LLM[what]' }
  const asked = ({ events }: TurnReport) =>
    eventsOfType(events, 'question').map(({ id, node, question }) => ({ id, node, kind: question.kind }))

  it('answers there: the conversation inside goes on where it stood, and no model is asked twice', async () => {
    await open(outer(planner()))
    test.server.reply(call('go'), planned)
    const waits = await test.turn('book')
    expect(asked(waits)).toMatchObject([{ node: 't~p', kind: 'approve-plan' }])
    await test.restart()
    test.server.reply({ text: 'Looked.' }, { text: 'Solved.' }, { text: 'All done.' })
    const done = await test.answer(asked(waits)[0]?.id ?? '', { kind: 'approve-plan', approved: true })
    expect([done.said, await results(), test.server.calls]).toEqual([['All done.'], ['Solved.'], 5])
    const [finished] = eventsOfType(done.events, 'run.finished')
    expect([finished?.modelCalls, finished?.reason]).toEqual([5, 'done'])
    expect(eventsOfType(done.events, 'tool.finished').filter(({ toolNode }) => toolNode === 't').length).toBe(1)
  })

  it('holds the thread at its place: left there, the flow inside would begin anew', async () => {
    await open(outer(planner()))
    test.server.reply(call('go'), planned)
    await test.turn('book')
    const leaving = test.core().services.runner.fork({ threadId: 't1', turn: 2 })
    await expect(leaving).rejects.toMatchObject({ code: 'run-active' })
    expect(test.core().services.threads.read('t1').state).toBe('waiting')
  })

  it('answers two that run at once, each for itself', async () => {
    const gate = flow('Gate')
      .start('q')
      .node('approval', 'q', { name: 'Gate', message: 'Open?' })
      .agent('g', { name: 'G', prompt: 'I am G.' })
      .edge('next', { from: 'q', to: 'g', port: 'approved' })
    await open(outer(gate))
    test.server.reply({ calls: [...call('x').calls, ...call('y').calls] })
    const waits = await test.turn('book')
    const [first, second] = asked(waits)
    expect([first?.kind, second?.kind, first?.id === second?.id]).toEqual(['approval', 'approval', false])
    await test.answer(second?.id ?? '', { kind: 'approval', outcome: 'refused' })
    expect(
      test
        .core()
        .services.runner.waiting('t1')
        .map(({ id }) => id),
    ).toEqual([first?.id])
    test.server.reply({ text: 'Open.' }, { text: 'Done.' })
    const done = await test.answer(first?.id ?? '', { kind: 'approval', outcome: 'approved' })
    expect([done.said, await results(), test.server.calls]).toEqual([['Done.'], ['Open.', '(no output)'], 3])
  })
})

describe('what goes wrong inside is a result, and the turn goes on', () => {
  const failing = async (inner: FlowBuilder, ...replies: object[]) => {
    await open(outer(inner))
    test.server.reply(call('go'), ...replies, { text: 'I tell the user.' })
    const { outcome, said } = await test.turn('book')
    expect([outcome, said]).toEqual([{ state: 'finished', limit: null }, ['I tell the user.']])
    return (await results())[0]
  }

  it('its model fails', async () => {
    const result = await failing(desk(), { status: 400, body: 'no such model' })
    expect(result).toMatch(/^Error: desk did not finish\. .*400/s)
  })

  it('a limit of its own ends it; what it took counts to the turn', async () => {
    const result = await failing(desk().settings({ limits: { modelCalls: 1 } }), handOver)
    expect(result).toMatch(/^Error: desk did not finish\. .*1.*\n\nBefore that it said: One moment\.$/s)
  })

  it('arguments that do not fit', async () => {
    await open(outer())
    const calls = [{}, { message: [7] }, { message: 'x', days: 'many' }, { message: ' ' }].map((args) => ({
      name: 'desk',
      arguments: args,
    }))
    test.server.reply({ calls }, { text: 'Sorry.' })
    await test.turn('book')
    expect(await results()).toEqual([
      expect.stringMatching(/^Error: desk was not called, .*message is missing \(string\)/),
      expect.stringMatching(/^Error: desk was not called, .*message must be string, not array/),
      expect.stringMatching(/^Error: desk was not called, .*days must be number, not string/),
      'Error: "message" must be a text that says something.',
    ])
    expect(orderOf(test.server)).toBe('O O')
  })
})

it("the turn's own limits count what it took", async () => {
  await open(outer().settings({ limits: { modelCalls: 2 } }))
  test.server.reply(call('go'), { text: 'One.' })
  const { outcome } = await test.turn('book')
  expect(outcome).toMatchObject({ state: 'finished', limit: expect.stringContaining('2') as string })
  expect(orderOf(test.server)).toBe('O A')
})

it("the turn's time bounds it, and stop reaches it at once", async () => {
  // Long enough for a busy machine to have sent the request that hangs.
  const drawn = outer().settings({ language: 'ru', limits: { seconds: 4 } })
  await open(drawn)
  test.server.reply(call('go'), { hang: true })
  const { outcome } = await test.turn('book')
  expect(outcome.state).toBe('finished')
  expect(await results()).toEqual(['Error: desk не довёл дело до конца. Время этого хода истекло.'])
  await test.server.waitForHangUp(2)

  test.server.reply(call('go'), { hang: true })
  const { runner } = test.core().services
  const slow = saveFlow(outer().build())
  const { runId, done } = await runner.start({
    flowId: 'outer',
    flowText: slow,
    revision: null,
    threadId: null,
    text: 'x',
  })
  await test.server.waitForRequest(4)
  await runner.stop(runId)
  expect(await done).toEqual({ state: 'stopped' })
  await test.server.waitForHangUp(4)
})

it('a tool of a plan, whose inner plan is told as calls of tools', async () => {
  const inner = flow('Inner')
    .start('p')
    .node('rewoo', 'p', { name: 'Planner' })
    .builtinTool('c', { name: 'Clock' })
    .use('p', 'c')
  const drawn = flow('Plans')
    .start('p')
    .node('rewoo', 'p', { name: 'Outer planner' })
    .node('flow-tool', 't', { name: 'desk', description: 'Books trips', flow: inner.file() })
    .use('p', 't')
  await open(drawn)
  const plan = (text: string) => ({ text: `Plan: do it\n#E1 = ${text}` })
  test.server.reply(
    plan('desk[To Rome]'),
    plan('LLM[think]'),
    { text: 'Thought.' },
    { text: 'Solved inside.' },
    { text: 'Solved.' },
  )
  const { said, events } = await test.turn('book')
  expect(said).toEqual(['Solved.'])
  const steps = eventsOfType(events, 'plan.step').map(({ node, state, evidence }) => [node, state, evidence ?? null])
  expect(steps).toEqual([
    ['p', 'running', null],
    ['p', 'done', 'Solved inside.'],
  ])
  expect(eventsOfType(events, 'tool.finished').map(({ node, tool }) => [node, tool])).toEqual([['t~p', 'LLM']])
  expect(eventsOfType(events, 'run.finished')[0]?.modelCalls).toBe(5)
})

it('from a pool, and a flow tool within a flow tool', async () => {
  const middle = flow('Middle')
    .start('m')
    .agent('m', tellingAgent('M'))
    .node('flow-tool', 'i', { name: 'desk', description: 'Books trips', flow: desk().file() })
    .use('m', 'i')
  const drawn = flow('Outer')
    .start('o')
    .agent('o', tellingAgent('O'))
    .node('workbench', 'w', { name: 'Pool' })
    .node('flow-tool', 't', { name: 'desk', description: 'Books trips to a city', flow: middle.file() })
    .use('o', 'w')
    .use('w', 't')
  await open(drawn)
  test.server.reply(call('one'), call('two'), { text: 'Deep.' }, { text: 'Middle.' }, { text: 'Outer.' })
  const { said, events } = await test.turn('book trips')
  expect(said).toEqual(['Outer.'])
  expect(orderOf(test.server)).toBe('O M A M O')
  expect(await results()).toEqual(['Middle.'])
  const paths = eventsOfType(events, 'model.finished').map(({ node, path }) => [node, path.split('#').length - 1])
  expect(paths).toEqual([
    ['o', 0],
    ['t~m', 1],
    ['t~i~a', 2],
    ['t~m', 1],
    ['o', 0],
  ])
  expect(eventsOfType(events, 'run.started')[0]?.inner?.['t~i~a']).toEqual({ kind: 'agent', name: 'A' })
  expect(eventsOfType(events, 'run.finished')[0]?.modelCalls).toBe(5)
})

it('loops are refused before the run, by name, over sub-flows too; so is nesting that is too deep', async () => {
  const subflow = flow('Sub', 'sub').start('s').node('subflow', 's', { name: 'Inner sub', flow: 'top' })
  const top = flow('Top', 'top')
    .start('a')
    .agent('a', tellingAgent('A'))
    .node('flow-tool', 't', { name: 'Tool', flow: 'sub' })
    .use('a', 't')
  await open(top)
  test.core().services.library.importText({ text: saveFlow(subflow.build()) })
  const start = (builder: FlowBuilder) =>
    test.core().services.runner.start({
      flowId: 'top',
      flowText: saveFlow(builder.build()),
      revision: null,
      threadId: null,
      text: 'x',
    })
  await expect(start(top)).rejects.toMatchObject({
    code: 'flow-has-problems',
    message: expect.stringMatching(/“Tool”: .*“top” would run inside itself/) as string,
    details: { node: 't' },
  })
  let deep = desk()
  for (let depth = 0; depth < 9; depth += 1)
    deep = flow(`Level${depth}`)
      .start('a')
      .agent('a', tellingAgent('A'))
      .node('flow-tool', 't', { name: 'Tool', flow: deep.file() })
      .use('a', 't')
  await expect(start(deep)).rejects.toMatchObject({
    message: expect.stringContaining('nested more than 8 deep') as string,
  })
  expect(checkFlow(outer(desk(), { flow: '' }).build()).map(({ code }) => code)).toEqual(['no-flow'])
})

it('what it would use outside is asked for with the flow that holds it', async () => {
  await open(outer())
  const inner = flow('Inner')
    .start('a')
    .agent('a')
    .httpTool('h', { name: 'price', url: 'https://example.com/x', description: 'p' })
    .use('a', 'h')
  expect(consentItems(outer(inner).build())).toEqual([
    { type: 'host', value: 'example.com', content: 'example.com', nodes: [{ id: 't', name: 'desk' }] },
  ])
})
