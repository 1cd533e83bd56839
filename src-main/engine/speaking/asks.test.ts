/** Participants who are asked as tools and answer in the same turn, through the core and against the real model server. */
import { afterEach, describe, expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { speakerIn } from '../../testing/heard'
import type { RecordedRequest } from '../../testing/model-server'
import { toolCall } from '../../testing/setup-d'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const open = async (builder: FlowBuilder) =>
  (test = await openTestCore(builder.build(), { script: () => ({ text: 'ok' }) }))
const speakers = () => test.server.requests.map((request) => speakerIn(request)).join(' ')
const requestsOf = (name: string) => test.server.requests.filter((request) => speakerIn(request) === name)
const contents = (request: RecordedRequest | undefined) =>
  request?.messages.map(({ role, content }) => `${role}: ${content ?? ''}`)
const ask = (...asked: [name: string, message: string][]) => ({
  calls: asked.map(([name, message], index) => ({ id: `c${index + 1}`, name: `ask_${name}`, arguments: { message } })),
})
const agents = (...names: string[]) =>
  names.reduce(
    (builder, name) =>
      builder.agent(name.toLowerCase(), { name, prompt: `You are ${name}.`, description: `does ${name}` }),
    flow('Asking').start('lead'),
  )
const team = () =>
  agents('Ann', 'Bob')
    .supervisor('lead', { name: 'Lead', prompt: 'You are Lead. {dialogs} {tools}' })
    .use('lead', 'ann')
    .use('lead', 'bob')
const results = async () =>
  (await test.state()).log.flatMap((entry) => (entry.kind === 'result' ? [`${entry.tool}: ${entry.text}`] : []))

describe('asking others as tools', () => {
  it('a supervisor asks two at once, each hears its question alone, and their answers are the results', async () => {
    await open(team())
    test.server.on({ system: 'You are Lead' }, ask(['Ann', 'And the price?'], ['Bob', 'When?']), {
      text: '12 euro, on Friday.',
    })
    // Neither is answered before both were asked.
    const both = test.server.waitForRequest(3)
    test.server.on({ system: 'You are Ann' }, { text: '12 euro', gate: both })
    test.server.on({ system: 'You are Bob' }, { text: 'Friday', gate: both })
    const { said, outcome, events } = await test.turn('What and when?')
    expect([outcome, said]).toEqual([{ state: 'finished', limit: null }, ['12 euro, on Friday.']])
    expect(contents(requestsOf('Ann')[0])).toEqual(['system: You are Ann.', 'user: And the price?'])
    expect(test.server.requests[0]?.toolNames).toEqual(['ask_Ann', 'ask_Bob'])
    expect(test.server.requests[0]?.system).toContain('ask_Ann: Asks Ann: does Ann')
    expect(await results()).toEqual(['ask_Ann: 12 euro', 'ask_Bob: Friday'])
    // The baton stays, and the next message goes to the one who asked.
    expect(new Set(eventsOfType(events, 'baton').map(({ node }) => node))).toEqual(new Set(['lead']))
    const { frames, branches, turn } = await test.state()
    expect([frames.map(({ node, asking }) => [node, asking]), branches, turn.modelCalls]).toEqual([
      [['lead', undefined]],
      {},
      4,
    ])
  })

  it('its events are those of a call, told once, and what is said within lies in the scope of the call', async () => {
    await open(team())
    test.server.on({ system: 'You are Lead' }, ask(['Ann', 'Price?']), { text: 'Done.' })
    const { events } = await test.turn('go')
    const calls = events.flatMap((event) =>
      event.type === 'tool.started' || event.type === 'tool.finished'
        ? [[event.type, event.node, event.callId, event.tool, event.toolNode]]
        : [],
    )
    expect(calls).toEqual([
      ['tool.started', 'lead', 'c1', 'ask_Ann', 'ann'],
      ['tool.finished', 'lead', 'c1', 'ask_Ann', 'ann'],
    ])
    const within = eventsOfType(events, 'entry').filter(({ entry }) => entry.scope !== 'main')
    expect(within.every(({ entry }) => entry.scope.startsWith('main/!c1#'))).toBe(true)
    expect(within.flatMap(({ entry }) => (entry.kind === 'text' ? [`${entry.author}: ${entry.text}`] : []))).toEqual([
      'lead: Price?',
      'ann: ok',
    ])
  })

  it('an agent asks the same one twice in a reply; ids of calls that come again begin a conversation anew', async () => {
    await open(agents('Lead', 'Ann').use('lead', 'ann'))
    const twice = ask(['Ann', 'one'], ['Ann', 'two'])
    test.server.on({ system: 'You are Lead' }, twice, twice, { text: 'Done.' })
    test.server.on({ system: 'You are Ann' }, ({ user }) => ({ text: `${user}!` }))
    expect((await test.turn('go')).said).toEqual(['Done.'])
    expect(await results()).toEqual(['ask_Ann: one!', 'ask_Ann: two!', 'ask_Ann: one!', 'ask_Ann: two!'])
    expect(requestsOf('Ann').map((request) => contents(request)?.length)).toEqual([2, 2, 2, 2])
  })

  it('whoever waits for an answer cannot be asked: two that may ask each other come to an end', async () => {
    await open(agents('Lead', 'Ann').use('lead', 'ann').use('ann', 'lead'))
    test.server.on({ system: 'You are Lead' }, ask(['Ann', 'Price?']), { text: 'Done.' })
    test.server.on({ system: 'You are Ann' }, ask(['Lead', 'You tell me.']), { text: '12 euro' })
    const { said, events } = await test.turn('go')
    expect(said).toEqual(['Done.'])
    expect(requestsOf('Ann').map(({ toolNames }) => toolNames)).toEqual([[], []])
    expect(await results()).toEqual([
      'ask_Lead: Error: Lead waits for this answer, so it cannot be asked now. Answer without it.',
      'ask_Ann: 12 euro',
    ])
    expect(eventsOfType(events, 'warning').map(({ code }) => code)).toEqual(['refused-call'])
  })

  it('one who is asked asks others, one after the other, and uses tools of its own', async () => {
    await open(
      agents('Lead', 'Ann', 'Bob', 'Cy')
        .use('lead', 'ann')
        .use('ann', 'bob')
        .use('ann', 'cy')
        .builtinTool('sums', { tool: 'calculator' })
        .use('ann', 'sums'),
    )
    test.server.on({ system: 'You are Lead' }, ask(['Ann', 'All?']), { text: 'Done.' })
    const calls = [
      ...ask(['Bob', 'b?'], ['Cy', 'c?']).calls,
      { id: 'c9', name: 'calculator', arguments: { expression: '6 * 7' } },
    ]
    test.server.on({ system: 'You are Ann' }, { calls }, { text: 'b! c! 42' })
    expect((await test.turn('go')).said).toEqual(['Done.'])
    expect(speakers()).toBe('Lead Ann Bob Cy Ann Lead')
    expect(await results()).toEqual(['calculator: 42', 'ask_Bob: ok', 'ask_Cy: ok', 'ask_Ann: b! c! 42'])
  })

  it('who is asked may hand off or wait for the user: whoever spoke last has answered', async () => {
    await open(
      agents('Lead', 'Ann', 'Bob').use('lead', 'ann').handoff('ann', 'bob').afterWorkOption('bob', 'revert-to-user'),
    )
    test.server.on({ system: 'You are Lead' }, ask(['Ann', 'Price?']), { text: 'Done.' })
    test.server.on({ system: 'You are Ann' }, toolCall('transfer_Ann_to_Bob'))
    test.server.on({ system: 'You are Bob' }, { text: 'Which one do you mean?' })
    expect((await test.turn('go')).said).toEqual(['Done.'])
    expect(await results()).toContain('ask_Ann: Which one do you mean?')
    test.server.reset()
    test.server.reply({ text: 'Lead again.' })
    expect((await test.turn('and?')).said).toEqual(['Lead again.'])
  })

  it('a hand-off in the same reply waits for the answers, which whoever takes over can read', async () => {
    await open(agents('Lead', 'Ann', 'Bob').use('lead', 'ann').handoff('lead', 'bob'))
    const calls = [{ id: 'h', name: 'transfer_Lead_to_Bob', arguments: {} }, ...ask(['Ann', 'Price?']).calls]
    test.server.on({ system: 'You are Lead' }, { calls })
    test.server.on({ system: 'You are Ann' }, { text: '12 euro' })
    test.server.on({ system: 'You are Bob' }, { text: 'I am Bob.' })
    expect((await test.turn('go')).said).toEqual(['I am Bob.'])
    expect(speakers()).toBe('Lead Ann Bob')
    expect(contents(requestsOf('Bob')[0])?.join('\n')).toContain('12 euro')
  })

  it.each([
    ['a dialog', (b: FlowBuilder) => b.dialog('x', { name: 'X', prompt: 'You are X.', toolDescription: 'Used for x' })],
    ['a supervisor', (b: FlowBuilder) => b.supervisor('x', { name: 'X', prompt: 'You are X. {dialogs} {tools}' })],
    [
      'a sub-flow',
      (b: FlowBuilder) =>
        b.node('subflow', 'x', {
          name: 'X',
          flow: flow('In').start('i').agent('i', { name: 'X', prompt: 'You are X.' }).file(),
        }),
    ],
    [
      'a message worker',
      (b: FlowBuilder) => b.node('message-worker', 'x', { name: 'X', prompt: 'You are X. {formatted_chat}' }),
    ],
    [
      'a task graph',
      (b: FlowBuilder) =>
        b
          .node('task-graph', 'x', { name: 'X' })
          .agent('w', { name: 'W', prompt: 'You are W.' })
          .edge('intent', { from: 'x', to: 'w' }, { intent: 'none' }),
    ],
    [
      'a default worker',
      (b: FlowBuilder) =>
        b
          .node('default-worker', 'x', { name: 'X' })
          .agent('w', { name: 'W', prompt: 'You are W.' })
          .edge('candidate', { from: 'x', to: 'w' }),
    ],
  ])('%s can be asked, again and again', async (_what, draw) => {
    await open(draw(agents('Lead')).use('lead', 'x'))
    test.server.on({ system: 'You are Lead' }, ask(['X', 'one']), ask(['X', 'two']), { text: 'Done.' })
    test.server.on(
      () => true,
      ({ messages }) => ({ text: JSON.stringify(messages).includes('two') ? '2' : '1' }),
    )
    expect((await test.turn('go')).said).toEqual(['Done.'])
    expect(await results()).toEqual(['ask_X: 1', 'ask_X: 2'])
    const { frames, branches } = await test.state()
    expect([frames.map(({ node }) => node), branches]).toEqual([['lead'], {}])
  })

  it('killed while one is asked, nobody who has answered is asked again', async () => {
    await open(team())
    test.server.on({ system: 'You are Lead' }, ask(['Ann', 'Price?'], ['Bob', 'When?']), { text: 'Done.' })
    test.server.on({ system: 'You are Ann' }, { text: '12 euro' })
    test.server.on({ system: 'You are Bob' }, ask(['Nobody', '']), { hang: true }, { text: 'Friday' })
    const left = test.turn('go')
    // Lead, Ann and Bob, then Bob again: what Ann said is taken in by then.
    await test.server.waitForRequest(4)
    await test.restart()
    await left
    const { outcome, events } = await test.resume()
    expect(outcome).toEqual({ state: 'finished', limit: null })
    expect((await results()).slice(-2)).toEqual(['ask_Ann: 12 euro', 'ask_Bob: Friday'])
    expect(speakers().split(' ').toSorted().join(' ')).toBe('Ann Bob Bob Bob Lead Lead')
    expect(eventsOfType(events, 'tool.started')).toEqual([])
    expect(eventsOfType(events, 'tool.finished').map(({ tool }) => tool)).toEqual(['ask_Bob'])
  })

  it('a limit that is reached within ends the turn in order, and the next message works', async () => {
    await open(team().settings({ limits: { modelCalls: 2 } }))
    test.server.on({ system: 'You are Lead' }, ask(['Ann', 'Price?']))
    test.server.on({ system: 'You are Ann' }, ask(['Nobody', '']))
    const { outcome } = await test.turn('go')
    expect(outcome.state === 'finished' && outcome.limit).toContain('2')
    test.server.reset()
    test.server.reply({ text: 'Fine.' })
    expect((await test.turn('again')).said).toEqual(['Fine.'])
    expect((await test.state()).branches).toEqual({})
  })

  it.each([
    [
      'code of an observer',
      (b: FlowBuilder) =>
        b
          .agent('ann', { name: 'Ann', prompt: 'You are Ann.' })
          .observer('o', {
            name: 'Watch',
            type: 'code',
            code: { code: 'export function run() { throw Error("worn out") }' },
          })
          .observe('ann', 'o'),
      'The code of the observer Watch failed: worn out',
    ],
    [
      'a worker of its own',
      (b: FlowBuilder) =>
        b
          .node('task-graph', 'ann', { name: 'Ann' })
          .node('message-worker', 'w', {
            name: 'W',
            prompt: 'You are Ann. {formatted_chat}',
            output: { schema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } },
          })
          .edge('intent', { from: 'ann', to: 'w' }, { intent: 'none' }),
      'The model of W was asked 3 times and gave no answer that fits',
    ],
  ])('%s that fails is an error that the one who asked reads; the turn goes on', async (_what, draw, words) => {
    const builder = flow('Asking').start('lead').agent('lead', { name: 'Lead', prompt: 'You are Lead.' })
    await open(
      draw(builder).agent('bob', { name: 'Bob', prompt: 'You are Bob.' }).use('lead', 'ann').use('lead', 'bob'),
    )
    test.server.on({ system: 'You are Lead' }, ask(['Ann', 'Price?'], ['Bob', 'When?']), { text: 'Only Bob knew.' })
    const { said, outcome, events } = await test.turn('go')
    expect([outcome, said]).toEqual([{ state: 'finished', limit: null }, ['Only Bob knew.']])
    expect(await results()).toEqual([
      expect.stringContaining(`ask_Ann: Error: Ann could not answer. ${words}`),
      'ask_Bob: ok',
    ])
    expect(eventsOfType(events, 'tool.finished').map(({ tool, isError }) => [tool, isError])).toEqual(
      expect.arrayContaining([
        ['ask_Ann', true],
        ['ask_Bob', false],
      ]),
    )
    expect(eventsOfType(events, 'warning').map(({ code }) => code)).toContain('asked-failed')
    expect((await test.state()).branches).toEqual({})
  })

  it('a failure of the model server fails the turn, which asks again when it is tried again', async () => {
    await open(team())
    test.server.on({ system: 'You are Lead' }, ask(['Ann', 'Price?']), { text: 'Done.' })
    test.server.on({ system: 'You are Ann' }, { status: 401 }, { text: '12 euro' })
    expect((await test.turn('go')).outcome).toMatchObject({ state: 'failed', error: { code: 'model-key' } })
    await test.resume()
    expect([speakers(), await results()]).toEqual(['Lead Ann Ann Lead', ['ask_Ann: 12 euro']])
  })

  it('is called by the name of its edge, where that has one', async () => {
    await open(agents('Lead', 'Ann', 'Bob').use('lead', 'ann', { name: 'look_up' }).use('lead', 'bob'))
    test.server.on(
      { system: 'You are Lead' },
      { calls: [{ name: 'look_up', arguments: { message: 'x' } }] },
      { text: 'Done.' },
    )
    await test.turn('go')
    expect([test.server.requests[0]?.toolNames, await results()]).toEqual([['look_up', 'ask_Bob'], ['look_up: ok']])
  })

  it('one that is switched off, or closed by a condition, is not offered', async () => {
    await open(
      agents('Lead', 'Ann', 'Bob')
        .variable('open', { type: 'boolean', default: false })
        .use('lead', 'ann', { enabled: false })
        .use('lead', 'bob', { available: 'open' }),
    )
    test.server.on({ system: 'You are Lead' }, ask(['Ann', 'Price?']), { text: 'Done.' })
    await test.turn('go')
    expect(test.server.requests[0]?.toolNames).toEqual([])
    expect(await results()).toEqual(['ask_Ann: Error: tool ask_Ann is disabled'])
  })
})
