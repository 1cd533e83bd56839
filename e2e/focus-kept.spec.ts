/** Whoever removes something by a key is still where they were: the focus goes to what is left beside it, not to the start of the page. */
import type { Locator } from '@playwright/test'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test } from './fixtures/app'
import { DIALOG, expectWay } from './pages/focus-ways'
import { NODE } from './pages/react-flow'

const shop = flow('Shop')
  .variable('city', { type: 'string', default: 'Paris' })
  .variable('day', { type: 'string', default: 'Monday' })
  .start('a')
  .agent('a', { name: 'Clerk', prompt: 'Be brief.' })
  .agent('b', { name: 'Baker' })
  .handoff('a', 'b', { condition: 'It is about bread' })
  .node('mcp-server', 's', {
    name: 'Server',
    transport: { type: 'stdio', command: 'node', args: [], env: { A: '1', B: '2' } },
  })
  .node('rag-worker', 'book', {
    name: 'Handbook',
    documents: [
      { name: 'Menu', text: 'Cakes' },
      { name: 'Hours', text: 'Nine' },
    ],
  })

// The panes stand beside each other.
test.use({ inspectorAt: 'docked' })

test('what is removed by a key hands the focus to what is left beside it', async ({ baton, page }) => {
  const { canvas, inspector } = baton
  await baton.importFlow(saveFlow(shop.build()))
  const select = async (node: string): Promise<void> => {
    const named = page.locator('[data-node-name]').getByText(node, { exact: true })
    await canvas.region.locator(NODE).filter({ has: named }).focus()
    await page.keyboard.press('Enter')
    await expect(inspector.text('Name')).toHaveValue(node)
  }
  const inInspector = (name: string) => inspector.region.getByRole('button', { name, exact: true }).first()
  /** Presses what goes by that: what has the focus then. */
  const handsOn = (control: Locator, to: Locator, key = 'Enter'): Promise<void> =>
    test.step(`${key} on ${String(control)}`, async () => {
      await control.focus()
      await page.keyboard.press(key)
      await expect(to).toBeFocused()
    })

  await select('Server')
  await handsOn(inInspector('Remove A'), inInspector('Remove B'))
  await handsOn(inInspector('Remove B'), inInspector('Add a variable'))
  await select('Handbook')
  const text = page.getByRole('dialog')
  await expectWay(page, {
    name: 'document',
    by: inInspector('Hours'),
    shown: text,
    first: text.getByRole('button', { name: 'Close' }),
    round: DIALOG,
  })
  await handsOn(inInspector('Remove Menu'), inInspector('Hours'))
  await handsOn(inInspector('Remove Hours'), inInspector('Add files'))
  await baton.flowMenu('Flow settings')
  await handsOn(inInspector('Remove city'), inInspector('Remove day'))
  await select('Clerk')
  await handsOn(inInspector('Float the inspector'), inInspector('Dock the inspector'))
  await handsOn(inInspector('Dock the inspector'), inInspector('Float the inspector'))
  await page.keyboard.press('Control+b')
  const outline = page.getByRole('complementary', { name: 'Outline' })
  // Who opened it has the focus again.
  await handsOn(outline.getByRole('button', { name: 'Close the outline' }), inInspector('Float the inspector'))
  await select('Baker')
  await handsOn(page.getByRole('group', { name: 'Agent Baker', exact: true }), canvas.region, 'Delete')
})

test('what the mouse removes in a pane leaves the keys in the pane', async ({ baton, page }) => {
  const { canvas, inspector } = baton
  await baton.importFlow(saveFlow(shop.build()))
  const server = page.getByRole('group', { name: 'MCP server Server', exact: true })
  await canvas.select('Server')
  const inInspector = (name: string) => inspector.region.getByRole('button', { name, exact: true }).first()
  const held = inspector.region.locator(':focus')
  await inInspector('Remove B').click()
  await expect(inInspector('Remove B')).toHaveCount(0)
  await expect(held).toHaveCount(1)
  await expect(held).toHaveCSS('outline-style', 'none')
  await expect(held).not.toHaveRole('button')
  await page.keyboard.press('Delete')
  await page.keyboard.press('a')
  await page.keyboard.press('/')
  await expect(server).toBeVisible()
  await expect(canvas.palette).toHaveCount(0)
  await expect(canvas.popup).toHaveCount(0)
  await expect(inInspector('Remove A')).toBeVisible()
  await expect(held).toHaveCSS('outline-style', 'none')
  // What is for the whole window is done from there too.
  await page.keyboard.press('Control+z')
  await expect(inInspector('Remove B')).toBeVisible()
  await inInspector('Remove B').click()
  await expect(held).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(inspector.text('Variable 1')).toBeFocused()
  await expect(page.locator('[data-focus-rest]')).toHaveCount(0)
  await inInspector('Remove A').click()
  await expect(held).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(server).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(server).toHaveCount(0)
})
