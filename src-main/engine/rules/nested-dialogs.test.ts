/** Dialogs inside of nested chats of several turns: who gets the next message of the chat, and who hears what (swarm 23, DialogSupervisor 5). */
import Database from 'better-sqlite3'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import type { JsonObject } from '../../../src-shared/flow/records'
import { openTestCore, type TestCore } from '../../testing/core-bench'
import { heardAs } from '../../testing/heard'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
const handOff = (name: string, id = 'call-1') => ({ calls: [{ id, name, arguments: {} }] })
const toNested = handOff('transfer_Writer_to_nested_chat_Writer_1')
/** What a call was sent beside its system texts. */
const talk = (index: number) => heardAs(test.server.requests[index]).filter(([role]) => role !== 'system')

describe('a chat of several turns with a supervisor that brings in a dialog', () => {
  const several = (maxTurns: number, nested: JsonObject = {}, more: JsonObject = {}) =>
    flow('Several')
      .start('w')
      .agent('w', { name: 'Writer', prompt: 'You are Writer.' })
      .node('nested-chat', 'n', { name: 'Back room', ...nested })
      .handoff('w', 'n', { condition: 'wants a profile' })
      .supervisor('s', { name: 'Host', prompt: 'You are Host. {dialogs} {tools}' })
      .dialog('d', { name: 'Form', prompt: 'You are Form.', toolDescription: 'Used for forms' })
      .delegate('s', 'd')
      .edge('recipient', { from: 'n', to: 's' }, { message: 'Fill in the form', maxTurns, chatId: 'x', ...more })
  const asking = () =>
    test.server.requests
      .map(({ system, user }) => /You are (\w+)/.exec(system)?.[1] ?? (user.includes('Used for forms') ? 'X' : '?'))
      .join(' ')

  for (const nested of [{}, { async: true }])
    it(`DialogSupervisor 5: the answer to the dialog's question goes to the dialog ${JSON.stringify(nested)}`, async () => {
      await open(several(3, nested))
      test.server.reply(toNested, handOff('form', 'c2'), { text: 'What is your name?' }, { text: 'My name is Ann' })
      test.server.reply({ text: 'False' }, { text: 'And your age?' }, { text: 'I am 31' })
      test.server.reply({ text: 'False' }, { text: 'Thanks, Ann, 31.' }, { text: 'Done.' })
      const { said, outcome } = await test.turn('go')
      expect([said, outcome]).toEqual([['Thanks, Ann, 31.', 'Done.'], { state: 'finished', limit: null }])
      expect(asking()).toBe('Writer Host Form Writer X Form Writer X Form Writer')
      // Who called the nested chat hears what the dialog asks, and the dialog hears what it says.
      expect(talk(6)).toEqual([
        ['note', 'The conversation begins.'],
        ['assistant', 'Fill in the form'],
        ['user', 'What is your name?'],
        ['assistant', 'My name is Ann'],
        ['user', 'And your age?'],
      ])
      expect(talk(8).map(([role, text]) => `${role}: ${text}`)).toEqual([
        'user: Fill in the form',
        'assistant: What is your name?',
        'user: My name is Ann',
        'assistant: And your age?',
        'user: I am 31',
      ])
    })

  it('DialogSupervisor 9, 14: a message that belongs elsewhere goes to the supervisor, which reads it', async () => {
    await open(several(2))
    test.server.reply(toNested, handOff('form', 'c2'), { text: 'Your name?' }, { text: 'Tell me a joke' })
    test.server.reply({ text: 'SELF' }, { text: 'Ha ha.' }, { text: 'Done.' })
    expect((await test.turn('go')).said).toEqual(['Ha ha.', 'Done.'])
    expect(asking()).toBe('Writer Host Form Writer X Host Writer')
    expect(test.server.requests[5]?.user).toContain('Tell me a joke')
  })

  it('killed between two messages, the dialog goes on', async () => {
    await open(several(2))
    test.server.reply(toNested, handOff('form', 'c2'), { text: 'Your name?' }, { text: 'Ann' }, { hang: true })
    const left = test.turn('go')
    await test.server.waitForRequest(5)
    await test.restart()
    await left
    test.server.reply({ text: 'False' }, { text: 'Thanks.' }, { text: 'Done.' })
    expect((await test.resume()).said).toEqual(['Thanks.', 'Done.'])
    expect(asking()).toBe('Writer Host Form Writer X X Form Writer')
  })

  for (const nested of [{}, { async: true }])
    it(`a chat half-way in the checkpoint of a first version goes on ${JSON.stringify(nested)}`, async () => {
      await open(several(2, nested))
      test.server.reply(toNested, { text: 'What name?' }, { hang: true })
      const left = test.turn('go')
      await test.server.waitForRequest(3)
      await test.restart()
      await left
      // What the first versions did not write.
      const file = new Database(path.join(test.dataDir, 'checkpoints.sqlite'))
      const without = `replace(replace(replace(%, ',"stack":[]', ''), ',"begun":["e4"]', ''), ',"begun":[]', '')`
      for (const place of ['checkpoint SET head', 'item SET json'])
        file.exec(`UPDATE ${place} = ${without.replace('%', place.split(' ')[2] ?? '')}`)
      file.close()
      expect(JSON.stringify(await test.state())).not.toMatch(/"(stack|begun)"/)
      test.server.reply({ text: 'Ann' }, { text: 'Thanks, Ann.' }, { text: 'Done.' })
      expect((await test.resume()).said).toEqual(['Thanks, Ann.', 'Done.'])
      expect(asking()).toBe('Writer Host Writer Writer Host Writer')
    })

  it('a finished dialog leaves the next message to the supervisor, which has its result; a summary is of all that was said', async () => {
    await open(
      several(2, {}, { summaryMethod: 'reflection_with_llm' })
        .observer('o', { type: 'finished', prompt: 'Observer {description} {reply} {history}' })
        .observe('d', 'o'),
    )
    test.server.reply(toNested, handOff('form', 'c2'), { text: 'All is known!' }, { text: 'yes' }, { text: 'Go on' })
    test.server.reply({ text: 'Filled in.' }, { text: 'A form was filled in.' }, { text: 'Done.' })
    expect((await test.turn('go')).said).toEqual(['A form was filled in.', 'Done.'])
    expect(asking()).toBe('Writer Host Form X Writer Host ? Writer')
    expect(test.server.requests[5]?.system).toContain('"last_message":"All is known!"')
    expect(talk(6).filter(([role]) => role !== 'note')).toEqual([
      ['user', 'Fill in the form\n\nForm: All is known!'],
      ['user', 'Go on'],
      ['assistant', 'Filled in.'],
    ])
  })
})
