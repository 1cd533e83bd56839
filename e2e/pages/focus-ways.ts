/** Views that are opened, gone round and left by keys, and where the focus is then. */
import { expect, test, type Locator, type Page } from '@playwright/test'
import { backwardSteps, walkByTab, type TabWalk } from './tab-walk'

export const DIALOG = '[role="dialog"]'

export type View = {
  name: string
  /** What is focused and pressed; or a key, pressed on the drawing. */
  by: Locator | string
  /** What is chosen in the menu that the button opens, or pressed in the dialog, one after the other. */
  then?: readonly Locator[]
  shown: Locator
  /** What has the focus first; null: the view itself, as a menu has it. */
  first: Locator | null
  /** What Tab goes through: all of a dialog, nothing of a menu. */
  round?: string
  /** What has the focus afterwards, where that is not what opened it. */
  back?: Locator
}

/** Opens a view by keys, goes round it and leaves it by Escape. */
export async function expectWay(page: Page, { name, by, then = [], shown, first, round, back }: View): Promise<void> {
  await test.step(name, async () => {
    if (typeof by === 'string') await page.keyboard.press(by)
    else await pressEnterOn(page, by)
    for (const one of then) await pressEnterOn(page, one)
    await expect(shown).toBeVisible()
    await expect(first ?? shown).toBeFocused()
    if (round !== undefined) {
      let walk: TabWalk = { stops: [], missed: [] }
      // What is fetched may come while a view is gone round: then once more.
      await expect(async () => {
        walk = await walkByTab(page, round)
        expect(walk.missed, `${name}: not come by`).toEqual([])
      }).toPass({ timeout: 30_000 })
      expect
        .soft(
          walk.stops.filter(({ name: stop }) => stop.startsWith('outside')),
          `${name}: leaves by Tab`,
        )
        .toEqual([])
      expect.soft(backwardSteps(walk), `${name}: against reading`).toEqual([])
    }
    await page.keyboard.press('Escape')
    await expect(shown).toBeHidden()
    const opener = back ?? (typeof by === 'string' ? null : by)
    if (opener !== null) await expect(opener, `${name}: afterwards`).toBeFocused()
  })
}

export async function pressEnterOn(page: Page, control: Locator): Promise<void> {
  await control.focus()
  await page.keyboard.press('Enter')
}

export function buttonOf(page: Page) {
  return (name: string | RegExp): Locator =>
    page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).first()
}
