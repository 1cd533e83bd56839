/** A drawing of 1,000 nodes: what is not seen is not drawn, what does not change is not drawn anew. Counted, not timed: times are `npm run bench -- canvas`. */
import type { Locator } from '@playwright/test'
import { openFlow } from '../src-shared/flow/editing/open'
import { saveFlow } from '../src-shared/flow/editing/save'
import type { FlowEdge } from '../src-shared/flow/records'
import { flow } from '../src-shared/testing/flow-builder'
import { largeFlow } from '../src-shared/testing/large-flow'
import { expect, MODEL_KEY, test, wholeRun } from './fixtures/app'
import { boxOf } from './pages/canvas'
import { EDGE, elementOf, NODE, SELECTED_NODE, VIEWPORT } from './pages/react-flow'
import { countRenders, rendersSince } from './pages/renders'

const SIZE = 1000

function edgesOf(size: number): FlowEdge[] {
  const opened = openFlow(largeFlow(size))
  return opened.ok ? Object.values(opened.flow.edges) : []
}

const linesOf = (size: number): number => edgesOf(size).length

/** How many edges begin or end at nodes. */
function edgesAt(size: number, nodes: ReadonlySet<string>): number {
  return edgesOf(size).filter(({ from, to }) => nodes.has(from.node) || nodes.has(to.node)).length
}

test(
  '1,000 nodes: from afar they are bare blocks, nearby only those in sight are drawn, and one that is dragged alone',
  wholeRun(),
  async ({ baton, models, page }) => {
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
      // They are one picture from afar, of which none is an element with its listeners.
      await expect(canvas.region.locator('[data-edge-id]')).toHaveCount(linesOf(SIZE))
      await expect(page.locator(EDGE)).toHaveCount(0)
      await canvas.region.hover()
      await page.mouse.wheel(60, 40)
      await expect(canvas.nodes).toHaveCount(SIZE)
    })

    await test.step('to arrange it takes a while, which is said and can be stopped; then all is as it was', async () => {
      const places = async () => (await baton.exportFlow()).layout
      const [before, others] = [await places(), page.workers().length]
      await page.getByRole('button', { name: 'Arrange' }).click()
      const note = page.getByRole('alert').filter({ hasText: 'Arranging the drawing…' })
      await note.getByRole('button', { name: 'Cancel' }).click()
      await expect(note).toBeHidden()
      await expect.poll(() => page.workers().length).toBe(others)
      expect(await places()).toEqual(before)
      await canvas.region.hover()
    })

    await test.step('who drags one from afar has the others drawn by nobody: its lines go with it, it lies where it was let go, and it goes back', async () => {
      const { id, at: first } = await inSight(canvas.nodes)
      const node = page.locator(elementOf(NODE, id))
      // What opens for what is selected moves the view, as letting go would otherwise.
      await page.mouse.click(first.x, first.y)
      await expect(baton.inspector.region).toBeVisible()
      const { x, y, width, height } = await boxOf(node)
      const at = { x: x + width / 2, y: y + height / 2 }
      const lines = canvas.region.locator('[data-edge-id]')
      const shapes = (): Promise<{ [id: string]: string }> =>
        lines.evaluateAll((all) =>
          Object.fromEntries(
            all.map((line) => [
              line.getAttribute('data-edge-id') ?? '',
              (line.matches('path') ? line : line.querySelector('path'))?.getAttribute('d') ?? '',
            ]),
          ),
        )
      const [before, placed] = [await shapes(), await boxOf(node)]
      await page.mouse.move(at.x, at.y)
      await page.mouse.down()
      await page.mouse.move(at.x + 6, at.y + 6)
      await page.mouse.move(at.x + 9, at.y + 8)
      await expect(node).toHaveCSS('transform', /matrix/)
      await rendersSince(page)
      for (let step = 1; step <= 20; step += 1) await page.mouse.move(at.x + 6 + step * 3, at.y + 6 + step * 2)
      const { nodes, edges } = await rendersSince(page)
      const during = await shapes()
      const moved = await boxOf(node)
      const changed = Object.keys(before).filter((edge) => during[edge] !== before[edge])
      expect(nodes).toEqual({})
      expect(changed.length).toBeGreaterThan(0)
      expect(Object.keys(edges).sort()).toEqual(changed.sort())
      // As near as the lines of others and the grid let it.
      expect(Math.abs(moved.x - placed.x - 66)).toBeLessThan(8)
      expect(Math.abs(moved.y - placed.y - 46)).toBeLessThan(8)
      await page.mouse.up()
      await expect(node).toHaveCSS('transform', 'none')
      expect(await shapes()).toEqual(during)
      expect(await boxOf(node)).toEqual(moved)
      await page.keyboard.press('Control+z')
      await expect.poll(shapes).toEqual(before)
      expect(await boxOf(node)).toEqual(placed)
      await page.keyboard.press('Escape')
      await expect(baton.inspector.region).toBeHidden()
    })

    await test.step('from afar Tab comes to edges too, which are chosen by Enter; a box chooses nodes with theirs', async () => {
      await canvas.region.focus()
      await page.keyboard.press('Shift+1')
      // Before what stands beside the drawing is the last of its edges.
      await canvas.region.getByRole('button', { name: 'Zoom out' }).focus()
      await page.keyboard.press('Shift+Tab')
      const focused = canvas.region.locator(`${EDGE}:focus`)
      await expect(focused).toHaveCount(1)
      const last = await focused.getAttribute('data-id')
      await page.keyboard.press('Shift+Tab')
      await expect(focused).toHaveCount(1)
      expect(await focused.getAttribute('data-id')).not.toBe(last)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Delete the edge' })).toBeVisible()
      await expect(page.locator(EDGE).filter({ has: page.locator('[data-selected]') })).toHaveCount(1)
      await expect(canvas.region.locator('[data-edge-id]')).toHaveCount(linesOf(SIZE))
      await page.keyboard.press('Escape')
      const { x, y, width, height } = await boxOf(canvas.region)
      await page.mouse.move(x + 8, y + 70)
      await page.mouse.down()
      await page.mouse.move(x + width / 3, y + height / 2)
      await page.mouse.move(x + width / 2, y + height / 2)
      await page.mouse.up()
      const chosen = await page
        .locator(SELECTED_NODE)
        .evaluateAll((all) => all.map((node) => node.getAttribute('data-id') ?? ''))
      expect(chosen.length).toBeGreaterThan(20)
      await expect(page.locator(EDGE).filter({ has: page.locator('[data-selected]') })).toHaveCount(
        edgesAt(SIZE, new Set(chosen)),
      )
      await page.keyboard.press('Escape')
      await expect(page.locator(EDGE)).toHaveCount(2)
    })

    await test.step('lines become elements when somebody comes nearer, and one picture again from afar', async () => {
      const zoom = page.getByRole('button', { name: /^\d+%/ })
      while (Number.parseInt(await zoom.innerText(), 10) < 25)
        await page.getByRole('button', { name: 'Zoom in' }).click()
      await expect(page.locator(EDGE)).toHaveCount(linesOf(SIZE))
      await expect(canvas.region.locator('[data-far-lines]')).toHaveCount(0)
      await canvas.region.focus()
      await page.keyboard.press('Shift+1')
      await expect(page.locator(EDGE)).toHaveCount(2)
      await expect(canvas.region.locator('[data-edge-id]')).toHaveCount(linesOf(SIZE))
    })

    await test.step('nearby few are left on the page', async () => {
      await page.getByRole('button', { name: 'Zoom to 100%' }).click()
      await expect.poll(() => canvas.nodes.count()).toBeLessThan(60)
      await expect(canvas.nodes.first()).toBeVisible()
      expect(await seesLines(canvas.region)).toBe(true)
    })

    await test.step('Tab comes to nodes that were out of sight, and so not on the page', async () => {
      await canvas.region.hover()
      await page.mouse.wheel(4000, 3000)
      await canvas.region.focus()
      const inSight = canvas.region.locator(`${NODE}:focus`)
      const come = new Set<string>()
      for (let pressed = 0; pressed < 8; pressed += 1) {
        await page.keyboard.press('Tab')
        await expect(inSight).toBeInViewport({ ratio: 1 })
        come.add((await inSight.getAttribute('data-id')) ?? '')
      }
      expect(come.size).toBe(8)
      await page.keyboard.press('Shift+Tab')
      expect(come).toContain(await inSight.getAttribute('data-id'))
    })

    await test.step('who drags one node draws no node anew, and of the edges its own', async () => {
      const name = canvas.nodes.filter({ hasText: 'Agent' }).nth(6)
      await name.click()
      const id = (await name.getAttribute('data-node-id')) ?? ''
      const box = await boxOf(name)
      const from = { x: box.x + 60, y: box.y + 12 }
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x + 6, from.y + 4)
      await page.mouse.move(from.x + 12, from.y + 8)
      await expect(page.locator(elementOf(NODE, id))).toHaveCSS('transform', /matrix/)
      await rendersSince(page)
      for (let step = 1; step <= 20; step += 1) await page.mouse.move(from.x + 12 + step * 4, from.y + 8 + step * 2)
      const { nodes, edges } = await rendersSince(page)
      const moved = await boxOf(name)
      await page.mouse.up()
      expect(moved.x - box.x).toBeGreaterThan(60)
      expect(nodes).toEqual({})
      expect(Object.keys(edges).length).toBeGreaterThan(0)
      expect(Object.keys(edges).length).toBeLessThanOrEqual(edgesAt(SIZE, new Set([id])))
    })

    await test.step('who holds one at the border has it in hand while the view follows, and it lies where it was let go', async () => {
      const name = canvas.nodes.filter({ hasText: 'Agent' }).nth(6)
      const id = (await name.getAttribute('data-node-id')) ?? ''
      const node = page.locator(elementOf(NODE, id))
      const places = async () => (await baton.exportFlow()).layout.nodes[id]
      const [before, room, box] = [await places(), await boxOf(canvas.region), await boxOf(node)]
      const [x, y] = [room.x + room.width - 24, room.y + room.height / 2]
      await page.mouse.move(box.x + 60, box.y + 12)
      await page.mouse.down()
      await page.mouse.move(box.x + 64, box.y + 14)
      await page.mouse.move(x, y, { steps: 8 })
      // So far that nobody would see the place that it came from.
      const away = box.x + box.width - room.x + 40
      const shown = () => canvas.region.locator(VIEWPORT).evaluate((view) => view.getBoundingClientRect().x)
      const first = await shown()
      await expect.poll(async () => first - (await shown()), { timeout: 40_000 }).toBeGreaterThan(away)
      const held = await node.boundingBox()
      expect(Math.abs((held?.x ?? 0) + 60 - x)).toBeLessThan(30)
      await page.mouse.up()
      await expect(node).toHaveCSS('transform', 'none')
      await expect(node).toBeInViewport()
      const after = await places()
      expect((after?.x ?? 0) - (before?.x ?? 0)).toBeGreaterThan(away)
      await page.keyboard.press('Control+z')
      await expect.poll(places).toEqual(before)
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
  },
)

test(
  'a drawing that is shown whole lies beside the map, and the tick of who spoke lies on nothing of its node',
  wholeRun(),
  async ({ baton, page }) => {
    const { canvas, chat } = baton
    await page.setViewportSize({ width: 1920, height: 1080 })
    await baton.importFlow(largeFlow(SIZE))
    await expect(canvas.nodes).toHaveCount(SIZE)
    const map = canvas.region.getByRole('img', { name: 'Minimap' })
    await expect(map).toBeVisible()
    await test.step('the map stands on the buttons, as wide as they are, and can only be asked for where there is room', async () => {
      const panel = await boxOf(canvas.region.locator('[data-minimap]'))
      const buttons = await boxOf(canvas.region.getByRole('toolbar', { name: 'Zoom' }))
      const region = await boxOf(canvas.region)
      const below = {
        map: buttons.y - panel.y - panel.height,
        buttons: region.y + region.height - buttons.y - buttons.height,
      }
      expect({ left: panel.x - region.x, width: panel.width, below }).toEqual({
        left: buttons.x - region.x,
        width: buttons.width,
        below: { map: below.buttons, buttons: buttons.x - region.x },
      })
      const button = canvas.region.getByRole('button', { name: /minimap$/ })
      await page.setViewportSize({ width: 1024, height: 700 })
      await expect(map).toHaveCount(0)
      await expect(button).toHaveCount(0)
      await page.setViewportSize({ width: 1920, height: 1080 })
      await button.click()
      await expect(map).toHaveCount(0)
      await button.click()
      await expect(map).toBeVisible()
      await canvas.region.focus()
      await page.keyboard.press('Shift+1')
    })
    const under = async (): Promise<number> => {
      const { x, y, width, height } = await boxOf(map)
      return canvas.nodes.evaluateAll(
        (nodes, box) =>
          nodes.filter((node) => {
            const { left, right, top, bottom } = node.getBoundingClientRect()
            return left < box.x + box.width && right > box.x && top < box.y + box.height && bottom > box.y
          }).length,
        { x, y, width, height },
      )
    }
    expect(await under()).toBe(0)
    // The same after it was left and is asked for by key.
    await page.getByRole('button', { name: 'Zoom to 100%' }).click()
    await canvas.region.focus()
    await page.keyboard.press('Shift+1')
    await expect(canvas.nodes).toHaveCount(SIZE)
    await expect.poll(under).toBe(0)

    await baton.toLibrary()
    await page.setViewportSize({ width: 1440, height: 900 })
    await baton.importFlow(saveFlow(flow('Talk').start('a').agent('a', { name: 'Clerk' }).build()))
    const zoom = page.getByRole('button', { name: /^\d+%/ })
    while (Number.parseInt(await zoom.innerText(), 10) > 60)
      await page.getByRole('button', { name: 'Zoom out' }).click()
    await chat.say('Hi')
    await expect(chat.saidBy('Clerk')).toBeVisible()
    const tick = await boxOf(canvas.node('Clerk').getByRole('img', { name: 'Done' }))
    const node = canvas.node('Clerk')
    const parts = [node.locator('svg').first(), ...(await node.locator('[data-node-name], [data-port-name]').all())]
    for (const part of parts) {
      const { x, y, width, height } = await boxOf(part)
      const isOn = tick.x < x + width && x < tick.x + tick.width && tick.y < y + height && y < tick.y + tick.height
      expect(isOn).toBe(false)
    }
  },
)

/** A node that can be pressed on, and where on the screen. */
async function inSight(nodes: Locator): Promise<{ id: string; at: { x: number; y: number } }> {
  const found = await nodes.evaluateAll((all) => {
    for (const node of all.slice(all.length / 2)) {
      const { x, y, width, height } = node.getBoundingClientRect()
      const at = { x: x + width / 2, y: y + height / 2 }
      const id = node.getAttribute('data-node-id')
      const isAgent = node.closest('[aria-label]')?.getAttribute('aria-label')?.startsWith('Agent') === true
      if (id !== null && isAgent && node.contains(document.elementFromPoint(at.x, at.y))) return { id, at }
    }
    return null
  })
  if (found === null) throw new Error('There is no node in sight.')
  return found
}

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
  const bare = await region.screenshot({
    style: `${EDGE} path, [data-far-lines] path { visibility: hidden !important; }`,
  })
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
