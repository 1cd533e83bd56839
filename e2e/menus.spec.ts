/** What the right button, the menu key and the arrow keys do on the canvas. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test, wholeRun } from './fixtures/app'
import { pressBeforeLater } from './pages/held-moments'

const desk = flow('Desk')
  .start('triage')
  .agent('triage', { name: 'Triage' })
  .agent('tech', { name: 'Tech' })
  .builtinTool('clock', { name: 'Clock', tool: 'clock' })
  .handoff('triage', 'tech', { condition: 'Something is broken' })
  .use('triage', 'clock')

test('what the right button, the menu key and the arrow keys do on the canvas', wholeRun(), async ({ baton }) => {
  const { canvas, chat, inspector, page } = baton
  await baton.importFlow(saveFlow(desk.build()))
  await test.step('arrow keys walk along the edges, F6 goes from pane to pane, and a sheet lists all keys', async () => {
    const at = async (): Promise<unknown> => (await baton.exportFlow()).layout.nodes['tech']
    const before = await at()
    await canvas.select('Start')
    const selected = canvas.selected.locator('[data-node-name]')
    for (const [key, name] of [
      ['ArrowRight', 'Triage'],
      ['ArrowDown', 'Clock'],
      ['ArrowUp', 'Triage'],
      ['ArrowRight', 'Tech'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(selected).toHaveText(name)
    }
    expect(await at()).toEqual(before)
    await page.getByRole('group', { name: 'Agent Tech', exact: true }).press('Alt+ArrowRight')
    await expect.poll(at).not.toEqual(before)

    await page.keyboard.press('F6')
    await expect(inspector.region.getByRole('button').first()).toBeFocused()
    await page.keyboard.press('F6')
    await expect(chat.region.getByRole('textbox').last()).toBeFocused()
    await page.keyboard.press('F6')
    await expect(page.getByRole('tab', { name: 'Trace' })).toBeFocused()
    await page.keyboard.press('F6')
    await page.keyboard.press('F6')
    await expect(page.getByRole('group', { name: 'Agent Tech', exact: true })).toBeFocused()
    await page.keyboard.press('Shift+F6')
    await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeFocused()

    await page.keyboard.press('F6')
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(sheet.getByRole('listitem').filter({ hasText: 'Go along the edges' })).toContainText('→')
    await expect(sheet.getByRole('listitem').filter({ hasText: 'Paste' })).toContainText('Ctrl+V')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    // A tab has keys of its own, and this is none of them.
    await page.getByRole('tab', { name: 'Trace' }).focus()
    await page.keyboard.press('?')
    await expect(sheet).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('tab', { name: 'Trace' })).toBeFocused()
  })

  await test.step('the right button offers what can be done with a node, an edge, several nodes and the canvas', async () => {
    await baton.toLibrary()
    await baton.importFlow(saveFlow(desk.build()))

    await canvas.node('Tech').click({ button: 'right' })
    const items = ['Rename', 'Connect to…', 'Duplicate', 'Copy', 'Cut', 'Zoom to selection', 'Delete']
    for (const name of items) await expect(canvas.menu('Node').getByRole('menuitem', { name })).toBeVisible()
    await canvas.menu('Node').getByRole('menuitem', { name: 'Rename' }).click()
    await expect(canvas.nameEditor).toBeFocused()
    await page.keyboard.type('Helpdesk')
    await page.keyboard.press('Enter')
    await expect(canvas.node('Helpdesk')).toBeVisible()

    // Keys that are pressed at once go to the menu, however it was opened.
    const enabled = page.locator('[role="menuitem"]:not([data-disabled])')
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(enabled.nth(1)).toBeFocused()
    await page.keyboard.press('Escape')
    await canvas.node('Helpdesk').click({ button: 'right' })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(enabled.nth(1)).toBeFocused()
    await canvas.menu('Node').getByRole('menuitem', { name: 'Copy' }).click()
    await expect(canvas.menu('Node')).toBeHidden()
    await expect.poll(baton.clipboardText).toContain('"Helpdesk"')

    await canvas.label('Something is broken').click({ button: 'right' })
    await canvas.menu('Edge').getByRole('menuitem', { name: 'Insert a node here' }).click()
    await expect(canvas.insertPopup.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('agent')
    await page.keyboard.press('Enter')
    await expect(canvas.edge('Hand-off from Triage to Agent')).toBeVisible()
    await expect(canvas.edge('Hand-off from Agent to Helpdesk')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(canvas.edge('Hand-off from Triage to Helpdesk')).toBeVisible()

    await canvas.label('Something is broken').click({ button: 'right' })
    await canvas.menu('Edge').getByRole('menuitem', { name: 'Reverse' }).click()
    await expect(canvas.edge('Hand-off from Helpdesk to Triage')).toBeVisible()
    await canvas.label('Something is broken').click({ button: 'right' })
    await canvas.menu('Edge').getByRole('menuitem', { name: 'Edit words' }).click()
    await expect(canvas.wordsEditor).toBeFocused()
    await page.keyboard.press('Escape')
    await canvas.edge('Use from Triage to Clock').press('Shift+F10')
    const turned = canvas.menu('Edge').getByRole('menuitem', { name: 'Reverse' })
    await expect(turned).toHaveAttribute('aria-disabled', 'true')
    await expect(turned).toContainText('A built-in tool cannot use tools.')
    await page.keyboard.press('Escape')

    // What the menu puts off to a later moment neither takes the focus from where keys have moved it, nor is waited for by them.
    await page.getByRole('group', { name: 'Agent Helpdesk', exact: true }).focus()
    await pressBeforeLater(page, ['Shift+F10', 'ArrowDown', 'ArrowDown'])
    await expect(canvas.menu('Node').locator(enabled).nth(2)).toBeFocused()
    await pressBeforeLater(page, ['Escape', 'ArrowRight'])
    await expect(canvas.selected.locator('[data-node-name]')).toHaveText('Triage')
    // A menu that was closed and is open again.
    await pressBeforeLater(page, ['Shift+F10', 'Escape', 'Shift+F10', 'ArrowDown'])
    await expect(canvas.menu('Node').locator(enabled).nth(1)).toBeFocused()
    await pressBeforeLater(page, ['Enter', 'h', 'a', 'n', 'd'])
    await expect(canvas.connectList.getByRole('combobox')).toHaveValue('hand')
    await pressBeforeLater(page, ['Escape', 'Control+a', 'Shift+F10', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter'])
    await expect(page.getByRole('menuitem', { name: 'Align left' })).toBeFocused()
    await pressBeforeLater(page, ['ArrowDown', 'ArrowLeft', 'ArrowDown'])
    await expect(canvas.menu('Selection').getByRole('menuitem', { name: 'Arrange selection' })).toBeFocused()
    await pressBeforeLater(page, ['ArrowUp', 'ArrowRight', 'ArrowDown'])
    await expect(page.getByRole('menuitem', { name: 'Align centres' })).toBeFocused()
    await page.keyboard.press('Escape')
    await pressBeforeLater(page, ['Escape', 'Escape'])

    await page.keyboard.press('Control+a')
    await page.keyboard.press('Shift+F10')
    await expect(canvas.menu('Selection').getByRole('menuitem', { name: 'Duplicate' })).toBeFocused()
    await canvas.menu('Selection').getByRole('menuitem', { name: 'Align' }).click()
    await page.getByRole('menuitem', { name: 'Align left' }).click()
    await expect
      .poll(async () => new Set(Object.values((await baton.exportFlow()).layout.nodes).map(({ x }) => x)).size)
      .toBe(1)
    await page.keyboard.press('Control+z')

    // The lines of an arranged drawing are the same when it is opened again.
    await page.keyboard.press('Control+Shift+L')
    await expect.poll(async () => (await baton.exportFlow()).settings['routing']).toBe('square')
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await baton.exportFlow()).settings).toEqual({})

    await page.keyboard.press('Escape')
    await page.mouse.click(...(await canvas.empty()), { button: 'right' })
    await canvas.menu('Canvas').getByRole('menuitem', { name: 'Paste' }).click()
    await expect(canvas.node('Helpdesk 2')).toBeVisible()
    const below = await canvas.emptyPlace(0.4, 0.8)
    await page.mouse.click(below.x, below.y, { button: 'right' })
    await canvas.menu('Canvas').getByRole('menuitem', { name: 'Add here' }).click()
    await page.keyboard.type('note')
    await page.keyboard.press('Enter')
    await expect(canvas.nodes).toHaveCount(6)
  })
})
