/** A chat is kept as a test, which fails at the node where the conversation goes elsewhere, and passes again once that is undone. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { openTests } from '../src-shared/run/tests/test-file'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test } from './fixtures/app'
import { expectForEverybody } from './pages/axe'

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
