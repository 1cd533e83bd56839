/** What is drawn anew while one node is dragged and while a run speaks, what that costs, and what a page holds after a long session. */
import type { CDPSession, Page } from '@playwright/test'
import { countRenders, rendersSince } from '../e2e/pages/renders'
import { largeFlow } from '../src-shared/testing/large-flow'
import { goNear, openBrowser, openCanvas, settled, startApp } from './app-in-browser'
import type { Figure } from './figures'
import type { ModelServer } from './processes'
import type { AppSetting } from './start'

export type RunSizes = {
  nodes: number
  /** How long a reply is. */
  seconds: number
  /** How long the session is, in ms. */
  sessionMs: number
}

type MeasureContext = { page: Page; sizes: RunSizes }

/** Words of the measurements' model have about so many letters, with the space behind them. */
const LETTERS_A_TOKEN = 6
const TOKENS_A_SECOND = 200
const MB = 2 ** 20

/** `chromium`: of a setting that has one. */
export async function measureRuns(
  { root, chromium }: AppSetting & { chromium: string },
  server: ModelServer,
  sizes: RunSizes,
): Promise<Figure[]> {
  const length = sizes.seconds * TOKENS_A_SECOND * LETTERS_A_TOKEN
  const app = await startApp(root, [largeFlow(sizes.nodes)], { modelUrl: server.baseUrl(length, 'paced') })
  const browser = await openBrowser(chromium)
  try {
    const { page } = await openCanvas(browser, app)
    await countRenders(page)
    await page.locator('.react-flow__node').first().waitFor()
    await goNear(page)
    const measured = { page, sizes }
    return [...(await measureDrag(measured)), ...(await measureRun(measured)), ...(await measureSession(measured))]
  } finally {
    await browser.close()
    await app.close()
  }
}

/** At most its own box is drawn anew as it is taken up, and its lines at each step. */
async function measureDrag({ page, sizes }: MeasureContext): Promise<Figure[]> {
  const at = await middleNode(page)
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await page.mouse.move(at.x + 12, at.y + 8)
  await rendersSince(page)
  for (let step = 1; step <= 40; step += 1) await page.mouse.move(at.x + 12 + step * 3, at.y + 8 + step)
  const { nodes, edges } = await rendersSince(page)
  await page.mouse.up()
  await page.keyboard.press('ControlOrMeta+Z')
  const what = `${sizes.nodes} nodes: one is dragged`
  return [
    { what: `${what}, different nodes drawn anew`, value: Object.keys(nodes).length, unit: 'times', most: 1 },
    { what: `${what}, different edges drawn anew`, value: Object.keys(edges).length, unit: 'times', most: 8 },
  ]
}

/** A node that speaks is drawn anew when it begins and when it ends, not with each token. */
const MOST_OF_SPEAKER = 10

function most(times: { readonly [id: string]: number }): number {
  return Math.max(0, ...Object.values(times))
}

async function measureRun({ page, sizes }: MeasureContext): Promise<Figure[]> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Performance.enable', { timeDomain: 'threadTicks' })
  await goToSpeaker(page)
  await untilStill(page)
  await startSaying(page, 'Speak for a while')
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor()
  await rendersSince(page)
  const [begun, worked] = [performance.now(), await metric(debug, 'TaskDuration')]
  await spoken(page)
  const seconds = (performance.now() - begun) / 1000
  const share = (((await metric(debug, 'TaskDuration')) - worked) / seconds) * 100
  const { nodes } = await rendersSince(page)
  await debug.detach()
  const what = `${sizes.nodes} nodes: a run at ${TOKENS_A_SECOND} tokens a second`
  return [
    { what: `${what}, different nodes drawn anew`, value: Object.keys(nodes).length, unit: 'times', most: 1 },
    { what: `${what}, how often one of them was`, value: most(nodes), unit: 'times', most: MOST_OF_SPEAKER },
    { what: `${what}, share of a core`, value: share, unit: '%', most: 10, from: `${seconds.toFixed(1)} s` },
  ]
}

/** The first rounds fill what is kept on purpose; from there on nothing may grow. */
async function measureSession({ page, sizes }: MeasureContext): Promise<Figure[]> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Performance.enable')
  for (let round = 0; round < WARM_ROUNDS; round += 1) await workARound(page)
  const before = await held(debug)
  let rounds = 0
  const work = async (ms: number): Promise<HeldMemory> => {
    const until = performance.now() + ms
    for (; performance.now() < until; rounds += 1) await workARound(page)
    return held(debug)
  }
  const middle = await work(sizes.sessionMs / 2)
  const after = await work(sizes.sessionMs / 2)
  await debug.detach()
  const heaps = [before, middle, after].map(({ heap }) => heap.toFixed(1))
  const from = `${rounds} rounds in ${(sizes.sessionMs / 1000).toFixed(0)} s; at the start, in the middle and at the end ${heaps.join(', ')} MB`
  const what = `${sizes.nodes} nodes: a session`
  return [
    {
      what: `${what}, memory of scripts more`,
      value: after.heap - before.heap,
      unit: 'MB',
      most: MOST_GROWTH_MB,
      from,
    },
    { what: `${what}, elements of the page more`, value: after.elements - before.elements, unit: 'times', most: 500 },
    { what: `${what}, listeners more`, value: after.listeners - before.listeners, unit: 'times', most: 100 },
  ]
}

const WARM_ROUNDS = 3
/** What engines keep of code that they compiled comes and goes by so much. */
const MOST_GROWTH_MB = 8

/** One round of what people do. */
async function workARound(page: Page): Promise<void> {
  const at = await middleNode(page)
  await page.mouse.click(at.x, at.y)
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  for (let step = 1; step <= 10; step += 1) await page.mouse.move(at.x + step * 6, at.y + step * 4)
  await page.mouse.up()
  await page.keyboard.press('ControlOrMeta+Z')
  for (let step = 0; step < 10; step += 1) await page.mouse.wheel(step < 5 ? 60 : -60, step < 5 ? 40 : -40)
  for (const name of ['Trace', 'Timeline', 'Problems']) await page.getByRole('tab', { name }).click()
  for (const keys of ['ControlOrMeta+K', 'Escape', 'Escape']) await page.keyboard.press(keys)
  await page.getByRole('button', { name: 'Zoom to fit' }).click()
  await goNear(page)
}

/** Who speaks is in the middle of the canvas, else nothing of it would be drawn anew. */
async function goToSpeaker(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K')
  await page.keyboard.type('Agent 1')
  await page
    .getByRole('button', { name: /^Agent 1\b/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.react-flow__node[data-id="n1"]').waitFor()
  await settled(page)
}

/** A large drawing gains its detail a while after it holds still. */
async function untilStill(page: Page): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    await rendersSince(page)
    await page.waitForTimeout(500)
    if (Object.keys((await rendersSince(page)).nodes).length === 0) return
  }
}

async function startSaying(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Say something' }).fill(text)
  await page.keyboard.press('Enter')
}

async function spoken(page: Page): Promise<void> {
  // Looked for seldom and by an attribute: to look for a role in a drawing of 1,000 nodes takes the page a seventh of what it works in a run.
  const isBack = (): boolean => document.querySelector('button[aria-label="Send"]') !== null
  await page.waitForFunction(isBack, null, { polling: 200, timeout: 120_000 })
}

type HeldMemory = { heap: number; elements: number; listeners: number }

/** What is left once all that nobody holds is collected. */
async function held(debug: CDPSession): Promise<HeldMemory> {
  for (let times = 0; times < 3; times += 1) await debug.send('HeapProfiler.collectGarbage')
  return {
    heap: (await metric(debug, 'JSHeapUsedSize')) / MB,
    elements: await metric(debug, 'Nodes'),
    listeners: await metric(debug, 'JSEventListeners'),
  }
}

async function metric(debug: CDPSession, of: string): Promise<number> {
  const { metrics } = await debug.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === of)?.value ?? Number.NaN
}

/** A point at the head of the node that is next to the middle of the canvas. */
async function middleNode(page: Page): Promise<{ x: number; y: number }> {
  const heads = await page.locator('.react-flow__node [data-node-name]').evaluateAll((names) =>
    names.map((name) => {
      const { x, y, height } = name.getBoundingClientRect()
      return { x: x + 10, y: y + height / 2 }
    }),
  )
  const far = ({ x, y }: { x: number; y: number }): number => Math.hypot(x - 520, y - 380)
  return heads.toSorted((left, right) => far(left) - far(right))[0] ?? { x: 520, y: 380 }
}
