/** DefaultWorker 12 to 15 in depth, through the core and the real model server: the turn loop of a task graph, its limits, what workers tell each other. */
import { afterEach, describe, expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { askerOf, setupA, threeWorkers, workerOf, workersAnswer } from '../../testing/setup-a'
import { shownDecisions } from '../../testing/shown-decisions'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})
const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const order = () => test.server.requests.map(askerOf).join(' ')
const user = (index: number) => test.server.requests.at(index)?.user ?? ''
const visited = async () => (await test.state()).cursors['g']?.visited
const none = { intent: 'none' }
/** Far more than a request has room for. */
const TURNS = Number(process.env['BATON_TURNS'] ?? 20)

const graph = (data: { [field: string]: number } = {}) =>
  flow('Graph')
    .start('g')
    .node('task-graph', 'g', { name: 'Shop', description: 'a shop', ...data })
/** A worker that reads and does not speak: its text is for the next one. */
const reader = (name: string) => ({
  name,
  documents: [{ name: 'a.md', text: 'cakes' }],
  prompt: `Work of ${name}. {formatted_chat} {context}`,
})
/** Readers in a row, each leading to the next without asking. */
function chain(length: number, data: { [field: string]: number } = {}): FlowBuilder {
  let builder = graph(data).edge('intent', { from: 'g', to: 'w1' }, none)
  for (let index = 1; index <= length; index += 1) {
    builder = builder.node('rag-worker', `w${index}`, reader(`Reader${index}`))
    if (index > 1) builder = builder.edge('intent', { from: `w${index - 1}`, to: `w${index}` }, none)
  }
  return builder
}

describe('DefaultWorker 12: the turn loop', () => {
  it('at most five nodes a turn: the fifth has the last word; the next turn begins anew', async () => {
    await open(chain(7))
    test.server.on(
      () => true,
      (request) => ({ text: `found by ${askerOf(request)}` }),
    )
    const { said, outcome } = await test.turn('cakes')
    expect([said, outcome.state]).toEqual([['found by Reader5'], 'finished'])
    expect(order()).toBe('Reader1 Reader2 Reader3 Reader4 Reader5')
    expect(await visited()).toEqual(['w1', 'w2', 'w3', 'w4', 'w5'])
    // The next message goes on from where the graph stands.
    await test.turn('more')
    expect(await visited()).toEqual(['w6', 'w7'])
    await test.turn('more')
    expect((await visited())?.at(0)).toBe('w1')
  })

  it('the limit is the graph’s own; a loop of workers ends at it', async () => {
    await open(chain(2, { limit: 3 }).edge('intent', { from: 'w2', to: 'w1' }, none))
    test.server.on(
      () => true,
      (request) => ({ text: `found by ${askerOf(request)}` }),
    )
    expect((await test.turn('cakes')).said).toEqual(['found by Reader1'])
    expect(await visited()).toEqual(['w1', 'w2', 'w1'])
  })

  it('a leaf ends it, and so does a worker that leads on by real intents only', async () => {
    await open(
      chain(1).node('message-worker', 'm', workerOf('Desk')).edge('intent', { from: 'w1', to: 'm' }, { intent: 'buy' }),
    )
    test.server.reply({ text: 'Found.' }, { text: '1' }, { text: 'Sold.' })
    expect((await test.turn('cakes')).said).toEqual(['Found.'])
    expect((await test.turn('I take it')).said).toEqual(['Sold.'])
    expect(order()).toBe('Reader1 intent Desk')
    expect(user(1)).toContain('1. buy')
  })

  it('a worker that speaks ends it, whatever follows', async () => {
    await open(
      threeWorkers(graph()).edge('intent', { from: 'g', to: 'm' }, none).edge('intent', { from: 'm', to: 'r' }, none),
    )
    workersAnswer(test.server)
    expect((await test.turn('one')).said).toEqual(['MessageWorker:ok'])
    expect((await test.turn('two')).said).toEqual(['RAGWorker:ok'])
    expect(order()).toBe('MessageWorker RAGWorker')
  })

  it('a direct node ends it with its words, and no call is made for them', async () => {
    await open(
      chain(1)
        .node('message-worker', 'm', { name: 'Stop', value: 'We are {{closed}} {x} $&.', direct: true })
        .edge('intent', { from: 'w1', to: 'm' }, none),
    )
    test.server.reply({ text: 'Found.' })
    expect((await test.turn('cakes')).said).toEqual(['We are {closed} {x} $&.'])
    expect(test.server.calls).toBe(1)
  })

  it('a turn without a word has one call that answers from context; an answer that is empty again ends it quietly', async () => {
    await open(chain(2))
    test.server.reply({ text: 'Cakes are on the list.' }, { text: ' ' }, { text: 'From context.' })
    expect((await test.turn('cakes')).said).toEqual(['From context.'])
    expect(order()).toBe('Reader1 Reader2 respond')
    expect([user(-1).includes('Cakes are on the list.'), user(-1).includes('a shop')]).toEqual([true, true])
    test.server.reply({ text: '' }, { text: '' }, { text: '' })
    const { outcome, said } = await test.turn('more')
    expect([outcome.state, said]).toEqual(['finished', []])
  })

  it('DefaultWorker 12, status: an agent that waits for the user keeps the next message, over a restart', async () => {
    await open(
      graph()
        .agent('a', { name: 'Asker', prompt: 'Work of Asker.', afterWork: 'revert-to-user' })
        .node('message-worker', 'm', workerOf('Desk'))
        .edge('intent', { from: 'g', to: 'a' }, { intent: 'order' })
        .edge('intent', { from: 'g', to: 'm' }, { intent: 'anything else' }),
    )
    test.server.reply({ text: '1' }, { text: 'For when?' }, { text: 'For how many?' })
    await test.turn('a cake')
    expect((await test.state()).cursors).toMatchObject({ g: { at: 'a', status: 'stay' } })
    await test.restart()
    expect((await test.turn('Friday')).said).toEqual(['For how many?'])
    expect(order()).toBe('intent Asker Asker')
  })

  it('killed between two workers: those that are done do not work again', async () => {
    await open(chain(3))
    test.server.reply({ text: 'one' }, { text: 'two' }, { hang: true })
    const left = test.turn('cakes')
    await test.server.waitForRequest(3)
    await test.restart()
    await left
    test.server.reply({ text: 'three' })
    expect((await test.resume()).said).toEqual(['three'])
    expect(order()).toBe('Reader1 Reader2 Reader3 Reader3')
    expect(await visited()).toEqual(['w1', 'w2', 'w3'])
  })

  it('many turns: each asks for its intent once and the place is kept', async () => {
    await open(
      threeWorkers(graph())
        .settings({ model: { contextTokens: 600 } })
        .edge('intent', { from: 'g', to: 'r' }, { intent: 'asks about files' })
        .edge('intent', { from: 'g', to: 's' }, { intent: 'asks about the web' }),
    )
    workersAnswer(test.server)
    test.server.on(
      () => true,
      (request) => ({ text: request.user.includes('User: file 1') ? '1' : '2' }),
    )
    for (let turn = 0; turn < TURNS; turn += 1) await test.turn(`question ${turn}, ${'words '.repeat(20)}`)
    expect(test.server.calls).toBe(2 * TURNS)
    expect([
      user(-2).includes('1. asks about files\n2. asks about the web'),
      user(-2).includes(`question ${TURNS - 1}`),
    ]).toEqual([true, true])
    expect([user(-2).includes('question 0,'), user(-2).length < 4000]).toEqual([false, true])
    expect((await test.state()).cursors).toMatchObject({ g: { turn: TURNS, at: 's', visited: ['s'], answers: [] } })
  })
})

describe('DefaultWorker 13: a default worker takes only the first place of a turn', () => {
  const behind = () =>
    setupA()
      .node('rag-worker', 'w', reader('Reader1'))
      .edge('intent', { from: 'g', to: 'w' }, { intent: 'reads' })
      .edge('intent', { from: 'w', to: 'd' }, none)

  it('behind another worker it is skipped, and that one has the last word', async () => {
    await open(behind())
    workersAnswer(test.server)
    test.server.reply({ text: '1' }, { text: 'Found.' })
    const { said, events } = await test.turn('cakes')
    expect(said).toEqual(['Found.'])
    expect(order()).toBe('intent Reader1')
    expect(eventsOfType(events, 'warning').map(({ node, code }) => [node, code])).toEqual([
      ['d', 'default-worker-skipped'],
    ])
    // As the first of a turn the same edge leads to it.
    test.server.reply({ text: 'RAGWorker' })
    expect((await test.turn('more')).said).toEqual(['RAGWorker:ok'])
    expect(await visited()).toEqual(['d'])
  })

  it('a greeting before the first answer does not count as a place', async () => {
    await open(
      setupA()
        .node('message-worker', 'hi', { name: 'Greeting', value: 'Welcome!', direct: true })
        .edge('next', { from: 'g', to: 'hi', port: 'start' }),
    )
    workersAnswer(test.server)
    test.server.reply({ text: 'SearchWorker' })
    expect((await test.turn('news?')).said).toEqual(['Welcome!', 'SearchWorker:ok'])
    expect(await visited()).toEqual(['hi', 'd'])
  })

  it('a picked worker that does not speak hands its text on where the default worker leads on', async () => {
    await open(
      setupA()
        .node('rag-worker', 'w', { ...reader('Reader1'), description: 'reads' })
        .node('message-worker', 'v', workerOf('Voice'))
        .edge('candidate', { from: 'd', to: 'w' })
        .edge('intent', { from: 'd', to: 'v' }, none),
    )
    workersAnswer(test.server)
    test.server.on({ user: 'Work of Voice.' }, { text: 'Spoken.' })
    test.server.reply({ text: 'Reader1' }, { text: 'Found.' })
    expect((await test.turn('cakes')).said).toEqual(['Spoken.'])
    expect(order()).toBe('pick Reader1 Voice')
    expect(user(-1)).toContain('[Found.]')
    // From there the graph goes on as drawn: the voice is a leaf, so the next message is picked for again.
    test.server.reply({ text: 'MessageWorker' })
    expect((await test.turn('hello')).said).toEqual(['MessageWorker:ok'])
  })
})

describe('DefaultWorker 14: the message worker', () => {
  it('what an earlier worker left is its context, once: after it has spoken nothing of it is left', async () => {
    await open(chain(1).node('message-worker', 'm', workerOf('Desk')).edge('intent', { from: 'w1', to: 'm' }, none))
    test.server.reply({ text: 'Fridays {x} $&' }, { text: 'On Friday!' })
    await test.turn('when?')
    expect(user(-1)).toContain('[Fridays {x} $&]')
    expect((await test.state()).cursors['g']).toMatchObject({ context: '', status: 'complete', at: 'm' })
    const { log } = await test.state()
    expect(log.filter((entry) => entry.kind === 'text').map(({ author }) => author)).toEqual(['user', 'm'])
    test.server.reply({ text: 'Found again.' }, { text: 'Still Friday.' })
    await test.turn('sure?')
    expect(user(-1)).not.toContain('Fridays {x}')
  })

  it('direct words are said as they are, variables filled in, by the worker, in the log of the thread', async () => {
    await open(
      graph()
        .variable('city', { type: 'string', default: 'Rome {city}' })
        .node('message-worker', 'm', { name: 'Stop', value: 'Closed in {city}.', direct: true })
        .edge('intent', { from: 'g', to: 'm' }, none),
    )
    expect((await test.turn('hello')).said).toEqual(['Closed in Rome {city}.'])
    expect(test.server.calls).toBe(0)
    expect((await test.state()).log.at(-2)).toMatchObject({ kind: 'text', author: 'm', text: 'Closed in Rome {city}.' })
  })
})

describe('DefaultWorker 15: looking things up only if needed', () => {
  it.each([
    ['Yes', true],
    ['YES, please.', true],
    ['I would say yes', true],
    ['That was yesterday', true],
    ['Да', true],
    ['是的', true],
    ['no', false],
    ['I do not know', false],
    ['', false],
    ['нет', false],
    ['不是', false],
  ])('%j: %j', async (answer, looksUp) => {
    await open(
      graph()
        .node('rag-worker', 'w', { ...reader('Reader1'), when: 'if-needed' })
        .edge('intent', { from: 'g', to: 'w' }, none),
    )
    test.server.reply({ text: answer }, { text: 'An answer.' })
    const { said, events } = await test.turn('cakes?')
    expect(said).toEqual(['An answer.'])
    expect(user(1).includes('a.md')).toBe(looksUp)
    expect(shownDecisions(events)[0]?.decision).toMatchObject({
      about: 'look-up',
      choice: looksUp ? 'look up' : 'answer',
    })
  })
})
