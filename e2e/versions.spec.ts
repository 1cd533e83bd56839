/** Versions over the drawing: what differs on the canvas and in words, what is copied out of one, and going back and forward. */
import { expect, test } from './fixtures/app'
import { setupD } from './fixtures/setup-d'
import { boxOf, type Box } from './pages/canvas'

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

test('looks at a version, copies a node out of it, goes back to it and forward again, by mouse and by keyboard', async ({
  baton,
}) => {
  const { canvas, page } = baton
  await baton.importFlow(setupD())
  const before = await baton.exportText()
  await baton.flowMenu('Keep a version')
  await page.keyboard.type('With two dialogs')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Keep a version' })).toBeHidden()
  await test.step('its notice lies neither on where one writes nor on the tabs below the drawing, in a narrow window', async () => {
    await page.setViewportSize({ width: 1024, height: 700 })
    const notice = page.getByRole('alert').filter({ hasText: 'The version is kept.' })
    const tabs = page.getByRole('tablist', { name: 'Details' })
    for (const other of [baton.chat.composer, tabs]) {
      await expect.poll(async () => overlap(await boxOf(notice), await boxOf(other))).toBe(false)
    }
    await notice.getByRole('button', { name: 'Close' }).click()
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await canvas.select('ORDER')
  await page.keyboard.press('Delete')
  await expect(canvas.nodes).toHaveCount(4)
  await canvas.select('PROFILE')
  await page.getByRole('textbox', { name: 'Used for' }).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Used for everything')
  await canvas.select('PROFILE')
  await page.keyboard.press('Shift+ArrowLeft')

  await baton.flowMenu('Versions')
  const view = page.getByRole('region', { name: 'Versions', exact: true })
  await expect(view.getByRole('radio', { name: /With two dialogs/ })).toBeFocused()
  const drawing = view.getByRole('region', { name: 'Drawing of the version' })
  await expect(drawing.locator('[data-node-id][data-change="removed"]')).toContainText('ORDER')
  await expect(drawing.locator('[data-node-id][data-change="changed"]')).toContainText('PROFILE')
  await expect(drawing.getByRole('group', { name: 'Dialog ORDER, removed' })).toBeVisible()
  await expect(view.getByRole('group', { name: 'Show only' }).getByRole('button')).toHaveText([
    /^−\d+ removed$/,
    '~1 changed',
  ])

  // The drawing behind it is out of reach of the keys.
  await page.keyboard.press('Delete')
  const line = view.getByRole('button', { name: /^PROFILE: / })
  await line.focus()
  await page.keyboard.press('Enter')
  const sides = view.getByRole('table', { name: 'Used for' })
  await expect(sides.getByRole('columnheader')).toHaveText(['With two dialogs', 'Now'])
  await expect(sides.getByRole('row').last().getByRole('cell').last()).toHaveText('Used for everything')
  await view.getByRole('checkbox', { name: 'Show the node that was moved' }).click()
  await expect(view.getByRole('button', { name: /^PROFILE was moved/ })).toBeVisible()
  await view.getByText('As it was').click()
  await expect(drawing.locator('[data-node-id][data-change]')).toHaveCount(0)
  await expect(drawing.locator('[data-node-id]')).toHaveCount(5)

  await drawing.getByRole('group', { name: 'Dialog ORDER' }).click()
  await view.getByRole('button', { name: 'Copy the node' }).click()
  await page.getByRole('menuitem', { name: 'Into the flow' }).click()
  await view.getByRole('button', { name: 'Close the versions' }).click()
  await expect(canvas.nodes).toHaveCount(5)
  await baton.undo.click()
  await expect(canvas.nodes).toHaveCount(4)
  const changed = await baton.exportText()

  await baton.flowMenu('Versions')
  await view.getByRole('button', { name: 'Restore' }).click()
  await expect(view).toBeHidden()
  await expect(canvas.nodes).toHaveCount(5)
  expect(await baton.exportText()).toBe(before)
  await baton.undo.click()
  expect(await baton.exportText()).toBe(changed)
  await baton.flowMenu('Versions')
  await expect(view.getByRole('radio', { name: /Before going back/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(view).toBeHidden()
})
