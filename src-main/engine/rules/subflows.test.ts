/** Sub-flows through the core, against the real model server: as a step, as a worker, as whom a conversation is handed to. */
import { afterEach, describe, expect, it } from 'vitest'
import { flow, type FlowBuilder, type NodeFields } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { toolCall } from '../../testing/setup-d'
import { tellerOf, tellingAgent } from '../../testing/telling-agents'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
/** An agent whose requests tell who it is. */
const agent = (name: string): NodeFields => ({ ...tellingAgent(name), description: `does ${name}` })
const held = (name: string, inner: FlowBuilder, more: NodeFields = {}): NodeFields => ({
  name,
  description: `does ${name}`,
  flow: inner.file(),
  ...more,
})
const asker = (request: { system: string; user: string }) =>
  tellerOf(request.system) ?? (/others/i.test(request.user) ? 'intent' : 'pick')
const order = () => test.server.requests.map(asker).join(' ')
/** Every agent says its name. */
const sayAll = () => {
  for (const name of ['A', 'B', 'C', 'D', 'E']) test.server.on({ system: `I am ${name}.` }, { text: `${name}!` })
}
const frames = async () => (await test.state()).frames.map((frame) => frame.node)

/** A, then B. */
const pair = () => flow('Pair').start('a').agent('a', agent('A')).agent('b', agent('B')).next('a', 'b')
/** A, which can hand off to B. */
const swarm = () => flow('Swarm').start('a').agent('a', agent('A')).agent('b', agent('B')).handoff('a', 'b')

describe('as a step', () => {
  it('runs in its place of a sequence; the last inner step leads on over its edge', async () => {
    await open(
      flow('Steps')
        .start('c')
        .agent('c', agent('C'))
        .node('subflow', 's', held('Sub', pair()))
        .agent('d', agent('D'))
        .next('c', 's')
        .next('s', 'd'),
    )
    sayAll()
    const { said, events } = await test.turn('hello')
    expect(said).toEqual(['C!', 'A!', 'B!', 'D!'])
    expect(eventsOfType(events, 'baton').map(({ node, edge }) => [node, edge])).toEqual([
      ['c', null],
      ['s', 'e2'],
      ['s~b', 's~e2'],
      ['d', 'e3'],
    ])
    expect(eventsOfType(events, 'run.started')[0]?.inner).toEqual({
      's~a': { kind: 'agent', name: 'A' },
      's~b': { kind: 'agent', name: 'B' },
    })
    expect(await frames()).toEqual(['d'])
  })

  it('an inner end leads on too; without an edge to lead on, the next message begins at its start', async () => {
    const ended = () => pair().end('end').next('b', 'end')
    await open(
      flow('Steps').start('s').node('subflow', 's', held('Sub', ended())).agent('d', agent('D')).next('s', 'd'),
    )
    sayAll()
    expect((await test.turn('hello')).said).toEqual(['A!', 'B!', 'D!'])
    await test.close()
    await open(flow('Alone').start('s').node('subflow', 's', held('Sub', ended())))
    sayAll()
    expect((await test.turn('one')).said).toEqual(['A!', 'B!'])
    expect(await frames()).toEqual(['s'])
    expect((await test.turn('two')).said).toEqual(['A!', 'B!'])
  })

  it('nests two deep, and names that clash get the name of the sub-flow before them', async () => {
    const middle = flow('Middle')
      .start('t')
      .node('subflow', 't', held('Deep', pair()))
      .agent('c', agent('C'))
      .next('t', 'c')
    await open(
      flow('Top')
        .start('s')
        .node('subflow', 's', held('Sub', middle))
        .agent('x', { ...agent('D'), name: 'A' })
        .next('s', 'x'),
    )
    sayAll()
    const { said, events } = await test.turn('hello')
    expect(said).toEqual(['A!', 'B!', 'C!', 'D!'])
    const names = Object.entries(eventsOfType(events, 'run.started')[0]?.inner ?? {}).map(([id, { name }]) => [
      id,
      name,
    ])
    expect(names).toEqual([
      ['s~t', 'Deep'],
      ['s~c', 'C'],
      ['s~t~a', 'Deep / A'],
      ['s~t~b', 'B'],
    ])
  })

  it('an inner agent that waits for the user keeps the conversation; one that ends its turn leads on', async () => {
    const asks = (afterWork: string) =>
      flow('Steps')
        .start('s')
        .node(
          'subflow',
          's',
          held(
            'Sub',
            flow('Asks')
              .start('a')
              .agent('a', { ...agent('A'), afterWork }),
          ),
        )
        .agent('d', agent('D'))
        .next('s', 'd')
    await open(asks('revert-to-user'))
    sayAll()
    expect((await test.turn('one')).said).toEqual(['A!'])
    expect((await test.turn('two')).said).toEqual(['A!'])
    await test.close()
    await open(asks('terminate'))
    sayAll()
    expect((await test.turn('one')).said).toEqual(['A!', 'D!'])
  })
})

describe('as a worker', () => {
  const shop = (inner: FlowBuilder) =>
    flow('Shop')
      .start('g')
      .node('task-graph', 'g', { name: 'Shop' })
      .node('subflow', 's', held('Sub', inner))
      .node('message-worker', 'm', { name: 'M', value: 'Bye.', direct: true })
      .edge('intent', { from: 'g', to: 's' }, { intent: 'orders' })
      .edge('intent', { from: 's', to: 'm' }, { intent: 'leaves' })

  it('of a task graph: works to the end of its sequence, then its own intents count', async () => {
    await open(shop(pair()))
    sayAll()
    test.server.on({ user: 'others' }, { text: '1' })
    const first = await test.turn('I order')
    expect(first.said).toEqual(['A!', 'B!'])
    expect(order()).toBe('intent A B')
    expect(await frames()).toEqual(['g'])
    expect((await test.state()).cursors['g']).toMatchObject({ at: 's', visited: ['s'], status: 'complete' })
    expect((await test.turn('I leave')).said).toEqual(['Bye.'])
  })

  it('of a task graph: any inner participant may end it, after hand-offs too', async () => {
    await open(shop(swarm()))
    sayAll()
    test.server.reply({ text: '1' }, toolCall('transfer_A_to_B'), { text: 'B!' })
    expect((await test.turn('I order')).said).toEqual(['B!'])
    expect(await frames()).toEqual(['g'])
  })

  it('a task graph inside works for the one outside', async () => {
    const inner = flow('Inner')
      .start('h')
      .node('task-graph', 'h', { name: 'Inner graph' })
      .agent('a', agent('A'))
      .edge('intent', { from: 'h', to: 'a' }, { intent: 'none' })
    const round = flow('Round')
      .start('t')
      .node('subflow', 't', held('Deep', inner))
      .agent('b', agent('B'))
      .next('t', 'b')
    await open(shop(round))
    sayAll()
    test.server.on({ user: 'others' }, { text: '1' })
    expect((await test.turn('I order')).said).toEqual(['A!', 'B!'])
    expect(await frames()).toEqual(['g'])
  })

  it('inside works for its own task graph to the end, whatever it says to end its turn', async () => {
    const inner = flow('Inner')
      .start('h')
      .node('task-graph', 'h', { name: 'Inner graph' })
      .agent('a', { ...agent('A'), afterWork: 'terminate' })
      .edge('intent', { from: 'h', to: 'a' }, { intent: 'none' })
    await open(flow('Top').start('s').node('subflow', 's', held('Sub', inner)).agent('d', agent('D')).next('s', 'd'))
    sayAll()
    const { said, events } = await test.turn('hello')
    expect(said).toEqual(['A!', 'D!'])
    expect(eventsOfType(events, 'baton').map(({ node }) => node)).toEqual(['s~h', 's~a', 's~h', 'd'])
  })

  it('a nested chat works inside', async () => {
    const inner = flow('Inner')
      .start('a')
      .agent('a', agent('A'))
      .agent('b', { ...agent('B'), afterWork: 'terminate' })
      .node('nested-chat', 'n', { name: 'Research' })
      .edge('handoff', { from: 'a', to: 'n' }, { condition: 'to look it up' })
      .edge('recipient', { from: 'n', to: 'b' }, { message: 'Look it up' })
    await open(flow('Top').start('s').node('subflow', 's', held('Sub', inner)).agent('d', agent('D')).next('s', 'd'))
    test.server.reply(toolCall('transfer_A_to_nested_chat_A_1'), { text: 'Found.' }, { text: 'A!' }, { text: 'D!' })
    const { said } = await test.turn('hello')
    expect(order()).toBe('A B A D')
    expect(said.slice(-2)).toEqual(['A!', 'D!'])
  })

  it('a failing inner worker leaves the task graph at the sub-flow, and is tried again', async () => {
    const inner = flow('Inner')
      .start('w')
      .node('message-worker', 'w', { name: 'W', prompt: 'W {value} {formatted_chat}' })
    await open(shop(inner))
    test.server.reply({ text: '1' }, { status: 400, body: 'no' })
    const { outcome } = await test.turn('I order')
    expect(outcome.state).toBe('failed')
    expect((await test.state()).cursors['g']).toMatchObject({ at: 's', status: 'incomplete' })
    test.server.reply({ text: 'W!' })
    expect((await test.resume()).said).toEqual(['W!'])
  })

  it('of a default worker: is offered by its name and description', async () => {
    await open(
      flow('Shop')
        .start('d')
        .node('default-worker', 'd', { name: 'Default', baseChoice: 's' })
        .node('subflow', 's', held('Sub', pair()))
        .node('message-worker', 'm', { name: 'M', value: 'Bye.', direct: true })
        .edge('candidate', { from: 'd', to: 's' })
        .edge('candidate', { from: 'd', to: 'm' }),
    )
    sayAll()
    test.server.reply({ text: 'Sub' })
    expect((await test.turn('x')).said).toEqual(['A!', 'B!'])
    expect(test.server.requests[0]?.user).toContain('Sub: does Sub')
  })

  it('of a supervisor: is called as a tool, and the baton comes back', async () => {
    await open(
      flow('Boss')
        .start('b')
        .supervisor('b', { name: 'Boss' })
        .node('subflow', 's', held('Sub', pair(), { toolName: 'ask_sub' }))
        .edge('delegate', { from: 'b', to: 's', port: 'default' }),
    )
    test.server.reply(toolCall('ask_sub'), { text: 'A!' }, { text: 'B!' })
    expect((await test.turn('x')).said).toEqual(['A!', 'B!'])
    expect(test.server.requests[0]?.toolNames).toEqual(['ask_sub'])
    expect(await frames()).toEqual(['b'])
  })

  it('a supervisor does not read the hand-off calls of agents inside as its own', async () => {
    await open(
      flow('Boss')
        .start('b')
        .supervisor('b', { name: 'Boss', prompt: 'I am C. {dialogs} {tools}' })
        .node('subflow', 's', held('Sub', swarm(), { toolName: 'ask_sub' }))
        .delegate('b', 's'),
    )
    test.server.reply(toolCall('ask_sub'), toolCall('transfer_A_to_B'), { text: 'B!' }, { text: 'C!' })
    await test.turn('x')
    await test.turn('and now?')
    const calls = test.server.requests.at(-1)?.messages.flatMap(({ tool_calls = [] }) => tool_calls)
    expect(calls?.map((call) => call.function.name)).toEqual(['ask_sub'])
  })

  it('a dialog that it brought in keeps the next message, also after a restart', async () => {
    const inner = flow('Inner')
      .start('p')
      .supervisor('p', { name: 'Inner boss', prompt: 'I am A. {dialogs} {tools}' })
      .dialog('q', { name: 'Form', prompt: 'I am B.', toolName: 'form', toolDescription: 'Used for forms' })
      .delegate('p', 'q')
    await open(
      flow('Boss')
        .start('b')
        .supervisor('b', { name: 'Boss', prompt: 'I am C. {dialogs} {tools}' })
        .node('subflow', 's', held('Sub', inner, { toolName: 'ask_sub' }))
        .delegate('b', 's'),
    )
    test.server.reply(toolCall('ask_sub'), toolCall('form'), { text: 'Your name?' })
    expect((await test.turn('a form')).said).toEqual(['Your name?'])
    expect(await frames()).toEqual(['b', 's~p', 's~q'])
    await test.restart()
    test.server.reply({ text: 'False' }, { text: 'Thanks.' })
    expect((await test.turn('Ann')).said).toEqual(['Thanks.'])
    expect(order()).toBe('C A B pick B')
    // The switch check lets the inner supervisor answer; its work is done then, and the outer one has the baton again.
    test.server.reply({ text: 'SELF' }, { text: 'A!' })
    expect((await test.turn('something else')).said).toEqual(['A!'])
    expect(await frames()).toEqual(['b'])
  })
})

describe('handed over to', () => {
  const desk = (data: { returns?: string; by?: string; condition?: string } = {}) =>
    flow('Desk')
      .start('c')
      .agent('c', agent('C'))
      .node('subflow', 's', held('Refund desk', swarm()))
      .agent('d', agent('D'))
      .handoff('c', 's', data)
      .edge('after-work', { from: 'd', to: 's' })

  it('whoever holds the baton inside gets the next message, also after a restart', async () => {
    await open(desk())
    test.server.reply(toolCall('transfer_C_to_Refund_desk'), toolCall('transfer_A_to_B'), { text: 'B!' })
    const { said, events } = await test.turn('refund')
    expect(said).toEqual(['B!'])
    expect(order()).toBe('C A B')
    expect(test.server.requests[0]?.tools[0]?.function.description).toBe(
      'Hand the conversation over to Refund desk: does Refund desk',
    )
    expect(eventsOfType(events, 'baton').map(({ node, edge }) => [node, edge])).toEqual([
      ['c', null],
      ['s', 'e2'],
      ['s~b', 's~e2'],
    ])
    await test.restart()
    test.server.reply({ text: 'B again.' })
    expect((await test.turn('and?')).said).toEqual(['B again.'])
    expect(order()).toBe('C A B B')
  })

  it('gives the baton back when it is done where the edge says so, after inner hand-offs too', async () => {
    await open(desk({ returns: 'when-done' }))
    test.server.reply(toolCall('transfer_C_to_Refund_desk'), toolCall('transfer_A_to_B'), { text: 'B!' })
    expect((await test.turn('refund')).said).toEqual(['B!'])
    expect(await frames()).toEqual(['c'])
  })

  it('by variables and after work as well', async () => {
    await open(desk({ by: 'context', condition: 'true' }))
    sayAll()
    expect((await test.turn('refund')).said).toEqual(['[Handing off to Refund desk]', 'A!'])
    await test.close()
    await open(
      flow('After')
        .start('d')
        .agent('d', agent('D'))
        .node('subflow', 's', held('Sub', swarm()))
        .edge('after-work', { from: 'd', to: 's' }),
    )
    sayAll()
    expect((await test.turn('x')).said).toEqual(['D!', 'A!'])
  })

  it('tools and variables of the inner flow work inside', async () => {
    const inner = flow('Inner')
      .variable('city', { type: 'string', default: 'Rome' })
      .start('a')
      .agent('a', { name: 'A', prompt: 'I am A. {city}' })
      .builtinTool('k', { name: 'Sums', tool: 'calculator', toolName: 'sum' })
      .use('a', 'k')
    await open(flow('Top').start('s').node('subflow', 's', held('Sub', inner)))
    test.server.reply(toolCall('sum', { expression: '1+1' }), { text: 'Two.' })
    const { said, events } = await test.turn('1+1?')
    expect(said).toEqual(['Two.'])
    expect(test.server.requests[0]?.system).toBe('I am A. Rome')
    expect(eventsOfType(events, 'tool.finished')).toMatchObject([{ toolNode: 's~k', isError: false }])
  })
})
