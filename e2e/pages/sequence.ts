/** The sequence diagram: stepping through it, and reading it as lines of text. */
import type { Locator, Page } from '@playwright/test'

export type SequencePage = ReturnType<typeof sequenceOf>

export function sequenceOf(page: Page) {
  const region = page.getByRole('region', { name: 'Sequence' })
  const dialog = page.getByRole('dialog')
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
  return {
    region,
    dialog,
    diagram: page.getByRole('listbox', { name: 'Sequence diagram' }),
    lanes: page.getByRole('list', { name: 'Participants' }).getByRole('listitem'),
    slider: page.getByRole('slider', { name: 'Item' }),
    count: page.locator('[data-count]'),
    details: page.getByRole('complementary', { name: 'Current item' }),
    current: page.getByRole('option', { selected: true }),
    /** The boxes of conversations within the thread. */
    frames: page.locator('[data-frame]'),
    first: button('First'),
    back: button('Back'),
    forward: button('Forward'),
    newest: button('Newest'),
    large: button('Show large'),
    copyMermaid: button('Copy Mermaid'),
    saveMermaid: button('Save Mermaid'),
    saveSvg: button('Save SVG'),
    /** Opens the tab unless it is open. */
    async open(): Promise<void> {
      const tab = page.getByRole('tab', { name: 'Sequence' })
      if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click()
    },
    /** The items on the page as they are read out. */
    items: (): Promise<string[]> =>
      page
        .getByRole('option')
        .evaluateAll((options) => options.map((option) => option.querySelector('[data-spoken]')?.textContent ?? '')),
  }
}
