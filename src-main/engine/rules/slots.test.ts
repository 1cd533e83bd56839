/** Slots of a task graph through the core, against the real model server: filled, kept, named to workers, changed by workers (DW-5). */
import { afterEach, describe, expect, it } from 'vitest'
import { ENGLISH } from '../../../src-shared/languages/translate'
import { checkFlow } from '../../../src-shared/flow/checks/check'
import type { JsonObject } from '../../../src-shared/flow/records'
import { costOf } from '../../../src-shared/run/fold/fold-cost'
import { foldEvents } from '../../../src-shared/run/fold/fold'
import { EMPTY_THREAD, turnsOf } from '../../../src-shared/run/fold/fold-view'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { warningWords } from '../../../src-shared/run/words/warnings'
import { shownDecisions } from '../../testing/shown-decisions'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})
const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const asked = () =>
  test.server.requests.map(({ user, system }) => /(?:Ask|Work) of (\w+)/.exec(`${user} ${system}`)?.[1])

const slots = {
  type: 'object',
  properties: {
    city: { type: 'string', description: 'the town to deliver to' },
    guests: { type: 'integer' },
    note: { type: 'string' },
  },
  required: ['city', 'guests'],
}
const SLOTS_PROMPT = 'Ask of Slots: {slots} {known} {formatted_chat} {message}'
const shop = (data: { [field: string]: string } = {}) =>
  flow('Slots')
    .start('g')
    .node('task-graph', 'g', { name: 'Shop', slots, slotsPrompt: SLOTS_PROMPT })
    .node('message-worker', 'm', { name: 'Desk', prompt: 'Work of Desk. {value} {formatted_chat}', ...data })
    .edge('intent', { from: 'g', to: 'm' }, { intent: 'none' })

describe('a task graph with slots', () => {
  it('asks once for each message, before anything else; what it learns are variables, in the trace, over restarts', async () => {
    await open(shop())
    test.server.reply({ text: '{"city":"Rome","guests":"many","other":1}' }, { text: 'How many guests?' })
    const first = await test.turn('Bring it to Rome')
    expect(first.said).toEqual(['How many guests?'])
    expect(asked()).toEqual(['Slots', 'Desk'])
    expect((await test.state()).variables).toEqual({ city: 'Rome' })
    expect(shownDecisions(first.events)[0]).toMatchObject({
      node: 'g',
      decision: {
        about: 'slots',
        candidates: [{ name: 'city' }, { name: 'guests' }, { name: 'note' }],
        rule: 'missing: guests',
        choice: '{"city":"Rome"}',
      },
    })
    expect(eventsOfType(first.events, 'variables')).toMatchObject([{ changes: { city: 'Rome' }, by: 'g' }])
    expect(eventsOfType(first.events, 'warning').map((warning) => warningWords(warning, ENGLISH))).toEqual([
      'The value of “guests” is not what its slot takes and was left out.',
    ])
    await test.restart()
    test.server.reply({ text: 'Noted: {"guests": 12, "city": ""}' }, { text: 'Fine.' })
    await test.turn('twelve')
    expect(test.server.requests[2]?.user).toContain('{"city":"Rome"}')
    expect((await test.state()).variables).toEqual({ city: 'Rome', guests: 12 })
    test.server.reply({ text: '{"city":"Oslo"}' }, { text: 'Oslo, then.' })
    const third = await test.turn('No, to Oslo')
    expect((await test.state()).variables).toEqual({ city: 'Oslo', guests: 12 })
    expect(turnsOf(foldEvents(EMPTY_THREAD, third.events)).map((turn) => costOf(turn).parts)).toEqual([
      [
        { what: 'slot check', count: 1 },
        { what: 'reply', count: 1 },
      ],
    ])
  })

  it('names what is missing to its workers, below their prompt or where the prompt says so, and their values by name', async () => {
    await open(shop())
    test.server.reply({ text: '{}' }, { text: 'Where to?' })
    await test.turn('a cake')
    expect(test.server.requests[1]?.user).toMatch(
      /\n\nStill unknown and needed: city \(the town to deliver to\), guests\./,
    )
    test.server.reply({ text: '{"city":"Rome","guests":2}' }, { text: 'Done.' })
    await test.turn('to Rome, for two')
    expect(test.server.requests[3]?.user).not.toContain('Still unknown')
    await test.close()
    await open(
      shop({
        prompt: 'Work of Desk. {value} {formatted_chat} Open: {missing_slots}. {slots} {city}',
        value: 'To {city}',
      }),
    )
    test.server.reply({ text: '{"city":"Rome"}' }, { text: 'How many?' })
    await test.turn('to Rome')
    const prompt = test.server.requests[1]?.user ?? ''
    expect(prompt).toContain('Open: guests. {"city":"Rome"} Rome')
    expect(prompt).toContain('To Rome')
    expect(prompt).not.toContain('Still unknown')
  })

  it('an answer that is no JSON changes nothing and warns; when the flow speaks first nothing is asked', async () => {
    await open(shop())
    test.server.reply({ text: 'Hello!' })
    expect((await test.turn(null)).said).toEqual(['Hello!'])
    test.server.reply({ text: 'They want a cake.' }, { text: 'Where to?' })
    const { events } = await test.turn('a cake')
    expect(eventsOfType(events, 'warning').map(({ node, code }) => [node, code])).toEqual([['g', 'unclear-answer']])
    expect((await test.state()).variables).toEqual({})
  })

  it('killed while a worker answers: the slots are not asked for again', async () => {
    await open(shop())
    test.server.reply({ text: '{"city":"Rome"}' }, { hang: true })
    const left = test.turn('to Rome')
    await test.server.waitForRequest(2)
    await test.restart()
    await left
    test.server.reply({ text: 'How many?' })
    expect((await test.resume()).said).toEqual(['How many?'])
    expect(asked()).toEqual(['Slots', 'Desk', 'Desk'])
    expect((await test.state()).variables).toEqual({ city: 'Rome' })
  })

  it('without slots no call is made', async () => {
    await open(
      flow('None')
        .start('g')
        .node('task-graph', 'g')
        .node('message-worker', 'm', { prompt: 'Work of Desk. {value} {formatted_chat}' })
        .edge('intent', { from: 'g', to: 'm' }, { intent: 'none' }),
    )
    test.server.reply({ text: 'Hi.' })
    await test.turn('hello')
    expect(asked()).toEqual(['Desk'])
    expect(test.server.requests[0]?.user).not.toContain('Still unknown')
  })

  it('declares its variables itself, and not with two types', async () => {
    await open(shop())
    const drawn = (builder: FlowBuilder) => checkFlow(builder.build()).map(({ code }) => code)
    const agents = (builder: FlowBuilder) =>
      builder.agent('a').agent('b').edge('intent', { from: 'g', to: 'a' }, { intent: 'talk' })
    const condition = { by: 'context', condition: '${guests} > 3' }
    expect(drawn(agents(shop()).handoff('a', 'b', condition))).toEqual([])
    expect(drawn(shop().variable('guests', { type: 'number' }))).toEqual([])
    expect(drawn(shop().variable('guests', { type: 'string' }))).toEqual(['slot-type'])
    const broken = (properties: JsonObject) =>
      flow('Broken')
        .start('g')
        .node('task-graph', 'g', { slots: { type: 'object', properties } })
        .node('message-worker', 'm')
        .edge('intent', { from: 'g', to: 'm' }, { intent: 'none' })
    expect(drawn(broken({}))).toEqual(['no-slots'])
    expect(drawn(broken({ 'two words': {} }))).toEqual(['bad-slot'])
  })
})

describe('DW-5, DefaultWorker 2: the chosen worker gets the state as it is', () => {
  it('it changes a slot; after the turn the state has that change, and every other field is what went in', async () => {
    await open(
      flow('DW-5')
        .variable('vip', { type: 'boolean', default: true })
        .start('g')
        .node('task-graph', 'g', { name: 'Shop', slots, slotsPrompt: SLOTS_PROMPT })
        .node('default-worker', 'd', {
          name: 'DefaultWorker',
          prompt: 'Ask of Pick {workers_info} {workers_name} {formatted_chat}',
        })
        .agent('a', { name: 'Planner', description: 'plans a party', prompt: 'Work of Planner.' })
        .node('message-worker', 'm', {
          name: 'Desk',
          description: 'answers',
          prompt: 'Work of Desk. {value} {formatted_chat}',
        })
        .node('code-tool', 'c', {
          toolName: 'invite',
          code: "export function run(args, baton) { baton.set('guests', baton.variables.guests + args.more); return 'ok' }",
          parameters: { type: 'object', properties: { more: { type: 'integer' } } },
        })
        .use('a', 'c')
        .edge('delegate', { from: 'g', to: 'd', port: 'default' })
        .edge('candidate', { from: 'd', to: 'a' })
        .edge('candidate', { from: 'd', to: 'm' }),
    )
    test.server.reply({ text: '{"city":"Rome","guests":10}' }, { text: 'Desk' }, { text: 'Noted.' })
    await test.turn('ten guests in Rome')
    const before = await test.state()
    expect(before.variables).toEqual({ vip: true, city: 'Rome', guests: 10 })
    test.server.reply(
      { text: '{}' },
      { text: 'Planner' },
      { calls: [{ name: 'invite', arguments: { more: 2 } }] },
      { text: 'Twelve now.' },
    )
    const { said, events } = await test.turn('two more')
    expect(said).toEqual(['Twelve now.'])
    expect(asked()).toEqual(['Slots', 'Pick', 'Desk', 'Slots', 'Pick', 'Planner', 'Planner'])
    const after = await test.state()
    const { log, turn, cursors, spentBefore: _spent, ...rest } = after
    const { log: oldLog, turn: _turn, cursors: oldCursors, spentBefore: _spentBefore, ...old } = before
    expect(rest).toEqual({ ...old, variables: { ...before.variables, guests: 12 } })
    expect(log.slice(0, oldLog.length)).toEqual(oldLog)
    expect(turn).toMatchObject({ number: 2, end: { reason: 'done' } })
    expect(cursors).toEqual({
      ...oldCursors,
      g: { ...oldCursors['g'], turn: 2 },
      d: { ...oldCursors['d'], turn: 2 },
    })
    expect(eventsOfType(events, 'variables')).toMatchObject([{ changes: { guests: 12 }, by: 'a' }])
  })
})
