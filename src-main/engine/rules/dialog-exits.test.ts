/** Ways out of a dialog that an agent handed the conversation to, and of dialogs in general (DialogSupervisor 9, 15). */
import { inEnglish } from '../../../src-shared/testing/in-english'
import { afterEach, describe, expect, it } from 'vitest'
import { checkFlow } from '../../../src-shared/flow/checks/check'
import type { JsonObject } from '../../../src-shared/flow/records'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { openTestCore, type TestCore } from '../../testing/core-bench'
import { shownDecisions } from '../../testing/shown-decisions'

const form = () =>
  flow('Mixed')
    .start('a')
    .agent('a', { name: 'Ada', prompt: 'You are Ada.' })
    .agent('b', { name: 'Bob', prompt: 'You are Bob.' })
    .dialog('d', { name: 'Form', prompt: 'You are Form.', toolDescription: 'Used for forms' })
    .handoff('a', 'd', { condition: 'wants a form' })
    .handoff('a', 'b', { condition: 'wants Bob' })
    .handoff('a', 'c', { condition: 'wants Cid', available: 'knows_cid' })
    .agent('c', { name: 'Cid' })
    .variable('knows_cid', { type: 'boolean', default: false })

describe('a dialog that an agent handed the conversation to', () => {
  let test: TestCore
  afterEach(async () => {
    expect(test.server.violations).toEqual([])
    await test.close()
  })
  const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))
  const asked = () =>
    test.server.requests
      .map(({ system, user }) => /You are (\w+)/.exec(system)?.[1] ?? (user.includes('Used for forms') ? 'X' : '?'))
      .join(' ')
  const begin = async () => {
    test.server.reply({ calls: [{ name: 'transfer_Ada_to_Form', arguments: {} }] }, { text: 'Name?' })
    expect((await test.turn('a form')).said).toEqual(['Name?'])
  }

  it('can be left: its agent checks whether the user wants something else, over restarts', async () => {
    await open(form())
    expect(checkFlow(form().build()).filter(({ node }) => node === 'd')).toEqual([])
    await begin()
    test.server.reply({ text: 'False' }, { text: 'Thanks. Age?' })
    expect((await test.turn('Ann')).said).toEqual(['Thanks. Age?'])
    const check = test.server.requests.at(-2)?.user
    expect([check?.includes('transfer_Ada_to_Bob'), check?.includes('Cid'), check?.includes('_to_Form')]).toEqual([
      true,
      false,
      false,
    ])
    await test.restart()
    test.server.reply({ text: 'SELF' }, { text: 'Ada here.' }, { text: 'Still Ada.' })
    expect((await test.turn('no more forms')).said).toEqual(['Ada here.'])
    expect((await test.turn('fine')).said).toEqual(['Still Ada.'])
    expect(asked()).toBe('Ada Form X Form X Ada Ada')
  })

  it('another one that the check names is what the agent then decides on, and the dialog goes on when it is asked for again', async () => {
    await open(form())
    await begin()
    test.server.reply(
      { text: 'Bob' },
      { calls: [{ name: 'transfer_Ada_to_Bob', arguments: {} }] },
      { text: 'Bob here.' },
    )
    const { said, events } = await test.turn('let me talk to Bob')
    expect([said, asked()]).toEqual([['Bob here.'], 'Ada Form X Ada Bob'])
    expect(shownDecisions(events).map(({ decision }) => [decision.about, decision.rule])).toContainEqual([
      'switch',
      'helper',
    ])
  })

  it('within a sub-flow it works the same', async () => {
    await open(
      flow('Outer').start('s').node('subflow', 's', { name: 'Sub', description: 'has forms', flow: form().file() }),
    )
    await begin()
    test.server.reply({ text: 'SELF' }, { text: 'Ada here.' })
    expect((await test.turn('enough')).said).toEqual(['Ada here.'])
  })

  it('one that has its own end, or comes back by itself, costs no check', async () => {
    await open(form().observer('i', { type: 'interest' }).observe('d', 'i'))
    await begin()
    test.server.reply({ text: 'no' }, { text: 'Ada here.' })
    expect((await test.turn('enough')).said).toEqual(['Ada here.'])
    expect(test.server.calls).toBe(4)
  })
})

it('a dialog without any way out is a warning in words', () => {
  const words = (builder: FlowBuilder) =>
    checkFlow(builder.build()).flatMap(({ code, message, node }) =>
      code === 'no-way-out' ? [[node, inEnglish(message)]] : [],
    )
  const byVariables = form().handoff('b', 'd', { by: 'context', condition: '${knows_cid}' })
  expect(words(byVariables)).toEqual([
    [
      'd',
      'Once “Bob” has brought the user here, nothing leads out again. Add an observer that watches for the end or set “Hands back” of the edge to “When it has answered”.',
    ],
  ])
  const supervised = (switchObserver: boolean, data: JsonObject = {}) =>
    flow('Desk')
      .start('s')
      .supervisor('s', { name: 'Desk', switchObserver })
      .dialog('d', { toolDescription: 'Used for x' })
      .delegate('s', 'd', data)
  expect(words(supervised(false))).toEqual([
    [
      'd',
      'Once “Desk” has brought the user here, nothing leads out again. Add an observer that watches for the end, switch on “Watch for topic switches” in “Desk”, or set “Hands back” of the edge to “When it has answered”.',
    ],
  ])
  const guarded = supervised(false).observer('g', { type: 'guard' }).observe('d', 'g')
  expect(words(guarded)).toHaveLength(1)
  const ended = supervised(false).observer('f', { type: 'finished' }).observe('d', 'f')
  for (const fine of [supervised(true), supervised(false, { returns: 'when-done' }), ended])
    expect(words(fine)).toEqual([])
})
