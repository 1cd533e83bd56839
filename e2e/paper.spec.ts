/** What is drawn beside the conversation: notes in Markdown, and frames that carry what is in them. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test, wholeRun } from './fixtures/app'
import { boxOf } from './pages/canvas'
import { childrenOf } from '../src-shared/flow/editing/frames'

test(
  'notes are written and sized in place, and frames carry, collapse and let go of what is in them',
  wholeRun(),
  async ({ baton }) => {
    test.setTimeout(240_000)
    await test.step('a note is written in place as Markdown, sized by its corner and in the inspector, and its links lead outside', async () => {
      const { canvas, inspector, page } = baton
      const drawn = flow('Noted').node('start', 'start').node('note', 'note').build()
      await baton.importFlow(
        saveFlow({ ...drawn, layout: { nodes: { start: { x: 0, y: 0 }, note: { x: 240, y: 0 } } } }),
      )
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

    await test.step('a frame carries what is in it, collapses to a card, and lets go of what is dragged out', async () => {
      await baton.toLibrary()
      const { canvas, page } = baton
      const team = flow('Team')
        .start('triage')
        .agent('triage', { name: 'Triage' })
        .agent('bills', { name: 'Bills' })
        .agent('tech', { name: 'Tech' })
        .handoff('triage', 'bills')
        .handoff('bills', 'tech')
        .build()
      const nodes = {
        start: { x: 0, y: 16 },
        triage: { x: 160, y: 0 },
        bills: { x: 560, y: 0 },
        tech: { x: 560, y: 200 },
      }
      await baton.importFlow(saveFlow({ ...team, layout: { nodes } }))
      const first = saveFlow(await baton.exportFlow())

      await test.step('is drawn round the selection, and named', async () => {
        await canvas.select('Bills')
        await canvas.node('Tech').click({ modifiers: ['Shift'] })
        await canvas.region.focus()
        await page.keyboard.press('Control+g')
        await expect(canvas.nameEditor).toBeFocused()
        await page.keyboard.type('Money')
        await page.keyboard.press('Enter')
        await expect(canvas.node('Money')).toContainText('2 nodes')
      })

      await test.step('takes along what it carries, for one step of undo', async () => {
        const before = await boxOf(canvas.node('Tech'))
        await canvas.move('Money', { x: 0, y: 80 })
        const after = await boxOf(canvas.node('Tech'))
        expect(after.y - before.y).toBeGreaterThan(40)
        const { layout } = await baton.exportFlow()
        expect((layout.nodes['tech']?.y ?? 0) - (layout.nodes['bills']?.y ?? 0)).toBe(200)
        await canvas.region.focus()
        await page.keyboard.press('Control+z')
        expect((await baton.exportFlow()).layout.nodes['tech']).toEqual(nodes.tech)
      })

      await test.step('collapses to a card, with the edge that leads in', async () => {
        await page.getByRole('button', { name: 'Collapse Money' }).press('Enter')
        await expect(canvas.node('Bills')).toHaveCount(0)
        await expect(canvas.edge('Hand-off from Triage to Bills')).toBeVisible()
        await expect(canvas.edge('Hand-off from Bills to Tech')).toHaveCount(0)
        await page.getByRole('button', { name: 'Expand Money' }).press('Enter')
        await expect(canvas.node('Bills')).toBeVisible()
      })

      await test.step('lets go of what is dragged out, and keeps what it holds when it is removed', async () => {
        await canvas.move('Tech', { x: -330, y: 60 })
        const dragged = await baton.exportFlow()
        const frame = Object.keys(dragged.nodes).find((id) => dragged.nodes[id]?.kind === 'frame') ?? ''
        expect(childrenOf(dragged, frame)).toEqual(['bills'])
        await page.getByRole('group', { name: 'Frame Money', exact: true }).press('Enter')
        await page.keyboard.press('Delete')
        await expect(canvas.node('Bills')).toBeVisible()
        await expect(canvas.node('Money')).toHaveCount(0)
      })
      while (await baton.undo.isEnabled()) await baton.undo.click()
      expect(saveFlow(await baton.exportFlow())).toBe(first)
    })
  },
)
