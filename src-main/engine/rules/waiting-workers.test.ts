/** Who gets the next message behind a default worker: where a task graph stands (DefaultWorker 1b), and workers that asked the user something. */
import { afterEach, describe, expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import type { Json } from '../../../src-shared/flow/records'
import { saveFlow } from '../../../src-shared/flow/editing/save'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { askerOf, workerOf } from '../../testing/setup-a'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})
const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const order = () => test.server.requests.map(askerOf).join(' ')
/** Who was asked in a turn. */
const asked = async (text: string) => {
  const before = test.server.requests.length
  const report = await test.turn(text)
  return { ...report, order: test.server.requests.slice(before).map(askerOf).join(' ') }
}

const others = { text: 'others' }

describe('DefaultWorker 1b: the fallback worker is no place of the graph', () => {
  const shop = (last = 'message-worker') =>
    flow('Shop')
      .start('g')
      .node('task-graph', 'g', { name: 'Shop' })
      .node('message-worker', 'greet', { name: 'Greeting', value: 'Welcome!', direct: true })
      .node('message-worker', 'tables', workerOf('Tables', 'books'))
      .node(last, 'any', workerOf('Chatty', 'talks'))
      .edge('next', { from: 'g', to: 'greet', port: 'start' })
      .edge('intent', { from: 'greet', to: 'tables' }, { intent: 'book a table' })
  const withDefault = () =>
    shop()
      .node('default-worker', 'd', { name: 'Default' })
      .edge('delegate', { from: 'g', to: 'd', port: 'default' })
      .edge('candidate', { from: 'd', to: 'any' })

  it('local intents are asked for again after a message that fits none, however many', async () => {
    await open(withDefault())
    await test.turn(null)
    test.server.reply(others, { text: 'sunny' }, others, { text: 'windy' })
    expect((await asked('what is the weather?')).order).toBe('intent Chatty')
    expect((await asked('and tomorrow?')).order).toBe('intent Chatty')
    expect((await test.state()).cursors['g']).toMatchObject({ at: 'd', place: 'greet' })
    await test.restart()
    test.server.reply({ text: '1' }, { text: 'Booked.' })
    expect(await asked('book a table for two')).toMatchObject({ order: 'intent Tables', said: ['Booked.'] })
  })

  it('any worker may be the one for all else; from a leaf the graph begins again', async () => {
    await open(shop().edge('delegate', { from: 'g', to: 'any', port: 'default' }))
    test.server.reply({ text: '1' }, { text: 'Booked.' })
    expect((await asked('book a table')).said).toEqual(['Welcome!', 'Booked.'])
    test.server.reply(others, { text: 'Sunny.' })
    expect((await asked('the weather?')).order).toBe('intent Chatty')
    test.server.reply({ text: '1' }, { text: 'Booked again.' })
    expect(await asked('another table')).toMatchObject({ order: 'intent Tables', said: ['Booked again.'] })
  })

  it('what is drawn behind the fallback worker is asked for too, after what leads on from the place', async () => {
    await open(
      withDefault()
        .node('message-worker', 'maps', workerOf('Maps'))
        .edge('intent', { from: 'd', to: 'maps' }, { intent: 'wants the way' }),
    )
    await test.turn(null)
    test.server.reply(others, { text: 'We are in town.' })
    await test.turn('where are you?')
    test.server.reply({ text: '2' }, { text: 'Left, then right.' })
    expect(await asked('how do I get there?')).toMatchObject({ order: 'intent Maps', said: ['Left, then right.'] })
    expect(test.server.requests.at(-2)?.user).toMatch(/1\. book a table\s+2\. wants the way/)
    expect((await test.state()).cursors['g']).toMatchObject({ at: 'maps', place: 'maps' })
  })

  it('a default worker that fails moves nothing either', async () => {
    await open(withDefault())
    await test.turn(null)
    test.server.reply(others, { status: 401, body: 'no' })
    expect((await asked('the weather?')).outcome.state).toBe('failed')
    test.server.reply({ text: '1' }, { text: 'Booked.' })
    expect((await asked('book a table')).order).toBe('intent Tables')
  })
})

describe('a worker that waits for the user keeps the next message, whoever called it', () => {
  const asker = (data: { [field: string]: Json } = {}) => ({
    name: 'Asker',
    description: 'takes orders',
    prompt: 'Work of Asker.',
    afterWork: 'revert-to-user',
    ...data,
  })
  /** The start leads to a default worker that picks Asker, or Chat. */
  const picking = (builder: FlowBuilder) =>
    builder
      .node('default-worker', 'd', {
        name: 'Pick',
        prompt: 'Work of Pick. {workers_info} {workers_name} {formatted_chat}',
      })
      .agent('a', asker())
      .node('message-worker', 'm', workerOf('Chat', 'chats'))
      .edge('candidate', { from: 'd', to: 'a' })
      .edge('candidate', { from: 'd', to: 'm' })
  const pick = (name: string) => ({ text: name })

  it('behind a default worker at the start, over restarts, until it ends its turn in another way', async () => {
    await open(
      picking(flow('Pick').start('d'))
        .variable('done', { type: 'boolean', default: false })
        .afterWorkOption('a', 'terminate', { when: '${done}' })
        .node('code-tool', 't', {
          name: 'Finish',
          toolName: 'finish',
          description: 'ends',
          code: 'export function run(args, baton) { baton.set("done", true); return "ok" }',
        })
        .use('a', 't'),
    )
    test.server.reply(pick('Asker'), { text: 'Which size?' }, { text: 'Which crust?' })
    expect((await asked('a pizza')).order).toBe('Pick Asker')
    expect((await test.state()).frames.map(({ node }) => node)).toEqual(['d', 'a'])
    await test.restart()
    expect(await asked('large')).toMatchObject({ order: 'Asker', said: ['Which crust?'] })
    test.server.reply({ calls: [{ name: 'finish', arguments: {} }] }, { text: 'Ordered.' })
    const last = await asked('thin')
    expect(last).toMatchObject({ order: 'Asker Asker', said: ['Ordered.'] })
    expect(eventsOfType(last.events, 'baton').map(({ node }) => node)).toEqual(['a', 'd'])
    test.server.reply(pick('Chat'), { text: 'Hello.' })
    expect((await asked('hi')).order).toBe('Pick Chat')
  })

  it('behind a default worker of a task graph; the graph stands where it was', async () => {
    await open(
      picking(flow('Graph').start('g').node('task-graph', 'g', { name: 'Graph' }))
        .edge('delegate', { from: 'g', to: 'd', port: 'default' })
        .edge('intent', { from: 'g', to: 'm' }, { intent: 'small talk' }),
    )
    test.server.reply(others, pick('Asker'), { text: 'Which size?' }, { text: 'Large it is.' })
    expect((await asked('a pizza')).order).toBe('intent Pick Asker')
    expect((await test.state()).cursors['g']).toMatchObject({ at: 'd', place: null, status: 'stay' })
    expect(await asked('large')).toMatchObject({ order: 'Asker', said: ['Large it is.'] })
  })

  it('several levels deep: a default worker inside a sub-flow that a default worker picked', async () => {
    const inner = picking(flow('Inner').start('d'))
    await open(
      flow('Outer')
        .start('g')
        .node('task-graph', 'g', { name: 'Graph' })
        .node('default-worker', 'o', {
          name: 'First',
          prompt: 'Work of First. {workers_info} {workers_name} {formatted_chat}',
        })
        .node('subflow', 's', { name: 'Kitchen', description: 'cooks', flow: inner.file() })
        .node('message-worker', 'x', workerOf('Other', 'other things'))
        .edge('delegate', { from: 'g', to: 'o', port: 'default' })
        .edge('candidate', { from: 'o', to: 's' })
        .edge('candidate', { from: 'o', to: 'x' }),
    )
    test.server.reply(pick('Kitchen'), pick('Asker'), { text: 'Which size?' }, { text: 'Which crust?' })
    expect((await asked('a pizza')).order).toBe('First Pick Asker')
    expect((await test.state()).frames.map(({ node }) => node)).toEqual(['g', 'o', 's~d', 's~a'])
    expect((await asked('large')).order).toBe('Asker')
  })

  it('whom the waiting one handed off to is the one that waits', async () => {
    await open(
      picking(flow('Pick').start('d'))
        .agent('b', asker({ name: 'Baker', prompt: 'Work of Baker.' }))
        .handoff('a', 'b', { condition: 'bakes' }),
    )
    const handOff = { calls: [{ name: 'transfer_Asker_to_Baker', arguments: {} }] }
    test.server.reply(pick('Asker'), handOff, { text: 'Which size?' }, { text: 'In the oven.' })
    expect((await asked('a pizza')).order).toBe('Pick Asker Baker')
    expect((await asked('large')).order).toBe('Baker')
  })

  it('a reply that failed leaves it waiting, so that the answer can be given again', async () => {
    await open(picking(flow('Pick').start('d')))
    test.server.reply(pick('Asker'), { text: 'Which size?' }, { status: 401, body: 'no' }, { text: 'Large it is.' })
    await test.turn('a pizza')
    expect((await test.turn('large')).outcome.state).toBe('failed')
    expect(await asked('large!')).toMatchObject({ order: 'Asker', said: ['Large it is.'] })
  })

  it('slots of the task graph are filled from its answer too', async () => {
    await open(
      picking(
        flow('Graph')
          .start('g')
          .node('task-graph', 'g', {
            name: 'Graph',
            slots: { type: 'object', properties: { size: { type: 'string' } }, required: ['size'] },
          }),
      ).edge('delegate', { from: 'g', to: 'd', port: 'default' }),
    )
    test.server.reply({ text: '{}' }, pick('Asker'), { text: 'Which size?' })
    await test.turn('a pizza')
    test.server.reply({ text: '{"size":"large"}' }, { text: 'Large it is.' })
    expect((await test.turn('large')).said).toEqual(['Large it is.'])
    expect((await test.state()).variables).toMatchObject({ size: 'large' })
    expect(test.server.calls).toBe(5)
  })

  it('a supervisor hears each message first, as ever', async () => {
    await open(
      picking(
        flow('Desk').start('s').supervisor('s', { name: 'Desk', prompt: 'Work of Desk. {dialogs} {tools}' }),
      ).edge('delegate', { from: 's', to: 'd', port: 'default' }),
    )
    test.server.on(
      { system: 'Work of Desk.' },
      ({ toolNames }) => ({ calls: [{ name: toolNames[0] ?? '', arguments: {} }] }),
      { text: 'Noted.' },
    )
    test.server.on({ user: 'Work of Pick.' }, pick('Asker'))
    test.server.on({ system: 'Work of Asker.' }, { text: 'Which size?' })
    expect((await asked('a pizza')).order).toBe('Desk Pick Asker')
    expect(await asked('large')).toMatchObject({ order: 'Desk', said: ['Noted.'] })
  })
})

it('a worker that was removed while it waited: the message goes to whoever is left', async () => {
  const drawn = (isThere: boolean) => {
    const graph = flow('Graph')
      .start('g')
      .node('task-graph', 'g', { name: 'Graph' })
      .node('message-worker', 'm', workerOf('Chat'))
      .edge('intent', { from: 'g', to: 'm' }, { intent: 'small talk' })
    return isThere
      ? graph
          .agent('a', { name: 'Asker', prompt: 'Work of Asker.', afterWork: 'revert-to-user' })
          .edge('intent', { from: 'g', to: 'a' }, { intent: 'order' })
      : graph
  }
  await open(drawn(true))
  test.server.reply({ text: '2' }, { text: 'Which size?' })
  await test.turn('a pizza')
  test.server.reply({ text: '1' }, { text: 'Hello.' })
  const flowText = saveFlow(drawn(false).build())
  const turn = { flowId: 'graph', flowText, revision: null, threadId: 't1', text: 'hi' }
  await (
    await test.core().services.runner.start(turn)
  ).done
  expect(order()).toBe('intent Asker intent Chat')
})
