/** Notes: Markdown that is written on the canvas, sized by its corner, and left as it was by undo. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test } from './fixtures/app'
import { boxOf } from './pages/canvas'

test('a note is written in place as Markdown, sized by its corner and in the inspector, and its links lead outside', async ({
  baton,
}) => {
  const { canvas, inspector, page } = baton
  const drawn = flow('Noted').node('start', 'start').node('note', 'note').build()
  await baton.importFlow(saveFlow({ ...drawn, layout: { nodes: { start: { x: 0, y: 0 }, note: { x: 240, y: 0 } } } }))
  const note = canvas.region.locator('[data-node-id="note"]')
  await note.dblclick()
  const area = canvas.region.getByRole('textbox', { name: 'Text of Note' })
  await expect(area).toBeFocused()
  await page.keyboard.type('# How it works\nStart **here**, then\n- ask\n- [read more](https://example.com/)')
  await page.keyboard.press('Escape')
  await expect(note.getByRole('heading', { name: 'How it works' })).toBeVisible()
  await expect(note.locator('strong')).toHaveText('here')
  await expect(note.getByRole('listitem')).toHaveText(['ask', 'read more'])
  await expect(note.getByRole('link')).toHaveAttribute('target', '_blank')
  await page.keyboard.press('F2')
  await page.keyboard.type('!')
  await canvas.region.click({ position: { x: 30, y: 200 } })
  await expect(area).toBeHidden()
  const data = async () => (await baton.exportFlow()).nodes['note']?.data
  expect(await data()).toEqual({
    text: '# How it works\nStart **here**, then\n- ask\n- [read more](https://example.com/)!',
  })

  await note.getByRole('heading').click()
  const before = await boxOf(note)
  const corner = await boxOf(note.locator('[data-note-corner]'))
  await page.mouse.move(corner.x + 7, corner.y + 7)
  await page.mouse.down()
  await page.mouse.move(corner.x + 60, corner.y + 30, { steps: 4 })
  await page.mouse.move(corner.x + 107, corner.y + 47, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await boxOf(note)).width).toBeGreaterThan(before.width + 80)
  expect(Number((await data())?.['width'])).toBeGreaterThan(280)
  await baton.undo.click()
  await expect.poll(async () => (await boxOf(note)).width).toBe(before.width)
  await note.getByRole('heading').click()
  // With Tab, since a click into a number has its caret put right a moment later, which no hand is fast enough to notice.
  await expect(inspector.text('Width')).toBeVisible()
  await inspector.region.getByRole('button', { name: 'Advanced' }).focus()
  await page.keyboard.press('Tab')
  await expect(inspector.text('Width')).toBeFocused()
  await page.keyboard.type('320')
  await page.keyboard.press('Tab')
  expect((await data())?.['width']).toBe(320)
})
