/** A flow inside another one: chosen in the inspector, talked to under the names of its own participants, shown on its card. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test } from './fixtures/app'

test('a flow of the library is drawn into another one as a sub-flow, and talked to', async ({ baton, models }) => {
  const { canvas, chat, inspector, page } = baton
  const desk = flow('Refund desk')
    .start('a')
    .agent('a', { name: 'Clerk', prompt: 'I am the clerk.' })
    .agent('b', { name: 'Cashier', prompt: 'I am the cashier.' })
    .handoff('a', 'b')
  await baton.importFlow(saveFlow(desk.build()))
  const connection = { name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' }
  await baton.settings.addConnection(connection)
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
})
