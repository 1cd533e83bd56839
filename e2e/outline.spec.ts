/** The outline as a second editor: the support desk drawn from nothing by keyboard, there and on the canvas, to the same file. */
import { readFileSync } from 'node:fs'
import { setEdgeData } from '../src-shared/flow/editing/edits'
import { openFlow } from '../src-shared/flow/editing/open'
import { saveFlow } from '../src-shared/flow/editing/save'
import type { Flow, JsonObject } from '../src-shared/flow/records'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test } from './fixtures/app'
import type { Baton } from './pages/baton'

const DESK = opened(readFileSync('src-renderer/outline/testing/support-desk.flow.json', 'utf8'))

function opened(text: string): Flow {
  const result = openFlow(text)
  if (!result.ok) throw new Error(result.error.message)
  return result.flow
}

/** The bytes of what is drawn: ids by the order of drawing, no places, nothing that is as by default. */
function bytesOf(drawn: Flow): string {
  const ids = new Map(Object.keys(drawn.nodes).map((id, at) => [id, `n${at}`]))
  const end = ({ node, port }: { node: string; port: string }) => ({ node: ids.get(node) ?? node, port })
  const plain = Object.entries(drawn.edges).reduce((now, [id, { data }]) => setEdgeData(now, id, data), drawn)
  return saveFlow({
    ...plain,
    id: 'desk',
    nodes: Object.fromEntries(Object.entries(plain.nodes).map(([id, node]) => [ids.get(id) ?? id, node])),
    edges: Object.fromEntries(
      Object.values(plain.edges).map((edge, at) => [`e${at}`, { ...edge, from: end(edge.from), to: end(edge.to) }]),
    ),
    layout: { nodes: {} },
  })
}

/** What is drawn in one way or another; all else is written into the inspector. */
type Hand = {
  add: (under: string | null, find: string, name: string) => Promise<void>
  connect: (from: string, find: string, to: string) => Promise<void>
  /** Goes to a node, or to the edge whose words begin so, and then to a field of it. */
  write: (at: string, texts: { readonly [field: string]: string }) => Promise<void>
}

/** Opens the settings of the desk with nothing drawn. */
async function openEmpty(baton: Baton): Promise<void> {
  await baton.library.import('desk.flow.json', saveFlow({ ...DESK, nodes: {}, edges: {}, layout: { nodes: {} } }))
  await expect(baton.flowName).toHaveValue(DESK.name)
}

/** Presses Tab until the field has the focus; on the way it unfolds what is folded, and customises a prompt that is built in. */
async function tabTo({ inspector, page }: Baton, label: string): Promise<void> {
  const field = inspector.field(label)
  let onward = 'Tab'
  for (let tries = 0; tries < 60; tries += 1) {
    if (
      await field.evaluateAll((elements) =>
        elements.some((element) => element.matches('input:focus, textarea:focus, [contenteditable]:focus')),
      )
    )
      return
    const at = await page.evaluate(() => {
      const { activeElement: element } = document
      return `${element?.getAttribute('aria-label') ?? element?.querySelector('[data-spoken]')?.textContent ?? element?.textContent}${element?.getAttribute('aria-expanded') === 'false' ? ' (folded)' : ''}`
    })
    const opens = at === `Customise: ${label}` || /^Advanced.* \(folded\)$/.test(at)
    // A table gives way to its JSON, which stands before the switch.
    const isSwitch = await page.evaluate(
      (name) => document.activeElement?.closest('[role="radiogroup"]')?.getAttribute('aria-label') === name,
      `${label}: shown as`,
    )
    if (isSwitch && onward === 'Tab') {
      await page.keyboard.press('ArrowRight')
      onward = 'Shift+Tab'
    }
    await page.keyboard.press(opens ? 'Enter' : onward)
  }
  throw new Error(`No field "${label}" was reached.`)
}

async function writeAll(baton: Baton, texts: { readonly [field: string]: string }): Promise<void> {
  const { inspector, page } = baton
  for (const [label, text] of Object.entries(texts)) {
    await tabTo(baton, label)
    if (label === 'What the first chat is told of the conversation') {
      await page.keyboard.press('ArrowDown')
      await page.getByRole('option', { name: text }).waitFor()
      await page.keyboard.press('Enter')
      await expect(inspector.field(label).first()).toHaveValue(text)
      continue
    }
    await page.keyboard.press('Control+a')
    // The first word is typed and the rest pasted: an editor of code indents what is typed, and long texts take their time.
    const word = text.includes('\n') ? '' : (/^\S+/.exec(text)?.[0] ?? '')
    await page.keyboard.type(word)
    await page.keyboard.insertText(text.slice(word.length))
  }
}

function textOf(data: JsonObject, field: string): string {
  const value = data[field]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : JSON.stringify(value, null, 2)
}

/** Draws the support desk in the order of its file. */
async function drawDesk({ add, connect, write }: Hand): Promise<void> {
  const data = (id: string): JsonObject => DESK.nodes[id]?.data ?? DESK.edges[id]?.data ?? {}
  const speaks = (id: string) => ({
    'What it does': textOf(data(id), 'description'),
    Instruction: textOf(data(id), 'prompt'),
  })
  const told = (id: string) => ({
    'What it is told': textOf(data(id), 'message'),
    'Replies, at most': textOf(data(id), 'maxTurns'),
  })
  await add(null, 'new start', 'Start')
  await add('Start', 'new agent', 'Triage')
  await add('Triage', 'hand new agent', 'Refunds')
  await add('Triage', 'hand new agent', 'Technical help')
  await connect('Refunds', 'hand triage', 'Triage')
  await connect('Technical help', 'hand triage', 'Triage')
  await add('Triage', 'tools new code', 'Verify customer')
  await add('Refunds', 'hand new nested', 'Write-up')
  await add('Write-up', 'new agent', 'Summariser')
  await add('Write-up', 'new agent', 'Letter writer')

  for (const id of ['triage', 'refunds', 'technical-help', 'summariser', 'writer'])
    await write(DESK.nodes[id]?.name ?? '', speaks(id))
  await write('Verify customer', {
    'Tool name': textOf(data('verify'), 'toolName'),
    'What it does': textOf(data('verify'), 'description'),
    Arguments: textOf(data('verify'), 'parameters'),
    Code: textOf(data('verify'), 'code'),
  })
  await write('Write-up', {
    'What it is for': textOf(data('write-up'), 'description'),
    'What the first chat is told of the conversation': 'Everything that was said',
  })
  await write('Triage > Refunds', { Condition: textOf(data('triage-refunds'), 'condition'), 'Only when': 'verified' })
  await write('Triage > Technical help', { Condition: textOf(data('triage-technical'), 'condition') })
  await write('Refunds > Triage', { Condition: textOf(data('refunds-triage'), 'condition') })
  await write('Technical help > Triage', { Condition: textOf(data('technical-triage'), 'condition') })
  await write('Refunds > Write-up', { Condition: textOf(data('refunds-write-up'), 'condition') })
  await write('Write-up > Summariser', told('write-up-summariser'))
  await write('Write-up > Letter writer', told('write-up-writer'))
}

test('the support desk is drawn from nothing in the outline, by keyboard', async ({ baton }) => {
  test.slow()
  const { outline, page } = baton
  await openEmpty(baton)
  await page.keyboard.press('Control+b')
  await expect(outline.tree).toBeFocused()
  const choose = async (find: string): Promise<void> => {
    await page.keyboard.press('+')
    await expect(outline.search).toBeFocused()
    await page.keyboard.type(find)
    await page.keyboard.press('Enter')
  }
  const back = async (): Promise<void> => {
    if (!(await outline.tree.evaluate((tree) => tree.matches(':focus')))) await page.keyboard.press('Control+b')
    await expect(outline.tree).toBeFocused()
  }
  await drawDesk({
    async add(under, find, name) {
      if (under !== null) await outline.goTo(under)
      await choose(find)
      await expect(outline.name).toBeFocused()
      await page.keyboard.type(name)
      await page.keyboard.press('Enter')
      await expect(outline.tree).toBeFocused()
    },
    async connect(from, find, to) {
      await outline.goTo(from)
      await choose(find)
      await expect(outline.active).toHaveAccessibleName(new RegExp(`^Hand-off to ${to}`))
    },
    async write(at, texts) {
      await back()
      await outline.goTo(at)
      await page.keyboard.press('Enter')
      await writeAll(baton, texts)
    },
  })
  await test.step('puts edges in order: the one with conditions of its own comes first', async () => {
    for (const [at, key] of [
      ['Refunds > Triage', 'Alt+ArrowDown'],
      ['Refunds > Triage', 'Alt+ArrowUp'],
      ['Triage > Technical help', 'Alt+ArrowUp'],
      ['Triage > Technical help', 'Alt+ArrowDown'],
      ['Write-up > Summariser', 'Alt+ArrowDown'],
      ['Write-up > Summariser', 'Alt+ArrowUp'],
    ] as const) {
      await back()
      await outline.goTo(at)
      await page.keyboard.press(key)
    }
  })
  expect(bytesOf(await baton.exportFlow())).toBe(bytesOf(DESK))
  await expect(baton.check).toHaveAccessibleName('Check')

  await test.step('is read aloud as it is stored', async () => {
    await back()
    const stored = readFileSync('src-renderer/outline/testing/support-desk.outline.txt', 'utf8')
    expect(`${(await outline.heard()).join('\n')}\n`).toBe(stored)
  })
})

test('the support desk is drawn from nothing on the canvas, by keyboard', async ({ baton }) => {
  test.slow()
  const { canvas, inspector, page } = baton
  await openEmpty(baton)
  const select = async (name: string): Promise<void> =>
    canvas.region
      .getByRole('group', { name: new RegExp(`^(?:(?:Agent|Code tool|Nested chat) )?${name}$`) })
      .press('Enter')
  const list = async (port: string, find: string): Promise<void> => {
    await inspector.connect(port).press('Enter')
    await expect(page.getByRole('combobox', { name: 'Search nodes and kinds' })).toBeFocused()
    await page.keyboard.type(find)
    await page.keyboard.press('Enter')
  }
  const portOf = (find: string, under: string): string => {
    if (find.startsWith('hand')) return 'Hand-offs'
    if (find.startsWith('tools')) return 'Tools'
    return under === 'Start' ? 'First' : 'Recipients'
  }
  // Agents that are there come before a new one; they are no assistants in name.
  const kindIn = (find: string): string => find.split(' ').at(-1)?.replace('agent', 'assistant') ?? ''
  await drawDesk({
    async add(under, find, name) {
      if (under === null) {
        await canvas.region.focus()
        await page.keyboard.press('/')
        await page.keyboard.type(kindIn(find))
        await page.keyboard.press('Enter')
        return expect(canvas.node(name)).toBeVisible()
      }
      await select(under)
      await list(portOf(find, under), kindIn(find))
      await expect(inspector.text('Name')).toBeFocused()
      await page.keyboard.press('Control+a')
      await page.keyboard.type(name)
      await expect(canvas.node(name)).toBeVisible()
    },
    async connect(from, find, to) {
      await select(from)
      await list('Hand-offs', kindIn(find))
      await expect(canvas.edge(new RegExp(`^Hand-off from ${from} to ${to}`))).toBeVisible()
    },
    async write(at, texts) {
      const [from, to] = at.split(' > ')
      if (to === undefined) await select(at)
      else await canvas.edge(new RegExp(` from ${from} to ${to}(?:,|$)`)).press('Enter')
      await inspector.region.getByRole('button').first().focus()
      await writeAll(baton, texts)
    },
  })
  for (const [node, line] of [
    ['Refunds', 'nested_chat'],
    ['Triage', 'Technical_help'],
    ['Write-up', 'Letter writer'],
  ] as const) {
    await select(node)
    const row = inspector.region.getByRole('listitem').filter({ hasText: line })
    await row.getByRole('button', { name: /^Move .* up$/ }).press('Enter')
    await row.getByRole('button', { name: /^Move .* down$/ }).press('Enter')
  }
  expect(bytesOf(await baton.exportFlow())).toBe(bytesOf(DESK))
})

test('outline and canvas show one selection, and rows fold, are found, renamed, reordered and removed', async ({
  baton,
}) => {
  const { canvas, inspector, outline, page } = baton
  const team = flow('Team')
    .start('triage')
    .agent('triage', { name: 'Triage' })
    .agent('tech', { name: 'Tech' })
    .agent('bills', { name: 'Bills' })
    .builtinTool('clock', { name: 'Clock', tool: 'clock' })
    .handoff('triage', 'tech', { condition: 'It is technical' })
    .handoff('triage', 'bills')
    .handoff('bills', 'triage')
    .use('triage', 'clock')
    .use('bills', 'clock')
  await baton.importFlow(saveFlow(team.build()))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Outline' }).click()
  await expect(outline.tree).toBeFocused()
  // The outline took its room from the canvas.
  await page.getByRole('button', { name: 'Zoom to fit' }).click()

  await canvas.select('Bills')
  await expect(outline.selected).toHaveAccessibleName(/^Bills, agent/)
  await outline.row('Clock').first().click()
  await expect(canvas.selected).toHaveCount(1)
  await expect(inspector.text('Name')).toHaveValue('Clock')

  await outline.goTo('Bills')
  await page.keyboard.press('ArrowLeft')
  await expect(outline.active).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('t')
  await expect(outline.active).toHaveAccessibleName('Hand-off to Triage')
  await page.keyboard.press('ArrowRight')
  await expect(outline.active).toHaveAccessibleName(/^Triage, agent/)

  await outline.row('Tech', 'Hand-off').dragTo(outline.row('Bills', 'Hand-off'), { targetPosition: { x: 80, y: 22 } })
  await expect(outline.row('Tech', 'Hand-off')).toHaveAccessibleName('Hand-off to Tech, when it is technical, 2 of 2')
  await outline.goTo('Tech')
  await page.keyboard.press('F2')
  await page.keyboard.type('Workshop')
  await page.keyboard.press('Enter')
  await expect(canvas.node('Workshop')).toBeVisible()

  await outline.goTo('Workshop')
  await page.keyboard.press('Delete')
  await expect(canvas.node('Workshop')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(canvas.node('Workshop')).toBeVisible()

  await outline.filter.click()
  await page.keyboard.type('technical')
  await expect(outline.rows).toHaveText([/Triage/, /Workshop/])
  await page.keyboard.press('Escape')
  await expect(outline.tree).toBeFocused()
  await page.keyboard.press('Control+b')
  await expect(outline.tree).toHaveCount(0)
})

test('a node is disabled and locked, by keys, in the menu and in words, and enabled again', async ({ baton }) => {
  const { canvas, inspector, outline, page } = baton
  const team = flow('Team')
    .start('triage')
    .agent('triage', { name: 'Triage' })
    .agent('bills', { name: 'Bills' })
    .handoff('triage', 'bills')
  await baton.importFlow(saveFlow(team.build()))
  await page.keyboard.press('Control+b')
  await expect(outline.tree).toBeFocused()
  await page.getByRole('button', { name: 'Zoom to fit' }).click()
  await canvas.select('Bills')
  await canvas.region.focus()
  await page.keyboard.press('d')
  await expect(canvas.node('Bills')).toContainText('disabled')
  await expect(canvas.region.getByRole('group', { name: 'Agent Bills, disabled', exact: true })).toBeVisible()
  await expect(outline.rows).toHaveText([/Start/, /Triage/, /Triage/, /built in/, /Bills/, /Bills/, /built in/])
  await expect(outline.row('Bills', 'Hand-off')).toHaveAccessibleName('Hand-off to Bills, which is disabled')
  await expect(outline.row('agent', 'Bills')).toHaveAccessibleName(/disabled$/)
  await expect(inspector.region).toContainText('Disabled: runs and checks leave it out.')
  await expect(baton.check).toHaveAccessibleName('Check')

  await canvas.node('Bills').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Lock or unlock' }).click()
  const before = await baton.exportFlow()
  await canvas.move('Bills', { x: 80, y: 80 })
  await canvas.region.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  const after = await baton.exportFlow()
  expect(saveFlow(after)).toBe(saveFlow(before))
  expect(after.nodes['bills']?.data).toEqual({ enabled: false, locked: true })

  await canvas.select('Bills')
  await inspector.region.getByRole('button', { name: 'Unlock' }).click()
  await inspector.region.getByRole('button', { name: 'Enable' }).click()
  await canvas.move('Bills', { x: 80, y: 80 })
  const moved = await baton.exportFlow()
  expect([moved.nodes['bills']?.data, moved.layout.nodes['bills']]).not.toEqual([{}, before.layout.nodes['bills']])
  expect(moved.nodes['bills']?.data).toEqual({})
})
