/** Words beside a selected node: names of its ports lie neither under words on lines, nor on nodes, nor on each other. */
import type { Page } from '@playwright/test'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test } from './fixtures/app'

/** Pairs of words that are seen on each other, and of names on nodes, in px of the screen. */
function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isSeen = (one: Element) => getComputedStyle(one).opacity !== '0' && one.getBoundingClientRect().width > 0
    const named = (one: Element, what: string) => ({
      what: `${what} "${one.textContent.trim()}"`,
      box: one.getBoundingClientRect(),
      node: one.closest('[data-node-id]'),
    })
    const ports = [...document.querySelectorAll('[data-canvas] [data-alone] > span')]
      .filter(isSeen)
      .map((one) => named(one, 'port'))
    const lines = [...document.querySelectorAll('[data-canvas] [data-edge-label]')]
      .filter(isSeen)
      .map((one) => named(one, 'edge'))
    const nodes = [...document.querySelectorAll('[data-canvas] [data-node-id]')].map((one) => named(one, 'node'))
    return ports.flatMap((port, at) =>
      [...lines, ...ports.slice(at + 1), ...nodes.filter(({ node }) => node !== port.node)].flatMap((other) => {
        const across = Math.min(port.box.right, other.box.right) - Math.max(port.box.left, other.box.left)
        const down = Math.min(port.box.bottom, other.box.bottom) - Math.max(port.box.top, other.box.top)
        return across > 1 && down > 1 ? [`${port.what} on ${other.what}`] : []
      }),
    )
  })
}

/** A task graph whose workers stand so near that the words of its intents lie beside its ports, and an approval whose ports have names. */
const drawn = () => {
  const { layout, ...rest } = flow('Shop')
    .start('graph')
    .node('task-graph', 'graph', { name: 'Cake shop' })
    .agent('one', { name: 'Prices' })
    .agent('two', { name: 'Orders' })
    .agent('three', { name: 'Returns' })
    .edge('intent', { from: 'graph', to: 'one' }, { intent: 'work out a price' })
    .edge('intent', { from: 'graph', to: 'two' }, { intent: 'order a cake, or change an order' })
    .edge('intent', { from: 'graph', to: 'three' }, { intent: 'give something back' })
    .node('approval', 'check', { name: 'Check', message: 'Is it right?' })
    .edge('next', { from: 'two', to: 'check' })
    .edge('next', { from: 'check', to: 'three', port: 'approved' })
    .build()
  const nodes = {
    ...layout.nodes,
    start: { x: -200, y: 20 },
    graph: { x: 0, y: 0 },
    one: { x: 400, y: -120 },
    two: { x: 400, y: 0 },
    three: { x: 400, y: 120 },
    check: { x: -40, y: 200 },
  }
  return saveFlow({ ...rest, layout: { ...layout, nodes } })
}

test('names of ports beside a selected node lie on nothing, near and from afar, and are had by pointing', async ({
  baton,
}) => {
  const { canvas, page } = baton
  await baton.importFlow(drawn())
  let hidden = 0
  for (const step of ['near', 'middle']) {
    if (step !== 'near') {
      for (
        let tries = 0;
        tries < 6 && (await page.locator(`[data-canvas][data-distance="${step}"]`).count()) === 0;
        tries += 1
      )
        await page.getByRole('button', { name: 'Zoom out' }).click()
    }
    await expect(page.locator('[data-canvas]')).toHaveAttribute('data-distance', step)
    for (const name of ['Cake shop', 'Prices', 'Orders', 'Check']) {
      await canvas.select(name)
      await expect(canvas.node(name).locator('[data-alone]').first()).toBeVisible()
      await page.mouse.move(5, 5)
      await expect(async () => expect(await overlaps(page), `${step}: ${name}`).toEqual([])).toPass({ timeout: 10_000 })
      hidden += await page.locator('[data-alone][data-crowded]').count()
      await page.keyboard.press('Escape')
    }
  }
  expect(hidden).toBeGreaterThan(0)
  await canvas.select('Cake shop')
  await expect(canvas.port({ node: 'Cake shop', port: 'By intent' })).toHaveAttribute('title', 'By intent')
  // Names of branches are cut where they are long, as in other languages and from afar.
  await expect(canvas.port({ node: 'Check', port: 'Timed out' })).toHaveAttribute('title', 'Timed out')
})
