/** The plan view: its steps as lines of text, what is open beside them, and running a plan again. */
import type { Locator, Page } from '@playwright/test'

export type PlanPage = ReturnType<typeof planOf>

export function planOf(page: Page) {
  const region = page.getByRole('region', { name: 'Plan', exact: true })
  const repeats = page.getByRole('dialog', { name: 'What happens with these calls?' })
  const edit = page.getByRole('dialog', { name: /^Edit #/ })
  const before = page.getByRole('region', { name: 'Before' })
  const after = page.getByRole('region', { name: 'With changes' })
  const part = async (name: string): Promise<void> =>
    page.getByRole('group', { name: 'What to show' }).getByRole('button', { name, exact: true }).click()
  return {
    region,
    edit,
    before,
    after,
    part,
    large: page.getByRole('dialog', { name: 'Plan', exact: true }),
    progress: page.getByRole('group', { name: 'Plan bar' }).getByRole('status'),
    details: page.getByRole('complementary', { name: 'Details of the plan' }),
    planner: page.getByRole('button', { name: /^Planner: / }),
    answer: page.getByRole('button', { name: /^Answer: / }),
    times: page.getByRole('list', { name: 'What ran when' }).getByRole('listitem'),
    tokens: page.getByRole('button', { name: 'Tokens against an agent' }),
    /** The compact list in the chat. */
    checklist: page.getByRole('log', { name: 'Conversation' }).getByRole('group', { name: 'Plan' }),
    step: (id: string, within: Locator = page.locator('body')): Locator =>
      within.getByRole('button', { name: new RegExp(`^Step ${id},`) }),
    /** The steps as they are read out: `Step E1, Search: Done`. */
    steps: (within: Locator = region): Promise<string[]> =>
      within.locator('[data-step]').evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label') ?? '')),
    /** Opens the tab unless it is open. */
    async open(): Promise<void> {
      const tab = page.getByRole('tab', { name: 'Plan' })
      if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click()
    },
    async exportAs(item: 'Copy Markdown' | 'Save Markdown' | 'Copy Mermaid' | 'Save Mermaid'): Promise<void> {
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await page.getByRole('menuitem', { name: item }).click()
    },
    /** Opens the form of the step whose details are open. */
    async editStep(): Promise<void> {
      await page.getByRole('button', { name: 'Edit and run again' }).click()
    },
    async runAgain(): Promise<void> {
      await edit.getByRole('button', { name: 'Run again', exact: true }).click()
      await repeats.getByRole('button', { name: 'Run again', exact: true }).click()
    },
  }
}
