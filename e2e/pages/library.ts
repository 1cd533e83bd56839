/** The list of flows. */
import type { Locator, Page } from '@playwright/test'

export type Library = ReturnType<typeof libraryOf>

export function libraryOf(page: Page) {
  const list = page.getByRole('list', { name: 'Flows' })
  const row = (name: string): Locator =>
    list.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) })
  const menu = async (name: string, item: string): Promise<void> => {
    await row(name)
      .getByRole('button', { name: `More about ${name}` })
      .click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const openFlow = async (name: string): Promise<void> => list.getByRole('button', { name, exact: true }).click()
  return {
    list,
    row,
    menu,
    openFlow,
    names: page.locator('[data-flow-name]'),
    newFlow: page.getByRole('button', { name: 'New flow' }).first(),
    /** Picks a file in the file dialog of Import. */
    async import(name: string, text: string): Promise<void> {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Import' }).click()
      await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
    },
    async fromExample(name: string): Promise<void> {
      await page.getByRole('button', { name: 'From example' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    },
  }
}
