/** Drawing: adding, wiring, undoing, copying, arranging, and being told what is wrong. */
import { OFFERED_KINDS } from '../src-shared/kinds/index'
import { flow } from '../src-shared/testing/flow-builder'
import { saveFlow } from '../src-shared/flow/editing/save'
import type { Page } from '@playwright/test'
import { expect, test, wholeRun } from './fixtures/app'
import { setupD } from './fixtures/setup-d'
import { boxOf, type Box } from './pages/canvas'
import { NODE } from './pages/react-flow'
import { typeOver } from './pages/typing'

test('wires: sees which ports fit, is told why one does not, and is offered what fits in the open; deletes what was selected', async ({
  baton,
}) => {
  const { canvas, page } = baton
  await baton.importFlow(setupD())
  await test.step('is told why a wire cannot end where it is held, and nothing is drawn there', async () => {
    const refusals = [
      {
        from: { node: 'Concierge', port: 'Dialogs' },
        over: 'Clock',
        why: 'A built-in tool cannot be brought in.',
      },
      { from: { node: 'Start', port: 'First' }, over: 'Clock', why: 'A built-in tool cannot be a step.' },
      { from: { node: 'Concierge', port: 'Dialogs' }, over: 'ORDER', why: 'The two are joined that way already.' },
      { from: { node: 'Start', port: 'First' }, over: 'ORDER', why: 'A dialog cannot be a step.' },
    ]
    for (const { from, over, why } of refusals) {
      const box = await boxOf(canvas.node(over))
      await canvas.pull(from, { x: box.x + box.width / 2, y: box.y + box.height / 2 })
      await expect(canvas.wireHint).toHaveText(why)
      await page.mouse.up()
      await expect(canvas.wireHint).toBeHidden()
    }
    await expect(canvas.edges).toHaveCount(4)
    await expect(canvas.popup).toBeHidden()
  })

  await test.step('sees which ports a pulled wire fits', async () => {
    await canvas.pull({ node: 'PROFILE', port: 'Tools' }, await canvas.emptyPlace(0.5, 0.9))
    await expect(canvas.port({ node: 'Clock', port: 'In' })).toHaveAttribute('data-wiring', 'fits')
    await expect(canvas.port({ node: 'ORDER', port: 'In' })).toHaveAttribute('data-wiring', 'fits')
    await expect(canvas.port({ node: 'Start', port: 'First' })).toHaveAttribute('data-wiring', 'faded')
    await expect(canvas.port({ node: 'PROFILE', port: 'Tools' })).toHaveAttribute('data-wiring', 'origin')
    await page.mouse.up()
    await expect(canvas.popup).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(canvas.popup).toBeHidden()
    await expect(canvas.port({ node: 'Clock', port: 'In' })).not.toHaveAttribute('data-wiring')
  })

  await test.step('is offered only the kinds that fit when a wire is let go in the open', async () => {
    const tools = ['Tool pool', 'Clock', 'Calculator', 'HTTP tool', 'Code tool', 'MCP server', 'API tools', 'Flow tool']
    const offers = [
      { port: 'Tools', edge: 'use', first: tools, some: ['Supervisor', 'Dialog', 'Sub-flow'] },
      { port: 'Dialogs', edge: 'delegate', first: ['Dialog'], some: ['Supervisor', 'Search worker', 'Nested chat'] },
      { port: 'Then', edge: 'next', first: [], some: ['Task graph', 'Agent', 'Condition', 'End'] },
    ] as const
    for (const { port, edge, first, some } of offers) {
      const fit = OFFERED_KINDS.filter(({ accepts }) => accepts.includes(edge)).map(({ label }) => label)
      expect(fit).toEqual(expect.arrayContaining([...first, ...some]))
      expect(fit).not.toContain('Observer')
      await canvas.pull({ node: 'Concierge', port }, await canvas.emptyPlace(0.5, 0.9))
      await page.mouse.up()
      const options = canvas.popup.getByRole('option')
      await expect(options).toHaveCount(fit.length)
      const offered = await options.evaluateAll((all) =>
        all.map((one) => one.getAttribute('aria-label') ?? one.textContent),
      )
      const names = offered.map((words) => fit.findLast((label) => words.startsWith(label)))
      expect(names.slice(0, first.length)).toEqual(first)
      expect(names.toSorted()).toEqual(fit.toSorted())
      await page.keyboard.press('Escape')
      await expect(canvas.popup).toBeHidden()
    }
    await canvas.pull({ node: 'Concierge', port: 'Then' }, await canvas.emptyPlace(0.5, 0.9))
    await page.mouse.up()
    await canvas.popup.getByRole('option', { name: 'End' }).click()
    await expect(canvas.edgesOf('next')).toHaveCount(2)
  })

  await test.step('selects by dragging round nodes and deletes them with the Delete key, edges and all', async () => {
    await baton.undo.click()
    await expect(canvas.nodes).toHaveCount(5)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Zoom to fit' }).click()
    const first = await boxOf(canvas.node('PROFILE'))
    const last = await boxOf(canvas.node('ORDER'))
    // Above the line that goes round PROFILE.
    await page.mouse.move(first.x - 12, first.y - 60)
    await page.mouse.down()
    await page.mouse.move(last.x + 30, last.y + 30, { steps: 6 })
    await page.mouse.up()
    await expect(canvas.selected.locator('[data-node-name]')).toHaveText(['PROFILE', 'ORDER'])
    await page.keyboard.press('Delete')
    await expect(canvas.nodes).toHaveCount(3)
    await expect(canvas.edges).toHaveCount(2)
    await expect(baton.saveState).toHaveAttribute('data-state', 'saved')
    await page.reload()
    await expect(canvas.nodes).toHaveCount(3)
  })
})

test('takes back every kind of change step by step, and does it again', wholeRun(), async ({ baton }) => {
  test.setTimeout(120_000)
  const { canvas, inspector, page } = baton
  await baton.importFlow(setupD())
  // What is typed within a second is one step: here the second does not end, however busy the machine is.
  await page.clock.setFixedTime(new Date())
  const changes: { [what: string]: () => Promise<void> } = {
    async 'adds a node'() {
      await canvas.openPalette()
      await canvas.dragIn('Agent', { x: 200, y: 90 })
      await inspector.close()
    },
    'draws an edge': () => canvas.wire({ node: 'Concierge', port: 'Then' }, { node: 'Agent', port: 'In' }),
    async 'renames a node'() {
      await canvas.select('Agent')
      await inspector.text('Name').press('End')
      await inspector.text('Name').pressSequentially(' Smith')
    },
    'writes into a field': () => inspector.text('What it does').pressSequentially('Is kind.'),
    'changes a choice': () => inspector.choose('What follows otherwise', 'End the turn'),
    async 'moves a node'() {
      await inspector.close()
      await canvas.move('Agent Smith', { x: 40, y: -24 })
    },
    async 'nudges it with the arrow keys'() {
      await page.keyboard.press('Alt+ArrowRight')
      await page.keyboard.press('Alt+ArrowRight')
    },
    'duplicates it': () => page.keyboard.press('Control+d'),
    'deletes the copy': () => page.keyboard.press('Delete'),
    async 'deletes an edge'() {
      await canvas.select('Concierge')
      await inspector.region
        .getByRole('button', { name: /make_order/ })
        .first()
        .click()
      await inspector.region.getByRole('button', { name: 'Delete the edge' }).click()
    },
    async 'changes a setting of the flow'() {
      await baton.flowMenu('Flow settings')
      await typeOver(inspector.text('Description'), 'A cake shop.')
    },
    async 'renames the flow'() {
      await typeOver(baton.flowName, 'Cakes')
      await page.keyboard.press('Enter')
    },
    arranges: () => page.getByRole('button', { name: 'Arrange' }).click(),
  }
  const states = [await baton.exportText()]
  for (const [what, change] of Object.entries(changes)) {
    await test.step(what, async () => {
      await change()
      const before = states.at(-1)
      let after = before
      await expect.poll(async () => (after = await baton.exportText())).not.toBe(before)
      states.push(after ?? '')
    })
  }
  for (const [steps, state] of states.slice(0, -1).reverse().entries()) {
    await baton.undo.click()
    expect(await baton.exportByKey(), `after ${steps + 1} undos`).toBe(state)
  }
  await expect(baton.undo).toBeDisabled()
  for (const state of states.slice(1)) {
    await baton.redo.click()
    expect(await baton.exportByKey()).toBe(state)
  }
  await expect(baton.redo).toBeDisabled()
})

test('finds kinds, copies and arranges nodes, and sees what is wrong', wholeRun(), async ({ baton }) => {
  const { canvas, chat, inspector, page } = baton
  await test.step('sees problems on the node and in the list, and a click leads to the field', async () => {
    await baton.importFlow(setupD())
    await expect(baton.check).toHaveAccessibleName('Check')
    await canvas.select('Concierge')
    await typeOver(inspector.text('Instruction'), 'You are S.')
    await canvas.select('PROFILE')
    await typeOver(inspector.text('Used for'), '')
    await expect(baton.check).toHaveAccessibleName('Check 2 problems')
    await expect(chat.region).toContainText('Talk to what you drew')
    await inspector.close()
    await canvas.select('ORDER')
    await typeOver(inspector.text('Tool name'), 'two words')
    await expect(baton.check).toHaveAccessibleName('Check 3 problems')
    await expect(canvas.node('Concierge').getByRole('img', { name: /^Problems: .*\{dialogs\}/ })).toBeVisible()
    await expect(canvas.node('PROFILE').getByRole('img', { name: /^Problems: .*“Used for”/ })).toBeVisible()
    await expect(chat.region).toContainText('The flow cannot run yet')

    await inspector.close()
    await baton.check.click()
    await baton.problems.getByRole('button', { name: /PROFILE/ }).click()
    await expect(inspector.text('Used for')).toBeFocused()
    await baton.problems.getByRole('button', { name: /Concierge/ }).click()
    await expect(inspector.text('Instruction')).toBeFocused()
    await inspector.region.getByRole('button', { name: 'Reset: Instruction' }).click()
    await expect(baton.check).toHaveAccessibleName('Check 2 problems')
    await baton.problems.getByRole('button', { name: /ORDER/ }).click()
    await expect(inspector.text('Tool name')).toBeFocused()
    await typeOver(inspector.text('Tool name'), 'make_order')
    await expect(baton.check).toHaveAccessibleName('Check 1 problem')
    await expect(chat.region).toContainText('Talk to what you drew')
  })

  await test.step('arranges a heap of nodes so that none lies on another, and sees them all', async () => {
    await baton.toLibrary()
    const heap = flow('Heap')
      .start('a')
      .agent('a')
      .agent('b')
      .agent('c')
      .agent('d')
      .builtinTool('tool', { tool: 'clock' })
    heap.handoff('a', 'b').handoff('a', 'c').handoff('b', 'd').handoff('c', 'd').use('d', 'tool')
    const drawn = heap.build()
    const piled = Object.fromEntries(Object.keys(drawn.nodes).map((id) => [id, { x: 0, y: 0 }]))
    await baton.importFlow(saveFlow({ ...drawn, layout: { nodes: piled } }))
    await page.getByRole('button', { name: 'Arrange' }).click()
    await expect.poll(() => overlaps(canvas.nodes.all().then((all) => Promise.all(all.map(boxOf))))).toEqual([])

    await page.getByRole('button', { name: 'Zoom in' }).click({ clickCount: 3 })
    await page.getByRole('button', { name: 'Zoom to fit' }).click()
    const view = await boxOf(canvas.region)
    await expect
      .poll(async () => (await Promise.all((await canvas.nodes.all()).map(boxOf))).every((box) => isInside(box, view)))
      .toBe(true)
  })

  await test.step('arranges tools in rows so that no line runs behind a node', async () => {
    await baton.toLibrary()
    const desk = flow('Rows').start('a').agent('a')
    for (let at = 1; at <= 11; at += 1) desk.builtinTool(`t${at}`, { tool: 'clock' }).use('a', `t${at}`)
    await baton.importFlow(saveFlow(desk.build()))
    await page.getByRole('button', { name: 'Arrange' }).click()
    await expect.poll(() => linesBehind(page)).toEqual({ lines: 12, behind: [] })
    await page.reload()
    await expect.poll(() => linesBehind(page)).toEqual({ lines: 12, behind: [] })
  })

  await test.step('finds a kind by another word for it and adds it with the keyboard, joined to what is selected', async () => {
    await baton.toLibrary()
    await baton.newFlow()
    await canvas.select('Supervisor')
    await page.keyboard.press('a')
    const search = page.getByRole('combobox', { name: 'Search kinds' })
    await typeOver(search, 'no such thing')
    await expect(canvas.palette).toContainText('Nothing is called “no such thing”')
    await typeOver(search, 'calculator')
    await expect(page.getByRole('option')).toHaveText([/^Calculator/])
    await search.press('Enter')
    await expect(canvas.node('Calculator')).toBeVisible()
    await expect(canvas.edgesOf('use')).toHaveCount(1)
    await search.press('Escape')
    await expect(canvas.palette).toBeHidden()

    await canvas.region.hover({ position: { x: 120, y: 120 } })
    await page.keyboard.press('/')
    await typeOver(canvas.popup.getByRole('combobox'), 'note')
    await page.keyboard.press('Enter')
    await expect(canvas.popup).toBeHidden()
    await expect(canvas.nodes).toHaveCount(4)
  })

  await test.step('duplicates several nodes, and copies them as text within the flow and into another', async () => {
    await baton.toLibrary()
    await baton.importFlow(setupD())
    await canvas.select('Concierge')
    await canvas.node('PROFILE').click({ modifiers: ['Shift'], position: { x: 40, y: 12 } })
    await expect(canvas.selected).toHaveCount(2)
    await page.keyboard.press('Control+d')
    await expect(canvas.nodes).toHaveCount(7)
    await expect(canvas.selected.locator('[data-node-name]')).toHaveText(['Concierge 2', 'PROFILE 2'])
    await expect(canvas.edgesOf('delegate')).toHaveCount(3)
    const copies = Object.values((await baton.exportFlow()).nodes).filter(({ name }) => name === 'PROFILE 2')
    expect(copies.map(({ data }) => data['toolName'])).toEqual(['fill_profile_2'])

    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+v')
    await expect(canvas.nodes).toHaveCount(9)
    await expect(canvas.selected.locator('[data-node-name]')).toHaveText(['Concierge 3', 'PROFILE 3'])
    expect(await baton.clipboardText()).toContain('"format": "baton/clip"')

    await baton.toLibrary()
    await baton.newFlow()
    await canvas.region.click({ position: { x: 200, y: 100 } })
    await page.keyboard.press('Control+v')
    await expect(canvas.nodes).toHaveCount(4)
    await expect(canvas.edgesOf('delegate')).toHaveCount(1)
    await page.keyboard.press('Control+x')
    await expect(canvas.nodes).toHaveCount(2)
    await page.keyboard.press('Control+v')
    await expect(canvas.nodes).toHaveCount(4)
  })
})

async function overlaps(reading: Promise<readonly Box[]>): Promise<string[]> {
  const boxes = await reading
  return boxes.flatMap((one, index) =>
    boxes.slice(index + 1).flatMap((other) => {
      const isApart =
        one.x + one.width <= other.x ||
        other.x + other.width <= one.x ||
        one.y + one.height <= other.y ||
        other.y + other.height <= one.y
      return isApart ? [] : [`${JSON.stringify(one)} on ${JSON.stringify(other)}`]
    }),
  )
}

function isInside(box: Box, view: Box): boolean {
  const isAcross = box.x >= view.x && box.x + box.width <= view.x + view.width
  return isAcross && box.y >= view.y && box.y + box.height <= view.y + view.height
}

/** How many lines there are, and which of them have points on a node, as the browser draws them. */
function linesBehind(page: Page): Promise<{ lines: number; behind: string[] }> {
  return page.evaluate((nodeClass) => {
    const nodes = [...document.querySelectorAll<HTMLElement>(nodeClass)].map((node) => ({
      id: node.dataset['id'] ?? '',
      box: node.getBoundingClientRect(),
    }))
    const lines = [...document.querySelectorAll<SVGGElement>('g[data-edge-id]')]
    const behind = lines.flatMap((line) => {
      const path = line.querySelector('path')
      const toScreen = path?.getScreenCTM()
      if (path === null || toScreen === null || toScreen === undefined)
        return [`${line.dataset['edgeId']} is not drawn`]
      const points = Array.from({ length: 201 }, (_none, at) =>
        path.getPointAtLength((path.getTotalLength() * at) / 200).matrixTransform(toScreen),
      )
      return nodes.flatMap(({ id, box }) =>
        points.some(({ x, y }) => x > box.left + 2 && x < box.right - 2 && y > box.top + 2 && y < box.bottom - 2)
          ? [`${line.dataset['edgeId']} behind ${id}`]
          : [],
      )
    })
    return { lines: lines.length, behind }
  }, NODE)
}
