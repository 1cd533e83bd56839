/** What lies over what: however dialogs, sheets and lists came to lie on each other, Escape closes the topmost, Tab stays in it, and the focus goes back. */
import type { Locator, Page } from '@playwright/test'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flowLink } from '../src-shared/flow-links/flow-link'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test } from './fixtures/app'
import { pressBeforeLater } from './pages/held-moments'

const shop = flow('Shop')
  .variable('city', { type: 'string', default: 'Paris' })
  .start('a')
  .agent('a', { name: 'Clerk', prompt: 'Be brief.' })
  .node('code-tool', 'count', {
    name: 'Count',
    description: 'Counts cakes.',
    code: 'export function run() { return 1 }',
  })
  .use('a', 'count')

/** Goes round a dialog by Tab, more often than there is anything in it; the focus never leaves it. */
async function expectRound(page: Page, dialog: Locator): Promise<void> {
  const controls = await dialog.locator('button, input, textarea, [tabindex="0"]').count()
  for (let pressed = 0; pressed <= controls; pressed++) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
}

test('Escape closes what lies on top, and nothing else; Tab stays there, and the focus goes back', async ({
  baton,
  page,
}) => {
  const { canvas, inspector, consent } = baton
  await baton.importFlow(saveFlow(shop.build()))

  await test.step('a list in an enlarged text, then the text', async () => {
    await canvas.select('Clerk')
    const enlarge = inspector.region.getByRole('button', { name: 'Enlarge: Instruction' })
    await enlarge.focus()
    await page.keyboard.press('Enter')
    const large = page.getByRole('dialog', { name: 'Instruction' })
    await large.getByRole('textbox', { name: 'Instruction' }).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' {ci')
    const names = page.getByRole('option', { name: 'city' })
    await expect(names).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(names).toBeHidden()
    await expect(large).toBeVisible()
    await page.keyboard.type('ty} now.')
    await page.keyboard.press('Escape')
    await expect(large).toBeHidden()
    await expect(enlarge).toBeFocused()
    expect((await baton.exportFlow()).nodes['a']?.data['prompt']).toBe('Be brief. {city} now.')
  })

  await test.step('a link over a permission over a form: each covers what it lies on, whoever came first', async () => {
    await canvas.select('Count')
    const open = inspector.region.getByRole('button', { name: 'Try it' })
    await open.focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Try Count' })
    const run = form.getByRole('button', { name: 'Run' })
    await expect(run).toBeVisible()
    await run.focus()
    await page.keyboard.press('Enter')
    const permission = consent.sheet
    await expect(permission).toBeVisible()
    await expectRound(page, permission)

    const link = page.getByRole('dialog', { name: 'A link wants to add a flow' })
    const place = `/link/${encodeURIComponent(flowLink(saveFlow(flow('Linked').start('a').agent('a').build())))}`
    await page.evaluate((hash) => void (location.hash = hash), place)
    await expect(link).toBeVisible()
    await expect(link.locator(':focus')).toHaveCount(1)
    await expectRound(page, link)
    // What is drawn over the others is what has the keyboard.
    const lies = await page.evaluate(() => {
      const top = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
      return top?.closest('[role="dialog"]')?.contains(document.activeElement)
    })
    expect(lies).toBe(true)

    await page.keyboard.press('Escape')
    await expect(link).toBeHidden()
    await expect(permission.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(permission).toBeHidden()
    // What had it is gone while the tool runs.
    await expect(form.locator(':focus')).toHaveCount(1)
    await expect(form).toContainText('Not tried. Nothing ran.')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(open).toBeFocused()
    await expect(inspector.text('Name')).toHaveValue('Count')
  })

  await test.step('the drawer of kinds in a narrow window: a dialog over it takes every key, then Escape closes the drawer', async () => {
    await page.setViewportSize({ width: 1024, height: 700 })
    await canvas.region.click({ position: { x: 30, y: 300 } })
    await canvas.openPalette()
    const kinds = page.getByRole('combobox', { name: 'Search kinds' })
    await kinds.click()
    await page.keyboard.type('cond')
    const before = await canvas.nodes.count()
    const link = page.getByRole('dialog', { name: 'A link wants to add a flow' })
    const place = `/link/${encodeURIComponent(flowLink(saveFlow(flow('Narrow').start('a').agent('a').build())))}`
    await page.evaluate((hash) => void (location.hash = hash), place)
    await expect(link.locator(':focus')).toHaveCount(1)
    // Neither the list of kinds nor a shortcut hears what is pressed in the dialog.
    for (const key of ['ArrowDown', 'a', '/', 'Delete', 'Control+a', 'Control+k']) await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expectRound(page, link)
    await page.keyboard.press('Escape')
    await expect(link).toBeHidden()
    await expect(kinds).toBeFocused()
    await expect(kinds).toHaveValue('cond')
    expect(await canvas.nodes.count()).toBe(before)
    // Wherever one is in it.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Escape')
    await expect(canvas.palette).toBeHidden()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('the list of names in a text: the arrow keys, Enter and Escape are its own, however fast they come', async () => {
    await canvas.select('Clerk')
    const enlarge = inspector.region.getByRole('button', { name: 'Enlarge: Instruction' })
    await enlarge.focus()
    await page.keyboard.press('Enter')
    const large = page.getByRole('dialog', { name: 'Instruction' })
    const text = large.getByRole('textbox', { name: 'Instruction' })
    await text.click()
    await page.keyboard.press('Control+End')
    // Before the list is there Escape is for it already, and the dialog stays.
    await pressBeforeLater(page, ['{', 'c', 'Escape'])
    await expect(text).toContainText('{c')
    await expect(large).toBeVisible()
    await expect(page.getByRole('option', { name: 'city' })).toHaveCount(0)
    await page.keyboard.type('i')
    await expect(page.getByRole('option', { name: 'city' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(text).toContainText('{city}')
    await page.keyboard.press('Escape')
    await expect(large).toBeHidden()
    await expect(enlarge).toBeFocused()
    await expect(inspector.text('Name')).toHaveValue('Clerk')
  })

  await test.step('a dialog that was chosen in a menu gives the focus back to who opened the menu', async () => {
    await baton.chat.say('Hello')
    await consent.allow()
    await expect(baton.chat.saidBy('Clerk')).toBeVisible()
    const threads = page.getByRole('button', { name: 'Threads' })
    await threads.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Rename this thread' }).focus()
    await page.keyboard.press('Enter')
    const rename = page.getByRole('dialog', { name: 'Rename the thread' })
    await page.keyboard.type('Cakes')
    await page.keyboard.press('Escape')
    await expect(rename).toBeHidden()
    await expect(threads).toBeFocused()
  })
})
