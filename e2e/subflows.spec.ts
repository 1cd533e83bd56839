/** A flow inside another one: chosen in the inspector, talked to under the names of its own participants, shown on its card. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test } from './fixtures/app'

test('a flow of the library is drawn into another one, and a selection becomes a sub-flow', async ({
  baton,
  models,
}) => {
  test.setTimeout(240_000)
  const { canvas, chat, inspector, page } = baton
  const desk = flow('Refund desk')
    .start('a')
    .agent('a', { name: 'Clerk', prompt: 'I am the clerk.' })
    .agent('b', { name: 'Cashier', prompt: 'I am the cashier.' })
    .handoff('a', 'b')
  await baton.importFlow(saveFlow(desk.build()))
  const connection = { name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' }
  await baton.settings.haveConnection(connection)
  await baton.toLibrary()
  const shop = flow('Shop').start('s').node('subflow', 's', { name: 'Refunds' })
  await baton.importFlow(saveFlow(shop.build()))

  await test.step('says that no flow is chosen, and offers those of the library', async () => {
    await expect(baton.check).toHaveAccessibleName(/1 problem/)
    await canvas.select('Refunds')
    await inspector.choose('Flow', 'Refund desk')
    await expect(baton.check).toHaveAccessibleName('Check')
    await expect(inspector.region.getByRole('button', { name: 'Open', exact: true })).toBeVisible()
    await inspector.close()
  })

  await test.step('inner participants speak under their names, on the card of the sub-flow', async () => {
    models.reply({ calls: [{ name: 'transfer_Clerk_to_Cashier', arguments: {} }] }, { text: 'Your money is back.' })
    await chat.say('Money back, please')
    await expect
      .poll(chat.lines)
      .toEqual(['You: Money back, please', '-- Clerk → Cashier', 'Cashier: Your money is back.'])
    await expect(canvas.holder).toHaveText('Refunds')
    await expect(page.getByText('s~')).toHaveCount(0)
  })

  await test.step('the next message goes to whoever has the baton inside', async () => {
    models.reply({ text: 'At your service.' })
    await chat.say('Thanks')
    await expect(chat.saidBy('Cashier')).toHaveCount(2)
    await baton.page.reload()
    await expect(chat.saidBy('Cashier')).toHaveCount(2)
    await expect(page.getByText('s~')).toHaveCount(0)
  })

  await baton.toLibrary()
  const parts = flow('Desk')
    .start('triage')
    .agent('triage', { name: 'Triage', prompt: 'I am triage.' })
    .agent('clerk', { name: 'Clerk', prompt: 'I am the clerk.' })
    .agent('cashier', { name: 'Cashier', prompt: 'I am the cashier.' })
    .builtinTool('clock', { name: 'Clock' })
    .handoff('triage', 'clerk')
    .handoff('clerk', 'cashier')
    .use('triage', 'clock')
    .use('cashier', 'clock')
  await baton.importFlow(saveFlow(parts.build()))
  const first = saveFlow(await baton.exportFlow())
  const path = page.getByRole('navigation', { name: 'Open flows' })

  await test.step('says which edge is in the way, and changes nothing', async () => {
    await canvas.select('Clerk')
    await page.keyboard.press('Control+Alt+g')
    await expect(page.getByText(/“hand-off” from “Clerk” to “Cashier” leaves the selection/)).toBeVisible()
    expect(saveFlow(await baton.exportFlow())).toBe(first)
  })

  await test.step('is made by the menu of the selection, and named in place', async () => {
    await canvas.node('Cashier').click({ modifiers: ['Shift'] })
    await canvas.region.focus()
    await page.keyboard.press('Shift+F10')
    await canvas
      .menu('Selection')
      .getByRole('menuitem', { name: /^Make a sub-flow/ })
      .click()
    await expect(canvas.nameEditor).toBeFocused()
    await page.keyboard.type('Refunds')
    await page.keyboard.press('Enter')
    await expect(canvas.node('Clerk')).toHaveCount(0)
    await expect(canvas.node('Clock')).toHaveCount(1)
    await expect(canvas.edge('Hand-off from Triage to Refunds')).toBeVisible()
  })

  await test.step('is opened in place by Enter, and edited there', async () => {
    await page.keyboard.press('Enter')
    await expect(path).toHaveText('DeskRefunds')
    await expect(canvas.node('Clock')).toHaveCount(1)
    await canvas.select('Cashier')
    await page.keyboard.press('F2')
    await page.keyboard.type('Till')
    await page.keyboard.press('Enter')
    await expect(canvas.node('Till')).toBeVisible()
  })

  await test.step('shows the run inside while it is looked at', async () => {
    models.reply(
      { calls: [{ name: 'transfer_Triage_to_Refunds', arguments: {} }] },
      { calls: [{ name: 'transfer_Clerk_to_Till', arguments: {} }] },
      { text: 'Your money is back.' },
    )
    await chat.say('Money back, please')
    await expect(chat.saidBy('Till')).toHaveCount(1)
    await expect(canvas.holder).toHaveText('Till')
  })

  await test.step('is left by Escape, a crumb, or Alt and the arrow up', async () => {
    await canvas.region.focus()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(path).toHaveCount(0)
    await expect(canvas.holder).toHaveText('Refunds')
    await canvas.node('Refunds').locator('[data-node-name]').dblclick()
    await path.getByRole('button', { name: 'Desk' }).click()
    await expect(path).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(path).toBeVisible()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(path).toHaveCount(0)
  })

  await test.step('is unpacked: the clock is shared again', async () => {
    await page.keyboard.press('Control+Alt+Shift+g')
    await expect(canvas.node('Till')).toBeVisible()
    await expect(canvas.node('Refunds')).toHaveCount(0)
    await expect(canvas.node('Clock')).toHaveCount(1)
    await expect(canvas.edge('Hand-off from Triage to Clerk')).toBeVisible()
    await expect(baton.check).toHaveAccessibleName('Check')
  })

  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+z')
  expect(saveFlow(await baton.exportFlow())).toBe(first)
})
