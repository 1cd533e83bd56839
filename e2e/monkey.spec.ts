/** Anything at all is done to a flow: nothing breaks, and undo leads back to the first byte. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { expect, test } from './fixtures/app'
import { leaveDialogs, monkeyAround, seededRandom } from './pages/monkey'

/** Many more, and others: `BATON_MONKEY=500 BATON_SEED=7`. */
const OPERATIONS = Number(process.env['BATON_MONKEY'] ?? 40)
const SEED = Number(process.env['BATON_SEED'] ?? 1)

test('whatever is done by mouse, keyboard and outline, undo leads back to the first byte', async ({ baton, page }) => {
  test.setTimeout(90_000 + OPERATIONS * 2_000)
  const random = seededRandom(SEED)
  await baton.library.fromExample('Support desk')
  await baton.canvas.nodes.first().waitFor()
  const first = saveFlow(await baton.exportFlow())
  await expect(baton.undo).toBeDisabled()
  const done: string[] = []
  for (let count = 0; count < OPERATIONS; count += 1) {
    done.push(await monkeyAround(page, random))
    await expect(baton.canvas.region, done.slice(-5).join(', ')).toBeVisible()
  }
  await leaveDialogs(page)
  // Arranging works in another thread, and nothing is undone while somebody writes.
  await baton.canvas.region.focus()
  await page.keyboard.press('Escape')
  await expect(baton.undo, 'something was changed').toBeEnabled()
  for (let step = 0; step < 2 * OPERATIONS + 50 && (await baton.undo.isEnabled()); step += 1)
    await page.keyboard.press('Control+z')
  await expect(baton.undo).toBeDisabled()
  expect(saveFlow(await baton.exportFlow())).toBe(first)
})
