/** The outline beside the canvas: one selection in both, rows that fold, are found, renamed, reordered and removed, and nodes that are disabled and locked. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test } from './fixtures/app'

test('outline and canvas show one selection, rows are worked with, and a node is disabled and locked', async ({
  baton,
}) => {
  const { canvas, inspector, outline, page } = baton
  const team = flow('Team')
    .start('triage')
    .agent('triage', { name: 'Triage' })
    .agent('tech', { name: 'Tech' })
    .agent('bills', { name: 'Bills' })
    .builtinTool('clock', { name: 'Clock', tool: 'clock' })
    .handoff('triage', 'tech', { condition: 'It is technical' })
    .handoff('triage', 'bills')
    .handoff('bills', 'triage')
    .use('triage', 'clock')
    .use('bills', 'clock')
  await baton.importFlow(saveFlow(team.build()))
  await test.step('they show one selection', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Outline' }).click()
    await expect(outline.tree).toBeFocused()
    // The outline took its room from the canvas.
    await page.getByRole('button', { name: 'Zoom to fit' }).click()

    await canvas.select('Bills')
    await expect(outline.selected).toHaveAccessibleName(/^Bills, agent/)
    await outline.row('Clock').first().click()
    await expect(canvas.selected).toHaveCount(1)
    await expect(inspector.text('Name')).toHaveValue('Clock')
  })

  await test.step('rows fold, and lead to where an edge ends', async () => {
    await outline.goTo('Bills')
    await page.keyboard.press('ArrowLeft')
    await expect(outline.active).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('t')
    await expect(outline.active).toHaveAccessibleName('Hand-off to Triage')
    await page.keyboard.press('ArrowRight')
    await expect(outline.active).toHaveAccessibleName(/^Triage, agent/)
  })

  await test.step('rows are reordered, renamed and removed', async () => {
    await outline.row('Tech', 'Hand-off').dragTo(outline.row('Bills', 'Hand-off'), { targetPosition: { x: 80, y: 22 } })
    await expect(outline.row('Tech', 'Hand-off')).toHaveAccessibleName('Hand-off to Tech, when it is technical, 2 of 2')
    await outline.goTo('Tech')
    await page.keyboard.press('F2')
    await page.keyboard.type('Workshop')
    await page.keyboard.press('Enter')
    await expect(canvas.node('Workshop')).toBeVisible()

    await outline.goTo('Workshop')
    await page.keyboard.press('Delete')
    await expect(canvas.node('Workshop')).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect(canvas.node('Workshop')).toBeVisible()
  })

  await test.step('rows are found', async () => {
    await outline.filter.click()
    await page.keyboard.type('technical')
    await expect(outline.rows).toHaveText([/Triage/, /Workshop/])
    await page.keyboard.press('Escape')
    await expect(outline.tree).toBeFocused()
    await page.keyboard.press('Control+b')
    await expect(outline.tree).toHaveCount(0)
  })

  const small = flow('Small team')
    .start('triage')
    .agent('triage', { name: 'Triage' })
    .agent('bills', { name: 'Bills' })
    .handoff('triage', 'bills')
  await baton.toLibrary()
  await baton.importFlow(saveFlow(small.build()))
  await test.step('a node is disabled, by its key and in words', async () => {
    await page.keyboard.press('Control+b')
    await expect(outline.tree).toBeFocused()
    await page.getByRole('button', { name: 'Zoom to fit' }).click()
    await canvas.select('Bills')
    await canvas.region.focus()
    await page.keyboard.press('d')
    await expect(canvas.node('Bills')).toContainText('disabled')
    await expect(canvas.region.getByRole('group', { name: 'Agent Bills, disabled', exact: true })).toBeVisible()
    await expect(outline.rows).toHaveText([/Start/, /Triage/, /Triage/, /built in/, /Bills/, /Bills/, /built in/])
    await expect(outline.row('Bills', 'Hand-off')).toHaveAccessibleName('Hand-off to Bills, which is disabled')
    await expect(outline.row('agent', 'Bills')).toHaveAccessibleName(/disabled$/)
    await expect(inspector.region).toContainText('Disabled: runs and checks leave it out.')
    await expect(baton.check).toHaveAccessibleName('Check')
  })

  await test.step('locked by the menu it cannot be changed, and is enabled and unlocked again', async () => {
    await canvas.node('Bills').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Lock or unlock' }).click()
    const before = await baton.exportFlow()
    await canvas.move('Bills', { x: 80, y: 80 })
    await canvas.region.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    const after = await baton.exportFlow()
    expect(saveFlow(after)).toBe(saveFlow(before))
    expect(after.nodes['bills']?.data).toEqual({ enabled: false, locked: true })

    await canvas.select('Bills')
    await inspector.region.getByRole('button', { name: 'Unlock' }).click()
    await inspector.region.getByRole('button', { name: 'Enable' }).click()
    await canvas.move('Bills', { x: 80, y: 80 })
    const moved = await baton.exportFlow()
    expect([moved.nodes['bills']?.data, moved.layout.nodes['bills']]).not.toEqual([{}, before.layout.nodes['bills']])
    expect(moved.nodes['bills']?.data).toEqual({})
  })
})
