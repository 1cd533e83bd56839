/** Context variables: set and branched on by nodes that are put in by hand; declared on the flow, shown live, changed between turns, and read by the next turn’s prompt. */
import { applyLayout } from '../src-shared/flow/editing/edits'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test, wholeRun } from './fixtures/app'
import type { Baton } from './pages/baton'
import { typeOver } from './pages/typing'

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

test('variables are branched on, shown live and changed between turns', wholeRun(), async ({ baton, models }) => {
  test.setTimeout(240_000)
  await test.step('draws a condition by hand, talks, and sees which branch was taken', async () => {
    const { canvas, chat, inspector, page } = baton
    const drawn = flow('Branches')
      .node('start', 'start', { name: 'Start' })
      .agent('friend', { name: 'Friend' })
      .agent('host', { name: 'Host' })
    const places = { start: { x: 0, y: 200 }, friend: { x: 900, y: 0 }, host: { x: 900, y: 400 } }
    await baton.importFlow(saveFlow(applyLayout(drawn.build(), places)))
    await baton.settings.haveConnection({
      name: 'default',
      baseUrl: models.baseUrl,
      key: MODEL_KEY,
      model: 'test-model',
    })
    const type = async (label: string, text: string): Promise<void> => {
      await inspector.text(label).click()
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
    }

    await test.step('draws the nodes', async () => {
      await canvas.openPalette()
      await canvas.dragIn('Set variables', { x: 300, y: 160 })
      await inspector.region.getByRole('button', { name: 'Add a variable' }).click()
      await inspector.region.getByRole('combobox', { name: 'Variable 1' }).click()
      await page.keyboard.type('visits')
      await type('Value 1', '${visits} + 1')
      await inspector.close()
      await canvas.dragIn('Condition', { x: 300, y: 420 })
      await type('Name', 'How often')
      await inspector.region.getByRole('button', { name: 'Add a branch' }).click()
      await inspector.text('Name of branch 1').click()
      await page.keyboard.press('Control+a')
      await page.keyboard.type('regular')
      await page.keyboard.press('Enter')
      await type('When 1', '${visits} > ')
      await expect(inspector.region.getByText(/At character 13: /)).toBeVisible()
      await inspector.text('When 1').press('End')
      await page.keyboard.type('1')
      await expect(inspector.region.getByText(/At character/)).toHaveCount(0)
      await inspector.close()
      await canvas.palette.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('button', { name: 'Zoom to fit' }).click()
    })

    await test.step('declares the variable where a problem says so', async () => {
      await baton.flowMenu('Flow settings')
      await page
        .getByRole('button', { name: /^Declare/ })
        .first()
        .click()
      const row = page.getByRole('group', { name: 'Variables' })
      await expect(row.getByLabel('Name of visits')).toBeVisible()
      await inspector.choose('Type of visits', 'Number')
      await row.getByLabel('Default of visits').click()
      await page.keyboard.type('0')
      await inspector.close()
    })

    await test.step('joins the branches', async () => {
      await canvas.wire({ node: 'Start', port: 'First' }, { node: 'Set variables', port: 'In' })
      await canvas.wire({ node: 'Set variables', port: 'Then' }, { node: 'How often', port: 'In' })
      await canvas.wire({ node: 'How often', port: 'regular' }, { node: 'Friend', port: 'In' })
      await canvas.wire({ node: 'How often', port: 'else' }, { node: 'Host', port: 'In' })
      await canvas.select('How often')
      await expect(inspector.region.getByText('False with the default values.')).toBeVisible()
      await expect(baton.check).toHaveAccessibleName('Check')
    })

    await test.step('a branch that is renamed keeps its edge, in one step', async () => {
      const port = async (): Promise<unknown> =>
        Object.values((await baton.exportFlow()).edges).map(({ from }) => from.port)
      await inspector.text('Name of branch 1').click()
      await page.keyboard.press('Control+a')
      await page.keyboard.type('known')
      await page.keyboard.press('Enter')
      expect(await port()).toContain('known')
      await expect(canvas.port({ node: 'How often', port: 'known' })).toBeVisible()
      await inspector.close()
      await page.keyboard.press('Control+z')
      expect(await port()).toContain('regular')
      await expect(canvas.port({ node: 'How often', port: 'regular' })).toBeVisible()
    })

    await test.step('talks', async () => {
      models.reply({ text: 'Welcome, stranger.' })
      await chat.say('hello')
      await expect
        .poll(chat.lines)
        .toEqual(['You: hello', '-- Set variables → How often → Host, branch: else', 'Host: Welcome, stranger.'])
      await expect(canvas.holder).toHaveText('Host')
    })

    await test.step('reads in the trace which branch was taken, and why', async () => {
      await page.getByRole('tab', { name: 'Variables' }).click()
      await page.getByRole('tab', { name: 'Trace' }).click()
      await expect(baton.trace.row('condition')).toContainText(
        'candidates regular, else → else · rule: no branch holds',
      )
    })
  })

  await test.step('declares variables, changes them between turns, and the next prompt has the new values', async () => {
    await baton.toLibrary()
    const { chat, inspector, page } = baton
    await baton.importFlow(desk())
    await baton.settings.haveConnection({
      name: 'default',
      baseUrl: models.baseUrl,
      key: MODEL_KEY,
      model: 'test-model',
    })
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
        await typeOver(field, '2 words')
        await expect(inspector.region.getByText('Letters, digits and _')).toBeVisible()
        await typeOver(field, name)
        await field.press('Enter')
      }
      await inspector.choose('Type of tries', 'Number')
      await inspector.choose('Type of cart', 'JSON')
      await inspector.write({ 'Default of customer': 'a stranger', 'Description of customer': 'Who is asking' })
      await inspector.write({ 'Default of tries': '0', 'Default of cart': '[]' })
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
      await typeOver(panel.getByRole('textbox', { name: 'Value of customer' }), 'Nobody')
      await page.keyboard.press('Escape')
      await expect(value('customer')).toHaveText('a stranger')
      await expect(value('customer')).toBeFocused()
      await page.keyboard.press('Enter')
      await typeOver(panel.getByRole('textbox', { name: 'Value of customer' }), 'Ann')
      await page.keyboard.press('Enter')
      await expect(value('customer')).toHaveText('Ann')
      await expect(row('customer')).toContainText('for the next message, by you')
      await value('tries').click()
      await typeOver(panel.getByRole('textbox', { name: 'Value of tries' }), 'many')
      await page.keyboard.press('Enter')
      await expect(panel.getByText('The variable "tries" must be a number, and many is not.')).toBeVisible()
      await typeOver(panel.getByRole('textbox', { name: 'Value of tries' }), '3')
      await page.keyboard.press('Enter')
      await expect(value('tries')).toHaveText('3')
      await value('cart').click()
      await typeOver(panel.getByRole('textbox', { name: 'Value of cart' }), '[{"cake": "plum", "people": 6}]')
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
      await typeOver(panel.getByRole('textbox', { name: 'Value of customer' }), 'Bob')
      await page.keyboard.press('Enter')
      await expect(value('customer')).toHaveText('Bob')
      await page.reload()
      await expect(value('customer')).toHaveText('Bob')
      await expect(row('customer')).toContainText('for the next message, by you')
      await page.getByRole('tab', { name: 'Trace' }).click()
      await expect(page.getByRole('row').filter({ hasText: 'set by you: customer = Bob' })).toBeVisible()
    })
  })
})
