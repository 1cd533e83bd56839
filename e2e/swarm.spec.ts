/** A swarm: drawn by hand with a nested chat, talked to, looked into, closed and gone on with; and one in which the person picks who speaks. */
import { applyLayout } from '../src-shared/flow/editing/edits'
import type { Flow } from '../src-shared/flow/records'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, LINK_LOST, MODEL_KEY, test } from './fixtures/app'
import { call } from './fixtures/setup-d'
import type { Baton } from './pages/baton'
import { typeOver } from './pages/typing'

const TO_REFUNDS = 'transfer_Front_to_Refunds'
const TO_NESTED = 'transfer_Refunds_to_nested_chat_Refunds_1'

test('draws a hand-off and a nested chat by hand, talks through them, and goes on another day', async ({
  app,
  baton,
  consoleErrors,
  models,
}) => {
  test.setTimeout(240_000)
  const { canvas, chat, trace } = baton
  await baton.importFlow(saveFlow(people()))
  await baton.settings.haveConnection({ name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })

  await test.step('draws it', async () => {
    await drawByHand(baton)
    await expect(baton.check).toHaveAccessibleName('Check')
    expect(partsOf(await baton.exportFlow())).toEqual(DRAWN)
  })

  await test.step('a hand-off', async () => {
    models.reply(call(TO_REFUNDS, { reason: 'wants money' }), { text: 'Done. In writing?' })
    await chat.say('Money back')
    await expect.poll(chat.lines).toEqual(TALK.slice(0, 3))
    expect(models.requests.map(({ toolNames }) => toolNames)).toEqual([[TO_REFUNDS], [TO_NESTED]])
    await expect(canvas.edgesOf('handoff').first().locator('[data-travel]')).toHaveCount(1)
  })

  await test.step('the nested chat, whose chats get what they are told and nothing else', async () => {
    const before = models.requests.length
    models.reply(
      call(TO_NESTED, { reason: 'wants it' }),
      { text: 'refunded' },
      { text: 'Dear you.' },
      { text: 'There.' },
    )
    await chat.say('Yes')
    await expect.poll(chat.lines).toEqual(TALK)
    expect(models.requests.slice(before).map(({ system, user }) => [system, user])).toEqual([
      ['You refund.', 'Yes'],
      ['You sum up.', 'Sum up.\nContext:\nYes'],
      ['You write.', 'Write it.\nContext: \nrefunded'],
      ['You refund.', 'Yes\n\nnested_chat_Refunds_1: Dear you.'],
    ])
    await expect(canvas.holder).toHaveText('Refunds')
  })

  await test.step('looks into it, in the chat and in the trace', async () => {
    await chat.nested(/^Refunds → Write-up/).click()
    await expect(chat.nestedChat(1)).toContainText('Sum up.')
    await expect.poll(chat.lines).toEqual([...TALK.slice(0, 5), ...INSIDE, ...TALK.slice(5)])
    await trace.open()
    await expect(trace.row('chat 1')).toBeHidden()
    await trace.row(/baton → Write-up.* 2 chats/).click()
    await expect(trace.row('chat 1')).toContainText('“Sum up. Context: Yes” → “refunded”')
    await trace.row('message').filter({ hasText: 'Write it.' }).click()
    await expect(trace.details).toContainText('Write it.\nContext: \nrefunded')
  })

  const opened = await test.step('goes on where it was after the program was closed', async () => {
    consoleErrors.forgive(LINK_LOST)
    await app.stop()
    await app.start()
    const again = await app.open(baton.page)
    await expect.poll(again.chat.lines).toEqual(TALK)
    await expect(again.canvas.holder).toHaveText('Refunds')
    models.reply({ text: 'You are welcome.' })
    await again.chat.say('Thanks')
    await expect.poll(again.chat.lines).toEqual([...TALK, 'You: Thanks', 'Refunds: You are welcome.'])
    expect(models.requests.at(-1)?.system).toBe('You refund.')
    return again
  })

  await test.step('in another flow, picks who speaks next, with a message and without one', async () => {
    const { canvas, chat, page, trace } = opened
    await opened.toLibrary()
    const drawn = flow('Round table')
      .start('a')
      .settings({ swarm: { pattern: 'manual', afterWork: 'revert-to-user' } })
    drawn.agent('a', { name: 'Ann', prompt: 'You are Ann.' }).agent('b', { name: 'Ben', prompt: 'You are Ben.' })
    await opened.importFlow(saveFlow(drawn.agent('c', { name: 'Cy', prompt: 'You are Cy.' }).build()))
    await expect(opened.check).toHaveAccessibleName('Check')
    const before = models.calls
    const chosen = chat.next.getByRole('radio', { checked: true })
    await expect(chat.next.getByRole('radio')).toHaveText(['Ann', 'Ben', 'Cy'])
    await expect(chosen).toHaveText('Ann')

    await chat.next.getByRole('radio', { name: 'Ben' }).click()
    models.reply({ text: 'I am Ben.' })
    await chat.say('Who is there?')
    await expect.poll(chat.lines).toEqual(['You: Who is there?', expect.stringMatching(/^-- .*Ben/), 'Ben: I am Ben.'])
    await expect(canvas.holder).toHaveText('Ben')
    await expect(chosen).toHaveText('Ben')

    await chosen.focus()
    await page.keyboard.press('ArrowRight')
    await expect(chosen).toHaveText('Cy')
    models.reply({ text: 'And Cy.' })
    await chat.goOnWithout.click()
    await expect(chat.saidBy('Cy')).toContainText('And Cy.')
    await expect(canvas.holder).toHaveText('Cy')
    expect(models.requests.slice(before).map(({ system }) => system)).toEqual(['You are Ben.', 'You are Cy.'])
    await trace.open()
    await expect(trace.row(/baton → Cy, by you/)).toBeVisible()
    await expect(trace.turns).toHaveText([/^Turn 1 · /, /^Turn 2 · /])
  })
})

/** The whole conversation as the chat shows it while the nested chat is folded. */
const TALK = [
  'You: Money back',
  '-- Front → Refunds, because: wants money',
  'Refunds: Done. In writing?',
  'You: Yes',
  '>> Refunds → Write-up, because: wants it',
  'Write-up: Dear you.',
  'Refunds: There.',
]
const INSIDE = [
  'Write-up: Sum up.\nContext:\nYes',
  'Summariser: refunded',
  'Write-up: Write it.\nContext: \nrefunded',
  'Writer: Dear you.',
]

/** Those who speak, with nothing between them. */
function people(): Flow {
  const drawn = flow('Desk')
    .start('front')
    .agent('front', { name: 'Front', prompt: 'You greet.' })
    .agent('refunds', { name: 'Refunds', prompt: 'You refund.' })
    .agent('writer', { name: 'Writer', prompt: 'You write.' })
    .agent('summariser', { name: 'Summariser', prompt: 'You sum up.' })
  return applyLayout(drawn.build(), {
    start: { x: 0, y: 0 },
    front: { x: 200, y: 0 },
    refunds: { x: 200, y: 240 },
    writer: { x: 1000, y: 60 },
    summariser: { x: 1000, y: 320 },
  })
}

async function drawByHand({ canvas, inspector, page }: Baton): Promise<void> {
  await canvas.wire({ node: 'Front', port: 'Hand-offs' }, { node: 'Refunds', port: 'In' })
  await canvas.select('Front')
  await inspector.openLine('Hand-offs', TO_REFUNDS)
  await inspector.write({ Condition: 'wants money back' })
  await inspector.close()

  // What the keyboard adds is joined to what is selected: a nested chat by a hand-off.
  await canvas.openPalette()
  await canvas.select('Refunds')
  const search = page.getByRole('combobox', { name: 'Search kinds' })
  await typeOver(search, 'nested chat')
  await search.press('Enter')
  await inspector.write({ Name: 'Write-up' })
  await inspector.choose('What the first chat is told of the conversation', 'The last message')
  await inspector.close()
  await search.press('Escape')
  await page.getByRole('button', { name: 'Zoom to fit' }).click()
  await canvas.wire({ node: 'Write-up', port: 'Recipients' }, { node: 'Writer', port: 'In' })
  await canvas.wire({ node: 'Write-up', port: 'Recipients' }, { node: 'Summariser', port: 'In' })

  const chats = 'Chats, in order'
  for (const [to, message] of [
    ['Writer', 'Write it.'],
    ['Summariser', 'Sum up.'],
  ] as const) {
    await canvas.select('Write-up')
    await inspector.openLine(chats, to)
    await inspector.write({ 'What it is told': message, 'Replies, at most': '1' })
  }
  await inspector.region.getByRole('button', { name: 'Move it up' }).click()
  await canvas.select('Write-up')
  await expect(inspector.lines(chats)).toHaveText([/1.*Summariser.*Sum up\./, /2.*Writer.*Write it\./])
  await inspector.close()
}

/** Nodes by name, edges by the names at their ends. */
function partsOf({ nodes, edges }: Flow) {
  const nameOf = (id: string): string => nodes[id]?.name ?? id
  return {
    nodes: Object.values(nodes).map(({ kind, name }) => `${kind}: ${name}`),
    edges: Object.values(edges).map(
      ({ kind, from, to, data }) =>
        `${kind}: ${nameOf(from.node)} -> ${nameOf(to.node)} ${JSON.stringify(data, Object.keys(data).sort())}`,
    ),
  }
}

const DRAWN = {
  nodes: [
    'start: Start',
    'agent: Front',
    'agent: Refunds',
    'agent: Writer',
    'agent: Summariser',
    'nested-chat: Write-up',
  ],
  edges: [
    'next: Start -> Front {}',
    'handoff: Front -> Refunds {"condition":"wants money back"}',
    'handoff: Refunds -> Write-up {}',
    'recipient: Write-up -> Writer {"maxTurns":1,"message":"Write it.","order":1}',
    'recipient: Write-up -> Summariser {"maxTurns":1,"message":"Sum up."}',
  ],
}
