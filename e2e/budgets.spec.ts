/** What a conversation takes: whom Baton connected to for it, and its budget, set in the settings of the flow, who took how much, and a turn that it ended. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test, wholeRun } from './fixtures/app'
import { seriousFindings } from './pages/axe'

test(
  'whom Baton connected to is listed, and a thread has a budget of money',
  wholeRun(),
  async ({ baton, models, page }) => {
    test.setTimeout(240_000)
    await test.step('every connection stands in the settings, is filtered by host, and is forgotten when a person says so', async () => {
      const { settings, chat } = baton
      const { host } = new URL(models.baseUrl)
      await baton.importFlow(saveFlow(flow('Desk').start('a').agent('a', { name: 'Triage' }).build()))
      await settings.open()
      await settings.tab('Network')
      await expect(settings.dialog.getByText('No connections yet')).toBeVisible()
      await settings.close()
      await settings.haveConnection({ name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })
      models.reply({ text: 'What is it about?' })
      await chat.say('Hi')
      await expect(chat.log).toContainText('What is it about?')

      await settings.open()
      await settings.tab('Network')
      const list = settings.dialog.getByRole('group', { name: 'Connections that Baton opened' })
      const row = list.getByRole('row').filter({ hasText: host })
      await expect(row).toContainText('Asked a model')
      await expect(row).toContainText('Your connection “default” · “Desk”')
      await expect(row).not.toContainText('/v1')
      expect(await seriousFindings(page, '[role="dialog"]')).toEqual([])
      const one = settings.dialog.getByRole('group', { name: 'Hosts' }).getByRole('button', { name: host })
      await expect(one).toContainText('1 connection')
      await one.focus()
      await expect(one).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(one).toHaveAttribute('aria-pressed', 'true')
      await expect(row).toHaveCount(1)
      await settings.dialog.getByRole('button', { name: 'Clear' }).press('Enter')
      await expect(settings.dialog.getByText('No connections yet')).toBeVisible()
      await expect(settings.dialog.getByRole('tab', { name: 'Network' })).toBeFocused()
      await settings.close()
    })

    await test.step('a thread has a budget of money: what it counts, who took how much, and how it goes on when it is used up', async () => {
      await baton.toLibrary()
      const { chat, settings, inspector } = baton
      await baton.importFlow(
        saveFlow(
          flow('Desk')
            .start('a')
            .agent('a', { name: 'Triage', description: 'sorts', prompt: 'You are Triage.' })
            .agent('b', { name: 'Billing', description: 'knows bills', prompt: 'You are Billing.' })
            .handoff('a', 'b', { condition: 'asks about a bill' })
            .build(),
        ),
      )
      await settings.haveConnection({ name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })

      await baton.flowMenu('Flow settings')
      const budget = inspector.region.getByRole('group', { name: 'Budget of a whole thread' })
      await budget.getByRole('textbox', { name: 'Dollars' }).click()
      await page.keyboard.type('0.5')
      const uncounted = inspector.region.getByRole('list', { name: 'Money that is not counted' })
      await expect(uncounted).toContainText('No price is known for test-model')
      await page.getByRole('tab', { name: 'Problems' }).click()
      const listed = page.getByRole('tabpanel', { name: 'Problems' }).getByText('No price is known for test-model')
      await expect(listed).toBeVisible()
      await settings.open()
      await settings.dialog.getByRole('button', { name: 'Edit default' }).click()
      await settings.dialog.getByText('Context and price').click()
      await settings.dialog.getByRole('textbox', { name: 'Price of what it reads' }).click()
      await page.keyboard.type('100')
      await settings.dialog.getByRole('textbox', { name: 'Price of what it writes' }).click()
      await page.keyboard.type('100')
      await settings.save()
      await settings.close()
      await expect(uncounted).toHaveCount(0)
      await expect(listed).toHaveCount(0)

      models.reply(
        { calls: [{ name: 'transfer_Triage_to_Billing', arguments: {} }], usage: { input: 800, output: 100 } },
        { text: 'Your bill is paid.', usage: { input: 3000, output: 200 } },
      )
      await chat.say('What about my bill?')
      await expect(chat.saidBy('Billing')).toContainText('Your bill is paid.')
      const cost = chat.log.getByRole('group', { name: 'Cost of the turn' })
      await cost.getByRole('button').click()
      const rows = cost.getByRole('table', { name: 'Cost by participant' }).getByRole('row')
      await expect(rows).toHaveText([
        'ParticipantCallsTokensCostTime',
        /^Billing13,?200\$0\.32/,
        /^Triage1900\$0\.0900/,
        /^This turn24,?100\$0\.41/,
        /^Whole thread24,?100\$0\.41/,
      ])
      await expect(cost).toContainText('The context grew most at the hand-off from Triage to Billing: by 2,200 tokens')

      models.reply({ calls: [{ name: 'nothing_here', arguments: {} }], usage: { input: 900, output: 100 } })
      await chat.say('And the next one?')
      const card = chat.log.getByRole('status', { name: 'Limit' })
      await expect(card).toContainText('the conversation reached its budget of $0.5')
      expect(models.requests.at(-1)?.messages.at(-1)?.content).toContain('82 % of the budget is used')
      expect(await seriousFindings(page, '[aria-label="Chat"]')).toEqual([])
      await inspector.close()
      await card.getByRole('button', { name: 'Raise the budget' }).press('Enter')
      await expect(budget.getByRole('textbox', { name: 'Dollars' })).toBeFocused()
      await expect(budget.getByRole('textbox', { name: 'Dollars' })).toBeInViewport()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('2')
      models.reply({ text: 'It is open.', usage: { input: 900, output: 10 } })
      await chat.say('Go on')
      await expect(chat.saidBy('Billing').last()).toContainText('It is open.')
    })
  },
)

test('a turn of one call that went over its budget says so in the chat and in the trace', async ({
  baton,
  models,
  page,
}) => {
  const { chat, inspector, settings, trace } = baton
  await baton.importFlow(saveFlow(flow('Desk').start('a').agent('a', { name: 'Triage' }).build()))
  await settings.haveConnection({ name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })
  await baton.flowMenu('Flow settings')
  const tokens = inspector.region
    .getByRole('group', { name: 'Limits of one turn' })
    .getByRole('textbox', { name: 'Tokens' })
  await tokens.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('30')
  await page.keyboard.press('Tab')
  models.reply({ text: 'What is it about?', usage: { input: 200, output: 37 } })
  await chat.say('Hi')
  await expect(chat.log.getByRole('status')).toHaveText(
    'This turn went over its budget with its last call: 237 of 30 tokens. A budget is checked before each call, so one call can go over it.',
  )
  await expect(chat.saidBy('Triage')).toContainText('What is it about?')
  await inspector.close()
  await chat.log.getByRole('button', { name: 'Show the budget' }).press('Enter')
  await expect(tokens).toBeFocused()
  await expect(tokens).toBeInViewport()
  await trace.open()
  await expect(trace.row('237 of 30 tokens')).toHaveCount(1)
  await test.step('from the trace its field is one press away too', async () => {
    await inspector.close()
    await trace.row('237 of 30 tokens').click()
    await trace.details.getByRole('button', { name: 'Show the budget' }).press('Enter')
    await expect(tokens).toBeFocused()
  })
  await page.reload()
  await expect(chat.log).toContainText('237 of 30 tokens')
})

test(
  'a limit of the flow, and a budget of one node, are one press away from the message that names them',
  wholeRun(),
  async ({ baton, models, page }) => {
    const { chat, inspector, settings, trace } = baton
    const drawn = flow('Desk')
      .start('a')
      .agent('a', { name: 'Triage', budgetTokens: 100 })
      .settings({ limits: { modelCalls: 1 } })
    await baton.importFlow(saveFlow(drawn.build()))
    await settings.haveConnection({ name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })
    const card = chat.log.getByRole('status', { name: 'Limit' })
    const calls = { calls: [{ name: 'nothing_here', arguments: {} }], usage: { input: 20, output: 5 } }
    await test.step('the limit of model calls: its field has the cursor, and raised the turn goes further', async () => {
      models.reply(calls)
      await chat.say('Hi')
      const field = inspector.region.getByRole('group', { name: 'Limits of one turn' }).getByLabel('Model calls')
      await trace.open()
      await trace.row('ended at a limit').click()
      await trace.details.getByRole('button', { name: 'Show the limit' }).press('Enter')
      await expect(field).toBeFocused()
      await inspector.close()
      await card.getByRole('button', { name: 'Show the limit' }).press('Enter')
      await expect(field).toBeFocused()
      await expect(field).toBeInViewport()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('9')
    })
    await test.step('the budget of a node: the node is shown, with the field unfolded', async () => {
      models.reply({ ...calls, usage: { input: 90, output: 20 } })
      await chat.say('And now?')
      await expect(card.last()).toContainText('Triage')
      await card.last().getByRole('button', { name: 'Raise the budget' }).press('Enter')
      await expect(inspector.region.getByLabel('Tokens in a turn, at most')).toBeFocused()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('9000')
      models.reply({ text: 'It is paid.', usage: { input: 90, output: 20 } })
      await chat.say('Go on')
      await expect(chat.saidBy('Triage').last()).toContainText('It is paid.')
    })
    const turnLimits = inspector.region.getByRole('group', { name: 'Limits of one turn' })
    const threadLimits = inspector.region.getByRole('group', { name: 'Budget of a whole thread' })
    await test.step('the connection says what its model costs', async () => {
      await settings.open()
      await settings.dialog.getByRole('button', { name: 'Edit default' }).click()
      await settings.dialog.getByText('Context and price').click()
      await settings.dialog.getByRole('textbox', { name: 'Price of what it reads' }).click()
      await page.keyboard.type('1000')
      await settings.dialog.getByRole('textbox', { name: 'Price of what it writes' }).click()
      await page.keyboard.type('1000')
      await settings.save()
      await settings.close()
    })
    for (const { what, limits, group, label, button, more } of [
      {
        what: 'tokens of a turn',
        limits: { tokens: 100 },
        group: turnLimits,
        label: 'Tokens',
        button: 'Show the limit',
        more: '5000',
      },
      {
        what: 'time of a turn',
        limits: { seconds: 0.001 },
        group: turnLimits,
        label: 'Seconds',
        button: 'Show the limit',
        more: '90',
      },
      {
        what: 'money of a turn',
        limits: { dollars: 0.1 },
        group: turnLimits,
        label: 'Dollars',
        button: 'Show the limit',
        more: '5',
      },
      {
        what: 'tokens of a thread',
        limits: { threadTokens: 100 },
        group: threadLimits,
        label: 'Tokens',
        button: 'Raise the budget',
        more: '5000',
      },
      {
        what: 'time of a thread',
        limits: { threadSeconds: 0.001 },
        group: threadLimits,
        label: 'Seconds',
        button: 'Raise the budget',
        more: '90',
      },
    ])
      await test.step(`${what}: to the refusal, and on from there`, async () => {
        await baton.toLibrary()
        const desk = flow('Desk').start('a').agent('a', { name: 'Triage' }).settings({ limits })
        await baton.importFlow(saveFlow(desk.build()))
        models.reply({ ...calls, usage: { input: 90, output: 20 } })
        await chat.say('Hi')
        await expect(card).toContainText('The turn ended because')
        await card.getByRole('button', { name: button }).press('Enter')
        await expect(group.getByRole('textbox', { name: label })).toBeFocused()
        await page.keyboard.press('ControlOrMeta+a')
        await page.keyboard.type(more)
        models.reply({ text: 'Here you are.', usage: { input: 90, output: 20 } })
        await chat.say('Go on')
        await expect(chat.saidBy('Triage').last()).toContainText('Here you are.')
      })
    for (const { what, own, label, more } of [
      { what: 'money of a node', own: { budgetDollars: 0.1 }, label: 'Dollars in a turn, at most', more: '5' },
      { what: 'time of a node', own: { budgetSeconds: 0.001 }, label: 'Time in a turn, at most', more: '90' },
    ])
      await test.step(`${what}: to the refusal, and on from there`, async () => {
        await baton.toLibrary()
        await baton.importFlow(
          saveFlow(
            flow('Desk')
              .start('a')
              .agent('a', { name: 'Triage', ...own })
              .build(),
          ),
        )
        models.reply({ ...calls, usage: { input: 90, output: 20 } })
        await chat.say('Hi')
        await expect(card).toContainText('The turn ended because Triage')
        await card.getByRole('button', { name: 'Raise the budget' }).press('Enter')
        await expect(inspector.region.getByLabel(label)).toBeFocused()
        await page.keyboard.press('ControlOrMeta+a')
        await page.keyboard.type(more)
        models.reply({ text: 'Here you are.', usage: { input: 90, output: 20 } })
        await chat.say('Go on')
        await expect(chat.saidBy('Triage').last()).toContainText('Here you are.')
      })
    await test.step('the links above the settings lead to each section', async () => {
      await baton.flowMenu('Flow settings')
      const links = inspector.region.getByRole('navigation', { name: 'Sections of the settings' }).getByRole('button')
      const names = await links.allTextContents()
      expect(names).toContain('Limits')
      for (const name of names) {
        await links.filter({ hasText: name }).press('Enter')
        const heading = inspector.region.getByRole('heading', { name, exact: true })
        await expect(heading).toBeFocused()
        await expect(heading).toBeInViewport()
      }
      await links.filter({ hasText: 'Limits' }).press('Enter')
      await page.keyboard.press('Tab')
      await expect(inspector.region.getByRole('textbox', { name: 'Hand-offs' })).toBeFocused()
    })
    expect(await seriousFindings(page, '[aria-label="Inspector"]')).toEqual([])
  },
)
