/** Drawing edges without a mouse: hand-offs back, shared tools, fallbacks, new nodes; and going through edges by keyboard. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test } from './fixtures/app'
import { call, setupD } from './fixtures/setup-d'
import type { Baton } from './pages/baton'

const team = flow('Team')
  .start('triage')
  .agent('triage', { name: 'Triage' })
  .agent('tech', { name: 'Tech' })
  .agent('bills', { name: 'Bills' })
  .builtinTool('clock', { name: 'Clock', tool: 'clock' })
  .handoff('triage', 'tech')
  .handoff('triage', 'bills')
  .use('triage', 'clock')

/** Selects a node and opens what one of its ports may be joined to, by keys alone. */
async function openChoices(baton: Baton, node: string, port: string): Promise<void> {
  const { canvas, page } = baton
  await page.getByRole('group', { name: node, exact: true }).press('Enter')
  await openList(baton, port)
  await expect(canvas.popup).toBeHidden()
}

/** Opens the list of a port, which takes what is typed once it has the focus. */
async function openList({ inspector, page }: Baton, port: string): Promise<void> {
  await inspector.connect(port).press('Enter')
  await expect(page.getByRole('combobox', { name: 'Search nodes and kinds' })).toBeFocused()
}

test('edges are drawn, gone through and taken away by keyboard alone', async ({ baton }) => {
  const { canvas, inspector, page } = baton
  await baton.importFlow(saveFlow(team.build()))
  await test.step('leaves the list without a choice, and nothing was drawn', async () => {
    await openChoices(baton, 'Agent Tech', 'Hand-offs')
    await page.keyboard.type('nobody of this name')
    await expect(inspector.choices).toContainText('Nothing is called')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(inspector.choices).toBeHidden()
    await expect(inspector.connect('Hand-offs')).toBeFocused()
    await expect(inspector.text('Name')).toHaveValue('Tech')
    await expect(canvas.edges).toHaveCount(4)
  })

  await test.step('adds a node at a port, beside it, and goes on with its name', async () => {
    await openChoices(baton, 'Agent Bills', 'Then')
    await page.keyboard.type('end')
    await page.keyboard.press('Enter')
    await expect(inspector.text('Name')).toBeFocused()
    await expect(canvas.edge('Next from Bills to End')).toBeVisible()
    const { layout, nodes } = await baton.exportFlow()
    const end = Object.keys(nodes).find((id) => nodes[id]?.kind === 'end') ?? ''
    expect(layout.nodes[end]?.x).toBeGreaterThan((layout.nodes['bills']?.x ?? 0) + 220)

    // The port takes one edge only.
    await page.getByRole('group', { name: 'Agent Bills', exact: true }).press('Enter')
    await expect(inspector.lines('Then')).toHaveText(['End'])
    await expect(inspector.connect('Then')).toBeHidden()
  })

  await test.step('goes to an edge, reads which one it is, selects it and takes it away', async () => {
    const second = canvas.edge('Hand-off from Triage to Bills, 2 of 2')
    await second.press('Enter')
    await expect(inspector.region).toContainText('The agent may pass the baton to this one.')
    await canvas.edge('Hand-off from Triage to Tech, 1 of 2').press('Shift+Enter')
    await expect(inspector.region).toContainText('2 edges')
    await page.keyboard.press('Delete')
    await expect(canvas.edgesOf('handoff')).toHaveCount(0)
    await expect(canvas.edges).toHaveCount(3)
    await page.keyboard.press('Control+z')
    await expect(canvas.edgesOf('handoff')).toHaveCount(2)
  })

  await test.step('joins nodes that are there: a hand-off back, a shared tool and a fallback', async () => {
    await openChoices(baton, 'Agent Tech', 'Hand-offs')
    const here = inspector.choices.getByRole('group', { name: 'In this flow' })
    await expect(here.getByRole('option')).toHaveText([/^Triage/, /^Bills/])
    await page.keyboard.type('tri')
    await page.keyboard.press('Enter')
    await expect(canvas.edge('Hand-off from Tech to Triage')).toBeVisible()
    await expect(inspector.connect('Hand-offs')).toBeFocused()
    await expect(inspector.lines('Hand-offs')).toHaveCount(1)

    await openList(baton, 'Hand-offs')
    await page.keyboard.type('bills')
    await page.keyboard.press('Enter')
    await expect(canvas.edge('Hand-off from Tech to Bills, 2 of 2')).toBeVisible()

    await openList(baton, 'Tools')
    await page.keyboard.type('clock')
    await page.keyboard.press('Enter')
    await expect(canvas.edge('Use from Tech to Clock')).toBeVisible()
    await openList(baton, 'When it has answered')
    await page.keyboard.type('triage')
    await page.keyboard.press('Enter')
    await expect(canvas.edge('When it has answered from Tech to Triage')).toBeVisible()
    await expect(canvas.nodes).toHaveCount(6)

    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+z')
    await expect(canvas.edge('When it has answered from Tech to Triage')).toHaveCount(0)
  })
})

test('a dialog that is duplicated is one of its own: it is joined, called and answers under its own name', async ({
  baton,
  models,
  page,
}) => {
  const { canvas, chat } = baton
  await baton.importFlow(setupD('Twins'))
  const { baseUrl } = models
  await baton.settings.addConnection({ name: 'default', baseUrl, key: MODEL_KEY, model: 'test-model' })
  await canvas.select('PROFILE')
  await page.keyboard.press('Control+d')
  await canvas.node('PROFILE 2').press('c')
  await page.keyboard.type('Concierge')
  // The same name four times: what tells them apart is heard too.
  const others = canvas.connectList.getByRole('group', { name: 'From others to this one' })
  await others.getByRole('option', { name: 'Concierge', description: 'Dialogs' }).click()
  await expect(baton.check).toHaveAccessibleName('Check')
  const drawn = Object.values((await baton.exportFlow()).nodes)
  expect(drawn.flatMap(({ kind, data }) => (kind === 'dialog' ? [data['toolName']] : []))).toEqual([
    'fill_profile',
    'make_order',
    'fill_profile_2',
  ])
  models.reply(call('fill_profile_2', { reason: 'asked for it' }), { text: 'I am the other one.' })
  await chat.say('the other profile, please')
  await expect(chat.saidBy('PROFILE 2')).toContainText('I am the other one.')
  await expect(canvas.holder).toHaveText('PROFILE 2')
})
