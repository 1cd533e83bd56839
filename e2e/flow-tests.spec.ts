/** A chat is kept as a test, which fails at the node where the conversation goes elsewhere, and passes again once that is undone. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { openTests } from '../src-shared/run/tests/test-file'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test, wholeRun } from './fixtures/app'
import { expectForEverybody } from './pages/axe'
import { pressBeforeLater } from './pages/held-moments'

const desk = flow('Desk')
  .start('front')
  .agent('front', { name: 'Front' })
  .agent('refunds', { name: 'Refunds' })
  .agent('sales', { name: 'Sales' })
  .next('front', 'refunds')
  .rehearsal({ when: { speaker: 'Front' }, text: 'One moment.' }, { when: {}, text: 'Money is on its way.' })
  .build()

test('a chat becomes a test, which tells where the flow goes elsewhere', async ({ baton, page }) => {
  const { canvas, chat, inspector } = baton
  await baton.importFlow(saveFlow(desk))
  const panel = page.getByRole('region', { name: 'Tests', exact: true })
  const row = panel.getByRole('listitem', { name: 'Money back' })
  const sum = panel.getByRole('status', { name: 'Result' })

  await test.step('the tab says what it is for; a thread is kept under a name', async () => {
    await page.getByRole('tab', { name: 'Tests' }).click()
    await expect(panel).toContainText('A chat that went well can be kept as a test')
    await chat.composer.click()
    await page.keyboard.type('I want my money back')
    await page.keyboard.press('Enter')
    await expect(chat.saidBy('Refunds')).toContainText('Money is on its way.')
    await chat.openThreads()
    await page.getByRole('menuitem', { name: 'Keep as a test…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Keep as a test' })
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Money back')
    await page.keyboard.press('Enter')
    await expect(row.getByLabel('not run')).toBeVisible()
  })

  await test.step('it passes, and leaves the list of threads as it was', async () => {
    await row.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(row.getByLabel('passed')).toBeVisible()
    await expect(sum).toHaveText('1 of 1 test passed')
    await chat.openThreads()
    await expect(page.getByRole('menuitemradio')).toHaveCount(1)
    await page.keyboard.press('Escape')
  })

  await test.step('on another drawing it fails at the node that passes the baton elsewhere', async () => {
    await canvas.edge('Next from Front to Refunds').press('Enter')
    await page.keyboard.press('Delete')
    await canvas.select('Front')
    await inspector.connect('Then').click()
    await page.keyboard.type('sales')
    await page.keyboard.press('Enter')
    await expect(canvas.edge('Next from Front to Sales')).toBeVisible()
    await expect(row.getByLabel('not run')).toBeVisible()
    await panel.getByRole('button', { name: 'Run all' }).click()
    await expect(row.getByLabel('failed')).toBeVisible()
    await expect(row).toContainText('Turn 1, Front: The conversation was to go to Refunds, and went to Sales.')
    await canvas.edge('Next from Front to Sales').press('Enter')
    await expect(canvas.selected).toHaveCount(0)
    await row.getByRole('button', { name: 'Show on the canvas' }).click()
    await expect(canvas.selected).toHaveCount(1)
    await expect(canvas.selected).toContainText('Front')
    await expect(canvas.node('Front')).toContainText('differs from the test')
    await expectForEverybody(page, 'a test that fails')
  })

  await test.step('undone it passes again', async () => {
    await baton.undo.click()
    await baton.undo.click()
    await expect(canvas.edge('Next from Front to Refunds')).toBeVisible()
    await panel.getByRole('button', { name: 'Run all' }).click()
    await expect(row.getByLabel('passed')).toBeVisible()
    await expect(canvas.node('Front')).not.toContainText('differs')
  })

  await test.step('it is renamed, exported, deleted, and brought back', async () => {
    await row.getByRole('button', { name: 'Rename' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rename the test' })
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Refund')
    await page.keyboard.press('Enter')
    const renamed = panel.getByRole('listitem', { name: 'Refund' })
    await expect(renamed).toBeVisible()
    const file = await baton.download(() => panel.getByRole('button', { name: 'Export' }).click())
    expect([file.name, openTests(file.text).tests.map(({ name }) => name)]).toEqual(['Desk.tests.json', ['Refund']])
    await renamed.getByRole('button', { name: 'Delete' }).click()
    await expect(panel).toContainText('No tests yet')
    await page.getByRole('alert').filter({ hasText: 'Deleted “Refund”' }).getByRole('button', { name: 'Undo' }).click()
    await expect(renamed).toBeVisible()
  })
})

const tool = { name: 'Prices', toolName: 'prices', description: 'Knows prices.', code: 'export const run = () => 1' }
/** A sub-flow, and code by which a tool is on offer: with a test that has to be allowed, since it decides. */
const shop = flow('Shop')
  .start('desk')
  .node('subflow', 'desk', {
    name: 'Desk',
    flow: flow('Inside')
      .start('clerk')
      .agent('clerk', { name: 'Clerk' })
      .agent('cashier', { name: 'Cashier' })
      .agent('manager', { name: 'Manager' })
      .next('clerk', 'cashier')
      .file(),
  })
  .agent('guide', { name: 'Guide' })
  .node('code-tool', 'prices', tool)
  .use('guide', 'prices', { availableCode: { code: 'export const run = () => true' } })
  .next('desk', 'guide')
  .build()

test(
  'a test asks for consent, may ask the flow’s own models, and leads into a sub-flow',
  wholeRun(),
  async ({ baton, models, page }) => {
    test.setTimeout(180_000)
    const { canvas, chat, consent, inspector } = baton
    await baton.importFlow(saveFlow(shop))
    await baton.settings.haveConnection({
      name: 'default',
      baseUrl: models.baseUrl,
      key: MODEL_KEY,
      model: 'test-model',
    })
    const panel = page.getByRole('region', { name: 'Tests', exact: true })
    const row = panel.getByRole('listitem', { name: 'Read this' })
    const sum = panel.getByRole('status', { name: 'Result' })
    const dialog = page.getByRole('dialog', { name: 'Keep as a test' })
    const run = row.getByRole('button', { name: 'Run', exact: true })
    const keep = async (): Promise<void> => {
      await chat.openThreads()
      await page.getByRole('menuitem', { name: 'Keep as a test…' }).click()
      await expect(dialog).toBeVisible()
    }

    await test.step('a thread that cannot be a test says why before it is asked for a name', async () => {
      models.reply({ status: 400 })
      await chat.composer.click()
      await page.keyboard.type('Fail')
      await page.keyboard.press('Enter')
      await consent.allow()
      await expect(chat.alert).toBeVisible()
      await keep()
      await expect(dialog).toContainText('This thread cannot be a test: in turn 1 it did not come to its end.')
      await expect(dialog.getByRole('textbox')).toHaveCount(0)
      await expect(dialog.getByRole('button', { name: 'Close', exact: true }).last()).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
    })

    await test.step('what was attached goes along', async () => {
      await chat.newThread.click()
      await chat.attach.addFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Plums.') }])
      models.reply({ text: 'Let me see.' }, { text: 'Plums, then.' }, { text: 'This way.' })
      await chat.composer.click()
      await page.keyboard.type('Read this')
      await page.keyboard.press('Enter')
      await expect(chat.saidBy('Guide')).toContainText('This way.')
      await chat.openThreads()
      await page.getByRole('menuitem', { name: 'Keep as a test…' }).focus()
      // It opens when the thread was read, and has the keys from then on.
      await pressBeforeLater(page, ['Enter', dialog, 'End', '!', 'Backspace', 'Enter'])
      await expect(row.getByLabel('not run')).toBeVisible()
      const file = await baton.download(() => panel.getByRole('button', { name: 'Export' }).click())
      expect(openTests(file.text).tests.map(({ turns }) => turns.map(({ attached }) => attached?.[0]?.text))).toEqual([
        ['Plums.'],
      ])
    })

    await test.step('code that decides is asked for before a test, by the keyboard; nothing runs without it', async () => {
      await baton.flowMenu('Flow settings')
      await consent.revoke('Guide to Prices: only when')
      await run.press('Enter')
      await expect(consent.sheet).toBeVisible()
      await expect(consent.cancelButton).toBeFocused()
      expect(await consent.items()).toEqual([expect.stringContaining('Guide')])
      await page.keyboard.press('Enter')
      await expect(row).toContainText('Not tested. Nothing ran.')
      await expect(row.getByLabel('failed')).toBeVisible()
      await run.press('Enter')
      await expect(consent.allowButton).toHaveAccessibleName('Allow and test')
      await consent.allow()
      await expect(row.getByLabel('passed')).toBeVisible()
    })

    await test.step('the flow’s own models are asked where a person says so, and what that took is told', async () => {
      const before = models.calls
      await panel.getByRole('combobox', { name: 'Replies' }).press('Enter')
      await page.getByRole('option', { name: 'Replies of the flow’s own models' }).click()
      await expect(panel).toContainText('which may cost money')
      await expect(panel.getByRole('status', { name: 'Price' })).toHaveText(
        /^To run all: about 3 calls of models, about \d+ tokens, cost when the tests were kept: not known$/,
      )
      expect(models.calls - before).toBe(0)
      await expect(row.getByLabel('not run')).toBeVisible()
      models.reply({ text: 'Other words.' }, { text: 'More of them.' }, { text: 'And more.' })
      await panel.getByRole('button', { name: 'Run all' }).click()
      await expect(row.getByLabel('passed')).toBeVisible()
      await expect(sum).toHaveText(/^1 of 1 test passed · 3 calls of models, \d+ tokens, cost: not known$/)
      expect(models.calls - before).toBe(3)
      models.reply({ hang: true })
      await panel.getByRole('button', { name: 'Run all' }).click()
      await expect.poll(() => models.calls - before).toBe(4)
      await panel.getByRole('button', { name: 'Stop', exact: true }).click()
      await expect(row.getByLabel('passed')).toBeVisible()
      await expect(panel.getByRole('button', { name: 'Run all' })).toBeEnabled()
      await panel.getByRole('combobox', { name: 'Replies' }).press('Enter')
      await page.getByRole('option', { name: 'Replies as they were kept' }).click()
      await expect(sum).toHaveText('0 of 1 test passed')
      await expectForEverybody(page, 'the ways to run tests')
    })

    await test.step('a difference within a sub-flow leads to its node, where it is drawn', async () => {
      const path = page.getByRole('navigation', { name: 'Open flows' })
      await canvas.select('Desk')
      await inspector.region.getByRole('button', { name: 'Open', exact: true }).click()
      await canvas.edge('Next from Clerk to Cashier').press('Enter')
      await page.keyboard.press('Delete')
      await canvas.select('Clerk')
      await inspector.connect('Then').click()
      await page.keyboard.type('manager')
      await page.keyboard.press('Enter')
      await expect(canvas.edge('Next from Clerk to Manager')).toBeVisible()
      await path.getByRole('button', { name: 'Shop' }).click()
      await expect(canvas.node('Guide')).toBeVisible()
      await panel.getByRole('button', { name: 'Run all' }).click()
      await expect(row).toContainText('Turn 1, Clerk: The conversation was to go to Cashier, and went to Manager.')
      await row.getByRole('button', { name: 'Show on the canvas' }).click()
      await expect(canvas.node('Clerk')).toContainText('differs from the test')
      await expect(canvas.selected).toContainText('Clerk')
      // Once more from within, where it is in sight already; and gone with the next run.
      await row.getByRole('button', { name: 'Show on the canvas' }).click()
      await expect(canvas.node('Clerk')).toContainText('differs from the test')
      await panel.getByRole('button', { name: 'Run all' }).click()
      await expect(canvas.node('Clerk')).not.toContainText('differs')
    })
  },
)
