/** A drawing of 1,000 nodes: what is not seen is not drawn, what does not change is not drawn anew. Counted, not timed: times are `npm run bench -- canvas`. */
import type { Locator } from '@playwright/test'
import { largeFlow } from '../src-shared/testing/large-flow'
import { expect, MODEL_KEY, test } from './fixtures/app'
import { EDGE, NODE } from './pages/react-flow'
import { countRenders, rendersSince } from './pages/renders'

const SIZE = 1000

test('1,000 nodes: from afar they are bare blocks, nearby only those in sight are drawn, and one that is dragged alone', async ({
  baton,
  models,
  page,
}) => {
  const { canvas, chat } = baton
  await baton.importFlow(largeFlow(SIZE))
  const { baseUrl } = models
  await baton.settings.haveConnection({ name: 'default', baseUrl, key: MODEL_KEY, model: 'test-model' })
  await page.addInitScript(noteDrawnTwice)
  await countRenders(page)
  await expect(canvas.nodes).toHaveCount(SIZE)

  await test.step('a block is an element in the element that is placed', async () => {
    // The minimap and the edges count for themselves.
    expect(await canvas.region.locator(`${NODE} *`).count()).toBeLessThan(SIZE * 1.2)
    const { nodes } = await rendersSince(page)
    expect(Object.keys(nodes)).toHaveLength(SIZE)
    expect(Math.max(...Object.values(nodes))).toBeLessThanOrEqual(2)
    await expect(page.locator('html')).not.toHaveAttribute('data-drawn-twice')
  })

  await test.step('its lines are seen, and all of it stays on the page when the view is moved', async () => {
    expect(await seesLines(canvas.region)).toBe(true)
    await canvas.region.hover()
    await page.mouse.wheel(60, 40)
    await expect(canvas.nodes).toHaveCount(SIZE)
  })

  await test.step('nearby few are left on the page', async () => {
    await page.getByRole('button', { name: 'Zoom to 100%' }).click()
    await expect.poll(() => canvas.nodes.count()).toBeLessThan(60)
    await expect(canvas.nodes.first()).toBeVisible()
    expect(await seesLines(canvas.region)).toBe(true)
  })

  await test.step('who drags one node draws one node', async () => {
    const name = canvas.nodes.filter({ hasText: 'Agent' }).nth(6)
    await name.click()
    const id = await name.getAttribute('data-node-id')
    const box = await name.boundingBox()
    if (box === null || id === null) throw new Error('There is no node in sight.')
    const from = { x: box.x + 60, y: box.y + 12 }
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + 12, from.y + 8)
    await rendersSince(page)
    for (let step = 1; step <= 20; step += 1) await page.mouse.move(from.x + 12 + step * 4, from.y + 8 + step * 2)
    const { nodes, edges } = await rendersSince(page)
    await page.mouse.up()
    expect(Object.keys(nodes)).toEqual([id])
    const drawn = await canvas.edges.count()
    expect(Object.keys(edges).length).toBeLessThan(Math.min(drawn, 8))
  })
  await test.step('a run draws who speaks, however much that is', async () => {
    await rendersSince(page)
    models.reply({ text: 'One word after the other. '.repeat(200) })
    await chat.say('Hello')
    await expect(chat.saidBy('Agent 1')).toBeVisible()
    await expect(chat.send).toBeVisible()
    const { nodes } = await rendersSince(page)
    expect(Object.keys(nodes).length).toBeLessThanOrEqual(2)
  })
})

/** Whether a picture of the drawing has its lines: it is another one without them. */
async function seesLines(region: Locator): Promise<boolean> {
  const still = async (): Promise<Buffer> => {
    const [before, after] = [await region.screenshot(), await region.screenshot()]
    expect(after.equals(before)).toBe(true)
    return after
  }
  // What is still being drawn is another picture each time.
  await expect(async () => void (await still())).toPass()
  const drawn = await still()
  const bare = await region.screenshot({ style: `${EDGE} path { visibility: hidden !important; }` })
  return !bare.equals(drawn)
}

/** Runs in the page: marks it when a port was drawn and taken away again, as where nodes were first drawn as from near by. */
function noteDrawnTwice(): void {
  const PORT = '[data-port-name]'
  const observer = new MutationObserver((changes) => {
    for (const { removedNodes } of changes)
      for (const node of removedNodes)
        if (node instanceof Element && (node.matches(PORT) || node.querySelector(PORT) !== null))
          document.documentElement.dataset['drawnTwice'] = ''
  })
  observer.observe(document, { childList: true, subtree: true })
}
