/** A tool pool in the inspector: the list of its tools, and its test bench. */
import type { Locator, Page } from '@playwright/test'

export type Pool = ReturnType<typeof poolOf>

export function poolOf(page: Page) {
  const region = page.getByRole('region', { name: 'Inspector' }).getByRole('region', { name: 'Tools', exact: true })
  const list = region.getByRole('list', { name: 'Tools' })
  // In the inspector or in its dialog, wherever it is.
  const query = page.getByRole('textbox', { name: 'Query', exact: true })
  const ranking = page.getByRole('list', { name: 'Ranking' })
  const saved = page.getByRole('list', { name: 'Saved queries' })
  return {
    region,
    list,
    count: region.getByRole('status', { name: 'Tools that are on' }),
    filter: region.getByRole('textbox', { name: 'Filter tools' }),
    /** The lines that are drawn, of however many. */
    lines: list.getByRole('listitem'),
    /** A tool's line by its name; a click unfolds it. */
    tool: (name: string): Locator => list.getByRole('button', { name, exact: true }),
    isOn: (name: string): Locator => list.getByRole('switch', { name, exact: true }),
    /** Switches a tool on or off. */
    switch: async (name: string): Promise<void> => list.getByRole('switch', { name, exact: true }).press('Space'),
    async switchMany(item: string): Promise<void> {
      await region.getByRole('button', { name: 'Switch many' }).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    },
    async add(item: string): Promise<void> {
      await region.getByRole('button', { name: 'Connect: Tools' }).click()
      await page.getByRole('option', { name: item, exact: true }).click()
    },
    bench: {
      query,
      ranking,
      /** The ranking as texts: rank, name, verdict. */
      ranked: (): Promise<string[]> => ranking.getByRole('listitem').evaluateAll(readRanking),
      expects: (name: string): Locator => ranking.getByRole('checkbox', { name: `${name} should be found` }),
      slider: (name: string): Locator => page.getByRole('slider', { name, exact: true }),
      button: (name: string): Locator => page.getByRole('button', { name, exact: true }),
      recall: page.getByRole('status', { name: 'Recall' }),
      saved: saved.getByRole('listitem'),
      /** Moves a slider by so many steps, down where it is less than none. */
      async slide(name: string, steps: number): Promise<void> {
        await page.getByRole('slider', { name, exact: true }).focus()
        for (let step = 0; step < Math.abs(steps); step += 1)
          await page.keyboard.press(steps < 0 ? 'ArrowLeft' : 'ArrowRight')
      },
    },
  }
}

/** Runs in the page. */
function readRanking(lines: readonly Element[]): string[] {
  return lines.map((line) => {
    const text = (part: string): string => (line.querySelector(`[data-part="${part}"]`)?.textContent ?? '').trim()
    return `${text('rank')} ${text('name')} ${text('reason')}`
  })
}
