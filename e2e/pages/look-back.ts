/** The strip for looking back: the slider of steps, and what says that the past is shown. */
import type { Page } from '@playwright/test'

export function lookBackOf(page: Page) {
  const strip = page.getByRole('region', { name: 'Look back' })
  return {
    strip,
    slider: strip.getByRole('slider', { name: 'Step' }),
    differences: strip.getByRole('region', { name: 'Differences' }),
    readers: strip.getByRole('region', { name: 'Who read this' }),
    lanes: strip.locator('[data-lane]'),
    /** Who has the baton at the moment that is shown. */
    holder: strip.locator('[data-holder]'),
    pins: strip.locator('[data-pins]'),
    notices: page.locator('[data-past][data-place]'),
    walked: page.locator('[data-edge-id][data-walked]'),
  }
}
