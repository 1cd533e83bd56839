/** The layout holds in every size and look: nothing sticks out, nothing hides what one works on, and all text can be read. */
import type { Page } from '@playwright/test'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test, wholeRun } from './fixtures/app'
import { setupD } from './fixtures/setup-d'
import type { Baton } from './pages/baton'
import { boxOf } from './pages/canvas'
import { VIEWPORT } from './pages/react-flow'
import { expectLegible, type ColourScheme } from './pages/legibility'

const LOOKS = [
  { size: { width: 1440, height: 900 }, look: 'light' },
  { size: { width: 1024, height: 700 }, look: 'dark' },
] as const

test(
  'sees everything, in a large window and in a small one, light and dark',
  wholeRun(),
  async ({ baton, models, page }) => {
    test.setTimeout(240_000)
    for (const { size, look } of LOOKS)
      await test.step(`the list of flows at ${size.width} x ${size.height}, ${look}`, async () => {
        await page.setViewportSize(size)
        await expectFits(page, look)
      })
    await baton.importFlow(setupD())
    const { baseUrl } = models
    await baton.settings.haveConnection({ name: 'default', baseUrl, key: MODEL_KEY, model: 'test-model' })
    await talk(baton, models.reply)
    for (const { size, look } of LOOKS)
      await test.step(`${size.width} x ${size.height}, ${look}`, async () => {
        await page.setViewportSize(size)
        await expectInSight(baton)
        await test.step('who has the baton is said in full above the chat', async () => {
          const holder = baton.chat.region.getByRole('button', { name: 'Concierge has the baton' })
          expect(await holder.evaluate(cutOff)).toEqual([])
        })
        await test.step('the editor', () => expectFits(page, look))
        await test.step('the inspector', () => expectNothingCovered(baton, look))
        await test.step('palette, problems and settings', async () => {
          await baton.canvas.openPalette()
          expect((await boxOf(baton.canvas.region)).width).toBeGreaterThanOrEqual(450)
          await baton.check.click()
          await expectFits(page, look)
          await baton.settings.open()
          await expectFits(page, look)
          await expectLegible(page)
          expect(await page.evaluate(changeLook), 'with less motion colours are at once what they become').toBe(0)
          await baton.settings.close()
          await page.getByRole('complementary', { name: 'Add' }).getByRole('button', { name: 'Close' }).click()
        })
      })
  },
)

/** Runs in the page: how many colours glide once its look has changed. */
function changeLook(): number {
  const { dataset } = document.documentElement
  const look = dataset['mantineColorScheme']
  document.getAnimations()
  dataset['mantineColorScheme'] = look === 'dark' ? 'light' : 'dark'
  const gliding = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  dataset['mantineColorScheme'] = look
  return gliding.length
}

async function talk({ chat }: Baton, reply: (...replies: { text: string }[]) => void): Promise<void> {
  reply({ text: 'Hello. **How** can I help? `code` and [a link](https://example.com/).' })
  await chat.say('Hello')
  await expect(chat.saidBy('Concierge')).toContainText('How can I help?')
}

async function expectInSight({ canvas, chat, check, flowName, page, redo, model, undo }: Baton): Promise<void> {
  const arrange = page.getByRole('button', { name: 'Arrange' })
  const more = page.getByRole('button', { name: 'More', exact: true })
  for (const control of [flowName, undo, redo, arrange, check, model, more, chat.composer, chat.send, canvas.region])
    await expect(control).toBeInViewport({ ratio: 0.99 })
}

/** Every node that is selected stays clear of the inspector. */
async function expectNothingCovered({ canvas, inspector, page }: Baton, look: ColourScheme): Promise<void> {
  for (const name of ['Start', 'Concierge', 'Clock', 'PROFILE', 'ORDER']) {
    await page.getByRole('button', { name: 'Zoom to fit' }).click()
    await canvas.select(name)
    await expect(canvas.node(name)).toHaveAttribute('data-selected')
    const panel = await boxOf(inspector.region)
    await expect
      .poll(async () => (await boxOf(canvas.node(name))).x + (await boxOf(canvas.node(name))).width, { message: name })
      .toBeLessThanOrEqual(panel.x + 1)
    await expectFits(page, look)
    await inspector.close()
  }
}

async function expectFits(page: Page, look: ColourScheme): Promise<void> {
  const width = await page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth))
  expect(width).toBeLessThanOrEqual(await page.evaluate(() => window.innerWidth))
  await expectLegible(page, [look])
}

test('text on the drawing is large enough to be read at every zoom down to the far view', async ({ baton, page }) => {
  const built = flow('Desk').start('a').agent('a', { name: 'Clerk' }).agent('b', { name: 'Other' })
  // Nobody leads to the third, which is a problem with a mark.
  const drawn = built
    .handoff('a', 'b', { description: 'It is about other things' })
    .agent('c', { name: 'Alone' })
    .builtinTool('d', { name: 'Fahrenheit to Celsius', tool: 'clock' })
    .use('a', 'd')
  await baton.importFlow(saveFlow(drawn.build()))
  await expect(baton.canvas.node('Alone').getByText('1', { exact: true })).toBeVisible()
  await baton.chat.say('Hello')
  await expect(baton.canvas.region.getByText('has the baton')).toBeVisible()
  await expect(baton.chat.saidBy('Clerk')).toBeVisible()
  await page.keyboard.press('Escape')
  await baton.canvas.region.focus()
  await page.keyboard.press('Shift+0')
  const zoomed = page.getByRole('button', { name: 'Zoom out' })
  const seen: number[] = []
  for (const _step of [1, 2, 3, 4, 5, 6]) {
    const zoom = await page.getByRole('button', { name: /^\d+%/ }).innerText()
    seen.push(Number.parseInt(zoom, 10))
    expect({ zoom, small: await baton.canvas.region.locator(VIEWPORT).evaluate(smallText) }).toEqual({
      zoom,
      small: [],
    })
    await zoomed.click()
  }
  expect(seen[0]).toBe(100)
  expect(Math.min(...seen)).toBeLessThan(45)
})

test('what people wrote fits however long it is, also in a low window', async ({ baton, page }) => {
  const { canvas, chat } = baton
  const words = 'A name that never ends '.repeat(8).trim()
  const word = 'Donaudampfschiff'.repeat(12)
  const drawn = flow(words, 'long').start('a').agent('a', { name: words }).agent('b', { name: word })
  await page.setViewportSize({ width: 900, height: 600 })
  await baton.importFlow(
    saveFlow(
      drawn
        .handoff('a', 'b')
        .settings({ starters: [words, word] })
        .build(),
    ),
  )
  await test.step('what to say first stays in the chat, and what is said of saving is whole', async () => {
    const region = await boxOf(chat.region)
    for (const starter of [words, word]) {
      const { x, width } = await boxOf(chat.region.getByRole('button', { name: starter, exact: true }))
      expect(x).toBeGreaterThan(region.x)
      expect(x + width).toBeLessThan(region.x + region.width)
    }
    await expect(baton.saveState).toHaveText('Saved')
    expect(await baton.saveState.evaluate(cutOff)).toEqual([])
  })
  await test.step('the menu at the cursor is all in sight', async () => {
    await canvas.nodes.last().click({ button: 'right' })
    const menu = await boxOf(canvas.menu('Node'))
    expect(menu.y).toBeGreaterThanOrEqual(0)
    expect(menu.y + menu.height).toBeLessThanOrEqual(600)
    await page.keyboard.press('Escape')
  })
  await test.step('the buttons at the left do not lie on what is open below', async () => {
    await page.getByRole('tab', { name: 'Trace' }).click()
    await page.keyboard.press('Control+Shift+H')
    const strip = await boxOf(page.getByRole('region', { name: 'Look back' }))
    const rail = page.getByRole('navigation', { name: 'Main' })
    const { y, height } = await boxOf(rail)
    expect(y + height).toBeLessThanOrEqual(strip.y + 1)
    await rail.getByRole('button', { name: 'Settings' }).click()
    await expect(baton.settings.dialog).toBeVisible()
    expect(await rail.evaluate((element) => getComputedStyle(element).overflowY)).toBe('auto')
  })
})

/** Runs in the page: texts within an element that are wider than their place. */
function cutOff(outer: Element): string[] {
  return [outer, ...outer.querySelectorAll('*')].flatMap((element) =>
    element.scrollWidth > element.clientWidth && element.clientWidth > 0 ? [element.textContent ?? ''] : [],
  )
}

/** Runs in the page: words that are drawn with less than 9.9 px on the screen. */
function smallText(viewport: Element): string[] {
  return [...viewport.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
    const words = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent !== '')
    const { fontSize, opacity } = getComputedStyle(element)
    if (words.length === 0 || opacity === '0') return []
    const drawn = (element.getBoundingClientRect().height / element.offsetHeight) * Number.parseFloat(fontSize)
    return drawn < 9.9 ? [`${element.textContent}: ${drawn.toFixed(1)} px`] : []
  })
}
