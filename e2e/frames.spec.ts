/** Frames: drawn round a selection, moved with what they carry, dropped into and out of, collapsed to a card, undone. */
import { childrenOf } from '../src-shared/flow/editing/frames'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test } from './fixtures/app'
import { boxOf } from './pages/canvas'

test('a frame carries what is in it, collapses to a card, and lets go of what is dragged out', async ({ baton }) => {
  const { canvas, page } = baton
  const team = flow('Team')
    .start('triage')
    .agent('triage', { name: 'Triage' })
    .agent('bills', { name: 'Bills' })
    .agent('tech', { name: 'Tech' })
    .handoff('triage', 'bills')
    .handoff('bills', 'tech')
    .build()
  const nodes = { start: { x: 0, y: 16 }, triage: { x: 160, y: 0 }, bills: { x: 560, y: 0 }, tech: { x: 560, y: 200 } }
  await baton.importFlow(saveFlow({ ...team, layout: { nodes } }))
  const first = saveFlow(await baton.exportFlow())

  await test.step('is drawn round the selection, and named', async () => {
    await canvas.select('Bills')
    await canvas.node('Tech').click({ modifiers: ['Shift'] })
    await canvas.region.focus()
    await page.keyboard.press('Control+g')
    await expect(canvas.nameEditor).toBeFocused()
    await page.keyboard.type('Money')
    await page.keyboard.press('Enter')
    await expect(canvas.node('Money')).toContainText('2 nodes')
  })

  await test.step('takes along what it carries, for one step of undo', async () => {
    const before = await boxOf(canvas.node('Tech'))
    await canvas.move('Money', { x: 0, y: 80 })
    const after = await boxOf(canvas.node('Tech'))
    expect(after.y - before.y).toBeGreaterThan(40)
    const { layout } = await baton.exportFlow()
    expect((layout.nodes['tech']?.y ?? 0) - (layout.nodes['bills']?.y ?? 0)).toBe(200)
    await canvas.region.focus()
    await page.keyboard.press('Control+z')
    expect((await baton.exportFlow()).layout.nodes['tech']).toEqual(nodes.tech)
  })

  await test.step('collapses to a card, with the edge that leads in', async () => {
    await page.getByRole('button', { name: 'Collapse Money' }).press('Enter')
    await expect(canvas.node('Bills')).toHaveCount(0)
    await expect(canvas.edge('Hand-off from Triage to Bills')).toBeVisible()
    await expect(canvas.edge('Hand-off from Bills to Tech')).toHaveCount(0)
    await page.getByRole('button', { name: 'Expand Money' }).press('Enter')
    await expect(canvas.node('Bills')).toBeVisible()
  })

  await test.step('lets go of what is dragged out, and keeps what it holds when it is removed', async () => {
    await canvas.move('Tech', { x: -330, y: 60 })
    const dragged = await baton.exportFlow()
    const frame = Object.keys(dragged.nodes).find((id) => dragged.nodes[id]?.kind === 'frame') ?? ''
    expect(childrenOf(dragged, frame)).toEqual(['bills'])
    await page.getByRole('group', { name: 'Frame Money', exact: true }).press('Enter')
    await page.keyboard.press('Delete')
    await expect(canvas.node('Bills')).toBeVisible()
    await expect(canvas.node('Money')).toHaveCount(0)
  })
  while (await baton.undo.isEnabled()) await baton.undo.click()
  expect(saveFlow(await baton.exportFlow())).toBe(first)
})
