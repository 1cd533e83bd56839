/** Drawing with the mouse alone, and with the keyboard alone. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test } from './fixtures/app'
import type { Baton } from './pages/baton'
import { boxOf, centerOf, type Box } from './pages/canvas'

const desk = flow('Desk')
  .start('triage')
  .agent('triage', { name: 'Triage' })
  .agent('tech', { name: 'Tech' })
  .agent('loose', { name: 'Loose' })
  .handoff('triage', 'tech', { condition: 'Something is broken' })

/** Adds what is typed at the node that has the focus, and names it. */
async function connectNew({ canvas, inspector, page }: Baton, search: string, name: string): Promise<void> {
  await page.keyboard.press('c')
  await expect(canvas.connectList.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(search)
  await page.keyboard.press('Enter')
  await expect(inspector.text('Name')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(name)
  await page.keyboard.press('Escape')
  await expect(canvas.selected.locator('[data-node-name]')).toHaveText(name)
}

test('draws with the mouse alone, and with the keyboard alone', async ({ baton }) => {
  const { canvas, inspector, page } = baton
  await test.step('the mouse puts nodes into edges, copies with Alt, and writes words where they stand', async () => {
    const drawn = desk.build()
    const nodes = {
      start: { x: 0, y: 16 },
      triage: { x: 160, y: 0 },
      tech: { x: 640, y: 0 },
      loose: { x: 160, y: 200 },
    }
    await baton.importFlow(saveFlow({ ...drawn, layout: { nodes } }))
    const first = await baton.exportText()

    await canvas.select('Triage')
    await page.getByRole('button', { name: 'Add at Tools of Triage' }).click()
    await canvas.popup.getByRole('option', { name: 'Clock' }).click()
    await expect(canvas.edge('Use from Triage to Clock')).toBeVisible()
    await expect(canvas.nameEditor).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(canvas.edge('Use from Triage to Clock')).toBeHidden()
    await page.keyboard.press('Escape')

    await canvas.label('Something is broken').hover()
    await page.getByRole('button', { name: 'Insert a node here' }).click()
    await canvas.insertPopup.getByRole('option', { name: 'Agent', exact: true }).click()
    await expect(canvas.nameEditor).toBeFocused()
    // Of letters that are shortcuts of the drawing.
    await page.keyboard.type('Cadd')
    await page.keyboard.press('Enter')
    await expect(canvas.edge('Hand-off from Triage to Cadd')).toBeVisible()
    await expect(canvas.edge('Hand-off from Cadd to Tech')).toBeVisible()
    await expect(canvas.label('Something is broken')).toBeVisible()
    await baton.undo.click()
    await baton.undo.click()
    expect(await baton.exportText()).toBe(first)

    // A node that nothing is joined to is dragged onto the edge.
    await page.keyboard.press('Escape')
    const loose = await boxOf(canvas.node('Loose'))
    const words = await centerOf(canvas.label('Something is broken'))
    await page.mouse.move(loose.x + 60, loose.y + 12)
    await page.mouse.down()
    await page.mouse.move(words.x, words.y - 40, { steps: 5 })
    await page.mouse.move(words.x, words.y, { steps: 5 })
    await expect(canvas.dropEdge).toHaveCount(1)
    await page.mouse.up()
    await expect(canvas.edge('Hand-off from Triage to Loose')).toBeVisible()
    await expect(canvas.edge('Hand-off from Loose to Tech')).toBeVisible()
    await baton.undo.click()
    expect(await baton.exportText()).toBe(first)

    // A kind is dropped on it from the drawer.
    await page.keyboard.press('Escape')
    await canvas.openPalette()
    const option = page.getByRole('option', { name: 'Agent', exact: true })
    await option.dragTo(canvas.label('Something is broken'))
    await expect(canvas.edge('Hand-off from Triage to Agent')).toBeVisible()
    await baton.undo.click()
    expect(await baton.exportText()).toBe(first)
    await page.getByRole('complementary', { name: 'Add' }).getByRole('button', { name: 'Close' }).click()

    const tech = await boxOf(canvas.node('Tech'))
    await page.keyboard.down('Alt')
    await page.mouse.move(tech.x + 60, tech.y + 12)
    await page.mouse.down()
    await page.mouse.move(tech.x + 60, tech.y + 132, { steps: 6 })
    await page.mouse.up()
    await page.keyboard.up('Alt')
    await expect(canvas.node('Tech 2')).toBeVisible()
    expect((await baton.exportFlow()).layout.nodes['tech']).toEqual(nodes.tech)
    await baton.undo.click()
    expect(await baton.exportText()).toBe(first)

    await page.keyboard.press('Escape')
    await canvas.label('Something is broken').dblclick()
    await expect(canvas.wordsEditor).toBeFocused()
    await page.keyboard.type('It does not work')
    await page.keyboard.press('Enter')
    await expect(canvas.label('It does not work')).toBeVisible()
    await expect(inspector.text('Condition')).toHaveValue('It does not work')
    await baton.undo.click()
    expect(await baton.exportText()).toBe(first)

    // A new hand-off waits for its condition.
    await page.keyboard.press('Escape')
    await canvas.wire({ node: 'Triage', port: 'Hand-offs' }, { node: 'Loose', port: 'In' })
    await expect(inspector.text('Condition')).toBeFocused()
    await page.keyboard.type('Anything else')
    await expect(canvas.label('Anything else')).toBeVisible()
  })

  await test.step('an intent says on its edge that it has no words yet, and is written where it stands', async () => {
    await baton.toLibrary()
    const graph = flow('Shop')
      .start('shop')
      .node('task-graph', 'shop', { name: 'Shop' })
      .node('message-worker', 'hello', { name: 'Hello', value: 'Hello.' })
    const nodes = { start: { x: 0, y: 16 }, shop: { x: 160, y: 0 }, hello: { x: 560, y: 0 } }
    await baton.importFlow(saveFlow({ ...graph.build(), layout: { nodes } }))
    await canvas.wire({ node: 'Shop', port: 'By intent' }, { node: 'Hello', port: 'In' })
    await expect(inspector.text('Intent')).toBeFocused()
    await expect(canvas.label('no intent yet')).toBeVisible()
    await baton.check.click()
    await expect(baton.problems).toContainText('The intent is empty, so nobody can tell when it is meant.')
    await canvas.label('no intent yet').dblclick()
    await expect(canvas.wordsEditor).toBeFocused()
    await page.keyboard.type('says hello')
    await page.keyboard.press('Enter')
    await expect(canvas.label('says hello')).toBeVisible()
    await expect(baton.problems).toBeHidden()
    await page.keyboard.press('Escape')
  })

  await test.step('a dialog is offered a name from what it is used for, and an observer says what it watches for', async () => {
    await baton.toLibrary()
    const slots = { type: 'object', properties: { cake: { type: 'string' }, date: { type: 'string' } } }
    const interview = flow('Cakes')
      .start('host')
      .node('supervisor', 'host', { name: 'Host' })
      .node('dialog', 'order', { name: 'Dialog 2' })
      .node('observer', 'facts', { name: 'Facts', type: 'collect', slots })
      .delegate('host', 'order')
      .observe('order', 'facts')
    const nodes = { start: { x: 0, y: 16 }, host: { x: 160, y: 0 }, order: { x: 520, y: 0 }, facts: { x: 560, y: 140 } }
    await baton.importFlow(saveFlow({ ...interview.build(), layout: { nodes } }))
    await expect(canvas.node('Facts')).toContainText('Collect · cake, date')
    // The kind of that name comes first also where the port is called so.
    await canvas.select('Host')
    // A press right after a key is one of its own, not the second of a double-click.
    await page.keyboard.press('Escape')
    await expect(canvas.selected).toHaveCount(0)
    await canvas.select('Host')
    await expect(canvas.selected.locator('[data-node-name]')).toHaveText('Host')
    await page.keyboard.press('c')
    await page.keyboard.type('dialog')
    await expect(
      canvas.connectList.getByRole('group', { name: 'Add at Dialogs' }).getByRole('option').first(),
    ).toContainText(/^Dialog/)
    await page.keyboard.press('Escape')
    await canvas.select('Dialog 2')
    const offer = inspector.region.getByRole('button', { name: /^Call it/ })
    await expect(offer).toBeHidden()
    await inspector.text('Used for').click()
    await page.keyboard.type('Used for ordering cakes, also for parties')
    await expect(offer).toHaveText('Call it “Ordering cakes”')
    await offer.press('Enter')
    await expect(canvas.node('Ordering cakes')).toBeVisible()
    await expect(offer).toBeHidden()
    await page.keyboard.press('Escape')
  })

  await test.step('the core of a support desk is drawn with the keyboard alone', async () => {
    await baton.toLibrary()
    await baton.newFlow('Desk')
    await page.keyboard.press('F6')
    await page.keyboard.press('F6')
    await page.keyboard.press('F6')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await expect(canvas.nodes).toHaveCount(0)
    await page.keyboard.press('/')
    await page.keyboard.type('start')
    await page.keyboard.press('Enter')
    await expect(canvas.nodes).toHaveCount(1)
    await connectNew(baton, 'agent', 'Triage')
    await connectNew(baton, 'add hand agent', 'Refunds')
    await page.keyboard.press('ArrowLeft')
    await connectNew(baton, 'add hand agent', 'Tech')

    // Back to triage, when it is about something else.
    await page.keyboard.press('c')
    await page.keyboard.type('hand triage')
    await page.keyboard.press('Enter')
    await expect(inspector.text('Condition')).toBeFocused()
    await page.keyboard.type('About something else')
    await page.keyboard.press('Escape')
    await canvas.edge('Hand-off from Tech to Triage').press('F2')
    await expect(canvas.wordsEditor).toBeFocused()
    await page.keyboard.type('The customer wants something else')
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Agent Triage', exact: true }).focus()
    await page.keyboard.press('Shift+F10')
    await expect(canvas.menu('Node').getByRole('menuitem', { name: 'Rename' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(canvas.connectList.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('add tools built')
    await page.keyboard.press('Enter')
    await expect(canvas.edge('Use from Triage to Clock')).toBeVisible()

    const { nodes, edges } = await baton.exportFlow()
    const nameOf = (id: string): string => nodes[id]?.name ?? ''
    expect(
      Object.values(edges)
        .map(
          ({ kind, from, to, data }) =>
            `${kind} | ${nameOf(from.node)} | ${nameOf(to.node)} | ${JSON.stringify(data['condition'] ?? '')}`,
        )
        .sort(),
    ).toEqual([
      'handoff | Tech | Triage | "The customer wants something else"',
      'handoff | Triage | Refunds | ""',
      'handoff | Triage | Tech | ""',
      'next | Start | Triage | ""',
      'use | Triage | Clock | ""',
    ])
  })
})

test('what a wire is dropped for left of its node lies on nothing, and its line leads through nothing', async ({
  baton,
  page,
}) => {
  const { canvas } = baton
  await baton.newFlow('Left')
  for (const [dx, dy] of [
    [-150, 140],
    [-160, 20],
    [-60, 60],
  ] as const) {
    const { x, y } = await boxOf(canvas.node('Supervisor'))
    await canvas.pull({ node: 'Supervisor', port: 'Dialogs' }, { x: x + dx, y: y + dy })
    await page.mouse.up()
    await page.keyboard.type('Dialog')
    await page.keyboard.press('Enter')
    await canvas.nameEditor.waitFor()
    await page.keyboard.press('Enter')
    const [dialog, ...others] = await Promise.all(
      ['Dialog', 'Start', 'Supervisor'].map(async (name) => boxOf(canvas.node(name))),
    )
    if (dialog === undefined) throw new Error('There is no dialog.')
    // With the way of the line that comes down beside it.
    const way = { ...dialog, x: dialog.x - 32, width: dialog.width + 32 }
    expect(others.filter((other) => isOn(other, way))).toEqual([])
    await baton.undo.click()
    await expect(canvas.node('Dialog')).toHaveCount(0)
  }
})

function isOn(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}
