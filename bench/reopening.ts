/** Part `reopening`: a long thread of former days, from the opening of its flow in the browser to the newest reply on the screen. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { layLongThread } from '../src-main/testing/laid-thread'
import { openBrowser, openCanvas, settled, startApp } from './app-in-browser'
import { median, type Figure, type Report } from './figures'
import type { AppSetting } from './start'

export type ReopeningSizes = { steps: number; openings: number }

const EXAMPLE = 'incident-triage'
const AGENTS = ['on-call', 'impact', 'status', 'steps', 'scribe']

/** Opens the flow anew in a new profile each time, so that nothing but the library remembers the thread. */
export async function measureReopening(setting: AppSetting, { steps, openings }: ReopeningSizes): Promise<Report> {
  const title = 'Reopening a long thread'
  const report = { title, setting: '', figures: [] }
  if (setting.missing !== null) return { ...report, skipped: setting.missing }
  if (setting.chromium === null)
    return { ...report, skipped: 'there is no Chromium; name one with CHROMIUM=/path/to/it' }
  const flowText = readFileSync(path.join(setting.root, `resources/examples/${EXAMPLE}.flow.json`), 'utf8')
  const figures: Figure[] = []
  for (const stepsOfTurn of [20, 1000]) {
    const app = await startApp(setting.root, EXAMPLE, {
      furnish: (folder, [flowId = '']) =>
        layLongThread(folder, flowId, { flowText, agents: AGENTS, turns: steps / stepsOfTurn, steps: stepsOfTurn }),
    })
    const browser = await openBrowser(setting.chromium)
    const times: number[] = []
    const works: number[] = []
    try {
      for (let opening = 0; opening < openings; opening += 1) {
        const begun = performance.now()
        const { page } = await openCanvas(browser, app)
        const debug = await page.context().newCDPSession(page)
        await debug.send('Performance.enable', { timeDomain: 'threadTicks' })
        const newest = `Answer ${Math.floor(steps / stepsOfTurn)}-${stepsOfTurn - 1}.`
        await page.getByRole('region', { name: 'Chat' }).getByText(newest).first().waitFor({ timeout: 120_000 })
        times.push(performance.now() - begun)
        await settled(page)
        const { metrics } = await debug.send('Performance.getMetrics')
        works.push((metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000)
        await page.context().close()
      }
    } finally {
      await browser.close()
      await app.close()
    }
    const what = `turns of ${stepsOfTurn} steps`
    const from = `median of ${openings}`
    figures.push(
      { what: `${what}: from the address to the newest reply`, value: median(times), unit: 'ms', from },
      { what: `${what}: work of the page`, value: median(works), unit: 'ms', from },
    )
  }
  return { title, setting: `a thread of ${steps} steps in ${EXAMPLE}, a new profile each time`, figures }
}
