/** Undo as a person counts on it: in words, over a reload, after a kill in the middle of an edit, and for a flow that was deleted. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, LINK_LOST, test, webOnly, wholeRun } from './fixtures/app'

test(
  'what was done is undone in words after a reload and a kill, and a deleted flow is back',
  wholeRun(webOnly('the window of the desktop app ends with its program')),
  async ({ app, consoleErrors, page: opened }) => {
    const desk = flow('Desk')
      .start('triage')
      .agent('triage', { name: 'Triage' })
      .agent('tech', { name: 'Tech' })
      .handoff('triage', 'tech')
    let baton = await app.open(opened)
    await baton.importFlow(saveFlow(desk.build()))
    const first = saveFlow(await baton.exportFlow())

    await test.step('says in words what it takes back', async () => {
      const { canvas, page } = baton
      await canvas.select('Triage')
      await page.keyboard.press('F2')
      await page.keyboard.type('Front desk')
      await page.keyboard.press('Enter')
      await canvas.select('Tech')
      await page.keyboard.press('Delete')
      await expect(canvas.node('Tech')).toHaveCount(0)
      await baton.undo.hover()
      await expect(page.getByText('Undo: Delete Tech (Ctrl+Z)')).toBeVisible()
    })

    await test.step('of two buttons one hint is shown, by mouse and by keyboard, until it is pressed or Escape is', async () => {
      const { canvas, page } = baton
      const hint = page.getByRole('tooltip')
      await expect(baton.undo).toHaveAccessibleDescription('Undo: Delete Tech (Ctrl+Z)')
      await page.keyboard.press('Control+z')
      await expect(hint, 'it says what the button would do now').toHaveText('Undo: Rename (Ctrl+Z)')
      await baton.redo.hover()
      await expect(hint).toHaveText('Redo: Delete Tech (Ctrl+Shift+Z)')
      await page.keyboard.press('Escape')
      await expect(hint).toHaveCount(0)
      await baton.undo.focus()
      await page.keyboard.press('Tab')
      await expect(baton.redo).toBeFocused()
      await expect(hint).toHaveText('Redo: Delete Tech (Ctrl+Shift+Z)')
      await baton.redo.click()
      await expect(canvas.node('Tech')).toHaveCount(0)
      await expect(hint).toHaveCount(0)
    })

    await test.step('knows it after a reload', async () => {
      const { canvas, page } = baton
      await expect(baton.saveState).toHaveText(/^Saved/)
      await page.reload()
      await expect(canvas.node('Front desk')).toBeVisible()
      await baton.undo.hover()
      await expect(page.getByText('Undo: Delete Tech (Ctrl+Z)')).toBeVisible()
      await canvas.region.focus()
      await page.keyboard.press('Control+z')
      await expect(canvas.node('Tech')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Redo', exact: true })).toBeEnabled()
    })

    await test.step('takes back all that was saved when the program was killed in the middle', async () => {
      const { canvas, page } = baton
      await canvas.select('Tech')
      for (let count = 0; count < 6; count += 1) {
        await page.keyboard.press('Alt+ArrowDown')
        await page.keyboard.press('Control+d')
        await page.waitForTimeout(count === 3 ? 900 : 100)
      }
      consoleErrors.forgive(LINK_LOST)
      await app.stop('SIGKILL')
      await app.start()
      const other = await page.context().newPage()
      await page.close()
      baton = await app.open(other)
      await expect(baton.canvas.node('Front desk')).toBeVisible()
      await expect(baton.undo).toBeEnabled()
      await baton.canvas.region.focus()
      while (await baton.undo.isEnabled()) await baton.page.keyboard.press('Control+z')
      expect(saveFlow(await baton.exportFlow())).toBe(first)
    })

    await test.step('brings a deleted flow back from its list', async () => {
      const { page } = baton
      await baton.toLibrary()
      await baton.library.menu('Desk', 'Delete')
      await expect(page.getByText('“Desk” is deleted.')).toBeVisible()
      await page.reload()
      await page.getByRole('heading', { name: 'Flows' }).click()
      await page.keyboard.press('Control+z')
      await expect(page.getByText('“Desk” is back.')).toBeVisible()
    })
  },
)
