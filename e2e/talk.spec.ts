/** Talking while a turn works: messages wait above the composer, are changed there, or do not wait for its end. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test } from './fixtures/app'
import { seriousFindings } from './pages/axe'

const drawn = flow('Desk').start('a').agent('a', { name: 'Clerk', prompt: 'You are Clerk.' }).build()

test('what is typed during a turn waits, is changed, and is said after, at the next step of, or instead of it', async ({
  baton,
  models,
  page,
}) => {
  test.setTimeout(90_000)
  const { chat, settings } = baton
  const waiting = chat.region.getByRole('group', { name: 'Waiting messages' })
  const row = (text: string) => waiting.getByRole('listitem').filter({ hasText: text })
  const when = chat.region.getByRole('button', { name: /^Send: / })
  const type = async (text: string): Promise<void> => {
    await chat.composer.click()
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  const slow = Promise.withResolvers<undefined>()
  await baton.importFlow(saveFlow(drawn))
  await settings.haveConnection({ name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })

  await test.step('two messages wait while the first is answered', async () => {
    models.reply({ text: 'Let me look for a while.', gate: slow.promise })
    await type('Where is my parcel?')
    await expect(chat.stop).toBeVisible()
    await expect(when).toHaveAccessibleName('Send: After this')
    await type('And my invoice?')
    await type('It is order 4711')
    await expect(waiting.getByRole('listitem')).toHaveText([/And my invoice\?/, /It is order 4711/])
    await expect(chat.composer).toHaveValue('')
    expect(await seriousFindings(page, '[aria-label="Chat"]')).toEqual([])
  })

  await test.step('they are moved, edited and removed where they stand', async () => {
    await row('order 4711').getByRole('button', { name: 'Move it up' }).click()
    await expect(waiting.getByRole('listitem')).toHaveText([/It is order 4711/, /And my invoice\?/])
    await row('invoice').getByRole('button', { name: 'Edit this message' }).click()
    await page.keyboard.type('And the invoice of May?')
    await page.keyboard.press('Enter')
    await expect(row('invoice of May')).toBeVisible()
    await row('order 4711').getByRole('button', { name: 'Remove this message' }).click()
    await expect(waiting.getByRole('listitem')).toHaveText([/And the invoice of May\?/])
  })

  await test.step('the turn ends, and what waited is said', async () => {
    models.reply({ pieces: ['Here it ', 'is'], hangAfter: 1 })
    slow.resolve(undefined)
    await expect(chat.saidBy('Clerk').first()).toContainText('Let me look for a while.')
    await expect(chat.saidBy('You').last()).toContainText('And the invoice of May?')
    await expect(waiting).toBeHidden()
    await expect(chat.saidBy('Clerk').last()).toContainText('Here it')
  })

  await test.step('instead, chosen by keyboard: the reply that streams is cut off, and this is answered', async () => {
    models.reply({ text: 'April, then.' })
    await when.press('Enter')
    await page.getByRole('menuitemradio', { name: /^Instead/ }).press('Enter')
    await expect(when).toHaveAccessibleName('Send: Instead')
    await type('No, of April')
    await expect(chat.saidBy('Clerk').last()).toContainText('April, then.')
    await expect(chat.send).toBeVisible()
    await expect(chat.log.getByText('Here it')).toBeHidden()
  })

  await test.step('stopped, what waits is not sent by itself; the person sends it', async () => {
    models.reply({ hang: true })
    await type('One more thing')
    await expect(chat.stop).toBeVisible()
    // On one line beside Stop: nothing moves when a turn begins or ends.
    const box = await page.getByRole('textbox', { name: 'Say something' }).boundingBox()
    expect(box?.height).toBeLessThan(40)
    await type('Thank you')
    await expect(row('Thank you')).toBeVisible()
    await chat.stop.click()
    await expect(waiting).toContainText('Not sent yet')
    models.reply({ text: 'You are welcome.' })
    await row('Thank you').getByRole('button', { name: 'Send it now' }).click()
    await expect(chat.saidBy('Clerk').last()).toContainText('You are welcome.')
    await expect(waiting).toBeHidden()
  })
})
