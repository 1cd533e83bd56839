/** Part `canvas`: how long frames take while somebody pans, zooms and drags in flows of many nodes. */
import type { Page } from '@playwright/test'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { openBrowser, openCanvas, startApp } from './app-in-browser'
import { format, median, quantile, type Figure, type Report } from './figures'
import type { AppSetting } from './start'

export type CanvasSizes = { nodes: readonly number[]; ms: number }

type Gesture = { name: string; run: (page: Page, untilMs: number) => Promise<void> }

declare global {
  interface Window {
    /** The times of all frames since the measurement began. */
    benchFrames?: number[]
  }
}

/** Opens a drawn flow of each size and measures each gesture for a few seconds, with the mouse events of a person. */
export async function measureCanvas(setting: AppSetting, { nodes, ms }: CanvasSizes): Promise<Report> {
  const title = 'Frames of the canvas'
  const report = { title, setting: '', figures: [] }
  if (setting.missing !== null) return { ...report, skipped: setting.missing }
  if (setting.chromium === null)
    return { ...report, skipped: 'there is no Chromium; name one with CHROMIUM=/path/to/it' }
  const app = await startApp(setting.root, nodes.map(drawn))
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
  return { title, setting: `Chromium without a GPU at 1440 x 900, ${ms / 1000} s of each gesture`, figures }
}

type Measurement = { gesture: Gesture; count: number; ms: number }

async function measureGesture(page: Page, { gesture, count, ms }: Measurement): Promise<Figure[]> {
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
  await gesture.run(page, performance.now() + ms)
  const times = await page.evaluate(() => {
    const frames = window.benchFrames ?? []
    delete window.benchFrames
    return frames
  })
  await settled(page)
  const frames = times.slice(1).map((at, index) => at - (times[index] ?? at))
  const what = `${count} nodes: ${gesture.name}`
  const from = `${frames.length} frames, longest ${format(Math.max(...frames))}`
  return [
    { what: `${what}, median frame`, value: median(frames), unit: 'ms', from },
    { what: `${what}, 95th percentile`, value: quantile(frames, 0.95), unit: 'ms' },
  ]
}

/** Waits until the page has drawn twice with nothing left to do in between. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestIdleCallback(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())), {
          timeout: 5000,
        })
      }),
  )
}

const CENTER = { x: 720, y: 450 }

async function turnWheel(page: Page, untilMs: number, deltaAt: (step: number) => [number, number]): Promise<void> {
  await page.mouse.move(CENTER.x, CENTER.y)
  for (let step = 0; performance.now() < untilMs; step += 1) await page.mouse.wheel(...deltaAt(step))
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
  {
    name: 'drag a node at 100%',
    async run(page, untilMs) {
      await page.getByRole('button', { name: 'Zoom to 100%' }).click()
      const from = await visibleNode(page)
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      for (let step = 0; performance.now() < untilMs; step += 1) {
        const angle = step / 12
        await page.mouse.move(from.x + 120 * Math.sin(angle), from.y + 80 * (1 - Math.cos(angle)))
      }
      await page.mouse.up()
    },
  },
]

/** A point inside a node that is in the middle of the window. */
async function visibleNode(page: Page): Promise<{ x: number; y: number }> {
  const boxes = await page.locator('.react-flow__node').evaluateAll((nodes) =>
    nodes.map((node) => {
      const { x, y, width, height } = node.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    }),
  )
  const distance = ({ x, y }: { x: number; y: number }) => Math.hypot(x - CENTER.x, y - CENTER.y)
  return boxes.toSorted((left, right) => distance(left) - distance(right))[0] ?? CENTER
}

/** A drawing of so many nodes as a square: swarm agents that hand off to their neighbours, every second with a tool of its own, and notes. */
function drawn(count: number): string {
  const builder = flow(`${count} nodes`).start('n1')
  const columns = Math.ceil(Math.sqrt(count))
  for (let nth = 1; nth < count; nth += 1) {
    const id = `n${nth}`
    if (nth % 4 === 2) builder.builtinTool(id, { tool: 'clock', toolName: `clock_${nth}` }).use(`n${nth - 1}`, id)
    else if (nth % 8 === 4) builder.note(id, { text: 'What this part of the drawing is for.' })
    else builder.agent(id, { name: `Agent ${nth}`, description: 'Knows one thing well.' })
  }
  const agents = Array.from({ length: count - 1 }, (_, index) => index + 1).filter(
    (nth) => nth % 4 !== 2 && nth % 8 !== 4,
  )
  for (const [index, nth] of agents.entries()) {
    const [next, below] = [agents[index + 1], agents[index + Math.floor(columns * 0.6)]]
    if (next !== undefined) builder.handoff(`n${nth}`, `n${next}`)
    if (below !== undefined && index % 2 === 0) builder.handoff(`n${nth}`, `n${below}`)
  }
  const built = builder.build()
  const ids = Object.keys(built.nodes)
  const places = ids.map((id, index) => {
    return [id, { x: (index % columns) * 264, y: Math.floor(index / columns) * 136 }] as const
  })
  return saveFlow({ ...built, layout: { nodes: Object.fromEntries(places) } })
}
