/** The outline: the flow as a tree beside the canvas. */
import type { Locator, Page } from '@playwright/test'

/** A row as it is read aloud. */
type RowView = { name: string; what: string; level: number }

export type Outline = ReturnType<typeof outlineOf>

export function outlineOf(page: Page) {
  const tree = page.getByRole('tree', { name: 'Outline' })
  const active = tree.locator('[data-active]')
  const readRows = (): Promise<RowView[]> =>
    tree.locator('[role="treeitem"]').evaluateAll((rows) =>
      rows.map((row) => ({
        name: row.querySelector('[data-spoken]')?.textContent ?? '',
        what: row.getAttribute('data-what') ?? '',
        level: Number(row.getAttribute('aria-level')),
      })),
    )
  return {
    tree,
    active,
    rows: tree.getByRole('treeitem'),
    /** The row of a name, of those that begin with some words. */
    row: (name: string, lead = ''): Locator => tree.getByRole('treeitem', { name: new RegExp(`^${lead}.*${name}`) }),
    selected: tree.locator('[role="treeitem"][aria-selected="true"]'),
    search: page.getByRole('combobox', { name: 'Search what fits' }),
    filter: page.getByRole('textbox', { name: 'Search the outline' }),
    /** The name of a row while it is written. */
    name: tree.getByRole('textbox', { name: /^Name of / }),
    /** Goes by keys to the row of a node, or (`Triage > Refunds`) to that of an edge. */
    async goTo(name: string): Promise<void> {
      const [from, to] = name.split(' > ')
      const rows = await readRows()
      const isNode = ({ name: said, what }: RowView): boolean =>
        what === 'node' && (said === from || said.startsWith(`${from},`) || said.includes(` ${from},`))
      const node = rows.findIndex(isNode)
      const isEdge = ({ name: said, what }: RowView): boolean =>
        what === 'edge' && new RegExp(` ${to}(?:,|$)`).test(said)
      const index = to === undefined ? node : rows.findIndex((row, at) => at > node && isEdge(row))
      if (node === -1 || index === -1) throw new Error(`The outline has no row "${name}".`)
      await page.keyboard.press('Home')
      for (let step = 0; step < index; step += 1) await page.keyboard.press('ArrowDown')
    },
    /** What is heard from the first row to the last, a step to the right for each level. */
    async heard(): Promise<string[]> {
      const lines: string[] = []
      const count = await tree.getByRole('treeitem').count()
      await page.keyboard.press('Home')
      for (let at = 0; at < count; at += 1) {
        const row = active.and(page.locator(`[id="${(await tree.getAttribute('aria-activedescendant')) ?? ''}"]`))
        const [level, name] = await row.evaluate((own) => [
          own.getAttribute('aria-level'),
          own.getAttribute('aria-label') ?? own.querySelector('[data-spoken]')?.textContent,
        ])
        lines.push(`${'  '.repeat(Number(level) - 1)}${name}`)
        await page.keyboard.press('ArrowDown')
      }
      return lines
    },
  }
}
