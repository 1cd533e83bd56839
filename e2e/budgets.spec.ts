/** Budgets as a person meets them: set in the flow's settings, who took how much under a turn, and a turn that its thread's budget ended. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test } from './fixtures/app'
import { seriousFindings } from './pages/axe'

test('a thread has a budget of money: what it counts, who took how much, and how it goes on when it is used up', async ({
  baton,
  models,
  page,
}) => {
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
  expect(await seriousFindings(page)).toEqual([])
  await card.getByRole('button', { name: 'Raise the budget' }).click()
  await budget.getByRole('textbox', { name: 'Dollars' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2')
  models.reply({ text: 'It is open.', usage: { input: 900, output: 10 } })
  await chat.say('Go on')
  await expect(chat.saidBy('Billing').last()).toContainText('It is open.')
})
