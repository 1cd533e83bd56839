/** The trace in the bottom dock: its rows, and what is folded. */
import type { Locator, Page } from '@playwright/test'

export type Trace = ReturnType<typeof traceOf>

export function traceOf(page: Page) {
  const table = page.getByRole('treegrid', { name: 'Trace' })
  return {
    table,
    row: (text: string | RegExp): Locator => table.locator('[role="row"][aria-level]').filter({ hasText: text }),
    /** The headings of turns in sight. */
    turns: table.locator('[data-what="turn"]'),
    /** Opens the tab unless it is open. */
    async open(): Promise<void> {
      const tab = page.getByRole('tab', { name: 'Trace' })
      if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click()
      await table.waitFor()
    },
    details: table.locator('[data-details]'),
    /** The rows in sight: who, what, why. */
    rows: (): Promise<string[]> => table.locator('[role="row"][aria-level]').evaluateAll(readRows),
  }
}

/** Runs in the page. */
function readRows(rows: readonly Element[]): string[] {
  return rows.map((row) => {
    const [, who = '', what = '', why = ''] = [...row.children].map((cell) => (cell.textContent ?? '').trim())
    const depth = Number(row.getAttribute('aria-level')) - 1
    return `${'  '.repeat(depth)}${who} | ${what} | ${why}`
  })
}
