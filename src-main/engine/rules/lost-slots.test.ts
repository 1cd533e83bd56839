/** Prompts that lost their slots run (shared rule 6.9), as a strict model server takes them. */
import { afterEach, expect, it } from 'vitest'
import { blocksRunning, checkFlow } from '../../../src-shared/flow/checks/check'
import type { Flow } from '../../../src-shared/flow/records'
import { flow } from '../../../src-shared/testing/flow-builder'
import { openTestCore, type TestCore } from '../../testing/core-bench'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const BARE = 'Bare words.'
const lost = (drawn: Flow) => checkFlow(drawn).filter(({ code }) => code === 'lost-slot')

async function open(drawn: Flow) {
  expect([lost(drawn).length > 0, blocksRunning(checkFlow(drawn))]).toEqual([true, false])
  test = await openTestCore(drawn)
}

const talk = flow('Talk')
  .start('s')
  .supervisor('s', { prompt: BARE, switchPrompt: BARE })
  .dialog('d', {
    name: 'ORDER',
    toolName: 'order',
    toolDescription: 'orders',
    prompt: BARE,
    firstWords: 'What shall it be?',
  })
  .delegate('s', 'd')
  .build()

it('a supervisor without its lists still brings in a dialog, and its switch check is asked', async () => {
  await open(talk)
  test.server.reply({ calls: [{ name: 'order', arguments: {} }] })
  expect((await test.turn('A cake please')).said).toEqual(['What shall it be?'])
  test.server.reply({ text: 'False' }, { text: 'With cream?' })
  expect((await test.turn('Chocolate')).said).toEqual(['With cream?'])
})

it.each(['finished', 'interest', 'steer', 'guard', 'collect', 'question'] as const)(
  'an observer of the type %s with a question of its own',
  async (type) => {
    const drawn = flow('Watched')
      .start('s')
      .supervisor('s')
      .dialog('d', { name: 'ORDER', toolName: 'order', toolDescription: 'orders', firstWords: 'What shall it be?' })
      .delegate('s', 'd')
      .observer('o', {
        type,
        when: 'after',
        prompt: 'Is the user angry?',
        outcomes: [{ answer: 'yes', then: 'finish', text: '' }],
        slots: { type: 'object', properties: { mood: { type: 'string' } } },
      })
      .observe('d', 'o')
      .build()
    await open(drawn)
    test.server.on({ user: 'Is the user angry?' }, { text: 'no' })
    test.server.on({ system: 'Is the user angry?' }, { text: 'no' })
    test.server.reply({ calls: [{ name: 'order', arguments: {} }] })
    const { outcome } = await test.turn('A cake please')
    expect(outcome).toMatchObject({ state: 'finished' })
    const asked = test.server.requests.filter(({ user, system }) => `${system} ${user}`.includes('angry'))
    expect(asked.length).toBe(1)
  },
)

it('workers say something without being shown the chat', async () => {
  const drawn = flow('Work')
    .start('g')
    .node('task-graph', 'g', { prompt: 'Which of these? {intents}' })
    .node('message-worker', 'm', { prompt: BARE })
    .edge('intent', { from: 'g', to: 'm' }, { intent: 'order' })
    .build()
  await open(drawn)
  test.server.reply({ text: '1' }, { text: 'Here you are.' })
  expect((await test.turn('An order')).said).toEqual(['Here you are.'])
})

it('a default worker with one of its two lists picks', async () => {
  const drawn = flow('Pick')
    .start('g')
    .node('task-graph', 'g')
    .node('default-worker', 'd', { prompt: 'Who? {workers_name}' })
    .node('message-worker', 'm', { name: 'One', direct: true, value: 'I am one.' })
    .node('message-worker', 'n', { name: 'Two', direct: true, value: 'I am two.' })
    .edge('delegate', { from: 'g', to: 'd', port: 'default' })
    .edge('candidate', { from: 'd', to: 'm' })
    .edge('candidate', { from: 'd', to: 'n' })
    .build()
  await open(drawn)
  test.server.reply({ text: 'Two' })
  expect((await test.turn('Hello')).said).toEqual(['I am two.'])
})

it('a plan is carried out and solved where all but the tools is lost', async () => {
  const prompts = { planner: 'Plan with {tool_description}', worker: BARE, solver: BARE, reformat: BARE }
  const drawn = flow('Plan').start('p').node('rewoo', 'p', { prompts }).builtinTool('clock').use('p', 'clock').build()
  await open(drawn)
  test.server.reply({ text: 'Plan: look\n#E1 = clock[]' }, { text: 'It is late.' })
  expect((await test.turn('What time is it?')).said).toEqual(['It is late.'])
})
