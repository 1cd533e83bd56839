/** The drawing as it is heard: what a screen reader is given of the support desk is a text that somebody can follow. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, webOnly } from './fixtures/app'
import { spokenOf } from './pages/spoken'

const HEARD = path.join(import.meta.dirname, 'fixtures/support-desk-spoken.txt')

test(
  'the support desk is heard as a text that somebody can follow',
  webOnly('both hosts show the same page'),
  async ({ baton, page }) => {
    await baton.library.fromExample('Support desk')
    await expect(baton.canvas.node('Triage')).toBeVisible()
    // A stored text is written anew by hand, after it was read: it is what people hear.
    await expect.poll(() => spokenOf(page, 'region', 'Canvas')).toBe(readFileSync(HEARD, 'utf8'))
  },
)
