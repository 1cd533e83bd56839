/** The outline as a second editor: the support desk drawn from nothing by keyboard, there and on the canvas, to the same file. */
import { readFileSync } from 'node:fs'
import { removeElements, setEdgeData } from '../src-shared/flow/editing/edits'
import { openFlow } from '../src-shared/flow/editing/open'
import { saveFlow } from '../src-shared/flow/editing/save'
import type { Flow, JsonObject } from '../src-shared/flow/records'
import { expect, test, wholeRun } from './fixtures/app'
import type { Baton } from './pages/baton'

const WHOLE_DESK = opened(readFileSync('src-renderer/outline/testing/support-desk.flow.json', 'utf8'))
/** Of the desk, what is written whole; by BATON_DESK=all all of it is. */
const WRITTEN = ['triage', 'verify', 'write-up', 'triage-refunds', 'write-up-summariser']
const IS_WHOLE = process.env['BATON_DESK'] === 'all'
const DESK = IS_WHOLE ? WHOLE_DESK : shortOf(WHOLE_DESK)

/** The desk with one way to an agent less, and with one text of each sort. */
function shortOf(whole: Flow): Flow {
  const { nodes, edges } = removeElements(whole, { nodes: ['technical-help'] })
  const wordless = <T extends { data: JsonObject }>(records: { [id: string]: T }): { [id: string]: T } =>
    Object.fromEntries(
      Object.entries(records).map(([id, record]) => {
        const { order } = record.data
        return [id, WRITTEN.includes(id) ? record : { ...record, data: order === undefined ? {} : { order } }]
      }),
    )
  // The rehearsal names those who are gone.
  const { rehearsal: _rehearsal, ...settings } = whole.settings
  return { ...whole, settings, nodes: wordless(nodes), edges: wordless(edges), layout: { nodes: {} } }
}

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
    const { at, group } = await page.evaluate(() => {
      const { activeElement: element } = document
      return {
        at: `${element?.getAttribute('aria-label') ?? element?.querySelector('[data-spoken]')?.textContent ?? element?.textContent}${element?.getAttribute('aria-expanded') === 'false' ? ' (folded)' : ''}`,
        group: element?.closest('[role="radiogroup"]')?.getAttribute('aria-label'),
      }
    })
    const opens = at === `Customise: ${label}` || /^Advanced.* \(folded\)$/.test(at)
    // A table gives way to its JSON, which stands before the switch.
    if (group === `${label}: shown as` && onward === 'Tab') {
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
  await add(null, 'new start', 'Start')
  await add('Start', 'new agent', 'Triage')
  await add('Triage', 'hand new agent', 'Refunds')
  if (IS_WHOLE) await add('Triage', 'hand new agent', 'Technical help')
  await connect('Refunds', 'hand triage', 'Triage')
  if (IS_WHOLE) await connect('Technical help', 'hand triage', 'Triage')
  await add('Triage', 'tools new code', 'Verify customer')
  await add('Refunds', 'hand new nested', 'Write-up')
  await add('Write-up', 'new agent', 'Summariser')
  await add('Write-up', 'new agent', 'Letter writer')

  const fields = {
    speaks: { 'What it does': 'description', Instruction: 'prompt' },
    code: {
      'Tool name': 'toolName',
      'What it does': 'description',
      Arguments: 'parameters',
      Code: 'code',
    },
    nested: { 'What it is for': 'description' },
    condition: { Condition: 'condition', 'Only when': 'available' },
    told: { 'What it is told': 'message', 'Replies, at most': 'maxTurns' },
  } as const
  const texts = (id: string, of: keyof typeof fields) =>
    Object.fromEntries(
      Object.entries(fields[of]).flatMap(([label, field]) =>
        data(id)[field] === undefined ? [] : [[label, textOf(data(id), field)]],
      ),
    )
  const say = async (at: string, words: { readonly [field: string]: string }): Promise<void> => {
    if (Object.keys(words).length > 0) await write(at, words)
  }
  for (const id of ['triage', 'refunds', 'technical-help', 'summariser', 'writer'])
    await say(DESK.nodes[id]?.name ?? '', texts(id, 'speaks'))
  await say('Verify customer', texts('verify', 'code'))
  await say('Write-up', {
    ...texts('write-up', 'nested'),
    'What the first chat is told of the conversation': 'Everything that was said',
  })
  await say('Triage > Refunds', texts('triage-refunds', 'condition'))
  await say('Triage > Technical help', texts('triage-technical', 'condition'))
  await say('Refunds > Triage', texts('refunds-triage', 'condition'))
  await say('Technical help > Triage', texts('technical-triage', 'condition'))
  await say('Refunds > Write-up', texts('refunds-write-up', 'condition'))
  await say('Write-up > Summariser', texts('write-up-summariser', 'told'))
  await say('Write-up > Letter writer', texts('write-up-writer', 'told'))
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
      ...(IS_WHOLE
        ? ([
            ['Triage > Technical help', 'Alt+ArrowUp'],
            ['Triage > Technical help', 'Alt+ArrowDown'],
          ] as const)
        : []),
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
    await baton.toLibrary()
    await baton.importFlow(saveFlow(WHOLE_DESK))
    await back()
    const stored = readFileSync('src-renderer/outline/testing/support-desk.outline.txt', 'utf8')
    expect(`${(await outline.heard()).join('\n')}\n`).toBe(stored)
  })
})

test('the support desk is drawn from nothing on the canvas, by keyboard', wholeRun(), async ({ baton }) => {
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
    ...(IS_WHOLE ? ([['Triage', 'Technical_help']] as const) : []),
    ['Write-up', 'Letter writer'],
  ] as const) {
    await select(node)
    const row = inspector.region.getByRole('listitem').filter({ hasText: line })
    await row.getByRole('button', { name: /^Move .* up$/ }).press('Enter')
    await row.getByRole('button', { name: /^Move .* down$/ }).press('Enter')
  }
  expect(bytesOf(await baton.exportFlow())).toBe(bytesOf(DESK))
})
