/** Moving nodes, and moving the view, as they look meanwhile. */
import type { Locator } from '@playwright/test'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test } from './fixtures/app'
import { boxOf, centerOf, type Point } from './pages/canvas'
import { PANE, SELECTION_BOX } from './pages/react-flow'

declare global {
  interface Window {
    /** When nothing could be pointed at, and when all could again. */
    covers?: ('on' | 'off')[]
  }
}

test('what is dragged takes its lines and the box round it along, and a view that moves has nothing to point at', async ({
  baton,
}) => {
  const { canvas, inspector, page } = baton
  const drawn = flow('Desk')
    .start('triage')
    .agent('triage', { name: 'Triage' })
    .agent('tech', { name: 'Tech' })
    .handoff('triage', 'tech', { condition: 'Something is broken' })
    .build()
  const nodes = { start: { x: 0, y: 16 }, triage: { x: 160, y: 0 }, tech: { x: 640, y: 0 } }
  await baton.importFlow(saveFlow({ ...drawn, layout: { nodes } }))
  const handoff = canvas.region.locator('[data-edge-id][data-kind="handoff"]')
  const gap = async (): Promise<Point> => {
    const end = await endOf(handoff)
    const { x, y, height } = await boxOf(canvas.node('Tech'))
    return { x: Math.round(end.x - x), y: Math.round(end.y - y - height / 2) }
  }

  const still = await gap()

  await test.step('a line ends at its node while that is dragged, and where it was let go', async () => {
    const before = await boxOf(canvas.node('Tech'))
    const from = { x: before.x + 40, y: before.y + 12 }
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x - 50, from.y + 60, { steps: 4 })
    await page.mouse.move(from.x - 100, from.y + 120, { steps: 4 })
    const during = await boxOf(canvas.node('Tech'))
    expect(during.y - before.y).toBeGreaterThan(90)
    expect(await gap()).toEqual(still)
    await expect(handoff).toHaveCount(1)
    await expect(canvas.label('Something is broken')).toBeVisible()
    await page.mouse.up()
    await expect(inspector.region).toContainText('Tech')
    await page.keyboard.press('Escape')
    await expect(inspector.region).toBeHidden()
    expect(await gap()).toEqual(still)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => boxOf(canvas.node('Tech'))).toEqual(before)
    expect(await gap()).toEqual(still)
  })

  await test.step('who goes elsewhere with a node in hand has let it go there, and takes that back', async () => {
    const before = await boxOf(canvas.node('Tech'))
    await page.mouse.move(before.x + 40, before.y + 12)
    await page.mouse.down()
    await page.mouse.move(before.x + 20, before.y + 60, { steps: 4 })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('versions')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Versions' })).toBeVisible()
    await page.mouse.up()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Versions' })).toBeHidden()
    expect(await gap()).toEqual(still)
    const { layout } = await baton.exportFlow()
    expect(layout.nodes['tech']?.y).toBeGreaterThan(20)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await baton.exportFlow()).layout.nodes).toEqual(nodes)
    expect(await gap()).toEqual(still)
    await page.keyboard.press('Escape')
  })

  await test.step('the box round what was selected goes with it', async () => {
    const [start, triage] = [await boxOf(canvas.node('Start')), await boxOf(canvas.node('Triage'))]
    await page.mouse.move(start.x - 30, start.y - 40)
    await page.mouse.down()
    await page.mouse.move(triage.x + 20, triage.y + triage.height + 30, { steps: 5 })
    await page.mouse.up()
    const round = page.locator(SELECTION_BOX)
    const box = await boxOf(round)
    await page.mouse.move(triage.x + 40, triage.y + 12)
    await page.mouse.down()
    await page.mouse.move(triage.x + 60, triage.y + 60, { steps: 4 })
    await page.mouse.move(triage.x + 80, triage.y + 132, { steps: 4 })
    const [moved, inside] = [await boxOf(round), await boxOf(canvas.node('Triage'))]
    expect(inside.y - triage.y).toBeGreaterThan(80)
    expect(Math.abs(moved.y - box.y - (inside.y - triage.y))).toBeLessThan(2)
    await page.mouse.up()
    await page.keyboard.press('Control+z')
    await expect.poll(async () => boxOf(canvas.node('Triage'))).toEqual(triage)
    await page.keyboard.press('Escape')
  })

  await test.step('an edge under the pointer is not pointed at while the wheel turns, and all is once it rests', async () => {
    await canvas.label('Something is broken').hover()
    const plus = page.getByRole('button', { name: 'Insert a node here' })
    await expect(plus).toBeVisible()
    await page.locator(PANE).evaluate((pane) => {
      const covers: ('on' | 'off')[] = []
      window.covers = covers
      const note = () => covers.push(pane.hasAttribute('data-covered') ? 'on' : 'off')
      new MutationObserver(note).observe(pane, { attributeFilter: ['data-covered'] })
    })
    await page.mouse.wheel(0, 200)
    await expect(plus).toBeHidden()
    await expect.poll(() => page.evaluate(() => window.covers)).toEqual(['on', 'off'])

    // The pointer rests where the wheel brings the node to, which goes half as far as it is turned.
    const tech = await centerOf(canvas.node('Tech'))
    await page.mouse.move(tech.x, tech.y - 120)
    await page.mouse.wheel(0, 240)
    await expect.poll(() => page.evaluate(() => window.covers?.length)).toBe(4)
    await page.mouse.down()
    await page.mouse.up()
    await expect(canvas.selected.locator('[data-node-name]')).toHaveText('Tech')
    await page.keyboard.press('Escape')
  })

  await test.step('who moves the mouse after the wheel points at what is there at once', async () => {
    const triage = await centerOf(canvas.node('Triage'))
    await page.mouse.move(triage.x, triage.y - 150)
    await page.mouse.wheel(0, -30)
    const { x, y } = await boxOf(canvas.node('Triage'))
    await page.mouse.click(x + 40, y + 12)
    await expect(canvas.selected.locator('[data-node-name]')).toHaveText('Triage')
  })
})

/** Where a line ends, in px of the screen. */
async function endOf(edge: Locator): Promise<Point> {
  return edge
    .locator('path')
    .first()
    .evaluate((path) => {
      if (!(path instanceof SVGPathElement)) throw new Error('It has no line.')
      const end = path.getPointAtLength(path.getTotalLength()).matrixTransform(path.getScreenCTM() ?? new DOMMatrix())
      return { x: end.x, y: end.y }
    })
}
