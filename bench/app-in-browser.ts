/** The app as a person has it: the web host as a program of its own, and its page in Chromium. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { createCore } from '../src-main/core'
import { nodePlatform } from '../src-main/platform/node'
import { endProgram, startProgram, temporaryFolder } from './processes'

export type App = {
  /** The address of a flow's canvas, token included. */
  urlOf: (flowId: string) => string
  /** From the start of the program to the line with its address. */
  startedMs: number
  /** The ids of the flows that it was given. */
  flowIds: readonly string[]
  close: () => Promise<void>
}

/** As in the browser tests: loopback only, and no sandbox, which root in a container has not. */
const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: SWITCHES })
}

export type AppContents = {
  /** The server of the default connection. */
  modelUrl?: string | undefined
  /** Lays more into the data folder before the app is started. */
  furnish?: ((folder: string, flowIds: readonly string[]) => void) | undefined
}

/** Starts the web host on a new data folder that holds these flows: the name of an example, or whole texts. */
export async function startApp(
  root: string,
  flows: string | readonly string[],
  { modelUrl, furnish }: AppContents = {},
): Promise<App> {
  const { folder, remove } = temporaryFolder()
  const example = () => readFileSync(path.join(root, `resources/examples/${String(flows)}.flow.json`), 'utf8')
  const flowIds = await importFlows(folder, typeof flows === 'string' ? [example()] : flows, modelUrl)
  furnish?.(folder, flowIds)
  const begun = performance.now()
  const command = [process.execPath, path.join(root, 'out/main/web.js'), '--port', '0', '--no-open', '--data', folder]
  const { child, line } = await startProgram(command, { isLine: (text) => text.includes('http://'), cwd: root })
  const startedMs = performance.now() - begun
  const url = /http:\S+/.exec(line)?.[0] ?? ''
  return {
    urlOf: (flowId) => `${url}#/flow/${encodeURIComponent(flowId)}`,
    startedMs,
    flowIds,
    async close() {
      await endProgram(child)
      remove()
    },
  }
}

async function importFlows(dataDir: string, texts: readonly string[], modelUrl?: string): Promise<string[]> {
  const core = await createCore({ dataDir, platform: nodePlatform({ host: 'cli', dataDir }) })
  const context = { signal: new AbortController().signal }
  const ids: string[] = []
  for (const text of texts) ids.push((await core.handlers['flows.import']({ text, fileName: null }, context)).id)
  if (modelUrl !== undefined)
    await core.handlers['connections.save'](
      { name: 'default', provider: 'openai', baseUrl: modelUrl, model: 'bench' },
      context,
    )
  await core.close()
  return ids
}

/** Opens a flow in a window of its own and waits until a node can be taken hold of. */
export async function openCanvas(browser: Browser, app: App, flowId?: string): Promise<{ page: Page; ms: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const begun = performance.now()
  await page.goto(app.urlOf(flowId ?? app.flowIds[0] ?? ''))
  await page.locator('.react-flow__node').first().waitFor({ state: 'visible', timeout: 60_000 })
  return { page, ms: performance.now() - begun }
}

/** Waits until the page has drawn twice with nothing left to do in between. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestIdleCallback(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())), {
          timeout: 5000,
        })
      }),
  )
}

/** A large drawing gains detail, and is rid of what is out of sight, only when it holds still. */
export async function goNear(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Zoom to 100%' }).click()
  await page.locator('[data-canvas]:not([data-far])').waitFor()
  await arrived(page)
}

/** The view glides to where a button sends it: until then nothing lies where it will be. */
export async function arrived(page: Page): Promise<void> {
  const place = () => page.locator('.react-flow__viewport').getAttribute('style')
  for (let before = await place(), tries = 0; tries < 50; tries += 1) {
    await page.waitForTimeout(100)
    const now = await place()
    if (now === before) break
    before = now
  }
  await settled(page)
}
