/** The inspector lies over the drawing and must not be in the way: of a double-click, of the next wire, of what was in sight. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test, wholeRun } from './fixtures/app'
import type { Baton } from './pages/baton'
import { boxOf, centerOf } from './pages/canvas'
import { elementOf, NODE, VIEWPORT } from './pages/react-flow'

const PROMPT =
  'You price wedding cakes and nothing but wedding cakes, word by word by word, over and over again. '.repeat(9)

/** A start at the left and an agent far at the right, under where the inspector opens. */
async function openWide(baton: Baton): Promise<void> {
  const drawn = flow('Wide')
    .start('clerk')
    .agent('clerk', { name: 'Clerk', prompt: PROMPT })
    .note('n', { text: 'A remark' })
    .build()
  const nodes = { start: { x: 0, y: 0 }, clerk: { x: 820, y: 96 }, n: { x: 400, y: 240 } }
  await baton.importFlow(saveFlow({ ...drawn, layout: { nodes } }))
}

test(
  'the inspector is not in the way: of a double-click, of a second click, of a name',
  wholeRun(),
  async ({ baton }) => {
    const { canvas, inspector, page } = baton
    await test.step('a double-click on a node under which the inspector opens names the node and touches no text', async () => {
      await openWide(baton)
      const at = await centerOf(canvas.node('Clerk'))
      await page.mouse.dblclick(at.x, at.y)
      await expect(canvas.nameEditor).toBeFocused()
      const over = await boxOf(inspector.region)
      expect(
        at.x > over.x && at.y > over.y && at.y < over.y + over.height,
        'the inspector opened under the pointer',
      ).toBe(true)
      await page.keyboard.type('Pricer')
      await page.keyboard.press('Enter')
      await expect(canvas.node('Pricer')).toBeVisible()
      await expect(page.locator(elementOf(NODE, 'clerk'))).toBeFocused()
      expect((await baton.exportFlow()).nodes['clerk']).toMatchObject({ name: 'Pricer', data: { prompt: PROMPT } })

      // A click later, and one elsewhere, are the inspector's own.
      await inspector.text('Instruction').click()
      await expect(inspector.text('Instruction')).toBeFocused()
    })

    await test.step('a double-click or F2 names a node, Escape leaves it as it was, and one step takes it back', async () => {
      await baton.toLibrary()
      await openWide(baton)
      await canvas.node('Start').dblclick()
      await expect(canvas.nameEditor).toHaveValue('Start')
      await page.keyboard.type('Door')
      await page.keyboard.press('Escape')
      await expect(canvas.nameEditor).toBeHidden()
      await expect(canvas.node('Start')).toBeVisible()

      await page.keyboard.press('F2')
      await page.keyboard.type('Door')
      await canvas.node('Clerk').click()
      await expect(canvas.node('Door')).toBeVisible()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+z')
      await expect(canvas.node('Start')).toBeVisible()

      await canvas.nodes.filter({ hasText: 'A remark' }).dblclick()
      await expect(canvas.region.getByRole('textbox', { name: /^Text of / })).toBeFocused()
      await expect(canvas.nameEditor).toBeHidden()
    })

    await test.step('a second click where the first one changed the inspector selects no word there', async () => {
      await baton.toLibrary()
      const told = flow('Told').agent('a', { name: 'A' }).agent('b', { name: 'B' })
      await baton.importFlow(saveFlow(told.handoff('a', 'b', { condition: 'word '.repeat(400) }).build()))
      await canvas.select('A')
      const row = inspector.region.getByTitle('Show the edge').first()
      await row.dblclick()
      await expect(inspector.region).toContainText('The agent may pass the baton to this one.')
      expect(await page.evaluate(() => getSelection()?.toString() ?? '')).toBe('')
      // No control has the focus: it rests in the inspector.
      await expect(inspector.region.locator('[data-focus-rest]')).toBeFocused()
    })
  },
)

test(
  'the inspector is not in the way: of the next wire, of a drag, of what was in sight',
  wholeRun(),
  async ({ baton }) => {
    test.setTimeout(240_000)
    const { canvas, inspector, page } = baton
    await test.step('leaves room for the next wire right of a node, and glides back when nothing is selected', async () => {
      await openWide(baton)
      const before = await boxOf(canvas.node('Start'))
      await canvas.select('Clerk')
      const node = await boxOf(canvas.node('Clerk'))
      const over = await boxOf(inspector.region)
      expect(over.x - (node.x + node.width)).toBeGreaterThanOrEqual(260)
      await page.keyboard.press('Escape')
      await expect(inspector.region).toBeHidden()
      expect(await boxOf(canvas.node('Start'))).toEqual(before)

      // A view that the person moved is theirs.
      await canvas.select('Clerk')
      await page.mouse.move(over.x - 200, over.y + 400)
      await page.mouse.wheel(0, 40)
      const moved = await boxOf(canvas.node('Start'))
      await page.keyboard.press('Escape')
      await expect(inspector.region).toBeHidden()
      expect(await boxOf(canvas.node('Start'))).toEqual(moved)
    })

    await test.step('a drawing that is shown whole stays whole when panels open, and a view that was chosen stays as it is', async () => {
      await baton.toLibrary()
      await openWide(baton)
      const isWhole = async (): Promise<boolean> => {
        const room = await boxOf(canvas.region)
        const [start, clerk] = [await boxOf(canvas.node('Start')), await boxOf(canvas.node('Clerk'))]
        return start.x > room.x && clerk.x + clerk.width < room.x + room.width
      }
      await expect.poll(isWhole).toBe(true)
      const whole = await boxOf(canvas.node('Clerk'))
      await page.keyboard.press('Control+b')
      await expect.poll(isWhole).toBe(true)
      expect((await boxOf(canvas.node('Clerk'))).width).toBeLessThan(whole.width)
      await page.keyboard.press('Control+b')
      await expect.poll(async () => (await boxOf(canvas.node('Clerk'))).width).toBeCloseTo(whole.width, 0)

      // Where it moves by itself, letters still go where they went: to the list that is open over it, and not to the drawing.
      const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 }
      await page.keyboard.press('/')
      await expect(canvas.popup.getByRole('combobox')).toBeFocused()
      await page.keyboard.type('ag')
      await page.setViewportSize({ width: width - 200, height })
      await expect.poll(async () => (await boxOf(canvas.node('Clerk'))).width).toBeLessThan(whole.width - 1)
      await page.keyboard.type('ent')
      await expect(canvas.popup.getByRole('combobox')).toHaveValue('agent')
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width, height })
      await expect.poll(async () => (await boxOf(canvas.node('Clerk'))).width).toBeCloseTo(whole.width, 0)

      await canvas.node('Start').hover()
      await page.mouse.wheel(0, 120)
      await expect.poll(async () => (await boxOf(canvas.node('Start'))).y).not.toBeCloseTo(whole.y, 0)
      const chosen = await boxOf(canvas.node('Clerk'))
      await page.keyboard.press('Control+b')
      await expect(page.getByRole('tree').first()).toBeVisible()
      expect((await boxOf(canvas.node('Clerk'))).width).toBeCloseTo(chosen.width, 0)
      await page.keyboard.press('Control+b')
      await expect(page.getByRole('tree')).toHaveCount(0)
    })

    await test.step('a wire that is let go over the inspector ends at its edge and asks what should come', async () => {
      await baton.toLibrary()
      await openWide(baton)
      await canvas.select('Clerk')
      const over = await boxOf(inspector.region)
      await canvas.pull({ node: 'Clerk', port: 'Hand-offs' }, { x: over.x + 150, y: over.y + 60 })
      await page.mouse.up()
      await expect(canvas.popup).toBeVisible()
      await page.keyboard.type('agent')
      await page.keyboard.press('Enter')
      await expect(canvas.edge('Hand-off from Clerk to Agent')).toBeVisible()
      const [clerk, agent] = [await boxOf(canvas.node('Clerk')), await boxOf(canvas.node('Agent'))]
      expect(agent.x).toBeGreaterThan(clerk.x + clerk.width)
      expect((await boxOf(inspector.region)).x).toBeGreaterThanOrEqual(agent.x + agent.width)
    })

    await test.step('opens when a node that is dragged is let go, not while it is', async () => {
      await baton.toLibrary()
      await openWide(baton)
      const from = await boxOf(canvas.node('Clerk'))
      const [x, y] = [from.x + from.width / 2, from.y + 12]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x - 20, y + 30)
      await page.mouse.move(x - 40, y + 60)
      await expect(canvas.selected.locator('[data-node-name]')).toHaveText(['Clerk'])
      expect(await inspector.region.count()).toBe(0)
      await page.mouse.up()
      await expect(inspector.region).toContainText('Clerk')
      await page.keyboard.press('Escape')
      await expect(inspector.region).toBeHidden()
    })

    await test.step('nothing glides under a node that is being dragged', async () => {
      await baton.toLibrary()
      await openWide(baton)
      await canvas.move('Clerk', { x: -40, y: 80 })
      await expect(canvas.selected.locator('[data-node-name]')).toHaveText(['Clerk'])
      const { layout } = await baton.exportFlow()
      const zoom = Number(
        /scale\((.*?)\)/.exec((await canvas.region.locator(VIEWPORT).getAttribute('style')) ?? '')?.[1],
      )
      // A drag begins a few px late, and ends on the grid.
      expect(Math.abs((layout.nodes['clerk']?.x ?? 0) - (820 - 40 / zoom))).toBeLessThanOrEqual(24)
      expect(Math.abs((layout.nodes['clerk']?.y ?? 0) - (96 + 80 / zoom))).toBeLessThanOrEqual(24)
    })
  },
)

test.describe('where nobody chose yet', () => {
  test.use({ inspectorAt: null })

  test(
    'is docked in a wide window, in three groups, with built-in texts as one line each',
    wholeRun(),
    async ({ baton }) => {
      const { canvas, inspector, page } = baton
      const built = flow('Desk')
        .start('a')
        .agent('a', { name: 'Clerk' })
        .agent('b', { name: 'Other' })
        .handoff('a', 'b')
      await baton.importFlow(saveFlow(built.node('code-tool', 't', { name: 'Sum' }).use('a', 't').build()))
      const whole = await boxOf(canvas.region)
      await canvas.select('Clerk')
      const over = await boxOf(inspector.region)
      const room = await boxOf(canvas.region)
      expect(room.width).toBeLessThan(whole.width - 300)
      expect(over.x).toBeGreaterThanOrEqual(room.x + room.width - 1)
      await expect(inspector.region.getByRole('heading', { level: 3 })).toHaveText([
        'What it may do',
        'When it has answered',
      ])

      // A built-in text is looked at, customised by typing over it, and brought back.
      const prompt = inspector.text('Instruction')
      await expect(prompt).toBeHidden()
      await inspector.region.getByRole('button', { name: 'View: Instruction' }).click()
      await expect(page.getByRole('dialog')).toContainText('Answer in the user')
      await page.keyboard.press('Escape')
      await inspector.region.getByRole('button', { name: 'Customise: Instruction' }).click()
      await expect(prompt).toBeFocused()
      await page.keyboard.type('Be brief.')
      // After a brace the names that there are complete; what the model reads is shown on request.
      await page.keyboard.type(' You are {na')
      await expect(page.getByRole('option', { name: '{name}' })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(prompt).toHaveText('Be brief. You are {name}')
      await expect(inspector.region).toContainText('about 6 tokens')
      await inspector.region.getByRole('button', { name: 'Preview: Instruction' }).click()
      await expect(inspector.region.getByRole('group', { name: 'Instruction, as the model reads it' })).toContainText(
        'Be brief. You are {name}',
      )
      await prompt.click()
      await page.keyboard.press('Control+a')
      await page.keyboard.type('Be brief.')
      expect((await baton.exportFlow()).nodes['a']?.data['prompt']).toBe('Be brief.')
      await inspector.region.getByRole('button', { name: 'Enlarge: Instruction' }).click()
      const large = page.getByRole('dialog').getByRole('textbox', { name: 'Instruction' })
      await large.click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type(' Always.')
      await page.keyboard.press('Escape')
      expect((await baton.exportFlow()).nodes['a']?.data['prompt']).toBe('Be brief. Always.')
      await inspector.region.getByRole('button', { name: 'Reset: Instruction' }).click()
      await expect(inspector.region.getByRole('button', { name: 'View: Instruction' })).toBeVisible()

      // Escape leaves the field, and then what is selected.
      await inspector.text('What it does').click()
      await page.keyboard.type('Answers')
      await page.keyboard.press('Escape')
      await expect(inspector.text('What it does')).not.toBeFocused()
      await expect(inspector.text('Name')).toHaveValue('Clerk')
      await page.keyboard.press('Escape')
      await expect(inspector.region).toBeHidden()

      // What is advanced is folded away; opened for one it is open for the next, and units are those of people.
      await canvas.select('Sum')
      await expect(inspector.field('Time limit')).toBeHidden()
      await inspector.region.getByRole('button', { name: 'Advanced' }).press('Enter')
      await expect(inspector.field('Memory limit')).toHaveValue('64')
      await expect(inspector.region.getByText('MB', { exact: true })).toBeVisible()
      await expect(inspector.field('Memory limit')).toHaveAccessibleDescription(/stopped\. \(MB\)$/)
      await expect(inspector.field('Time limit')).toHaveAccessibleDescription(/stopped\. \(s\)$/)
      await expect(inspector.field('What a call does')).toHaveValue('As the tool says')
      await inspector.field('Time limit').click()
      await page.keyboard.press('Control+a')
      await page.keyboard.type('90')
      expect((await baton.exportFlow()).nodes['t']?.data['timeout']).toBe(90_000)
      await canvas.select('Clerk')
      await expect(inspector.field('Tool rounds in one reply, at most')).toBeHidden()
      await canvas.select('Sum')
      await expect(inspector.field('Time limit')).toHaveValue('90')

      // Beside the drawer too the ports of a new node stay in sight, with their plus.
      await canvas.select('Other')
      await page.keyboard.press('a')
      await page.keyboard.type('agent')
      await page.keyboard.press('Enter')
      const added = canvas.node('Agent')
      await expect(added).toHaveAttribute('data-selected')
      const plus = added.getByRole('button', { name: 'Add at Hand-offs' })
      await expect
        .poll(async () => {
          const [{ x, width }, sight] = [await boxOf(plus), await boxOf(canvas.region)]
          return x + width < sight.x + sight.width
        })
        .toBe(true)
      await plus.click()
      await expect(page.getByRole('listbox', { name: 'Kinds' }).last()).toContainText('Supervisor')
      await page.keyboard.press('Escape')
      await page.getByRole('complementary', { name: 'Add' }).getByRole('button', { name: 'Close' }).click()
      await canvas.select('Sum')

      // The person's own choice is kept; a narrow window has no room beside the canvas.
      await page.setViewportSize({ width: 1024, height: 700 })
      expect((await boxOf(inspector.region)).height).toBeLessThan((await boxOf(canvas.region)).height)
      await page.setViewportSize({ width: 1440, height: 900 })
      await inspector.region.getByRole('button', { name: 'Float the inspector' }).click()
      await inspector.region.getByRole('button', { name: 'Dock the inspector' }).click()
      await test.step('at a zoom of 200 % it lies over what is there, wide enough to be worked with', async () => {
        await page.setViewportSize({ width: 720, height: 450 })
        await expect.poll(async () => (await boxOf(inspector.region)).width).toBeGreaterThanOrEqual(280)
        expect((await boxOf(canvas.region)).width).toBeGreaterThan(300)
        await expect(inspector.region.getByRole('button', { name: /the inspector$/ })).toHaveCount(1)
        await canvas.region.focus()
        await page.keyboard.press('a')
        await expect(page.getByRole('complementary', { name: 'Add' })).toBeVisible()
        expect((await boxOf(inspector.region)).width).toBeGreaterThanOrEqual(280)
        await inspector.region.getByRole('textbox', { name: 'Name', exact: true }).click()
        await page.keyboard.type('mary')
        await expect(canvas.node('Summary')).toBeAttached()
        await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Add' }).click()
        await expect(page.getByRole('complementary', { name: 'Add' })).toBeHidden()
      })
      await page.setViewportSize({ width: 1440, height: 900 })
      await inspector.region.getByRole('button', { name: 'Float the inspector' }).click()
      await inspector.close()
      await expect(inspector.region).toBeHidden()
      await test.step('the chat is narrower in a small window, until somebody pulls its edge, which begins where it is seen', () =>
        expectChatByWindow(baton))
    },
  )
})

async function expectChatByWindow({ page }: Baton): Promise<void> {
  const dock = page.getByRole('complementary', { name: 'Chat' })
  const width = async (): Promise<number> => Math.round((await boxOf(dock)).width)
  const pull = async (by: number): Promise<void> => {
    const edge = await centerOf(page.getByRole('separator', { name: 'Width of the chat' }))
    await page.mouse.move(edge.x, edge.y)
    await page.mouse.down()
    await page.mouse.move(edge.x + by, edge.y, { steps: 4 })
    await page.mouse.up()
  }
  expect(await width()).toBe(380)
  await page.setViewportSize({ width: 1024, height: 700 })
  await expect.poll(width).toBe(348)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(width).toBe(380)
  await pull(-120)
  await expect.poll(width).toBe(500)
  await page.setViewportSize({ width: 1024, height: 700 })
  await expect.poll(width).toBe(369)
  await pull(20)
  await expect.poll(width).toBe(349)
}
