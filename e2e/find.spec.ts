/** Finding everything by one palette, and replacing a text over the whole flow. */
import { expect, test } from './fixtures/app'
import { boxOf } from './pages/canvas'
import { pressBeforeLater } from './pages/held-moments'

test('the palette finds texts, variables, other flows and settings, and Enter goes to the very field; a text is replaced everywhere in one step', async ({
  baton,
}) => {
  const { canvas, inspector, library, page } = baton
  for (const name of ['Old bakery', 'Bakery']) {
    await baton.newFlow(name)
    await baton.toLibrary()
  }
  await library.menu('Old bakery', 'Pin')
  await expect(library.names).toHaveText(['Old bakery', 'Bakery'])
  await library.fromExample('Support desk')
  await canvas.node('Triage').waitFor()
  const search = page.getByRole('textbox', { name: 'Find', exact: true })
  const find = async (words: string): Promise<void> => {
    await page.keyboard.press('Control+k')
    await expect(search).toBeFocused()
    await page.keyboard.type(words)
  }

  await find('card number')
  const hit = page.getByRole('button', { name: /^Triage · Instruction/ })
  await expect(hit.locator('mark')).toHaveText(['card number'])
  await page.keyboard.press('Enter')
  await expect(inspector.text('Instruction')).toBeFocused()
  await expect(inspector.text('Name')).toHaveValue('Triage')

  // Whatever is typed is only looked for, also what means something in a pattern.
  await canvas.region.click({ position: { x: 30, y: 30 } })
  await find('re')
  const top = (await boxOf(search)).y
  await page.keyboard.press('Control+A')
  await page.keyboard.type('write-')
  await expect(page.getByRole('button', { name: 'Write-up Nested chat' }).locator('mark')).toHaveText('Write-')
  await page.keyboard.type('(*[')
  await expect(page.getByText('Nothing is called “write-(*[”.')).toBeVisible()
  expect((await boxOf(search)).y, 'where one types stays where it is').toBe(top)
  await page.keyboard.press('Escape')

  await find('order_number')
  await expect(page.getByRole('button', { name: /^order_number/ })).toBeVisible()
  await page.keyboard.press('Escape')
  // A pinned flow stands first, as in Home, though it is older and the other one begins with the words.
  await find('bakery')
  await expect(page.getByRole('dialog').getByRole('button', { name: /bakery/i })).toHaveText([/^Old bakery/, /^Bakery/])
  await page.keyboard.press('Escape')
  await find('secrets')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Escape')

  await test.step('what had the focus has it again at once, for the very next key', async () => {
    await canvas.select('Triage')
    const name = inspector.text('Name')
    await name.click()
    await page.keyboard.press('End')
    await pressBeforeLater(page, ['Control+k', search, 'Escape', 'x', 'y', 'Backspace', 'Backspace'])
    await expect(search).toHaveCount(0)
    await expect(name).toBeFocused()
    await pressBeforeLater(page, ['Control+k', search, 'Escape', 'x', 'y'])
    await expect(name).toHaveValue('Triagexy')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await expect(name).toHaveValue('Triage')
  })

  const before = await baton.exportText()
  await canvas.region.click({ position: { x: 30, y: 30 } })
  // What is typed right after the keys that open something belongs to it, however slow the machine is.
  await pressBeforeLater(page, ['Control+k', 'a', 'd', 'd'])
  await expect(search).toHaveValue('add')
  await page.keyboard.press('Escape')
  await expect(search).toHaveCount(0)
  await pressBeforeLater(page, ['Control+Shift+f', 'o', 'r', 'd'])
  const dialog = page.getByRole('dialog', { name: 'Find and replace' })
  await expect(dialog.getByRole('textbox', { name: 'Find' })).toHaveValue('ord')
  await page.keyboard.type('er')
  await expect(dialog.getByRole('status')).toContainText(/^\d+ places, \d in names of variables/)
  await dialog.getByRole('checkbox', { name: 'Whole words' }).press('Space')
  await dialog.getByRole('textbox', { name: 'Replace with' }).click()
  await page.keyboard.type('purchase')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText('Nothing found')
  await page.keyboard.press('Escape')
  const after = await baton.exportFlow()
  expect(after.nodes['triage']?.data['prompt']).toContain('ask for the purchase number')
  expect(after.nodes['refunds']?.data['prompt']).toContain('the purchase is {order_number}')
  await baton.undo.click()
  expect(await baton.exportText()).toBe(before)

  await canvas.region.click({ position: { x: 30, y: 30 } })
  await find('bakery')
  await expect(page.getByRole('button', { name: /^Old bakery/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(baton.flowName).toHaveValue('Old bakery')
})
