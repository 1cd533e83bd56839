/** Conditions and variables that are set on the way: which branch is taken and why, loops and their end, and what a kill pays for. */
import { afterEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../src-shared/flow/records'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore, type TurnReport } from '../../testing/core-bench'
import { shownDecisions } from '../../testing/shown-decisions'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))

/** Where the baton went, node by node, with the reason. */
const why = (words: string) => (words === '' ? '' : `: ${words}`)
const moves = ({ events }: TurnReport) =>
  eventsOfType(events, 'entry').flatMap(({ entry }) =>
    entry.kind === 'handoff' ? [`${entry.from} -> ${entry.to}${why(entry.cause ?? entry.reason)}`] : [],
  )
const decided = ({ events }: TurnReport) =>
  shownDecisions(events).map(({ node, decision: { about, candidates, rule, choice } }) => ({
    node,
    about,
    candidates,
    rule,
    choice,
  }))
const failureOf = (outcome: TurnReport['outcome']) => (outcome.state === 'failed' ? outcome.error.message : null)
const setBy = ({ events }: TurnReport) => eventsOfType(events, 'variables').map(({ by, changes }) => ({ by, changes }))

const BRANCHES = [
  { name: 'large', when: '${total} > 100' },
  { name: 'any', when: '${total} > 0' },
]

/** Three desks behind a condition. */
const desks = (total: number): FlowBuilder =>
  flow('Desks')
    .variable('total', { type: 'number', default: total })
    .start('c')
    .node('condition', 'c', { name: 'How much', branches: BRANCHES })
    .agent('a', { name: 'Manager', prompt: 'You manage.' })
    .agent('b', { name: 'Clerk', prompt: 'You serve.' })
    .agent('d', { name: 'Host', prompt: 'You greet.' })
    .edge('next', { from: 'c', to: 'a', port: 'large' })
    .edge('next', { from: 'c', to: 'b', port: 'any' })
    .edge('next', { from: 'c', to: 'd', port: 'else' })

describe('a condition', () => {
  it.each([
    [500, 'a', 'large', '${total} > 100'],
    [5, 'b', 'any', '${total} > 0'],
    [0, 'd', 'else', 'no branch holds'],
  ])('with %d passes the baton on over the first branch that holds', async (total, ...[to, choice, rule]) => {
    await open(desks(total))
    test.server.reply({ text: 'Hello.' })
    const turn = await test.turn('hi')
    expect(turn.said).toEqual(['Hello.'])
    expect(moves(turn)).toEqual([`c -> ${to}: ${choice}`])
    expect(decided(turn)).toEqual([
      {
        node: 'c',
        about: 'condition',
        candidates: [
          { name: 'large', note: '${total} > 100' },
          { name: 'any', note: '${total} > 0' },
          { name: 'else' },
        ],
        rule,
        choice,
      },
    ])
  })

  it('with a variable that nobody declared fails with its name, and asks no model', async () => {
    await open(
      flow('Lost')
        .start('c')
        .node('condition', 'c', { branches: [{ name: 'yes', when: '${missing} == 1' }] })
        .agent('a')
        .edge('next', { from: 'c', to: 'a', port: 'yes' }),
    )
    const { outcome } = await test.turn('hi')
    expect(outcome).toMatchObject({ state: 'failed', error: { code: 'expression' } })
    expect(failureOf(outcome)).toBe('The variable "missing" is not set. Declare it in the flow\'s settings.')
    expect(test.server.requests).toEqual([])
  })

  it('whose branch leads nowhere ends the sequence, and the next message begins at the start', async () => {
    await open(
      flow('Nowhere')
        .variable('on', { type: 'boolean', default: true })
        .start('a')
        .agent('a', { name: 'A' })
        .node('condition', 'c', { branches: [{ name: 'on', when: '${on}' }] })
        .next('a', 'c'),
    )
    test.server.reply({ text: 'One.' }, { text: 'Two.' })
    expect(moves(await test.turn('hi'))).toEqual(['a -> c'])
    const second = await test.turn('again')
    expect([second.outcome, second.said]).toEqual([{ state: 'finished', limit: null }, ['Two.']])
  })

  it('takes edges after work, and hands an agent of theirs the user', async () => {
    await open(
      flow('After')
        .variable('vip', { type: 'boolean', default: true })
        .start('t')
        .agent('t', { name: 'Triage' })
        .node('condition', 'c', { name: 'Who', branches: [{ name: 'vip', when: '${vip}' }] })
        .agent('v', { name: 'Lounge', prompt: 'You pamper.' })
        .afterWork('t', 'c')
        .edge('next', { from: 'c', to: 'v', port: 'vip' }),
    )
    test.server.reply({ text: 'One moment.' }, { text: 'Champagne?' }, { text: 'More?' })
    const turn = await test.turn('hi')
    expect([moves(turn), turn.said]).toEqual([
      ['t -> c', 'c -> v: vip'],
      ['One moment.', 'Champagne?'],
    ])
    await test.turn('yes')
    expect(test.server.requests.at(-1)?.system).toContain('You pamper.')
  })

  it('is the first of a task graph, whose worker then answers for the graph', async () => {
    await open(
      flow('Graph')
        .variable('open', { type: 'boolean', default: false })
        .start('g')
        .node('task-graph', 'g', { name: 'Shop' })
        .node('condition', 'c', { name: 'Hours', branches: [{ name: 'open', when: '${open}' }] })
        .node('message-worker', 'm', { name: 'Counter', value: 'We serve.' })
        .node('message-worker', 'n', { name: 'Night', value: 'We are closed.', direct: true })
        .edge('next', { from: 'g', to: 'c', port: 'start' })
        .edge('next', { from: 'c', to: 'm', port: 'open' })
        .edge('next', { from: 'c', to: 'n', port: 'else' }),
    )
    const turn = await test.turn('hi')
    expect([turn.outcome, turn.said]).toEqual([{ state: 'finished', limit: null }, ['We are closed.']])
    expect(moves(turn)).toEqual(['g -> c: first', 'c -> n: else', 'n -> g'])
  })

  it('takes hand-offs of a model, and whoever waits for an answer still gets the baton back', async () => {
    const drawn = (returns: string): FlowBuilder =>
      flow('Asked')
        .variable('vip', { type: 'boolean', default: true })
        .start('t')
        .agent('t', { name: 'Triage', prompt: 'You sort.' })
        .node('condition', 'c', { name: 'Who is it', branches: [{ name: 'vip', when: '${vip}' }] })
        .agent('v', { name: 'Lounge', prompt: 'You pamper.' })
        .handoff('t', 'c', { condition: 'wants service', returns })
        .edge('next', { from: 'c', to: 'v', port: 'vip' })
    await open(drawn('when-done'))
    test.server.reply({ calls: [{ name: 'transfer_Triage_to_Who_is_it', arguments: {} }] }, { text: 'Champagne?' })
    const turn = await test.turn('service, please')
    expect(moves(turn)).toEqual(['t -> c', 'c -> v: vip', 'v -> t'])
    expect(turn.said).toEqual(['Champagne?'])
    test.server.reply({ text: 'Yes?' })
    await test.turn('more')
    expect(test.server.requests.at(-1)?.system).toContain('You sort.')
  })

  it('begins a sub-flow, and where it leads nowhere inside, the sub-flow is left over its own edge', async () => {
    const inner = flow('Inner')
      .variable('full', { type: 'boolean', default: true })
      .start('c')
      .node('condition', 'c', { name: 'Full?', branches: [{ name: 'full', when: '${full}' }] })
      .agent('q', { name: 'Queue' })
      .edge('next', { from: 'c', to: 'q', port: 'else' })
    await open(
      flow('Outer')
        .start('s')
        .node('subflow', 's', { name: 'Sub', flow: inner.file() })
        .agent('a', { name: 'After' })
        .next('s', 'a'),
    )
    test.server.reply({ text: 'After all.' })
    const turn = await test.turn('hi')
    expect(turn.said).toEqual(['After all.'])
    expect(moves(turn)).toEqual(['s~c -> a'])
  })
})

describe('set variables', () => {
  const setting = (set: { name: string; value: string }[], types: { [name: string]: string } = {}): FlowBuilder => {
    const builder = flow('Setting')
      .start('v')
      .node('set-variables', 'v', { name: 'Set', set })
      .agent('a')
      .next('v', 'a')
    for (const [name, type] of Object.entries(types)) builder.variable(name, { type })
    return builder
  }

  it('gives values row by row, each seeing the ones before, and tells them as its own', async () => {
    await open(
      setting(
        [
          { name: 'count', value: '2' },
          { name: 'count', value: '${count} + 1' },
          { name: 'code', value: '007' },
          { name: 'line', value: 'No. {code}, {count} times' },
          { name: 'flag', value: '${count} == 3' },
          { name: 'list', value: '[1, {"a": 2}]' },
          { name: 'fresh', value: '${count}' },
        ],
        { count: 'number', code: 'string', line: 'string', flag: 'boolean', list: 'json' },
      ),
    )
    test.server.reply({ text: 'ok' })
    const changes: { [name: string]: Json } = {
      count: 3,
      code: '007',
      line: 'No. 007, 3 times',
      flag: true,
      list: [1, { a: 2 }],
      fresh: 3,
    }
    const turn = await test.turn('hi')
    expect(setBy(turn).filter(({ by }) => by === 'v')).toEqual([{ by: 'v', changes }])
    expect((await test.state()).variables).toEqual(changes)
  })

  it.each([
    ['soon', 'The variable "soon" is not set.'],
    ['12 or so', 'The variable "so" is not set.'],
    ['very soon', 'The variable "count" must be a number, and very soon is not.'],
    ["'soon'", 'The variable "count" must be a number, and "soon" is not.'],
    ['${lost} + 1', 'The variable "lost" is not set.'],
  ])('that cannot be, such as %s for a number, fails the turn and sets nothing of the node', async (value, words) => {
    await open(
      setting(
        [
          { name: 'before', value: 'yes' },
          { name: 'count', value },
        ],
        { before: 'string', count: 'number' },
      ),
    )
    const turn = await test.turn('hi')
    expect(failureOf(turn.outcome)).toContain(words)
    expect([setBy(turn), (await test.state()).variables]).toEqual([[], {}])
  })
})

const firstLines = () => test.server.requests.map(({ system }) => system.trim().split('\n')[0])

/** Asks the writer again until there are two drafts. */
const loop = (when: string): FlowBuilder =>
  flow('Loop')
    .variable('drafts', { type: 'number', default: 0 })
    .start('c')
    .node('condition', 'c', { name: 'More', branches: [{ name: 'more', when }] })
    .node('set-variables', 'v', { name: 'Count', set: [{ name: 'drafts', value: '${drafts} + 1' }] })
    .agent('w', { name: 'Writer', prompt: 'Draft {drafts}.' })
    .agent('e', { name: 'Editor', prompt: 'You edit.' })
    .edge('next', { from: 'c', to: 'v', port: 'more' })
    .edge('next', { from: 'c', to: 'e', port: 'else' })
    .next('v', 'w')
    .next('w', 'c')

describe('a branch that leads back', () => {
  it('is a loop that ends when the branch does not hold any more', async () => {
    await open(loop('${drafts} < 2'))
    test.server.reply({ text: 'one' }, { text: 'two' }, { text: 'edited' })
    const turn = await test.turn('write')
    expect(turn.said).toEqual(['one', 'two', 'edited'])
    expect(setBy(turn).filter(({ by }) => by === 'v')).toEqual([
      { by: 'v', changes: { drafts: 1 } },
      { by: 'v', changes: { drafts: 2 } },
    ])
    expect(firstLines()).toEqual(['Draft 1.', 'Draft 2.', 'You edit.'])
  })

  it('and never ends is ended by the hops of the turn, which says so and keeps what was said', async () => {
    await open(loop('true').settings({ limits: { hops: 7 } }))
    test.server.reply({ text: 'one' }, { text: 'two' }, { text: 'three' })
    const turn = await test.turn('write')
    expect(turn.outcome).toMatchObject({
      state: 'finished',
      limit: expect.stringContaining('handed on 7 times') as string,
    })
    expect(turn.said).toEqual(['one', 'two'])
    expect(moves(turn)).toHaveLength(7)
  })

  it('pays for nothing twice when the app is killed within it, and sets nothing twice', async () => {
    await open(loop('${drafts} < 2'))
    test.server.reply({ text: 'one' }, { hang: true })
    const left = test.turn('write')
    await test.server.waitForRequest(2)
    await test.restart()
    await left
    test.server.reply({ text: 'two' }, { text: 'edited' })
    const { outcome } = await test.resume()
    expect(outcome).toEqual({ state: 'finished', limit: null })
    expect((await test.state()).variables).toEqual({ drafts: 2 })
    expect(firstLines()).toEqual(['Draft 1.', 'Draft 2.', 'Draft 2.', 'You edit.'])
  })
})

it('agents in chats side by side count on the same variable, and no count is lost', async () => {
  const drawn = flow('Side by side')
    .variable('count', { type: 'number', default: 0 })
    .start('w')
    .agent('w', { name: 'Writer', prompt: 'You write.' })
    .node('nested-chat', 'n', { name: 'Ask all', async: true })
    .handoff('w', 'n')
  for (const id of ['a', 'b', 'd'])
    drawn
      .agent(id, { name: id, prompt: `You are ${id}.` })
      .node('set-variables', `v${id}`, { name: `Count ${id}`, set: [{ name: 'count', value: '${count} + 1' }] })
      .afterWork(id, `v${id}`)
      .edge('recipient', { from: 'n', to: id }, { message: `ask ${id}`, chatId: id, maxTurns: 1 })
  await open(drawn)
  test.server.on(({ system }) => system.includes('You are'), { text: 'fine' })
  test.server.on(
    ({ system }) => system.includes('You write'),
    { calls: [{ name: 'transfer_Writer_to_nested_chat_Writer_1', arguments: {} }] },
    { text: 'All said.' },
  )
  const turn = await test.turn('go')
  expect([turn.outcome, turn.said.at(-1)]).toEqual([{ state: 'finished', limit: null }, 'All said.'])
  expect((await test.state()).variables).toEqual({ count: 3 })
})
