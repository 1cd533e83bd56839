/** The permission sheet, and the permissions in the flow settings. */
import type { Locator, Page } from '@playwright/test'

export type Consent = ReturnType<typeof consentOf>

export function consentOf(page: Page) {
  const sheet = page.getByRole('dialog', { name: /^Allow (what this flow uses|this to try it out)\?$/ })
  const cancelButton = sheet.getByRole('button', { name: 'Cancel' })
  const permissions = page.getByRole('region', { name: 'Inspector' }).getByRole('group', { name: 'Permissions' })
  const close = async (button: Locator): Promise<void> => {
    await button.click()
    await sheet.waitFor({ state: 'hidden' })
  }
  return {
    sheet,
    cancelButton,
    allowButton: sheet.getByRole('button', { name: /^Allow and / }),
    before: sheet.getByRole('button', { name: /allowed before$/ }),
    /** What is asked for, line by line: `Reaches this address: api.example.com (for Prices)`, with `New, ` where that is said. */
    items: (): Promise<string[]> => sheet.locator('[data-part="list"] > [data-group] li').evaluateAll(readItems),
    /** The code of a tool, as it is shown. */
    code: (name: string): Locator => sheet.getByLabel(`Code of ${name}`, { exact: true }),
    allow: (): Promise<void> => close(sheet.getByRole('button', { name: /^Allow and / })),
    cancel: (): Promise<void> => close(cancelButton),
    permissions,
    /** What is allowed, in the flow settings. */
    allowed: permissions.getByRole('list', { name: 'Allowed' }).getByRole('listitem'),
    revoke: async (value: string): Promise<void> =>
      permissions.getByRole('button', { name: `Revoke ${value}`, exact: true }).click(),
  }
}

/** Runs in the page. */
function readItems(elements: readonly Element[]): string[] {
  return elements.map((element) => {
    const text = (selector: string): string => (element.querySelector(selector)?.textContent ?? '').trim()
    const group = element.closest('section')?.getAttribute('aria-label') ?? ''
    const news = text('[data-part="news"]')
    const about = [...(news === '' ? [] : [news]), text('[data-part="nodes"]')].join(', ')
    return `${group}: ${text('[data-part="value"]')} (${about})`
  })
}
