/** Decision replay: the decisions that are shown are asked again with another prompt, flips are listed, and each opens its case. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test } from './fixtures/app'
import { DIALOG, expectWay } from './pages/focus-ways'
import { lookBackOf } from './pages/look-back'

const DESK = flow('Desk')
  .start('g')
  .node('task-graph', 'g', { name: 'Desk', prompt: 'Pick an intent.\n{intents}\nMessage: {message}\nThe number:' })
  .node('message-worker', 'money', { name: 'Money' })
  .node('message-worker', 'post', { name: 'Post' })
  .edge('intent', { from: 'g', to: 'money', port: 'intents' }, { intent: 'refund' })
  .edge('intent', { from: 'g', to: 'post', port: 'intents' }, { intent: 'parcel' })
  .build()

test('asks the decisions of all threads again with an edited prompt, says the price first, and opens the case of a flip', async ({
  baton,
  models,
  page,
}) => {
  const { chat, settings } = baton
  await baton.importFlow(saveFlow(DESK))
  await settings.haveConnection({ name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })
  models.reply({ text: '1' }, { text: 'Money is back.' })
  await chat.say('My parcel was double')
  await expect(chat.saidBy('Money')).toContainText('Money is back.')
  await chat.newThread.click()
  models.reply({ text: '1' }, { text: 'Paid back.' })
  await chat.say('Pay me back')
  await expect(chat.saidBy('Money')).toContainText('Paid back.')
  const before = models.received.length

  await page.getByRole('tab', { name: 'Decisions' }).click()
  const panel = page.getByRole('region', { name: 'Decisions' })
  const ask = panel.getByRole('button', { name: 'Ask again…' })
  const dialog = page.getByRole('dialog', { name: 'Ask again' })
  const first = dialog.getByRole('button', { name: 'Close' })
  await expectWay(page, { name: 'replay', by: ask, shown: dialog, first, round: DIALOG })
  await ask.click()
  const price = dialog.getByRole('status', { name: 'Price' })
  await expect(price).toContainText(
    /^2 calls · about [\d,]+ tokens in, \d+ out · price not known · default: test-model/,
  )

  await test.step('an edited prompt is typed; a slot that is not known leaves decisions out', async () => {
    await dialog.getByRole('button', { name: 'Edit the prompt' }).click()
    const prompt = dialog.getByRole('textbox', { name: 'Prompt' })
    await expect(prompt).toHaveValue(/^Pick an intent\.\n\{intents\}/)
    await prompt.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' {nothing}')
    await expect(price).toContainText('2 are left out: What stood in {nothing} is not known')
    await expect(dialog.getByRole('button', { name: 'Ask', exact: true })).toBeDisabled()
    for (let nth = 0; nth < ' {nothing}'.length; nth += 1) await page.keyboard.press('Backspace')
    await page.keyboard.type(' Parcels first.')
    await expect(price).toContainText(/^2 calls/)
  })
  expect(models.received.length).toBe(before)

  await test.step('only they are asked, and what comes out differently is listed', async () => {
    models.on({ user: 'My parcel was double' }, { text: '2' })
    models.on(() => true, { text: 'refund' })
    await dialog.getByRole('button', { name: 'Ask', exact: true }).dblclick()
    await expect(dialog.getByRole('status', { name: 'Sum' })).toHaveText('2 of 2 · 1 flip · price not known')
    const asked = models.requests.slice(-2).map(({ user }) => user)
    expect(asked.every((text) => text.endsWith('The number: Parcels first.'))).toBe(true)
    expect(models.received.length).toBe(before + 2)
    expect(models.violations).toEqual([])
    await expect(dialog.getByRole('listitem')).toHaveText([/My parcel was double.*refund → parcel2$/])
    const file = await baton.download(() => dialog.getByRole('button', { name: 'CSV' }).click())
    expect(file.text).toContain('refund,parcel,yes')
  })

  await test.step('the flip opens its case; the replay is kept', async () => {
    await dialog.getByRole('listitem').getByRole('button').press('Enter')
    await expect(dialog).toBeHidden()
    await expect(lookBackOf(page).notices.first()).toContainText(/^Step \d+ of/)
    await expect(chat.log).toContainText('My parcel was double')
    await panel.getByRole('button', { name: 'Ask again…' }).click()
    await dialog.getByRole('combobox', { name: 'Earlier' }).click()
    await expect(page.getByRole('option')).toHaveText([/“Pick an intent.*” · 1 flip · 2 of 2/])
    await page.getByRole('option', { name: /1 flip/ }).click()
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
  })
})
