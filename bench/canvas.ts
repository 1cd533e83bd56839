/** Part `canvas`: how long frames take while somebody pans, zooms and drags in flows of many nodes. */
import type { CDPSession, Page } from '@playwright/test'
import { largeFlow } from '../src-shared/testing/large-flow'
import { arrived, goNear, openBrowser, openCanvas, settled, startApp } from './app-in-browser'
import { measureRuns, type RunSizes } from './canvas-run'
import { format, median, quantile, type Figure, type Report } from './figures'
import type { ModelServer } from './processes'
import type { AppSetting } from './start'

export type CanvasSizes = { nodes: readonly number[]; ms: number; run: RunSizes }

type Gesture = {
  name: string
  /** What is done first, and not measured. */
  before?: (page: Page) => Promise<void>
  /** Where it begins is looked for first too: a thousand nodes are asked whether they lie under something. */
  from?: (page: Page) => Promise<Point>
  run: (page: Page, untilMs: number, from: Point) => Promise<void>
}

type Point = { x: number; y: number }

declare global {
  interface Window {
    /** The times of all frames since the measurement began. */
    benchFrames?: number[]
  }
}

/** Opens a drawn flow of each size and measures each gesture for a few seconds, with the mouse events of a person. */
export async function measureCanvas(
  setting: AppSetting,
  server: ModelServer,
  { nodes, ms, run }: CanvasSizes,
): Promise<Report> {
  const title = 'Frames of the canvas'
  const report = { title, setting: '', figures: [] }
  if (setting.missing !== null) return { ...report, skipped: setting.missing }
  if (setting.chromium === null)
    return { ...report, skipped: 'there is no Chromium; name one with CHROMIUM=/path/to/it' }
  const app = await startApp(setting.root, nodes.map(largeFlow))
  const browser = await openBrowser(setting.chromium)
  const figures: Figure[] = []
  try {
    for (const [index, count] of nodes.entries()) {
      const { page, ms: openMs } = await openCanvas(browser, app, app.flowIds[index])
      await settled(page)
      figures.push({ what: `${count} nodes: open to first node`, value: openMs, unit: 'ms' })
      for (const gesture of GESTURES) figures.push(...(await measureGesture(page, { gesture, count, ms })))
      await page.context().close()
    }
  } finally {
    await browser.close()
    await app.close()
  }
  figures.push(...(await measureRuns({ ...setting, chromium: setting.chromium }, server, run)))
  return { title, setting: `Chromium without a GPU at 1440 x 900, ${ms / 1000} s of each gesture`, figures }
}

type Measurement = { gesture: Gesture; count: number; ms: number }

async function measureGesture(page: Page, { gesture, count, ms }: Measurement): Promise<Figure[]> {
  await gesture.before?.(page)
  await settled(page)
  const from = (await gesture.from?.(page)) ?? CENTER
  const debug = await page.context().newCDPSession(page)
  await debug.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.evaluate(() => {
    const frames: number[] = []
    window.benchFrames = frames
    const note = (at: number) => {
      if (window.benchFrames !== frames) return
      frames.push(at)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  const worked = await workedMs(debug)
  await gesture.run(page, performance.now() + ms, from)
  const work = (await workedMs(debug)) - worked
  await debug.detach()
  const times = await page.evaluate(() => {
    const frames = window.benchFrames ?? []
    delete window.benchFrames
    return frames
  })
  await settled(page)
  const frames = times.slice(1).map((at, index) => at - (times[index] ?? at))
  const what = `${count} nodes: ${gesture.name}`
  const counted = `${frames.length} frames, longest ${format(Math.max(...frames))}`
  return [
    { what: `${what}, median frame`, value: median(frames), unit: 'ms', from: counted },
    { what: `${what}, 95th percentile`, value: quantile(frames, 0.95), unit: 'ms' },
    { what: `${what}, work of the page per frame`, value: work / frames.length, unit: 'ms' },
  ]
}

/** Processor time of the page's own thread so far: unlike frames it does not count what else the machine does. */
async function workedMs(debug: CDPSession): Promise<number> {
  const { metrics } = await debug.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

const CENTER = { x: 720, y: 450 }

/** How often a hand moves: as often as a screen draws. Who waits until a page has heard each event moves half as often, and is shown a page that rests between. */
const EVENTS_A_SECOND = 60
/** A page that is late is not asked for more than so many at once. */
const MOST_WAITING = 10

async function atHandRate(untilMs: number, move: (step: number) => Promise<void>): Promise<void> {
  const begun = performance.now()
  const waiting = new Set<Promise<void>>()
  for (let step = 0; performance.now() < untilMs; step += 1) {
    const early = begun + (step * 1000) / EVENTS_A_SECOND - performance.now()
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
    while (waiting.size >= MOST_WAITING) await Promise.race(waiting)
    const heard = move(step).finally(() => waiting.delete(heard))
    waiting.add(heard)
  }
  await Promise.all(waiting)
}

/** Moves what the mouse holds. Playwright's own `mouse.move` has the page watch for a drag of the browser at each step while a button is held, which took longer than the step. */
async function holdingMouse(page: Page): Promise<(x: number, y: number) => Promise<void>> {
  const debug = await page.context().newCDPSession(page)
  return async (x, y) => {
    await debug.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y, button: 'left', buttons: 1 })
  }
}

async function turnWheel(page: Page, untilMs: number, deltaAt: (step: number) => [number, number]): Promise<void> {
  await page.mouse.move(CENTER.x, CENTER.y)
  await atHandRate(untilMs, (step) => page.mouse.wheel(...deltaAt(step)))
}

const GESTURES: readonly Gesture[] = [
  {
    name: 'pan over all of it',
    run: (page, untilMs) => turnWheel(page, untilMs, (step) => (step % 40 < 20 ? [14, 9] : [-14, -9])),
  },
  {
    name: 'zoom in and out',
    async run(page, untilMs) {
      await page.keyboard.down('Control')
      await turnWheel(page, untilMs, (step) => [0, step % 40 < 20 ? -60 : 60])
      await page.keyboard.up('Control')
    },
  },
  { name: 'drag a node of all', before: showAll, from: visibleNode, run: dragNode },
  { name: 'drag a node at 100%', before: goNear, from: visibleNode, run: dragNode },
  { name: 'drag a node that the view follows', before: goNear, from: visibleNode, run: dragAlong },
  {
    name: 'pan at 100%',
    before: goNear,
    run: (page, untilMs) => turnWheel(page, untilMs, (step) => (step % 120 < 60 ? [14, 9] : [-14, -9])),
  },
]

async function showAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Zoom to fit' }).click()
  await arrived(page)
}

async function dragNode(page: Page, untilMs: number, from: Point): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  const moveTo = await holdingMouse(page)
  await atHandRate(untilMs, (step) => {
    const angle = step / 12
    return moveTo(from.x + 120 * Math.sin(angle), from.y + 80 * (1 - Math.cos(angle)))
  })
  if ((await page.locator('.react-flow__node.dragging').count()) === 0) throw new Error('No node was dragged.')
  await page.mouse.up()
}

/** How far from a border it is held, in px; how many steps it takes to get there, and to be on the way to the other one. */
const BORDER_INSET = 22
const ACROSS = 20
const STAY = 80

/** Drags a node to the right border of the canvas, holds it there, and goes on at the left one: the view follows it for most of the time. */
async function dragAlong(page: Page, untilMs: number, from: Point): Promise<void> {
  const canvas = await page.locator('.react-flow').boundingBox()
  if (canvas === null) throw new Error('There is no canvas.')
  const borders = { left: canvas.x + BORDER_INSET, right: canvas.x + canvas.width - BORDER_INSET }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  const moveTo = await holdingMouse(page)
  await atHandRate(untilMs, (step) => {
    const [way, turn] = [Math.min(1, (step % STAY) / ACROSS), Math.floor(step / STAY)]
    const start = turn === 0 ? from.x : turn % 2 === 0 ? borders.left : borders.right
    const end = turn % 2 === 0 ? borders.right : borders.left
    // A hand trembles.
    return moveTo(start + (end - start) * way + (step % 3), from.y + (step % 7))
  })
  if ((await page.locator('.react-flow__node.dragging').count()) === 0) throw new Error('No node was dragged.')
  await page.mouse.up()
}

/** A point in the middle of the canvas at which a node can be taken hold of: nothing else lies there, and no border is near, to which the view would follow. */
async function visibleNode(page: Page): Promise<Point> {
  const canvas = await page.locator('.react-flow').boundingBox()
  if (canvas === null) throw new Error('There is no canvas.')
  const middle = { x: canvas.x + canvas.width / 2, y: canvas.y + canvas.height / 2 }
  const boxes = await page.locator('.react-flow__node').evaluateAll((nodes) =>
    nodes.flatMap((node) => {
      const { x, y, width, height } = node.getBoundingClientRect()
      const at = { x: x + width / 2, y: y + Math.min(height / 2, 16) }
      return node.contains(document.elementFromPoint(at.x, at.y)) ? [at] : []
    }),
  )
  const distance = ({ x, y }: Point) => Math.hypot(x - middle.x, y - middle.y)
  return boxes.toSorted((left, right) => distance(left) - distance(right))[0] ?? middle
}
