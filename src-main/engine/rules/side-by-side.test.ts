/** Chats of a nested chat that run side by side, through the core and against the real model server (swarm 24). */
import { afterEach, describe, expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import type { JsonObject } from '../../../src-shared/flow/records'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { speakerIn } from '../../testing/heard'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const toNested = { calls: [{ id: 'call-1', name: 'transfer_Writer_to_nested_chat_Writer_1', arguments: {} }] }
const speakers = () => test.server.requests.map((request) => speakerIn(request)).join(' ')

describe('chats side by side (swarm 24)', () => {
  const sideBySide = (edges: JsonObject[]) =>
    edges.reduce<FlowBuilder>(
      (builder, data, index) => {
        const name = 'ABCD'[index] ?? 'X'
        return builder
          .agent(name.toLowerCase(), { name, prompt: `You are ${name}.` })
          .edge(
            'recipient',
            { from: 'n', to: name.toLowerCase() },
            { message: `ask ${name}`, chatId: name, order: index, ...data },
          )
      },
      flow('Async')
        .start('w')
        .agent('w', { name: 'Writer', prompt: 'You are Writer.' })
        .node('nested-chat', 'n', { name: 'Ask all', async: true })
        .handoff('w', 'n', { condition: 'all' }),
    )
  /** Everybody answers with their own small letter; `gates` holds answers back. */
  const answer = (gates: { [name: string]: Promise<unknown> } = {}) =>
    test.server.on({}, (request) => {
      const name = speakerIn(request)
      const gate = gates[name]
      if (name !== 'Writer') return { text: `${name.toLowerCase()}!`, ...(gate === undefined ? {} : { gate }) }
      return request.last.includes('nested_chat_Writer_1: ') ? { text: 'Done.' } : toNested
    })

  it('independent chats run at once, each hears what had to come first, and results come in drawn order', async () => {
    await open(sideBySide([{}, {}, { prerequisites: ['A', 'B'] }]))
    // Neither is answered before both were asked.
    const both = test.server.waitForRequest(3)
    answer({ A: both, B: both })
    const { said, outcome, events } = await test.turn('go')
    expect(outcome).toEqual({ state: 'finished', limit: null })
    // The baton is in one place at a time.
    expect(eventsOfType(events, 'baton').map(({ node }) => node)).toEqual(['w', 'n', 'w'])
    expect(speakers().split(' ').toSorted().join(' ')).toBe('A B C Writer Writer')
    const asked = test.server.requests.find((request) => request.system.includes('You are C.'))
    expect(asked?.messages.at(-1)?.content).toBe('ask C\nContext: \na!\nb!')
    expect(said).toEqual(['c!', 'Done.'])
    const state = await test.state()
    expect([state.branches, state.turn.modelCalls, state.frames.map(({ node }) => node)]).toEqual([{}, 5, ['w']])
  })

  it('the last in drawn order is the result, whoever was through first', async () => {
    await open(sideBySide([{}, {}]))
    const written = Promise.withResolvers<null>()
    answer({ A: written.promise })
    void test.server.waitForRequest(3).then(() => written.resolve(null))
    expect((await test.turn('go')).said).toEqual(['b!', 'Done.'])
  })

  it('chats that wait for each other, for nobody, or have no id are errors before the run', async () => {
    await open(sideBySide([{ prerequisites: ['B'] }, { prerequisites: ['A'] }]))
    await expect(test.turn('go')).rejects.toThrow('wait for each other')
    await test.close()
    await open(sideBySide([{ prerequisites: ['Z'] }]))
    await expect(test.turn('go')).rejects.toThrow('no chat has that id')
    await test.close()
    await open(sideBySide([{ chatId: '' }]))
    await expect(test.turn('go')).rejects.toThrow('has no id')
  })

  it('a chat that is through while the queue looks at another one is not looked at twice', async () => {
    // B is summarised in the step in which the queue takes in what came of A.
    await open(sideBySide([{}, { summaryMethod: 'reflection_with_llm' }]))
    answer()
    const { said, outcome } = await test.turn('go')
    // The summary is asked for without the name of who said it.
    expect([said, outcome]).toEqual([['?!', 'Done.'], { state: 'finished', limit: null }])
    const state = await test.state()
    expect([state.branches, state.turn.modelCalls]).toEqual([{}, 5])
  })

  it('a limit that one of them reaches ends the turn in order, and the next message works', async () => {
    await open(sideBySide([{}, {}]).settings({ limits: { modelCalls: 2 } }))
    answer()
    const { outcome } = await test.turn('go')
    expect(outcome.state === 'finished' && outcome.limit).toContain('2')
    test.server.reset()
    test.server.reply({ text: 'Fine.' })
    expect((await test.turn('again')).said).toEqual(['Fine.'])
    expect((await test.state()).branches).toEqual({})
  })
})

describe('variables of chats side by side (swarm 10, 26)', () => {
  const add = {
    name: 'Add',
    toolName: 'add',
    description: 'adds one',
    parameters: { type: 'object', properties: {} },
    code: 'export function run(args, baton) { baton.set("n", baton.variables.n + 1); return String(baton.variables.n) }',
  }
  const recipient = (order: number, more: JsonObject = {}) => ({
    message: 'count',
    chatId: `c${order}`,
    order,
    maxTurns: 1,
    ...more,
  })
  const counting = () =>
    flow('Counting')
      .variable('n', { type: 'number', default: 0 })
      .start('w')
      .agent('w', { name: 'Writer', prompt: 'You are Writer, n is {n}.' })
      .node('nested-chat', 'x', { name: 'Count', async: true })
      .handoff('w', 'x', { condition: 'counts' })
      .node('code-tool', 't', add)
  const counters = (names: readonly string[]) =>
    names.reduce(
      (builder, name, index) =>
        builder
          .agent(name, { name: name.toUpperCase(), prompt: `You are ${name.toUpperCase()}.` })
          .use(name, 't')
          .edge('recipient', { from: 'x', to: name }, recipient(index)),
      counting(),
    )
  const addTwice = {
    calls: [
      { name: 'add', arguments: {} },
      { name: 'add', arguments: {} },
    ],
  }
  const play = () => {
    test.server.on({ system: 'You are Writer' }, toNested, { text: 'Done.' })
    test.server.on({ last: 'count' }, addTwice)
    test.server.on(() => true, { text: 'Counted.' })
  }
  const told = () => test.server.requests.findLast(({ system }) => system.includes('Writer'))?.system

  it('each tool sees what the others have changed: nothing is lost', async () => {
    await open(counters(['a', 'b', 'c']))
    play()
    const { outcome, events } = await test.turn('go')
    expect(outcome).toEqual({ state: 'finished', limit: null })
    expect(told()).toContain('n is 6.')
    expect((await test.state()).variables).toEqual({ n: 6 })
    expect(eventsOfType(events, 'variables').map(({ changes }) => changes['n'])).toEqual([0, 2, 4, 6])
    const results = eventsOfType(events, 'entry').flatMap(({ entry }) => (entry.kind === 'result' ? [entry.text] : []))
    expect(results.filter((text) => /^\d$/.test(text))).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  it('killed between two of them, what one has changed is there for the other, once', async () => {
    await open(counters(['a', 'b']))
    test.server.on({ system: 'You are Writer' }, toNested, { text: 'Done.' })
    test.server.on({ last: 'count' }, addTwice)
    test.server.on({ system: 'You are A' }, { hang: true }, { text: 'Counted.' })
    test.server.on(() => true, { text: 'Counted.' })
    const left = test.turn('go')
    // Writer, A, B, then A again, which has counted.
    await test.server.waitForRequest(4)
    await test.restart()
    await left
    expect((await test.resume()).outcome).toEqual({ state: 'finished', limit: null })
    expect((await test.state()).variables).toEqual({ n: 4 })
  })

  it('tools of a pool, and of plans, are among them', async () => {
    await open(
      counters(['a'])
        .node('workbench', 'pool', { name: 'Pool' })
        .edge('use', { from: 'pool', to: 't' })
        .agent('b', { name: 'B', prompt: 'You are B.', toolUse: 'all' })
        .use('b', 'pool')
        .edge('recipient', { from: 'x', to: 'b' }, recipient(1))
        .node('rewoo', 'p', {
          name: 'P',
          prompts: { planner: 'You are P. {tool_description}', solver: 'Solve {question} {worker_log}' },
        })
        .use('p', 't')
        .edge('recipient', { from: 'x', to: 'p' }, recipient(2, { message: 'plan' })),
    )
    test.server.on({ system: 'You are P.' }, { text: 'Plan: one\n#E1 = add[]\nPlan: two\n#E2 = add[]' })
    play()
    expect((await test.turn('go')).outcome).toEqual({ state: 'finished', limit: null })
    expect((await test.state()).variables).toEqual({ n: 6 })
  })
})
