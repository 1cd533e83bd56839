/** Nested chats through the core, against the real model server: queues, carry-over, summaries, chats side by side (swarm 13 to 26). */
import { afterEach, describe, expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import type { JsonObject } from '../../../src-shared/flow/records'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { heardAs, speakerIn } from '../../testing/heard'
import { shownDecisions } from '../../testing/shown-decisions'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const handOff = (name: string, id = 'call-1') => ({ calls: [{ id, name, arguments: {} }] })
const toNested = handOff('transfer_Writer_to_nested_chat_Writer_1')
const speakers = () => test.server.requests.map((request) => speakerIn(request)).join(' ')
const lastOf = (index: number) => test.server.requests[index]?.messages.at(-1)
/** What a call was sent beside its system texts. */
const talk = (index: number) => heardAs(test.server.requests[index]).filter(([role]) => role !== 'system')

/** Writer, who may hand the matter to a nested chat with A and then B. */
const drawn = (
  first: JsonObject = {},
  second: JsonObject | null = { message: 'Make a rhyme' },
  nested: JsonObject = {},
) => {
  const base = flow('Nested')
    .start('w')
    .agent('w', { name: 'Writer', prompt: 'You are Writer.' })
    .agent('a', { name: 'A', prompt: 'You are A.' })
    .agent('b', { name: 'B', prompt: 'You are B.' })
    .node('nested-chat', 'n', { name: 'Polish', ...nested })
    .handoff('w', 'n', { condition: 'wants it polished' })
    .edge('recipient', { from: 'n', to: 'a' }, { message: 'Summarise the talk', maxTurns: 1, order: 1, ...first })
  return second === null ? base : base.edge('recipient', { from: 'n', to: 'b' }, { order: 2, ...second })
}

describe('a queue of chats', () => {
  it('NC-8, swarm 13, 14: carry-over and summaries are byte-exact, the last summary comes back under the wrapper name, the parent speaks again', async () => {
    await open(drawn({}, { message: 'Make a rhyme' }, { carryover: { summaryMethod: 'last_msg' } }))
    test.server.reply(toNested, { text: 'ducks, yellow' }, { text: 'a rhyme' }, { text: 'Here you are.' })
    const { said, outcome, events } = await test.turn('Ducks are yellow')
    expect(outcome).toEqual({ state: 'finished', limit: null })
    expect(speakers()).toBe('Writer A B Writer')
    expect(talk(1)).toEqual([['user', 'Summarise the talk\nContext:\nDucks are yellow']])
    expect(talk(2)).toEqual([['user', 'Make a rhyme\nContext: \nducks, yellow']])
    expect(talk(3)).toEqual([['user', 'Ducks are yellow\n\nnested_chat_Writer_1: a rhyme']])
    expect(said).toEqual(['a rhyme', 'Here you are.'])
    expect(test.server.requests[0]?.tools[0]?.function).toMatchObject({
      name: 'transfer_Writer_to_nested_chat_Writer_1',
      description: 'wants it polished',
    })
    expect(eventsOfType(events, 'baton').map(({ node }) => node)).toEqual(['w', 'n', 'a', 'n', 'b', 'n', 'w'])
  })

  it('NC-8, swarm 16: without a carry-over configuration nothing is carried', async () => {
    await open(drawn())
    test.server.reply(toNested, { text: 'short' }, { text: 'a rhyme' }, { text: 'Done.' })
    await test.turn('Ducks are yellow')
    expect(talk(1)).toEqual([['user', 'Summarise the talk']])
  })

  it('swarm 15: the first chat without a message is told the last one of the conversation; later ones are skipped', async () => {
    await open(drawn({ message: null }, {}))
    test.server.reply(toNested, { text: 'mine' }, { text: 'Done.' })
    const { said } = await test.turn('Ducks are yellow')
    expect(speakers()).toBe('Writer A Writer')
    expect(talk(1)).toEqual([['user', 'Ducks are yellow']])
    expect(said).toEqual(['mine', 'Done.'])
  })

  it('swarm 15: with nothing to run there is no reply, and the parent goes on', async () => {
    await open(drawn({ message: null }, null).settings({ speaksFirst: 'flow' }))
    test.server.reply(toNested, { text: 'Nothing to polish.' })
    const { said } = await test.turn(null)
    expect(said).toEqual(['Nothing to polish.'])
    expect(speakers()).toBe('Writer Writer')
  })

  it('swarm 16, 17: `all` joins what was said, without names and without the hand-off', async () => {
    await open(drawn({ message: null }, null, { carryover: { summaryMethod: 'all' } }))
    test.server.reply({ text: 'Hello.' }, { text: 'Wait.', ...toNested }, { text: 'x' }, { text: 'Done.' })
    await test.turn('Ducks are yellow')
    await test.turn('Now polish it')
    expect(talk(2)).toEqual([['user', 'Context:\nDucks are yellow\nHello.\nNow polish it']])
  })

  it('swarm 19: with transit hidden and one user message nothing real is cut', async () => {
    await open(drawn({}, null, { carryover: { summaryMethod: 'all' } }))
    test.server.reply(toNested, { text: 'x' }, { text: 'Done.' })
    await test.turn('Only this')
    expect(talk(1)).toEqual([['user', 'Summarise the talk\nContext:\nOnly this']])
  })

  it('swarm 20: a second hand-off does not pile up, also without a message of its own', async () => {
    await open(drawn({ message: null }, null, { carryover: { summaryMethod: 'last_msg' } }))
    test.server.reply(
      toNested,
      { text: 'one' },
      { text: 'Done.' },
      handOff('transfer_Writer_to_nested_chat_Writer_1', 'c2'),
    )
    test.server.reply({ text: 'two' }, { text: 'Done again.' })
    await test.turn('first')
    await test.turn('second')
    expect(talk(1)).toEqual([['user', 'Context:\nfirst']])
    expect(talk(4)).toEqual([['user', 'Context:\nsecond']])
  })

  it("swarm 17: `reflection_with_llm` asks the first recipient's model once, with the prompt and role of its arguments", async () => {
    const summaryArgs = { summaryPrompt: 'In one word?', summaryRole: 'user' }
    await open(drawn({}, null, { carryover: { summaryMethod: 'reflection_with_llm', summaryArgs } }))
    test.server.reply(toNested, { text: 'ducks' }, { text: 'x' }, { text: 'Done.' })
    const { events } = await test.turn('Ducks are yellow')
    expect(heardAs(test.server.requests[1])).toEqual([['user', 'Ducks are yellow\n\nIn one word?']])
    expect(talk(2)).toEqual([['user', 'Summarise the talk\nContext:\nducks']])
    expect(shownDecisions(events).map(({ decision }) => decision.about)).toContain('carry-over')
  })

  it('swarm 17: a reflection that fails is a warning and an empty text', async () => {
    await open(drawn({}, null, { carryover: { summaryMethod: 'reflection_with_llm' } }))
    test.server.reply(toNested, { status: 400, body: { error: { message: 'no' } } }, { text: 'x' }, { text: 'Done.' })
    const { events, outcome } = await test.turn('Ducks are yellow')
    expect(outcome).toEqual({ state: 'finished', limit: null })
    expect(talk(2)).toEqual([['user', 'Summarise the talk']])
    expect(eventsOfType(events, 'warning').map(({ code }) => code)).toEqual(['no-summary'])
  })

  it('swarm 21: own carry-over goes first, excluded chats are left out', async () => {
    await open(
      drawn({}, { message: 'second' })
        .agent('c', { name: 'C', prompt: 'You are C.' })
        .edge(
          'recipient',
          { from: 'n', to: 'c' },
          { message: 'third', order: 3, carryover: ['own'], excludeFromCarryover: [0] },
        ),
    )
    test.server.reply(toNested, { text: 's1' }, { text: 's2' }, { text: 's3' }, { text: 'Done.' })
    await test.turn('go')
    expect(talk(2)).toEqual([['user', 'second\nContext: \ns1']])
    expect(talk(3)).toEqual([['user', 'third\nContext: \nown\ns2']])
  })

  it('swarm 22: TERMINATE is removed anywhere; reflection asks the recipient; none is nothing', async () => {
    await open(
      drawn(
        { summaryMethod: 'reflection_with_llm', summaryPrompt: 'Short!' },
        { message: 'second', summaryMethod: 'none' },
      )
        .agent('c', { name: 'C', prompt: 'You are C.' })
        .edge('recipient', { from: 'n', to: 'c' }, { message: 'third', order: 3 }),
    )
    test.server.reply(
      toNested,
      { text: 'long' },
      { text: 'TERMINATE short' },
      { text: 'lost' },
      { text: 'the TERMINATE end TERMINATE' },
    )
    test.server.reply({ text: 'Done.' })
    const { said } = await test.turn('go')
    expect(heardAs(test.server.requests[2])).toEqual([
      ['user', 'Summarise the talk'],
      ['assistant', 'long'],
      ['note', 'Short!'],
    ])
    expect(talk(3)).toEqual([['user', 'second\nContext: \nshort']])
    expect(talk(4)).toEqual([['user', 'third\nContext: \nshort']])
    expect(said).toEqual(['the  end', 'Done.'])
  })

  it('swarm 23: with several turns the parent answers its recipient, until TERMINATE', async () => {
    await open(drawn({ maxTurns: 5 }, null))
    test.server.reply(
      toNested,
      { text: 'How long?' },
      { text: 'Two lines.' },
      { text: 'Here. TERMINATE' },
      { text: 'Done.' },
    )
    const { said } = await test.turn('go')
    expect(speakers()).toBe('Writer A Writer A Writer')
    expect(talk(2)).toEqual([
      ['note', 'The conversation begins.'],
      ['assistant', 'Summarise the talk'],
      ['user', 'How long?'],
    ])
    expect(talk(3)).toEqual([
      ['user', 'Summarise the talk'],
      ['assistant', 'How long?'],
      ['user', 'Two lines.'],
    ])
    expect(said).toEqual(['Here.', 'Done.'])
  })

  it('swarm 23: a recipient used twice starts clean, or goes on where it was', async () => {
    const twice = (clearHistory: boolean) =>
      drawn({ clearHistory }, null).edge(
        'recipient',
        { from: 'n', to: 'a' },
        { message: 'again', order: 2, clearHistory },
      )
    await open(twice(true))
    test.server.reply(toNested, { text: 'one' }, { text: 'two' }, { text: 'Done.' })
    await test.turn('go')
    expect(talk(2)).toEqual([['user', 'again\nContext: \none']])
    await test.close()
    await open(twice(false))
    test.server.reply(toNested, { text: 'one' }, { text: 'two' }, { text: 'Done.' })
    const { said } = await test.turn('go')
    expect(talk(2)).toEqual([
      ['user', 'Summarise the talk'],
      ['assistant', 'one'],
      ['user', 'again\nContext: \none'],
    ])
    expect(said).toEqual(['two', 'Done.'])
  })
})

describe('inside a chat', () => {
  it('swarm 26: inner messages are no part of the main transcript, variables are shared', async () => {
    await open(drawn({}, null).variable('tone', { type: 'string', default: 'kind' }))
    test.server.reply(toNested, { text: 'inner' }, { text: 'Done.' })
    const { events } = await test.turn('go')
    const entries = eventsOfType(events, 'entry').map(({ entry }) => [entry.kind, entry.scope])
    expect(entries).toEqual([
      ['text', 'main'],
      ['calls', 'main'],
      ['result', 'main'],
      ['handoff', 'main/n#1'],
      ['text', 'main/n#1.1'],
      ['handoff', 'main/n#1.1'],
      ['text', 'main/n#1.1'],
      ['handoff', 'main/n#1.1'],
      ['text', 'main'],
      ['handoff', 'main'],
      ['text', 'main'],
    ])
  })

  it('a swarm inside a nested chat: hand-offs and after-work stay in the chat', async () => {
    await open(drawn({}, null).handoff('a', 'b', { condition: 'needs B' }))
    test.server.reply(toNested, handOff('transfer_A_to_B'), { text: 'B did it' }, { text: 'Done.' })
    const { said } = await test.turn('go')
    expect(speakers()).toBe('Writer A B Writer')
    expect(talk(2)).toEqual([['user', 'Summarise the talk']])
    expect(said).toEqual(['B did it', 'Done.'])
    await test.restart()
    test.server.reply({ text: 'Still me.' })
    await test.turn('and now?')
    expect(speakers()).toBe('Writer A B Writer Writer')
  })

  it('a supervisor with a dialog as recipient: what the dialog says is the reply', async () => {
    await open(
      drawn({ message: null }, null)
        .supervisor('s', { name: 'Host', prompt: 'You are Host. {dialogs} {tools}' })
        .dialog('d', { name: 'Form', prompt: 'You are Form.', toolDescription: 'Used for forms' })
        .delegate('s', 'd')
        .edge('recipient', { from: 'n', to: 's' }, { message: 'Fill the form', order: 2 }),
    )
    test.server.reply(toNested, { text: 'one' }, handOff('form', 'c2'), { text: 'Your name?' }, { text: 'Done.' })
    const { said } = await test.turn('go')
    expect(speakers()).toBe('Writer A Host Form Writer')
    expect(talk(3)).toEqual([['user', 'Fill the form\nContext: \none']])
    expect(said).toEqual(['Your name?', 'Done.'])
  })

  it('a nested chat inside a dialog, and one within a nested chat', async () => {
    await open(
      flow('Deep')
        .start('s')
        .supervisor('s', { name: 'Host', prompt: 'You are Host. {dialogs} {tools}' })
        .dialog('d', { name: 'Form', prompt: 'You are Form. {dialogs}', toolDescription: 'Used for forms' })
        .delegate('s', 'd')
        .node('nested-chat', 'n', { name: 'Check', description: 'checks a form' })
        .delegate('d', 'n')
        .agent('a', { name: 'A', prompt: 'You are A.' })
        .edge('recipient', { from: 'n', to: 'a' }, { message: 'Check it' })
        .node('nested-chat', 'm', { name: 'Deeper' })
        .handoff('a', 'm', { condition: 'deeper' })
        .agent('b', { name: 'B', prompt: 'You are B.' })
        .edge('recipient', { from: 'm', to: 'b' }, { message: 'Deeper' }),
    )
    test.server.reply(handOff('form'), handOff('Check', 'c2'), handOff('transfer_A_to_nested_chat_A_1', 'c3'))
    test.server.reply({ text: 'b' }, { text: 'a' }, { text: 'Checked.' })
    const { said, outcome } = await test.turn('go')
    expect(outcome).toEqual({ state: 'finished', limit: null })
    expect(speakers()).toBe('Host Form A B A Form')
    expect(said).toEqual(['a', 'Checked.'])
    test.server.reply({ text: 'False' }, { text: 'Next field?' })
    expect((await test.turn('ok')).said).toEqual(['Next field?'])
  })

  it('a context hand-off to a nested chat says so, without a model call (swarm 7)', async () => {
    await open(
      drawn({}, null)
        .variable('polish', { type: 'boolean', default: true })
        .handoff('w', 'n', { by: 'context', condition: '${polish} and ${done} == false' })
        .variable('done', { type: 'boolean', default: false }),
    )
    test.server.reply({ text: 'inner' })
    const { events } = await test.turn('go')
    const said = eventsOfType(events, 'entry').flatMap(({ entry }) => (entry.kind === 'text' ? [entry.text] : []))
    expect(said.slice(0, 3)).toEqual(['go', '[Handing off to a nested chat]', 'Summarise the talk'])
  })
})

describe('a reply by code (swarm 25)', () => {
  const byCode = (code: string) =>
    drawn({}, null)
      .variable('seen', { type: 'number', default: 0 })
      .node('code-tool', 'c', { name: 'Counter', code })
      .edge('use', { from: 'n', to: 'c', port: 'reply' })

  it('takes the place of the queue: it gets the conversation and the chats, and may set variables', async () => {
    await open(
      byCode(
        'export const run = ({ messages, chats }, baton) => { baton.set("seen", messages.length); return `${messages[0].speaker}: ${messages[0].text}; ${chats[0].recipient}: ${chats[0].message}` }',
      ),
    )
    test.server.reply(toNested, { text: 'Done.' })
    const { said } = await test.turn('Ducks')
    expect(said).toEqual(['user: Ducks; A: Summarise the talk', 'Done.'])
    expect(talk(1).at(-1)).toEqual(['user', 'Ducks\n\nnested_chat_Writer_1: user: Ducks; A: Summarise the talk'])
    expect((await test.state()).variables).toEqual({ seen: 1 })
  })

  it('leaves it to the queue by returning nothing, and fails the run when it fails', async () => {
    await open(byCode('export const run = () => null'))
    test.server.reply(toNested, { text: 'from A' }, { text: 'Done.' })
    expect((await test.turn('Ducks')).said).toEqual(['from A', 'Done.'])
    await test.close()
    await open(byCode('export const run = () => { throw new Error("no ink") }'))
    test.server.reply(toNested)
    const { outcome } = await test.turn('Ducks')
    expect(outcome).toMatchObject({ state: 'failed', error: { code: 'tool-failed' } })
  })
})

describe('settings that cannot run (swarm 18, 22)', () => {
  it('a carry-over without a method is refused with the words of the original', async () => {
    await open(drawn({}, null, { carryover: {} }))
    await expect(test.turn('go')).rejects.toThrow("Carryover configuration must contain a 'summary_method' key")
  })

  it('unknown methods, and `all` for a chat, are errors before the run', async () => {
    await open(drawn({}, null, { carryover: { summaryMethod: 'magic' } }))
    await expect(test.turn('go')).rejects.toThrow('“magic”, which does not exist')
    await test.close()
    await open(drawn({ summaryMethod: 'all' }, null))
    await expect(test.turn('go')).rejects.toThrow('only for what the first chat is told')
    expect(lastOf(0)).toBeUndefined()
  })
})
