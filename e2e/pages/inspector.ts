/** The inspector: the fields of what is selected. */
import { expect, type Locator, type Page } from '@playwright/test'
import { typeOver } from './typing'

export type Inspector = ReturnType<typeof inspectorOf>

export function inspectorOf(page: Page) {
  const region = page.getByRole('region', { name: 'Inspector' })
  const field = (label: string): Locator => region.getByLabel(label, { exact: true })
  /** Unfolds what most people leave as it is. */
  const openAdvanced = async (): Promise<void> => {
    const toggle = region.getByRole('button', { name: /^Advanced/ })
    if ((await toggle.count()) > 0 && (await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
  }
  return {
    region,
    field,
    text: (label: string): Locator => region.getByRole('textbox', { name: label, exact: true }),
    /** Writes texts into fields, by their labels; a prompt that is the built-in one is customised first. */
    async write(texts: { readonly [label: string]: string }): Promise<void> {
      for (const [label, text] of Object.entries(texts)) {
        const customise = region.getByRole('button', { name: `Customise: ${label}`, exact: true })
        const box = region.getByRole('textbox', { name: label, exact: true })
        await expect(region.getByRole('textbox').first()).toBeVisible()
        // What is selected may still change while this looks: it looks again until the field is there.
        await expect(async () => {
          if ((await customise.or(box).count()) === 0) await openAdvanced()
          if (await customise.isVisible()) await customise.click()
          await expect(box).toBeVisible({ timeout: 1000 })
        }).toPass()
        await typeOver(box, text)
      }
    },
    openAdvanced,
    async choose(label: string, option: string): Promise<void> {
      await region.getByRole('combobox', { name: label, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    },
    /** The lines of an ordered list, in order; a click on one shows its edge. */
    lines: (list: string): Locator => region.getByRole('group', { name: list, exact: true }).getByRole('listitem'),
    /** Shows the edge of a line of an ordered list. */
    async openLine(list: string, text: string): Promise<void> {
      const group = region.getByRole('group', { name: list, exact: true })
      await group.getByTitle('Show the edge').filter({ hasText: text }).click()
    },
    /** The button beside a port's list that joins it to something. */
    connect: (port: string): Locator => region.getByRole('button', { name: `Connect: ${port}`, exact: true }),
    /** What a port may be joined to, once its button was pressed. */
    choices: page.getByRole('listbox', { name: 'Nodes and kinds' }),
    close: async (): Promise<void> => region.getByRole('button', { name: 'Close the inspector' }).click(),
  }
}
