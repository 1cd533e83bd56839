/** Swarm agents through the core, against the real model server: hand-offs over drawn edges and only over drawn edges. */
import { afterEach, describe, expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { heardAs } from '../../testing/heard'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const two = () =>
  flow('Desk')
    .start('a')
    .agent('a', { name: 'agent1', prompt: 'You are A.' })
    .agent('b', { name: 'agent2', prompt: 'You are B.' })
const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const call = (...names: string[]) => ({ calls: names.map((name) => ({ name, arguments: {} })) })
const speakers = () => test.server.requests.map((request) => /You are (\w)/.exec(request.system)?.[1]).join(' ')
const offered = () => test.server.requests.map((request) => request.toolNames.join(' '))
const results = async () => (await test.state()).log.flatMap((entry) => (entry.kind === 'result' ? [entry.text] : []))

describe('hand-offs', () => {
  it('NC-1: the baton goes over the drawn edge; the target sees the shared chat without transit (swarm 11)', async () => {
    await open(two().handoff('a', 'b', { condition: 'asks for B' }))
    test.server.reply({ text: 'One moment.', ...call('transfer_agent1_to_agent2') }, { text: 'B here.' })
    const { said, events } = await test.turn('hello')
    expect(said).toEqual(['B here.'])
    expect(speakers()).toBe('A B')
    expect(test.server.requests[0]?.tools[0]?.function).toMatchObject({
      name: 'transfer_agent1_to_agent2',
      description: 'asks for B',
    })
    expect(heardAs(test.server.requests[1])).toEqual([
      ['system', 'You are B.'],
      ['user', 'hello\n\nagent1: One moment.'],
    ])
    expect(eventsOfType(events, 'baton').map(({ node, edge }) => [node, edge])).toEqual([
      ['a', null],
      ['b', 'e2'],
    ])
    expect(await results()).toEqual(['The conversation was handed to agent2.'])
  })

  it('NC-2: several conditions to one target get names of their own', async () => {
    await open(
      two()
        .handoff('a', 'b', { condition: 'one' })
        .handoff('a', 'b', { condition: 'two' })
        .handoff('a', 'b', { condition: 'three' }),
    )
    test.server.reply({ text: 'Hi.' })
    await test.turn('hello')
    expect(test.server.requests[0]?.tools.map((tool) => [tool.function.name, tool.function.description])).toEqual([
      ['transfer_agent1_to_agent2', 'one'],
      ['transfer_agent1_to_agent2_2', 'two'],
      ['transfer_agent1_to_agent2_3', 'three'],
    ])
  })

  it('an undrawn hand-off is refused as its tool result, and the turn goes on', async () => {
    await open(two().handoff('a', 'b'))
    test.server.reply(call('transfer_agent1_to_boss', 'launch'), { text: 'I stay.' })
    const { said, events } = await test.turn('hello')
    expect(said).toEqual(['I stay.'])
    expect(speakers()).toBe('A A')
    expect((await results()).map((text) => text.slice(0, 30))).toEqual([
      'Refused: no hand-off to transf',
      'Error: tool launch not found',
    ])
    expect(eventsOfType(events, 'warning')).toHaveLength(2)
  })

  it('several hand-offs in one reply: the last wins, or the first where the flow says so; each call has one result', async () => {
    const three = () => two().agent('c', { name: 'agent3', prompt: 'You are C.' }).handoff('a', 'b').handoff('a', 'c')
    const both = call('transfer_agent1_to_agent2', 'transfer_agent1_to_agent3')
    await open(three())
    test.server.reply(both, { text: 'C here.' })
    expect((await test.turn('x')).said).toEqual(['C here.'])
    expect(await results()).toHaveLength(2)
    await test.close()
    await open(three().settings({ swarm: { severalHandoffs: 'first' } }))
    test.server.reply(both, { text: 'B here.' })
    expect((await test.turn('x')).said).toEqual(['B here.'])
  })

  it('the next user message goes to whoever holds the baton, also after a restart', async () => {
    await open(two().handoff('a', 'b'))
    test.server.reply(call('transfer_agent1_to_agent2'), { text: 'B here.' }, { text: 'B again.' })
    await test.turn('one')
    await test.restart()
    await test.turn('two')
    expect(speakers()).toBe('A B B')
  })

  it('an edge that returns when done gives the baton back for the next message', async () => {
    await open(two().handoff('a', 'b', { returns: 'when-done' }))
    test.server.reply(call('transfer_agent1_to_agent2'), { text: 'B here.' }, { text: 'A again.' })
    await test.turn('one')
    await test.turn('two')
    expect(speakers()).toBe('A B A')
  })

  it('NC-7: a hand-off that is not available is not offered, re-checked before every reply', async () => {
    await open(
      two()
        .variable('flag', { type: 'boolean', default: false })
        .handoff('a', 'b', { available: 'flag' })
        .handoff('a', 'b', { available: 'missing' })
        .handoff('a', 'b', { available: 'not(${flag})' }),
    )
    test.server.reply({ text: 'Hi.' })
    await test.turn('x')
    expect(offered()).toEqual(['transfer_agent1_to_agent2_3'])
  })

  it('NC-9: a context condition moves the baton without a model call', async () => {
    await open(
      two().variable('go', { type: 'boolean', default: true }).handoff('a', 'b', { by: 'context', condition: '${go}' }),
    )
    test.server.reply({ text: 'B here.' })
    const { said } = await test.turn('x')
    expect(said).toEqual(['[Handing off to agent2]', 'B here.'])
    expect(speakers()).toBe('B')
  })

  it.each([
    ['ru', '[Передаю разговор: agent2]'],
    ['zh', '[正在移交给 agent2]'],
  ] as const)('what is said then is in the language of the flow: %s', async (language, words) => {
    const drawn = two().variable('go', { type: 'boolean', default: true })
    await open(drawn.settings({ language }).handoff('a', 'b', { by: 'context', condition: '${go}' }))
    test.server.reply({ text: 'B here.' })
    expect((await test.turn('x')).said).toEqual([words, 'B here.'])
  })
})

describe('after work', () => {
  it('follows the first edge whose condition holds, then the own option', async () => {
    await open(
      two()
        .variable('n', { type: 'number', default: 1 })
        .afterWorkOption('a', 'terminate', { when: '${n} > 1', order: 0 })
        .afterWork('a', 'b', { order: 1 }),
    )
    test.server.reply({ text: 'A.' }, { text: 'B.' })
    expect((await test.turn('x')).said).toEqual(['A.', 'B.'])
  })

  it('stay goes on to the limit of rounds and says so, keeping what was said (swarm 6)', async () => {
    await open(
      flow('Stay')
        .start('a')
        .agent('a', { name: 'agent1', prompt: 'You are A.', afterWork: 'stay' })
        .settings({ limits: { rounds: 3 } }),
    )
    test.server.on(() => true, { text: 'More.' })
    const { said, outcome } = await test.turn('x')
    expect(said).toEqual(['More.', 'More.', 'More.'])
    expect(outcome).toEqual({ state: 'finished', limit: 'The turn ended because it reached its limit of 3 replies.' })
  })

  it('a sequence runs to its end; the next message begins at the start', async () => {
    await open(two().end('done').next('a', 'b').next('b', 'done'))
    test.server.on(() => true, { text: 'Ok.' })
    await test.turn('one')
    await test.turn('two')
    expect(speakers()).toBe('A B A B')
  })
})

describe('limits', () => {
  it('hops: a ping-pong ends with a reason', async () => {
    await open(
      two()
        .handoff('a', 'b')
        .handoff('b', 'a')
        .settings({ limits: { hops: 2 } }),
    )
    test.server.on({ system: 'You are A.' }, call('transfer_agent1_to_agent2'))
    test.server.on({ system: 'You are B.' }, call('transfer_agent2_to_agent1'))
    const { outcome, events } = await test.turn('x')
    expect(outcome).toEqual({
      state: 'finished',
      limit: 'The turn ended because the conversation was handed on 2 times, which is its limit.',
    })
    expect(events.at(-1)).toMatchObject({ type: 'run.finished', reason: 'limit', limit: { limit: 'hops' } })
    test.server.reset()
    test.server.reply({ text: 'Fine now.' })
    expect((await test.turn('again')).said).toEqual(['Fine now.'])
  })

  it('model calls and tool rounds', async () => {
    const tooled = () =>
      flow('T').start('a').agent('a', { prompt: 'You are A.', maxToolRounds: 2 }).builtinTool('clock').use('a', 'clock')
    await open(tooled().settings({ limits: { modelCalls: 2 } }))
    test.server.on(() => true, call('clock'))
    expect((await test.turn('x')).events.at(-1)).toMatchObject({ limit: { limit: 'modelCalls' } })
    expect(test.server.calls).toBe(2)
    await test.close()
    await open(tooled())
    test.server.on(() => true, call('clock'))
    expect((await test.turn('x')).events.at(-1)).toMatchObject({ limit: { limit: 'toolRounds' } })
    expect(offered()).toEqual(['clock', 'clock', ''])
    expect(await results()).toHaveLength(3)
  })

  it('tokens and seconds', async () => {
    await open(
      two()
        .afterWork('a', 'b')
        .settings({ limits: { tokens: 10 } }),
    )
    test.server.on(() => true, { text: 'Ok.', usage: { input: 8, output: 4 } })
    expect((await test.turn('x')).events.at(-1)).toMatchObject({
      limit: { limit: 'tokens' },
      usage: { input: 8, output: 4 },
    })
    await test.close()
    await open(two().settings({ limits: { seconds: 0.2 } }))
    test.server.reply({ hang: true })
    expect((await test.turn('x')).events.at(-1)).toMatchObject({ type: 'run.finished', limit: { limit: 'seconds' } })
  })
})
