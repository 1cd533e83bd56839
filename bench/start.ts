/** Part `start`: from nothing to the first token of `baton run`, and to a canvas that can be edited. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { openBrowser, openCanvas, startApp } from './app-in-browser'
import { median, type Figure, type Report } from './figures'
import { temporaryFolder } from './processes'

export type StartSizes = { runs: number; openings: number }

/** What is built before, and what a browser is found with; `missing` says in words what is not there. */
export type AppSetting = { root: string; chromium: string | null; missing: string | null }

/** The two ways to start the command take turns, so that both see the same machine. */
export async function measureStart(setting: AppSetting, { runs, openings }: StartSizes): Promise<Report> {
  const { root } = setting
  const direct: number[] = []
  const throughNpm: number[] = []
  const args = ['run', path.join(root, 'resources/examples/hello.flow.json'), '-m', 'Hi', '--json', '--data']
  for (let run = 0; run < runs; run += 1) {
    direct.push(await firstToken([process.execPath, 'out/main/cli.js', ...args], root))
    throughNpm.push(await firstToken(['npm', 'run', '-s', 'baton', '--', ...args], root))
  }
  const from = `median of ${runs}`
  return {
    title: 'Cold starts',
    setting: 'resources/examples/hello.flow.json on the rehearsal model, a new data folder each time',
    figures: [
      { what: 'baton run: first token', value: median(direct), unit: 'ms', from },
      { what: 'npm run -s baton -- run: first token', value: median(throughNpm), unit: 'ms', from },
      ...(await measureOpening(setting, openings)),
    ],
    ...skippedOf(setting),
  }
}

function skippedOf({ chromium, missing }: AppSetting): { skipped?: string } {
  if (missing !== null) return { skipped: `opening the app: ${missing}` }
  return chromium === null ? { skipped: 'opening the app: there is no Chromium' } : {}
}

/** Starts the command on a new data folder and waits for its first token. */
async function firstToken(command: readonly string[], cwd: string): Promise<number> {
  const { folder, remove } = temporaryFolder()
  const [program = '', ...args] = [...command, folder]
  const begun = performance.now()
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
  const gone = once(child, 'close')
  let ms = Number.NaN
  for await (const line of createInterface({ input: child.stdout })) {
    if (Number.isNaN(ms) && line.includes('"type":"token"')) ms = performance.now() - begun
  }
  await gone
  remove()
  if (Number.isNaN(ms)) throw new Error(`${command.join(' ')} printed no token`)
  return ms
}

async function measureOpening({ root, chromium, missing }: AppSetting, openings: number): Promise<Figure[]> {
  if (chromium === null || missing !== null) return []
  const served: number[] = []
  const drawn: number[] = []
  const browser = await openBrowser(chromium)
  try {
    for (let nth = 0; nth < openings; nth += 1) {
      const app = await startApp(root, 'hello')
      served.push(app.startedMs)
      const begun = performance.now()
      const { page } = await openCanvas(browser, app)
      drawn.push(app.startedMs + performance.now() - begun)
      await page.context().close()
      await app.close()
    }
  } finally {
    await browser.close()
  }
  const from = `median of ${openings}; the browser runs already, its cache is empty`
  return [
    { what: 'app: address printed', value: median(served), unit: 'ms', from: `median of ${openings}` },
    { what: 'app: editable canvas', value: median(drawn), unit: 'ms', from },
  ]
}
