/** Context variables: declared on the flow, shown live, changed between turns, and read by the next turn's prompt. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test } from './fixtures/app'
import type { Baton } from './pages/baton'

const desk = () =>
  saveFlow(
    flow('Desk')
      .start('a')
      .agent('a', { name: 'Front', prompt: 'You serve {customer}. Tries: {tries}. Ok: {verified}. Cart: {cart}.' })
      .agent('b', { name: 'Refunds', prompt: 'You refund.' })
      .handoff('a', 'b', { condition: 'wants money back', available: 'verified' })
      .build(),
  )

const panelOf = ({ page }: Baton) => page.getByRole('region', { name: 'Variables' })

test('declares variables, changes them between turns, and the next prompt has the new values', async ({
  baton,
  models,
}) => {
  test.setTimeout(90_000)
  const { chat, inspector, page } = baton
  await baton.importFlow(desk())
  await baton.settings.haveConnection({ name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })
  await page.getByRole('tab', { name: 'Variables' }).click()
  const panel = panelOf(baton)
  const row = (name: string) => panel.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  const value = (name: string) => row(name).getByRole('button', { name: `Change ${name}` })

  await test.step('declares them in the flow settings', async () => {
    await panel.getByRole('button', { name: 'Declare a variable' }).click()
    await inspector.region.getByRole('button', { name: 'Declare verified' }).click()
    await inspector.choose('Type of verified', 'Yes or no')
    for (const name of ['customer', 'tries', 'cart']) {
      await inspector.region.getByRole('button', { name: 'Add a variable' }).click()
      const field = inspector.region.getByRole('textbox', { name: /^Name of variable_/ })
      await expect(field).toBeFocused()
      await field.fill('2 words')
      await expect(inspector.region.getByText('Letters, digits and _')).toBeVisible()
      await field.fill(name)
      await field.press('Enter')
    }
    await inspector.choose('Type of tries', 'Number')
    await inspector.choose('Type of cart', 'JSON')
    await inspector.fill({ 'Default of customer': 'a stranger', 'Description of customer': 'Who is asking' })
    await inspector.fill({ 'Default of tries': '0', 'Default of cart': '[]' })
    await expect(inspector.region.getByRole('button', { name: 'Declare verified' })).toBeHidden()
    await expect(row('customer')).toContainText('Who is asking')
    await expect(value('customer')).toHaveText('a stranger')
  })

  await test.step('what is set before the first message goes with it', async () => {
    await value('tries').click()
    await page.keyboard.type('1')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await expect(value('tries')).toHaveText('2')
    models.reply({ text: 'Good morning.' })
    await chat.say('Hello')
    await expect(chat.saidBy('Front')).toHaveText(/Good morning\./)
    expect(models.requests.at(-1)?.system).toBe('You serve a stranger. Tries: 2. Ok: {verified}. Cart: [].')
    expect(models.requests.at(-1)?.toolNames).toEqual([])
    await expect(row('tries')).toContainText('in this turn, by you')
  })

  await test.step('each type is edited in its own way; Escape takes it back, what does not fit is said', async () => {
    await value('customer').click()
    await panel.getByRole('textbox', { name: 'Value of customer' }).fill('Nobody')
    await page.keyboard.press('Escape')
    await expect(value('customer')).toHaveText('a stranger')
    await expect(value('customer')).toBeFocused()
    await page.keyboard.press('Enter')
    await panel.getByRole('textbox', { name: 'Value of customer' }).fill('Ann')
    await page.keyboard.press('Enter')
    await expect(value('customer')).toHaveText('Ann')
    await expect(row('customer')).toContainText('for the next message, by you')
    await value('tries').click()
    await panel.getByRole('textbox', { name: 'Value of tries' }).fill('many')
    await page.keyboard.press('Enter')
    await expect(panel.getByText('The variable "tries" must be a number, and many is not.')).toBeVisible()
    await panel.getByRole('textbox', { name: 'Value of tries' }).fill('3')
    await page.keyboard.press('Enter')
    await expect(value('tries')).toHaveText('3')
    await value('cart').click()
    await panel.getByRole('textbox', { name: 'Value of cart' }).fill('[{"cake": "plum", "people": 6}]')
    await page.keyboard.press('Enter')
    await row('cart').getByRole('button', { name: 'Unfold' }).click()
    await row('cart').getByText('2 fields').click()
    await expect(row('cart')).toContainText('cake "plum"')
    await row('verified').getByRole('switch', { name: 'verified' }).press('Space')
    await expect(row('verified')).toContainText('yes')
    await row('tries').getByRole('button', { name: 'Reset tries to 0' }).click()
    await expect(value('tries')).toHaveText('0')
  })

  await test.step('the next turn has them, and the hand-off behind one of them', async () => {
    models.reply({ pieces: ['Hello ', 'Ann.'], hangAfter: 1 })
    await chat.say('Again')
    await expect(chat.saidBy('Front').last()).toContainText('Hello')
    await expect(panel.getByText('A turn is running.')).toBeVisible()
    await expect(value('customer')).toBeDisabled()
    await chat.stop.click()
    expect(models.requests.at(-1)?.system).toBe(
      'You serve Ann. Tries: 0. Ok: true. Cart: [{"cake":"plum","people":6}].',
    )
    expect(models.requests.at(-1)?.toolNames).toEqual(['transfer_Front_to_Refunds'])
    await expect(value('customer')).toBeEnabled()
  })

  await test.step('a page that is opened anew shows the same', async () => {
    await value('customer').click()
    await panel.getByRole('textbox', { name: 'Value of customer' }).fill('Bob')
    await page.keyboard.press('Enter')
    await expect(value('customer')).toHaveText('Bob')
    await page.reload()
    await expect(value('customer')).toHaveText('Bob')
    await expect(row('customer')).toContainText('for the next message, by you')
    await page.getByRole('tab', { name: 'Trace' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'set by you: customer = Bob' })).toBeVisible()
  })
})
