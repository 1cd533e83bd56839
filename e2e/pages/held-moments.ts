/** What the page puts off to a later moment, held back: keys are pressed while nothing of it has come, and then all of it comes at once. */
import type { Locator, Page } from '@playwright/test'

/**
 * Presses the keys before anything that was put off to a timer or to the next frame comes; it comes when the last key was pressed. A part of the page
 * among the keys is waited for.
 */
export async function pressBeforeLater(page: Page, keys: readonly (string | Locator)[]): Promise<void> {
  const held = await page.evaluateHandle(() => {
    const { setTimeout, requestAnimationFrame } = window
    const later: (() => void)[] = []
    const put = (act: () => void): number => later.push(act)
    Object.assign(window, { setTimeout: put, requestAnimationFrame: (act: FrameRequestCallback) => put(() => act(0)) })
    return () => {
      Object.assign(window, { setTimeout, requestAnimationFrame })
      for (const act of later) act()
    }
  })
  for (const key of keys) {
    if (typeof key === 'string') await page.keyboard.press(key)
    else await key.waitFor()
  }
  await held.evaluate((release) => release())
}
