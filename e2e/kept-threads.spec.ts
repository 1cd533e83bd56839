/** Conversations that are kept: found by what was said in them, made smaller, handed on as a file and looked at again. */
import { expect, test } from './fixtures/app'

test('a thread is found by its words, and a run that was exported is looked at and not gone on with', async ({
  baton,
  page,
}) => {
  const { chat } = baton
  await baton.newFlow()
  await chat.say('Plum cake for Friday')
  await expect.poll(chat.lines).toHaveLength(2)
  await chat.newThread.click()
  await chat.say('How is the weather')
  await expect.poll(chat.lines).toHaveLength(2)

  const menu = page.getByRole('button', { name: 'Threads', exact: true })
  await menu.click()
  await expect(page.getByLabel('Find a thread', { exact: true })).toBeFocused()
  await page.keyboard.type('friday')
  await expect(page.getByRole('menuitemradio')).toHaveCount(1)
  await page.getByRole('menuitemradio', { name: /Plum cake/ }).click()
  await expect.poll(chat.lines).toContain('You: Plum cake for Friday')

  await menu.click()
  const file = await baton.download(() => page.getByRole('menuitem', { name: 'Export run' }).click())
  expect(file.text).toContain('"format":"baton/run"')

  await expect(page.getByRole('menu')).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused()
  await page.keyboard.type('Flow settings')
  await page.keyboard.press('Enter')
  const kept = page.getByRole('group', { name: 'Conversations' })
  await expect(kept.getByRole('status')).toContainText('2 threads')
  await kept.getByRole('button', { name: 'Prune now' }).click()
  await expect(kept.getByRole('status')).toContainText('free')

  await baton.toLibrary()
  await baton.importFlow(file.text)
  await expect(page.getByText('This thread was imported and is for looking at.')).toBeVisible()
  await expect.poll(chat.lines).toContain('You: Plum cake for Friday')
})
