/** What hand-offs say to the one who takes them, and the names by which models call them (AutoGen `Handoff(message, name)`). */
import { afterEach, describe, expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import type { JsonObject } from '../../../src-shared/flow/records'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const MESSAGE = 'Here are the tools you are looking for.'
const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const call = (name: string) => ({ calls: [{ name, arguments: {} }] })
const toB = call('transfer_A_to_B')
/** Every text that a request was sent, whichever role it has. */
const texts = (index: number) => test.server.requests[index]?.messages.map(({ content }) => String(content)) ?? []
const reads = (index: number, text = MESSAGE) => texts(index).filter((content) => content.includes(text)).length
const two = (data: JsonObject = {}) =>
  flow('Two')
    .start('a')
    .agent('a', { name: 'A', prompt: 'You are A.' })
    .agent('b', { name: 'B', prompt: 'You are B.' })
    .handoff('a', 'b', { condition: 'wants B', message: MESSAGE, ...data })
const said = async () => (await test.state()).log.flatMap((entry) => (entry.kind === 'text' ? [entry.text] : []))

describe('the message of a hand-off', () => {
  it('is read by the target once, after the question; it is part of the hand-off and not said to the user', async () => {
    await open(two())
    test.server.reply(toB, { text: 'b' }, { text: 'b again' })
    const turn = await test.turn('my question')
    expect(turn.said).toEqual(['b'])
    expect(reads(0)).toBe(0)
    expect(reads(1)).toBe(1)
    const read = texts(1).join('\n')
    expect(read.indexOf(MESSAGE)).toBeGreaterThan(read.indexOf('my question'))
    expect(read.indexOf('my question')).toBeGreaterThan(-1)
    expect(await said()).toEqual(['my question', 'b'])
    const moves = eventsOfType(turn.events, 'entry').flatMap(({ entry }) => (entry.kind === 'handoff' ? [entry] : []))
    expect(moves.filter(({ message }) => message !== undefined)).toMatchObject([
      { from: 'a', to: 'b', by: 'model', scope: 'main', message: MESSAGE },
    ])
    await test.turn('more')
    expect(reads(2)).toBe(1)
  })

  it('is filled in with the values that variables have when the baton moves; an empty one is none', async () => {
    await open(two({ message: 'For {who}: {{as is}} {other}' }).variable('who', { type: 'string', default: 'Ann' }))
    test.server.reply(toB, { text: 'b' })
    await test.turn('hi')
    expect(reads(1, 'For Ann: {as is} {other}')).toBe(1)
    await test.close()
    await open(two({ message: '{who}' }).variable('who', { type: 'string', default: ' ' }))
    test.server.reply(toB, { text: 'b' })
    await test.turn('hi')
    const moves = (await test.state()).log.filter((entry) => entry.kind === 'handoff')
    expect(moves.some((entry) => 'message' in entry)).toBe(false)
  })

  it('goes with a hand-off by context, and with one that a tool makes', async () => {
    await open(
      two({ by: 'context', condition: '${go}' })
        .variable('go', { type: 'boolean', default: true })
        .agent('c', { name: 'C', prompt: 'You are C.' }),
    )
    test.server.reply({ text: 'b' })
    expect((await test.turn('hi')).said).toContain('b')
    expect(reads(0)).toBe(1)
    await test.close()
    const code = 'export function run(args, baton) { baton.handOff("B") }'
    await open(two().node('code-tool', 't', { name: 'Look', toolName: 'look', code }).use('a', 't'))
    test.server.reply(call('look'), { text: 'b' })
    expect((await test.turn('hi')).said).toEqual(['b'])
    expect(reads(1)).toBe(1)
  })

  it('reaches a dialog in its own history, and not whoever stays outside', async () => {
    await open(
      flow('Dialog')
        .start('a')
        .agent('a', { name: 'A', prompt: 'You are A.' })
        .dialog('d', { name: 'D', prompt: 'You are D.' })
        .handoff('a', 'd', { condition: 'wants D', message: MESSAGE, returns: 'when-done' }),
    )
    test.server.reply(call('transfer_A_to_D'), { text: 'd' }, { text: 'a' })
    await test.turn('my question')
    expect(reads(1)).toBe(1)
    expect(texts(1).join()).toContain('my question')
    await test.turn('and now?')
    expect(texts(2).join()).toContain('and now?')
    expect(reads(2)).toBe(0)
  })

  it('reaches whoever speaks first in a sub-flow', async () => {
    const inner = flow('Inner').start('i').agent('i', { name: 'I', prompt: 'You are I.' })
    await open(
      flow('Outer')
        .start('a')
        .agent('a', { name: 'A', prompt: 'You are A.' })
        .node('subflow', 's', { name: 'S', flow: inner.file() })
        .handoff('a', 's', { condition: 'wants S', message: MESSAGE }),
    )
    test.server.reply(call('transfer_A_to_S'), { text: 'i' })
    expect((await test.turn('hi')).said).toEqual(['i'])
    expect(reads(1)).toBe(1)
  })

  it.each([
    [{}, {}, `hi\nContext:\n${MESSAGE}`],
    [{ message: 'Do it' }, {}, `Do it\nContext:\n${MESSAGE}`],
    [{ message: 'Do it' }, { carryover: { summaryMethod: 'all' } }, `Do it\nContext:\nhi\n${MESSAGE}`],
    [{}, { carryover: { summaryMethod: 'last_msg' } }, `Context:\nhi\n${MESSAGE}`],
  ])('is told to the first chat of a nested chat as context: %j, %j', async (recipient, nested, told) => {
    await open(
      flow('Nested')
        .start('a')
        .agent('a', { name: 'A', prompt: 'You are A.' })
        .agent('b', { name: 'B', prompt: 'You are B.' })
        .agent('c', { name: 'C', prompt: 'You are C.' })
        .node('nested-chat', 'n', { name: 'N', ...nested })
        .handoff('a', 'n', { condition: 'polish', message: MESSAGE })
        .edge('recipient', { from: 'n', to: 'b' }, { maxTurns: 1, order: 1, ...recipient })
        .edge('recipient', { from: 'n', to: 'c' }, { maxTurns: 1, order: 2, message: 'And you' }),
    )
    test.server.reply(call('transfer_A_to_nested_chat_A_1'), { text: 'b' }, { text: 'c' }, { text: 'a' })
    expect((await test.turn('hi')).outcome).toEqual({ state: 'finished', limit: null })
    expect(texts(1).at(-1)).toBe(told)
    expect([2, 3].map((index) => reads(index))).toEqual([0, 0])
  })

  it('is given to a tool that replies in the place of a nested chat, after the conversation', async () => {
    const code =
      'export function run(args) { return args.messages.map((one) => one.speaker + ": " + one.text).join("|") }'
    await open(
      flow('Reply')
        .start('a')
        .agent('a', { name: 'A', prompt: 'You are A.' })
        .node('nested-chat', 'n', { name: 'N' })
        .node('code-tool', 't', { name: 'T', code })
        .handoff('a', 'n', { condition: 'polish', message: MESSAGE })
        .edge('recipient', { from: 'n', to: 'a' })
        .edge('use', { from: 'n', to: 't', port: 'reply' }),
    )
    test.server.reply(call('transfer_A_to_nested_chat_A_1'), { text: 'a' })
    await test.turn('hi')
    expect(await said()).toContain(`user: hi|A: ${MESSAGE}`)
  })
})

describe('the name of a hand-off', () => {
  it('is what the model calls; the made one is no name of it any more', async () => {
    await open(two({ name: 'ask_b' }))
    test.server.reply(toB, call('ask_b'), { text: 'b' })
    expect((await test.turn('hi')).said).toEqual(['b'])
    expect(test.server.requests[0]?.toolNames).toEqual(['ask_b'])
    const results = (await test.state()).log.flatMap((entry) => (entry.kind === 'result' ? [entry.isError] : []))
    expect(results).toEqual([true, false])
    expect(texts(2).join()).not.toContain('ask_b')
  })

  it('an unavailable one is refused by its own name', async () => {
    await open(two({ name: 'ask_b', available: 'open' }).variable('open', { type: 'boolean', default: false }))
    test.server.reply(call('ask_b'), { text: 'I stay.' })
    expect((await test.turn('hi')).said).toEqual(['I stay.'])
    expect(test.server.requests[0]?.toolNames).toEqual([])
    const results = (await test.state()).log.flatMap((entry) => (entry.kind === 'result' ? [entry.text] : []))
    expect(results[0]).toContain('Refused: no hand-off to ask_b')
  })
})
