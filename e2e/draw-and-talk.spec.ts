/** The main job: draw a flow by hand, talk to it, lose the program in the middle, and go on where it was. */
import type { Flow } from '../src-shared/flow/records'
import { expect, LINK_LOST, MODEL_KEY, test } from './fixtures/app'
import { call, PROMPTS, speakerOf } from './fixtures/setup-d'
import type { Baton } from './pages/baton'
import { typeOver } from './pages/typing'

test('draws profile-and-orders by hand, talks to it, and goes on after a crash', async ({
  app,
  baton,
  consoleErrors,
  models,
}) => {
  test.setTimeout(90_000)
  const order = (): string => models.requests.map(speakerOf).join(' ')
  const { canvas, chat } = baton

  await test.step('sets up a connection and draws the flow', async () => {
    await baton.newFlow('Profile and orders')
    const { baseUrl } = models
    await baton.settings.addConnection({ name: 'default', baseUrl, key: MODEL_KEY, model: 'test-model' })
    await drawByHand(baton)
    await expect(baton.check).toHaveAccessibleName('Check')
    expect(partsOf(await baton.exportFlow())).toEqual(DRAWN)
  })

  await test.step('DS-1: the flow speaks first', async () => {
    models.reply({ text: 'Welcome!' })
    await chat.begin.click()
    await expect.poll(chat.lines).toEqual(['Concierge: Welcome!'])
    // What lies under the drawing stays closed until somebody asks for it, also with the first message ever.
    await expect(baton.page.getByRole('button', { name: 'Expand the panel' })).toBeVisible()
    await expect(canvas.holder).toHaveText('Concierge')
    expect(order()).toBe('S')
  })

  await test.step('DS-2: a tool call, worded by the supervisor', async () => {
    models.reply(call('get_time'), { text: 'It is noon.' })
    await chat.say('what time is it')
    await expect.poll(chat.lines).toEqual(TALK.slice(0, 4))
    await expect(canvas.holder).toHaveText('Concierge')
    expect(order()).toBe('S S S')
  })

  await test.step('DS-3: a dialog takes over', async () => {
    models.reply(call('fill_profile', { reason: 'asked for it' }), { text: 'What is your name?' })
    await chat.say("let's do my profile")
    await expect.poll(chat.lines).toEqual(TALK.slice(0, 7))
    await expect(canvas.holder).toHaveText('PROFILE')
    expect(order()).toBe('S S S S P')
  })

  const after = await test.step('the program is killed and started again', async () => {
    consoleErrors.forgive(LINK_LOST)
    await app.stop('SIGKILL')
    if (app.host === 'web') await expect(baton.page.getByText('Reconnecting')).toBeVisible()
    await app.start()
    const opened = await app.open(baton.page)
    await expect(opened.flowName).toHaveValue('Profile and orders')
    await expect.poll(opened.chat.lines).toEqual(TALK.slice(0, 7))
    await expect(opened.canvas.holder).toHaveText('PROFILE')
    expect(partsOf(await opened.exportFlow())).toEqual(DRAWN)
    return opened
  })

  await test.step('DS-4: the dialog goes on past its switch check', async () => {
    models.reply({ text: 'False' }, { text: 'Your skills?' })
    await after.chat.say('Ann')
    await expect.poll(after.chat.lines).toEqual(TALK.slice(0, 9))
    await expect(after.canvas.holder).toHaveText('PROFILE')
    expect(order()).toBe('S S S S P X P')
  })

  await test.step('DS-5: another topic, another dialog', async () => {
    models.reply({ text: 'make_order' }, call('make_order'), { text: 'Which cake?' })
    await after.chat.say('I want to order a cake')
    await expect.poll(after.chat.lines).toEqual(TALK.slice(0, 12))
    await expect(after.canvas.holder).toHaveText('ORDER')
    expect(order()).toBe('S S S S P X P X S O')
  })

  await test.step('DS-6: the supervisor answers by itself', async () => {
    models.reply({ text: ' «САМОСТОЯТЕЛЬНО». ' }, { text: 'Sure, Paris.' })
    await after.chat.say('What is the capital of France?')
    await expect.poll(after.chat.lines).toEqual(TALK)
    await expect(after.canvas.holder).toHaveText('Concierge')
    expect(order()).toBe('S S S S P X P X S O X S')
  })
  expect(partsOf(await after.exportFlow())).toEqual(DRAWN)
})

/** The whole conversation as the chat shows it. */
const TALK = [
  'Concierge: Welcome!',
  'You: what time is it',
  '[get_time]',
  'Concierge: It is noon.',
  "You: let's do my profile",
  '-- Concierge → PROFILE, because: asked for it',
  'PROFILE: What is your name?',
  'You: Ann',
  'PROFILE: Your skills?',
  'You: I want to order a cake',
  '-- PROFILE → Concierge → ORDER, another topic',
  'ORDER: Which cake?',
  'You: What is the capital of France?',
  '-- ORDER → Concierge, another topic',
  'Concierge: Sure, Paris.',
]

async function drawByHand({ canvas, inspector, page }: Baton): Promise<void> {
  await canvas.clear()
  await expect(page.getByText('Draw a conversation')).toBeVisible()

  await canvas.openPalette()
  await canvas.dragIn('Start', { x: 120, y: 260 })
  await canvas.dragIn('Supervisor', { x: 420, y: 260 })
  await inspector.write({ Name: 'Concierge', Instruction: PROMPTS.concierge })
  await canvas.wire({ node: 'Start', port: 'First' }, { node: 'Concierge', port: 'In' })
  await inspector.close()

  await canvas.dragIn('Clock', { x: 300, y: 480 })
  await inspector.write({ Name: 'Clock', 'Tool name': 'get_time' })
  await inspector.close()
  await canvas.wire({ node: 'Concierge', port: 'Tools' }, { node: 'Clock', port: 'In' })

  // With the supervisor selected, what the keyboard adds is joined to it.
  await canvas.select('Concierge')
  const search = page.getByRole('combobox', { name: 'Search kinds' })
  await typeOver(search, 'dialog')
  await search.press('Enter')
  await inspector.write({
    Name: 'PROFILE',
    'Used for': 'Used for filling in a profile',
    Instruction: PROMPTS.profile,
    'Tool name': 'fill_profile',
  })
  await inspector.close()
  await canvas.palette.getByRole('button', { name: 'Close' }).click()

  // A wire let go in the open asks what should come.
  await page.getByRole('button', { name: 'Zoom to fit' }).click()
  await canvas.pull({ node: 'Concierge', port: 'Dialogs' }, await canvas.emptyPlace(0.7, 0.85))
  await page.mouse.up()
  await canvas.popup.getByRole('option', { name: 'Dialog', exact: true }).click()
  await inspector.write({
    Name: 'ORDER',
    'Used for': 'Used for ordering cakes',
    Instruction: PROMPTS.order,
    'Tool name': 'make_order',
  })
  await inspector.close()
}

/** A flow without its ids and places: nodes by name, edges by the names at their ends. */
function partsOf({ name, settings, nodes, edges }: Flow) {
  const nameOf = (id: string): string => nodes[id]?.name ?? id
  return {
    name,
    settings,
    nodes: Object.fromEntries(Object.values(nodes).map((node) => [node.name, { kind: node.kind, data: node.data }])),
    edges: Object.values(edges).map(
      ({ kind, from, to, data }) =>
        `${kind}: ${nameOf(from.node)}.${from.port} -> ${nameOf(to.node)}.${to.port} ${JSON.stringify(data)}`,
    ),
  }
}

const DRAWN = {
  name: 'Profile and orders',
  settings: {},
  nodes: {
    Start: { kind: 'start', data: {} },
    Concierge: { kind: 'supervisor', data: { prompt: PROMPTS.concierge } },
    Clock: { kind: 'builtin-tool', data: { toolName: 'get_time' } },
    PROFILE: {
      kind: 'dialog',
      data: {
        toolName: 'fill_profile',
        toolDescription: 'Used for filling in a profile',
        prompt: PROMPTS.profile,
      },
    },
    ORDER: {
      kind: 'dialog',
      data: { toolName: 'make_order', toolDescription: 'Used for ordering cakes', prompt: PROMPTS.order },
    },
  },
  edges: [
    'next: Start.out -> Concierge.in {}',
    'use: Concierge.tools -> Clock.in {}',
    'delegate: Concierge.dialogs -> PROFILE.in {}',
    'delegate: Concierge.dialogs -> ORDER.in {}',
  ],
}
