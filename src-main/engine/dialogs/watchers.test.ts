/** Observers of agents, supervisors and whole flows, and of a dialog's first message, through the core against the real model server. */
import { afterEach, describe, expect, it } from 'vitest'
import { loadLanguage } from '../../../src-shared/languages/load'
import { ENGLISH } from '../../../src-shared/languages/translate'
import type { RunEvent } from '../../../src-shared/run/log/events'
import { spokenText } from '../../../src-shared/run/sequence/spoken'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { setupD, speakerOf, toolCall } from '../../testing/setup-d'
import { warningWords } from '../../../src-shared/run/words/warnings'
import { shownDecisions } from '../../testing/shown-decisions'

let test: TestCore
const order = () => test.server.requests.map(speakerOf).join(' ')

describe('observers of agents, supervisors and whole flows', () => {
  const asks = (mark: string) => `Observer ${mark} {description} {message} {reply} {history}`
  const agent = () => flow('Desk').start('a').agent('a', { name: 'Ann', prompt: 'You are S.' })
  const interrupting = (answer: string) => ({ replies: 'hold', outcomes: [{ answer, then: 'interrupt' }] })
  const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
  const streamed = (events: readonly RunEvent[]) => eventsOfType(events, 'token').map(({ text }) => text)
  afterEach(async () => {
    expect(test.server.violations).toEqual([])
    await test.close()
  })

  it('a guard before an agent: it answers in its place, also where the baton comes in the middle of a turn', async () => {
    await open(
      agent()
        .agent('b', { name: 'Bob', prompt: 'You are P.' })
        .handoff('a', 'b')
        .observer('g', { name: 'Guard', type: 'guard', prompt: asks('G') })
        .observe('b', 'g'),
    )
    test.server.reply(toolCall('transfer_Ann_to_Bob'), { text: 'ok' }, { text: 'Bob here.' }, { text: 'Be kind.' })
    expect((await test.turn('hello')).said).toEqual(['Bob here.'])
    const { said, events } = await test.turn('rude words')
    expect(said).toEqual(['Be kind.'])
    expect(order()).toBe('S G P G')
    expect(shownDecisions(events)).toMatchObject([{ node: 'g', decision: { choice: 'reply' } }])
  })

  it('a guard of replies holds each back until it has looked: what it refuses is never shown, nor in the history', async () => {
    await open(
      agent()
        .observer('g', { type: 'guard', when: 'after', prompt: asks('G') })
        .observe('a', 'g'),
    )
    test.server.reply(
      { pieces: ['The ', 'code is 1234.'] },
      { text: 'I cannot tell that.' },
      { text: 'Fine.' },
      { text: 'ok' },
    )
    const { said, events } = await test.turn('the code?')
    expect([said, streamed(events)]).toEqual([['I cannot tell that.'], []])
    expect(test.server.requests[1]?.user).toContain(
      'the code? The code is 1234. User: the code?\nAnn: The code is 1234.',
    )
    expect((await test.turn('and now?')).said).toEqual(['Fine.'])
    expect(JSON.stringify(test.server.requests[2]?.messages)).not.toContain('1234')
    expect(JSON.stringify((await test.state()).log)).not.toContain('1234')
  })

  it('killed while the guard looks: the reply is not asked for again, and not said before it has passed', async () => {
    await open(
      agent()
        .observer('g', { type: 'guard', when: 'after', prompt: asks('G') })
        .observe('a', 'g'),
    )
    test.server.reply({ text: 'Hi.' }, { hang: true })
    const left = test.turn('hello')
    await test.server.waitForRequest(2)
    await test.restart()
    expect((await left).said).toEqual([])
    test.server.reply({ text: 'ok' })
    expect((await test.resume()).said).toEqual(['Hi.'])
    expect(order()).toBe('S G G')
  })

  it('interest: who passed the baton answers the message, once a turn; an agent that nobody passed it to ends the turn', async () => {
    await open(
      agent()
        .agent('b', { name: 'Bob', prompt: 'You are P.' })
        .handoff('a', 'b')
        .observer('i', { name: 'Interest', type: 'interest', prompt: asks('I') })
        .observe('b', 'i')
        .observe('a', 'i'),
    )
    test.server.reply({ text: 'yes' }, toolCall('transfer_Ann_to_Bob'), { text: 'yes' }, { text: 'Bob here.' })
    await test.turn('hello')
    // Ann gives it to Bob once more: his observer has given the message away already.
    test.server.reply({ text: 'no' }, { text: 'yes' }, toolCall('transfer_Ann_to_Bob'), { text: 'Bob after all.' })
    const { said, events } = await test.turn('something else')
    expect([order(), said]).toEqual(['I S I P I I S P', ['Bob after all.']])
    expect(eventsOfType(events, 'baton').map(({ node, edge }) => [node, edge])).toEqual([
      ['b', null],
      ['a', 'e2'],
      ['b', 'e2'],
    ])
    test.server.reply({ text: 'no' })
    const alone = await test.turn('hello', 't2')
    expect([alone.said, alone.outcome.state]).toEqual([[], 'finished'])
    expect(eventsOfType(alone.events, 'warning').map(({ code }) => code)).toEqual(['nobody-answers'])
  })

  it('collect on an agent: slots are variables, known in the next question, in prompts and conditions', async () => {
    const slots = { type: 'object', properties: { city: { type: 'string' }, days: { type: ['number', 'string'] } } }
    await open(
      agent()
        .agent('a', { name: 'Ann', prompt: 'You are S. {city} {trip_days}' })
        .agent('b', { name: 'Bob', prompt: 'You are P. {city} {trip_days}' })
        .afterWork('a', 'b', { when: '${trip_days} > 9' })
        .variable('trip_days', { type: 'number', default: 0 })
        .observer('c', { name: 'Trip', type: 'collect', slots, variables: { days: 'trip_days' }, prompt: asks('C') })
        .observe('a', 'c'),
    )
    test.server.reply({ text: 'How long?' }, { text: '{"city":"Rome","days":"some"}' })
    const { events } = await test.turn('to Rome, some days')
    expect(eventsOfType(events, 'warning').map((warning) => warningWords(warning, ENGLISH))).toEqual([
      'What Trip collected for “days” was not kept as a variable: The variable "trip_days" must be a number, and "some" is not.',
    ])
    const russian = await loadLanguage('ru')
    expect(eventsOfType(events, 'warning').map((warning) => warningWords(warning, russian))).toEqual([
      expect.stringContaining('Значение переменной «trip_days» должно быть таким: число.'),
    ])
    expect((await test.state()).variables).toEqual({ city: 'Rome', trip_days: 0 })
    // All is there: Ann has finished, and the baton goes on as drawn.
    test.server.reply({ text: 'Noted.' }, { text: '{"days":10}' }, { text: 'Booked.' })
    expect((await test.turn('10 days')).said).toEqual(['Noted.', 'Booked.'])
    expect(order()).toBe('S C S C P')
    expect(test.server.requests[2]?.system).toContain('You are S. Rome 0')
    expect(test.server.requests[4]?.system).toContain('You are P. Rome 10')
  })

  it('of a whole flow: before anybody hears the message, and after whoever replies to the user', async () => {
    await open(
      setupD()
        .describe('Cakes by post')
        .observer('in', { type: 'guard', prompt: asks('IN') })
        .observer('out', { type: 'guard', when: 'after', prompt: asks('OUT') })
        .observe('start', 'in')
        .observe('start', 'out'),
    )
    test.server.reply({ text: 'ok' }, toolCall('fill_profile'), { text: 'Name?' }, { text: 'ok' })
    expect((await test.turn('profile')).said).toEqual(['Name?'])
    expect(test.server.requests[0]?.user).toContain('Observer IN Cakes by post profile')
    test.server.reply({ text: 'Not here.' }, { text: 'ok' }, { text: 'False' }, { text: '1234' }, { text: 'Skills?' })
    expect((await test.turn('rude words')).said).toEqual(['Not here.'])
    const { said, events } = await test.turn('Ann')
    expect([said, streamed(events)]).toEqual([['Skills?'], []])
    expect(order()).toBe('IN S P OUT IN IN X P OUT')
    expect((await test.state()).frames.map(({ node }) => node)).toEqual(['s', 'p'])
  })

  it('of a whole flow: a worker of a task graph is overseen too, what is said in a nested chat is not', async () => {
    await open(
      flow('Graph')
        .start('g')
        .node('task-graph', 'g', { name: 'Shop' })
        .node('message-worker', 'w', { name: 'Desk', prompt: 'Observer WORK {formatted_chat} {value}' })
        .edge('intent', { from: 'g', to: 'w' }, { intent: 'none' })
        .observer('out', { type: 'guard', when: 'after', prompt: asks('OUT') })
        .observe('start', 'out'),
    )
    test.server.reply({ text: 'secret' }, { text: 'No.' })
    const { said, events } = await test.turn('hi')
    expect([order(), said, streamed(events)]).toEqual(['WORK OUT', ['No.'], []])
    await test.close()
    await open(
      agent()
        .agent('b', { name: 'Bob', prompt: 'You are P.' })
        .node('nested-chat', 'n', { name: 'Ask' })
        .handoff('a', 'n')
        .edge('recipient', { from: 'n', to: 'b' }, { message: 'Well?' })
        .observer('out', { type: 'guard', when: 'after', prompt: asks('OUT') })
        .observe('start', 'out'),
    )
    test.server.reply(
      toolCall('transfer_Ann_to_nested_chat_Ann_1'),
      { text: 'inner' },
      { text: 'ok' },
      { text: 'Done.' },
      { text: 'ok' },
    )
    await test.turn('hi')
    expect(order()).toBe('S P OUT S OUT')
  })

  it('a guard of replies looks at words beside calls and hand-offs too: they wait with the calls, which are carried out', async () => {
    const asked = () =>
      agent()
        .agent('b', { name: 'Bob', prompt: 'You are P.' })
        .handoff('a', 'b')
        .builtinTool('t', { tool: 'clock', toolName: 'get_time' })
        .use('a', 't')
    const guarded = asked().observer('g', { type: 'guard', when: 'after', prompt: asks('G') })
    await open(guarded.observe('a', 'g'))
    const time = { name: 'get_time', id: 'c1' }
    test.server.reply(
      { pieces: ['It is ', 'code 1234.'], text: 'It is code 1234.', calls: [time], finish: 'length' },
      { text: 'One moment.' },
      { text: 'Over to Bob.', ...toolCall('transfer_Ann_to_Bob') },
      { text: 'ok' },
      { text: 'Bob here.' },
    )
    const { events } = await test.turn('hi')
    const said = events.flatMap((event) => spokenText(event) ?? [])
    expect([order(), said]).toEqual(['S G S G P', ['One moment.', 'Over to Bob.', 'Bob here.']])
    expect(streamed(events).join('')).toBe('Bob here.')
    expect(eventsOfType(events, 'tool.finished')).toMatchObject([{ tool: 'get_time', isError: false }])
    expect(JSON.stringify([events.filter(({ type }) => type === 'entry'), await test.state()])).not.toContain('1234')
    expect(JSON.stringify(test.server.requests.at(-1)?.messages)).not.toContain('1234')
    await test.close()

    // What interrupts takes the calls along; one killed while it looks asks nothing twice.
    const strict = asked().observer('g', { type: 'question', prompt: asks('G'), ...interrupting('no') })
    await open(strict.observe('a', 'g'))
    test.server.reply({ text: 'Secret.', calls: [time] }, { hang: true })
    const left = test.turn('hi')
    await test.server.waitForRequest(2)
    await test.restart()
    expect((await left).said).toEqual([])
    test.server.reply({ text: 'no' })
    const resumed = await test.resume()
    expect([resumed.said, eventsOfType(resumed.events, 'tool.started'), order()]).toEqual([[], [], 'S G G'])
    expect(JSON.stringify((await test.state()).log)).not.toContain('Secret')
  })

  it('in the last round of tools, where nothing comes after the calls, words that would have to wait are not said', async () => {
    const builder = flow('Desk').start('a').agent('a', { name: 'Ann', maxToolRounds: 1 })
    builder.builtinTool('t', { tool: 'clock', toolName: 'get_time' }).use('a', 't')
    await open(builder.observer('g', { type: 'guard', when: 'after', prompt: asks('G') }).observe('a', 'g'))
    test.server.reply({ calls: [{ name: 'get_time' }] }, { text: 'Secret.', calls: [{ name: 'get_time' }] })
    const { said, outcome } = await test.turn('hi')
    expect([said, test.server.calls, outcome]).toMatchObject([[], 2, { state: 'finished' }])
    expect(JSON.stringify((await test.state()).log)).not.toContain('Secret')
  })

  it('of a whole flow: a greeting, and what a nested chat came to, are looked at before they are said', async () => {
    const guarded = (builder: FlowBuilder) =>
      builder.observer('out', { type: 'guard', when: 'after', prompt: asks('OUT') }).observe('start', 'out')
    await open(
      guarded(
        flow('Graph')
          .start('g')
          .node('task-graph', 'g', { name: 'Shop' })
          .node('message-worker', 'hi', { name: 'Door', direct: true, value: 'Hello, 1234!' })
          .node('message-worker', 'w', { name: 'Desk', prompt: 'Observer WORK {formatted_chat} {value}' })
          .edge('next', { from: 'g', to: 'hi', port: 'start' })
          .edge('intent', { from: 'hi', to: 'w' }, { intent: 'none' }),
      ),
    )
    test.server.reply({ text: 'Hello!' }, { text: 'Tea?' }, { text: 'ok' }, { text: 'Milk?' }, { text: 'ok' })
    expect((await test.turn('hi')).said).toEqual(['Hello!', 'Tea?'])
    expect((await test.turn('yes')).said).toEqual(['Milk?'])
    expect(order()).toBe('OUT WORK OUT WORK OUT')
    await test.close()

    const drawn = agent().agent('b', { name: 'Bob', prompt: 'You are P.' }).node('nested-chat', 'n', { name: 'Ask' })
    drawn.handoff('a', 'n').edge('recipient', { from: 'n', to: 'b' }, { message: 'Well?' })
    await open(guarded(drawn))
    test.server.reply(toolCall('transfer_Ann_to_nested_chat_Ann_1'), { text: 'The code is 1234.' })
    test.server.reply({ text: 'It is a secret.' }, { text: 'Done.' }, { text: 'ok' })
    expect((await test.turn('hi')).said).toEqual(['It is a secret.', 'Done.'])
    expect(order()).toBe('S P OUT S OUT')
    const { log } = await test.state()
    expect(
      log.flatMap((entry) => (entry.kind === 'text' && entry.speaker !== undefined ? [entry.speaker] : [])),
    ).toEqual(['nested_chat_Ann_1'])
    expect(JSON.stringify(test.server.requests.at(-2)?.messages)).not.toContain('1234')
  })

  /** Ann, then the sub-flow of Bob, whose own start has a guard before and one of replies. */
  const inside = (more: (builder: FlowBuilder) => FlowBuilder = (builder) => builder) =>
    more(
      flow('Inside')
        .start('b')
        .agent('b', { name: 'Bob', prompt: 'You are P.' })
        .observer('in', { name: 'In', type: 'guard', prompt: asks('IN') })
        .observer('out', { name: 'Out', type: 'guard', when: 'after', prompt: asks('OUT') })
        .observe('start', 'in')
        .observe('start', 'out'),
    ).file()
  const sub = { name: 'Sub', description: 'Cakes by post' }

  it('of a sub-flow: before whoever speaks first in it hears the message, and after each reply inside of it', async () => {
    await open(
      agent()
        .node('subflow', 's', { ...sub, flow: inside() })
        .agent('o', { name: 'Oda', prompt: 'You are O.' })
        .next('a', 's')
        .next('s', 'o'),
    )
    test.server.reply({ text: 'Hello.' }, { text: 'ok' }, { text: 'Secret 1234.' }, { text: 'No.' }, { text: 'Bye.' })
    const { said, events } = await test.turn('hi')
    expect([order(), said]).toEqual(['S IN P OUT O', ['Hello.', 'No.', 'Bye.']])
    expect(test.server.requests[1]?.user).toContain('Observer IN Cakes by post hi')
    expect(streamed(events).join('')).not.toContain('1234')
    expect(JSON.stringify((await test.state()).log)).not.toContain('1234')
    // What the guard says in its place is its reply, so the sequence goes on behind it.
    test.server.reply({ text: 'Hello.' }, { text: 'Not here.' }, { text: 'Bye.' })
    expect((await test.turn('rude words', 't2')).said).toEqual(['Hello.', 'Not here.', 'Bye.'])
    expect(order()).toBe('S IN P OUT O S IN O')
  })

  it('of a sub-flow that keeps the conversation: each next message, once; where nothing follows the turn ends', async () => {
    const stays = inside((builder) =>
      builder.agent('c', { name: 'Cid', prompt: 'You are O.' }).handoff('b', 'c', { by: 'context', condition: 'true' }),
    )
    await open(
      flow('Alone')
        .start('s')
        .node('subflow', 's', { ...sub, flow: stays }),
    )
    test.server.reply({ text: 'ok' }, { text: 'Cid here.' }, { text: 'ok' }, { text: 'Not here.' })
    await test.turn('hi')
    expect((await test.turn('rude words')).said).toEqual(['Not here.'])
    expect([order(), (await test.state()).frames.map(({ node }) => node)]).toEqual(['IN O OUT IN', ['s~c']])
  })

  it('of a sub-flow that is asked as a tool: its question and its answer; a nested chat inside of it is not said', async () => {
    const chat = inside((builder) =>
      builder
        .agent('c', { name: 'Cid', prompt: 'You are O.' })
        .node('nested-chat', 'n', { name: 'Ask' })
        .handoff('b', 'n')
        .edge('recipient', { from: 'n', to: 'c' }, { message: 'Well?', summaryMethod: 'none' }),
    )
    await open(
      agent()
        .node('subflow', 's', { ...sub, flow: chat })
        .use('a', 's'),
    )
    test.server.reply(toolCall('ask_Sub', { message: 'What is the code?' }), { text: 'ok' })
    test.server.reply(toolCall('transfer_Bob_to_nested_chat_Bob_1'), { text: 'inner' }, { text: 'It is 1234.' })
    test.server.reply({ text: 'It is a secret.' }, { text: 'Nobody tells.' })
    expect((await test.turn('hi')).said).toEqual(['Nobody tells.'])
    expect(order()).toBe('S IN P O P OUT S')
    expect(JSON.stringify(test.server.requests.at(-1)?.messages)).toContain('It is a secret.')
    expect(JSON.stringify(test.server.requests.at(-1)?.messages)).not.toContain('1234')
  })

  it('of a whole flow: what it steers reaches whoever replies, workers and solvers too', async () => {
    const steered = (builder: FlowBuilder) =>
      builder.observer('st', { type: 'steer', prompt: asks('ST') }).observe('start', 'st')
    const graph = flow('Graph').start('g').node('task-graph', 'g', { name: 'Shop' })
    const worker = { name: 'Desk', prompt: 'Observer WORK {formatted_chat} {value}' }
    const drawings = [
      graph.node('message-worker', 'w', worker).edge('intent', { from: 'g', to: 'w' }, { intent: 'none' }),
      flow('Agent')
        .start('g')
        .node('task-graph', 'g', { name: 'Shop' })
        .agent('w', { name: 'Ann', prompt: 'You are S.' })
        .edge('intent', { from: 'g', to: 'w' }, { intent: 'none' }),
      flow('Plan').start('p').node('rewoo', 'p', { name: 'Planner', maxTurn: 1 }),
    ]
    for (const [index, drawing] of drawings.entries()) {
      if (index > 0) await test.close()
      await open(steered(drawing))
      test.server.on((request) => speakerOf(request) === 'ST', { text: 'Speak of tea.' })
      test.server.on({}, { text: 'Fine.' })
      expect((await test.turn('hi')).said).toEqual(['Fine.'])
      expect([index, JSON.stringify(test.server.requests.at(-1)?.messages)]).toEqual([
        index,
        expect.stringContaining('Speak of tea.') as string,
      ])
    }
  })

  it('a dialog’s first message, where the edge says so: before its first words, or handed back', async () => {
    const drawn = setupD().observer('i', { name: 'Interest', type: 'interest', prompt: asks('I') })
    await open(
      drawn
        .dialog('p', { toolName: 'fill_profile', firstWords: 'Your name?' })
        .observe('p', 'i', { firstMessage: true }),
    )
    test.server.reply(toolCall('fill_profile'), { text: 'yes' })
    expect((await test.turn('profile')).said).toEqual(['Your name?'])
    test.server.reply(toolCall('fill_profile'), { text: 'no' }, toolCall('fill_profile'))
    // Brought in again in the same turn it is not asked about any more (DialogSupervisor 12).
    expect((await test.turn('profile', 't2')).said).toEqual(['Your name?'])
    expect(order()).toBe('S I S I S')
  })
})
