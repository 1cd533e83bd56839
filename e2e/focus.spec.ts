/** Where the keyboard is after something closed, what Escape closes, and what is pressed twice. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test } from './fixtures/app'
import { lookBackOf } from './pages/look-back'

test('Escape closes one thing at a time, and the focus never falls to the page', async ({ baton, models, page }) => {
  const { canvas, chat } = baton
  const back = lookBackOf(page)
  const bell = page.getByRole('button', { name: /^Waiting for you/ })
  const panel = page.getByRole('dialog', { name: /^Waiting for you/ })
  const menu = page.getByRole('menu')
  const type = async (text: string): Promise<void> => {
    await chat.composer.click()
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  const drawn = flow('Shop').start('a').agent('a', { name: 'Clerk' })
  drawn.builtinTool('t', { name: 'Clock', toolName: 'get_time', needsApproval: true }).use('a', 't')
  await baton.importFlow(saveFlow(drawn.build()))
  await baton.settings.haveConnection({ name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })

  await test.step('Regenerate that is pressed twice makes one thread', async () => {
    models.reply({ text: 'Good day.' }, { text: 'Good evening.' })
    await type('Hello')
    await expect(chat.saidBy('Clerk')).toContainText('Good day.')
    await chat.saidBy('Clerk').hover()
    await chat.saidBy('Clerk').getByRole('button', { name: 'Regenerate' }).dblclick()
    await expect(chat.saidBy('Clerk')).toContainText('Good evening.')
    await chat.openThreads()
    await expect(page.getByRole('menuitemradio')).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
  })

  await test.step('in the panel of what waits, Escape closes the menu of a card, and then the panel', async () => {
    models.reply({ calls: [{ name: 'get_time', arguments: {} }] }, { text: 'Ten.' })
    await type('What time is it?')
    await bell.press('Enter')
    await panel.getByRole('button', { name: 'Run and remember' }).press('Enter')
    await expect(menu).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(panel).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Run and remember' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(bell).toBeFocused()
  })

  await test.step('with its last question the bell goes, and the focus stays beside it', async () => {
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: 'Run', exact: true }).press('Enter')
    await expect(panel).toContainText('Nothing waits for you any more.')
    await page.keyboard.press('Escape')
    await expect(bell).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Add' })).toBeFocused()
    await expect(chat.log).toContainText('Ten.')
  })

  await test.step('in the past, the card of a call that was decided on decides nothing', async () => {
    await page.getByRole('button', { name: 'Look back' }).press('Enter')
    const card = chat.log.getByRole('group', { name: 'Call of get_time to decide on' })
    await expect(async () => {
      await back.slider.press('ArrowLeft')
      await expect(card).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(card.getByRole('button', { name: 'Run', exact: true })).toBeDisabled()
  })

  await test.step('Escape closes a menu in the past, and on the canvas leads back to now, with the selection as it is', async () => {
    await chat.openThreads()
    await expect(menu).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(back.notices).toHaveCount(2)
    await canvas.node('Clerk').click()
    await page.keyboard.press('Escape')
    await expect(back.notices).toHaveCount(0)
    await expect(canvas.selected).toHaveCount(1)
  })

  await test.step('back to now, from the chat, is back to the message; closed, the strip gives the focus to its button', async () => {
    await back.slider.press('Home')
    await chat.region.getByRole('button', { name: 'Back to now' }).press('Enter')
    await expect(chat.composer).toBeFocused()
    await back.strip.getByRole('button', { name: 'Close' }).press('Enter')
    await expect(back.strip).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Look back' })).toBeFocused()
  })
})
