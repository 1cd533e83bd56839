/** Task graphs, workers and the default worker through the core, against the real model server: DW-1 to DW-9 and the rules behind them. */
import { afterEach, describe, expect, it } from 'vitest'
import { blocksRunning, checkFlow } from '../../../src-shared/flow/checks/check'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { openTestCore, type TestCore } from '../../testing/core-bench'
import { askerOf, setupA, threeWorkers as workers, workersAnswer } from '../../testing/setup-a'
import { shownDecisions } from '../../testing/shown-decisions'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})
const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))

const order = () => test.server.requests.map(askerOf).join(' ')
const sayAll = () => workersAnswer(test.server)
const picks = (...answers: string[]) =>
  test.server.on({ user: 'RAGWorker: answers' }, ...answers.map((text) => ({ text })))

describe('default worker', () => {
  it('DW-1: picks by model; the prompt has every worker, the names, the conversation and the task (DefaultWorker 1b, 2, 3)', async () => {
    await open(setupA())
    sayAll()
    picks('SearchWorker')
    const { said, events } = await test.turn('What changed in the law today?')
    expect(said).toEqual(['SearchWorker:ok'])
    expect(order()).toBe('pick SearchWorker')
    const prompt = test.server.requests[0]?.user ?? ''
    for (const part of [
      'MessageWorker: delivers a message',
      'RAGWorker: answers from company files',
      'SearchWorker: answers from the web',
      'MessageWorker, RAGWorker, SearchWorker',
      'What changed in the law today?',
      'help the guest',
    ])
      expect(prompt).toContain(part)
    expect(shownDecisions(events)[0]?.decision).toMatchObject({
      about: 'pick',
      answer: 'SearchWorker',
      rule: 'exact',
      choice: 'SearchWorker',
      tries: 1,
    })
  })

  it('DW-2: a name inside a sentence counts as a whole word (DefaultWorker 6)', async () => {
    await open(setupA())
    sayAll()
    picks('I would use the RAGWorker here.')
    expect((await test.turn('x')).said).toEqual(['RAGWorker:ok'])
    expect(order()).toBe('pick RAGWorker')
  })

  it('DW-3: an unknown name is rejected and asked again with a line about it (DefaultWorker 5, 16)', async () => {
    await open(setupA())
    sayAll()
    picks('PaymentWorker', 'RAGWorker')
    const { said, events } = await test.turn('x')
    expect(said).toEqual(['RAGWorker:ok'])
    expect(order()).toBe('pick pick RAGWorker')
    expect(test.server.requests[1]?.user).toContain('PaymentWorker')
    expect(shownDecisions(events).map(({ decision }) => [decision.choice, decision.tries])).toEqual([
      ['rejected', 1],
      ['RAGWorker', 2],
    ])
  })

  it('DW-4: after two bad answers the base choice runs, never a third call (DefaultWorker 5, 7)', async () => {
    await open(setupA())
    sayAll()
    picks('PaymentWorker', 'none of them', 'RAGWorker')
    expect((await test.turn('x')).said).toEqual(['MessageWorker:ok'])
    expect(order()).toBe('pick pick MessageWorker')
  })

  it('two names in one answer are ambiguous (DefaultWorker 6)', async () => {
    await open(setupA())
    sayAll()
    picks('not MessageWorker but SearchWorker', 'SearchWorker')
    expect((await test.turn('x')).said).toEqual(['SearchWorker:ok'])
    expect(order()).toBe('pick pick SearchWorker')
  })

  it('DW-5: what is in the state stays as it was, but for what the worker changed', async () => {
    await open(setupA().variable('city', { type: 'string', default: 'Rome' }))
    sayAll()
    picks('SearchWorker')
    await test.turn('one')
    const before = await test.state()
    await test.turn('two')
    const after = await test.state()
    expect(after.variables).toEqual(before.variables)
    expect(after.log.slice(0, before.log.length)).toEqual(before.log)
    expect(after.frames).toEqual(before.frames)
  })

  it('DW-6: a default worker among the candidates is never offered (DefaultWorker 9)', async () => {
    const builder = setupA()
      .node('default-worker', 'd2', { name: 'Other', baseChoice: 's' })
      .edge('candidate', { from: 'd2', to: 's' })
    const file = builder.edge('candidate', { from: 'd', to: 'd2' }).build()
    expect(blocksRunning(checkFlow(file))).toBe(true)
    await open(setupA())
    picks('DefaultWorker', 'DefaultWorker')
    sayAll()
    await test.turn('x')
    expect(test.server.requests[0]?.user).not.toContain('DefaultWorker')
  })

  it('DW-7: a base choice that is not on the canvas is an error before the run, naming both', async () => {
    await open(setupA({ baseChoice: 'gone' }))
    await expect(test.turn('x')).rejects.toThrow(/DefaultWorker.*“gone”/)
    expect(test.server.calls).toBe(0)
  })

  it('DW-9: a worker that fails ends the turn as incomplete, tied to it; the next message works, and so does trying again (DefaultWorker 11)', async () => {
    await open(setupA())
    picks('SearchWorker')
    test.server.on(
      { user: 'Work of SearchWorker.' },
      { status: 400, body: { error: { message: 'no' } } },
      { text: 'SearchWorker:ok' },
    )
    const { outcome, events } = await test.turn('x')
    expect(outcome).toMatchObject({ state: 'failed', error: { code: 'model-rejected' } })
    expect(events.at(-1)).toMatchObject({ type: 'run.failed', node: 's' })
    expect((await test.state()).cursors).toMatchObject({ g: { at: 'd', status: 'incomplete' } })
    expect((await test.resume()).said).toEqual(['SearchWorker:ok'])
    expect(order()).toBe('pick SearchWorker SearchWorker')
    expect((await test.turn('y')).said).toEqual(['SearchWorker:ok'])
  })

  it('one candidate is taken without a call, none goes to an answer from context (DefaultWorker 8, 10)', async () => {
    const base = () =>
      flow('One')
        .start('g')
        .node('task-graph', 'g')
        .node('default-worker', 'd', { name: 'DefaultWorker' })
        .edge('delegate', { from: 'g', to: 'd', port: 'default' })
    await open(workers(base()).edge('candidate', { from: 'd', to: 's' }))
    sayAll()
    const { events } = await test.turn('x')
    expect(order()).toBe('SearchWorker')
    expect(shownDecisions(events)[0]?.decision).toMatchObject({ rule: 'only candidate', tries: 0 })
    await test.close()
    await open(setupA({ baseChoice: null }))
    picks('what', 'ever')
    test.server.on(() => true, { text: 'From context.' })
    expect((await test.turn('x')).said).toEqual(['From context.'])
    expect(order()).toBe('pick pick respond')
  })

  it('a long chat is cut, the worker list never (DefaultWorker 4)', async () => {
    await open(setupA().settings({ model: { contextTokens: 300 } }))
    sayAll()
    picks('SearchWorker')
    await test.turn(`old ${'words '.repeat(600)}`)
    await test.turn('new question')
    const prompt = test.server.requests[2]?.user ?? ''
    expect(prompt).toContain('RAGWorker: answers from company files')
    expect(prompt).toContain('new question')
    expect(prompt).not.toContain('words words')
  })
})

describe('task graph', () => {
  const shop = () =>
    workers(flow('Graph').start('g').node('task-graph', 'g', { name: 'Shop' }))
      .edge('intent', { from: 'g', to: 'r' }, { intent: 'asks about products', samples: ['do you sell cakes'] })
      .edge('intent', { from: 'g', to: 's' }, { intent: 'asks about the weather' })

  it('DW-8: a direct first worker is delivered word for word, then the message gets its answer in the same turn (DefaultWorker 12, 14)', async () => {
    await open(
      shop()
        .node('message-worker', 'hi', { name: 'Greeting', value: 'Welcome to the shop!', direct: true })
        .edge('next', { from: 'g', to: 'hi', port: 'start' })
        .edge('intent', { from: 'hi', to: 'r' }, { intent: 'asks about products' }),
    )
    sayAll()
    test.server.on(() => true, { text: '1' })
    const { said } = await test.turn('what cakes do you have?')
    expect(said).toEqual(['Welcome to the shop!', 'RAGWorker:ok'])
    expect((await test.state()).cursors).toMatchObject({ g: { visited: ['hi', 'r'] } })
    expect(order()).toBe('intent RAGWorker')
  })

  it('a direct first worker speaks when the flow does, without a model call, and only once', async () => {
    await open(
      shop()
        .node('message-worker', 'hi', { value: 'Welcome!', direct: true })
        .edge('next', { from: 'g', to: 'hi', port: 'start' }),
    )
    sayAll()
    expect((await test.turn(null)).said).toEqual(['Welcome!'])
    expect(test.server.calls).toBe(0)
    test.server.on(() => true, { text: 'asks about products' })
    expect((await test.turn('cakes?')).said).toEqual(['RAGWorker:ok'])
  })

  it('the intent check is one decision: numbers, texts and others are read', async () => {
    await open(shop().edge('delegate', { from: 'g', to: 'm', port: 'default' }))
    sayAll()
    test.server.on(
      { user: 'asks about products' },
      { text: '2' },
      { text: '"asks about products"' },
      { text: 'others' },
    )
    const first = await test.turn('sun?')
    expect(first.said).toEqual(['SearchWorker:ok'])
    expect(shownDecisions(first.events)[0]?.decision).toMatchObject({
      about: 'intent',
      answer: '2',
      rule: 'number',
      choice: 'asks about the weather',
    })
    expect((await test.turn('cake?')).said).toEqual(['RAGWorker:ok'])
    expect((await test.turn('hm')).said).toEqual(['MessageWorker:ok'])
    expect(test.server.requests[0]?.user).toContain('1. asks about products (such as: "do you sell cakes")')
  })

  it('an unconditional edge is taken without asking', async () => {
    await open(
      workers(flow('None').start('g').node('task-graph', 'g')).edge(
        'intent',
        { from: 'g', to: 'r' },
        { intent: 'None' },
      ),
    )
    sayAll()
    expect((await test.turn('x')).said).toEqual(['RAGWorker:ok'])
    expect(order()).toBe('RAGWorker')
  })

  it('a global intent is reachable from anywhere, a local one only from its worker', async () => {
    await open(
      workers(flow('Global').start('g').node('task-graph', 'g', { name: 'Shop' }))
        .edge('intent', { from: 'g', to: 'r' }, { intent: 'products' })
        .edge('intent', { from: 'g', to: 'm' }, { intent: 'help me', global: true })
        .edge('intent', { from: 'r', to: 's' }, { intent: 'more of it' }),
    )
    sayAll()
    test.server.on(() => true, { text: 'products' }, { text: 'help me' })
    await test.turn('x')
    expect((await test.turn('y')).said).toEqual(['MessageWorker:ok'])
    const second = test.server.requests[2]?.user ?? ''
    expect([second.includes('more of it'), second.includes('help me'), second.includes('products')]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('an agent works as a worker, tools and all', async () => {
    await open(
      flow('Agent')
        .start('g')
        .node('task-graph', 'g')
        .agent('a', { name: 'Helper', prompt: 'Work of Helper.' })
        .builtinTool('calc', { tool: 'calculator' })
        .use('a', 'calc')
        .edge('intent', { from: 'g', to: 'a' }, { intent: 'none' }),
    )
    test.server.reply({ calls: [{ name: 'calculator', arguments: { expression: '1+1' } }] }, { text: 'Two.' })
    expect((await test.turn('1+1')).said).toEqual(['Two.'])
    expect((await test.state()).frames.map((frame) => frame.node)).toEqual(['g'])
  })
})

describe('a supervisor with a fallback worker', () => {
  const desk = () =>
    workers(flow('Desk').start('v').supervisor('v', { name: 'Host', prompt: 'You are S. {dialogs} {tools}' })).edge(
      'delegate',
      { from: 'v', to: 'm', port: 'default' },
    )

  it('"Hello" costs one model call', async () => {
    await open(desk())
    test.server.reply({ text: 'Hello there.' })
    expect((await test.turn('Hello')).said).toEqual(['Hello there.'])
    expect(test.server.calls).toBe(1)
    expect(test.server.requests[0]?.toolNames).toEqual(['MessageWorker'])
  })

  it('the worker answers when it is called, and the baton is back with the supervisor', async () => {
    await open(desk())
    sayAll()
    test.server.on(
      { system: 'You are S.' },
      { calls: [{ name: 'MessageWorker', arguments: {} }] },
      { text: 'S again.' },
    )
    expect((await test.turn('odd')).said).toEqual(['MessageWorker:ok'])
    expect((await test.state()).frames.map((frame) => frame.node)).toEqual(['v'])
    expect((await test.turn('more')).said).toEqual(['S again.'])
  })
})

describe('loops', () => {
  it('dialogs that bring each other in end with a reason', async () => {
    await open(
      flow('Loop')
        .start('s')
        .supervisor('s', { prompt: 'You are S. {dialogs} {tools}' })
        .dialog('a', { toolName: 'to_a', prompt: 'You are A.' })
        .dialog('b', { toolName: 'to_b', prompt: 'You are B.' })
        .delegate('s', 'a')
        .delegate('a', 'b')
        .delegate('b', 'a'),
    )
    test.server.on({ system: 'You are B.' }, { calls: [{ name: 'to_a' }] })
    test.server.on({ system: 'You are A.' }, { calls: [{ name: 'to_b' }] })
    test.server.on({ system: 'You are S.' }, { calls: [{ name: 'to_a' }] })
    const { outcome, events } = await test.turn('x')
    expect(events.at(-1)).toMatchObject({ type: 'run.finished', reason: 'limit', limit: { limit: 'loop' } })
    expect(outcome).toMatchObject({ limit: expect.stringContaining('a -> b') as unknown })
  })

  it('agents that pass the baton to and fro are bounded by hops', async () => {
    await open(
      flow('Ping-pong')
        .start('a')
        .agent('a', { prompt: 'You are A.' })
        .agent('b', { prompt: 'You are B.' })
        .handoff('a', 'b')
        .handoff('b', 'a'),
    )
    test.server.on({ system: 'You are A.' }, { calls: [{ name: 'transfer_a_to_b' }] })
    test.server.on({ system: 'You are B.' }, { calls: [{ name: 'transfer_b_to_a' }] })
    const { events } = await test.turn('x')
    expect(events.at(-1)).toMatchObject({ limit: { limit: 'rounds' } })
    expect(test.server.calls).toBe(20)
  })
})
