/** What the app hands to the system, as a browser does it: files that are downloaded, and the clipboard. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

export type SystemParts = {
  /** The file that comes of `ask`: its suggested name and its text. */
  download: (ask: () => Promise<void>) => Promise<{ name: string; text: string }>
  clipboardText: () => Promise<string>
}

/** Chromium drops what a page downloads beyond ten files in a second, which no person asks for and a fast test does. */
const BETWEEN_DOWNLOADS_MS = 120

export function browserParts(page: Page): SystemParts {
  let last = 0
  return {
    async download(ask) {
      await page.waitForTimeout(Math.max(0, last + BETWEEN_DOWNLOADS_MS - Date.now()))
      last = Date.now()
      const waiting = page.waitForEvent('download')
      await ask()
      const download = await waiting
      return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
    },
    async clipboardText() {
      return page.evaluate(() => navigator.clipboard.readText())
    },
  }
}
