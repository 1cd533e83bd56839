/** Keys belong to the field that has the focus: nothing that is typed there reaches the drawing. */
import { saveFlow } from '../src-shared/flow/editing/save'
import type { Flow, FlowEdge, FlowNode, Json, JsonObject } from '../src-shared/flow/records'
import type { EdgeDefinition } from '../src-shared/kinds/edge-definition'
import { EDGES } from '../src-shared/kinds/edges'
import { EDGE_KINDS, type EdgeKind } from '../src-shared/kinds/edge-kinds'
import { KIND_LIST } from '../src-shared/kinds/index'
import { KIND_GROUPS, type FieldCondition, type FieldHint, type Kind } from '../src-shared/kinds/kind'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test, wholeRun } from './fixtures/app'
import type { Baton } from './pages/baton'
import { keysOf, type ShownControl } from './pages/keys'
import { EDGE, elementOf, NODE, VIEWPORT } from './pages/react-flow'

/** A value with which a field of the type shows everything that it has; null: it does so when it is empty. */
const FULL = {
  line: null,
  text: null,
  expression: null,
  place: null,
  earlierChats: [0],
  chatIds: ['another'],
  prompt: 'Be kind.',
  prompts: null,
  number: null,
  switch: null,
  choice: null,
  json: null,
  code: null,
  callable: { code: 'export function run() {}' },
  pairs: { first: 'one' },
  list: ['one'],
  model: null,
  carryover: null,
  summaryArgs: null,
  outcomes: [{ answer: 'yes', then: 'text', text: 'Fine' }],
  branches: [{ name: 'often', when: '${tries} > 2' }],
  assignments: [{ name: 'tries', value: '${tries} + 1' }],
  output: { schema: { type: 'object', properties: { a: { type: 'string' } } }, variable: 'kept' },
  documents: [{ name: 'Menu', text: 'Cakes' }],
  node: null,
  apiDocument: {
    openapi: '3.0.0',
    info: { title: 'Cakes', version: '1' },
    paths: { '/cakes': { get: { operationId: 'list_cakes', responses: {} } } },
  },
  apiOperations: null,
  flow: null,
  flowDescription: null,
  mcpTransport: null,
  connection: null,
  color: null,
} as const satisfies { [T in FieldHint['type']]: Json }

function fullData(fields: readonly FieldHint[], schema: Kind['schema']): JsonObject {
  const values = fields.map(({ key, type }): [string, Json] => [key, FULL[type]])
  return Object.fromEntries(
    values.filter(([key, value]) => value !== null && schema.safeParse({ [key]: value }).success),
  )
}

function place(index: number): { x: number; y: number } {
  return { x: (index % 4) * 280, y: Math.floor(index / 4) * 160 }
}

function drawn(nodes: { [id: string]: FlowNode }, edges: { [id: string]: FlowEdge } = {}): Flow {
  const layout = { nodes: Object.fromEntries(Object.keys(nodes).map((id, index) => [id, place(index)])) }
  return { ...flow('Keys').build(), nodes, edges, layout }
}

const IS_WHOLE = process.env['BATON_KEYS'] === 'all'

/** Says of controls whether to type into them: into all with BATON_KEYS=all. */
type Choice = (control: ShownControl) => boolean

/** Controls that hold no text: what keys do to one of a sort does not go by its field. */
const TEXTLESS = /^(BUTTON|INPUT (checkbox|radio))\b/

/** Chooses the first control of each sort; of those without text only one that is not among `textless`. */
function sortsOnce(textless = new Set<string>()): Choice {
  const withText = new Set<string>()
  return ({ sort }) => {
    if (IS_WHOLE) return true
    const sorts = TEXTLESS.test(sort) ? textless : withText
    const isNew = !sorts.has(sort)
    sorts.add(sort)
    return isNew
  }
}

/**
 * Chooses the first field of each type that it meets, with the key null for what is outside of fields, and there the first control of each
 * sort. A variant is what the inspector shows at one time: the field stays chosen while it does.
 */
function typesOnce() {
  type FieldType = FieldHint['type'] | 'no field'
  const typesBefore = new Set<FieldType>()
  const textless = new Set<string>()
  let chosen = new Map<FieldType, { key: string | null; isNew: Choice }>()
  return {
    /** A choice among the fields that are shown next. */
    variant(fields: readonly FieldHint[]): Choice {
      for (const type of chosen.keys()) typesBefore.add(type)
      chosen = new Map()
      const typeOf = new Map(fields.map(({ key, type }) => [key, type]))
      return (control) => {
        const { field: key } = control
        const type = (key === null ? undefined : typeOf.get(key)) ?? 'no field'
        if (typesBefore.has(type) && !IS_WHOLE) return false
        const field = chosen.get(type) ?? { key, isNew: sortsOnce(textless) }
        chosen.set(type, field)
        return IS_WHOLE || (field.key === key && field.isNew(control))
      }
    },
  }
}

/** Types into the chosen ones of the controls that the inspector shows now. Tells whether it typed at all. */
async function typeEverywhere({ page }: Baton, isChosen: Choice): Promise<boolean> {
  const keys = keysOf(page)
  const before = await keys.drawing()
  let hasTyped = false
  let shown = await keys.shown()
  for (let index = 0; index < shown.length; index += 1) {
    const chosen = shown[index]
    if (chosen === undefined || !isChosen(chosen)) continue
    let at = index
    let isTaken = await keys.focus(at, chosen)
    // Not where it was a moment ago: they were looked at while they were being drawn.
    while (isTaken === null) {
      shown = await keys.shown()
      at = shown.findIndex(({ field, sort }) => field === chosen.field && sort === chosen.sort)
      isTaken = at !== -1 && (await keys.focus(at, chosen))
    }
    if (!isTaken) continue
    hasTyped = true
    const control = keys.controls.nth(at)
    const what = (await control.getAttribute('aria-label')) ?? `control ${index}`
    const text = await keys.typeAll(control)
    if (text !== null) expect(text, `${what} holds what was typed`).toContain('a/')
    expect(await keys.drawing(), `after typing into ${what}`).toBe(before)
    // Some fields have other controls now.
    shown = await keys.shown()
  }
  return hasTyped
}

/** The flow without what the one field after the other may have changed: the name and the data of a node or an edge. */
function without({ nodes, edges, layout, settings }: Flow, id: string) {
  const others = (records: Flow['nodes'] | Flow['edges']): unknown =>
    Object.entries(records).map(([own, record]) => (own === id ? own : [own, record]))
  return { nodes: others(nodes), edges: others(edges), layout, settings }
}

test('fields of every type keep what is typed into them, of nodes and of edges', wholeRun(), async ({ baton }) => {
  test.setTimeout(IS_WHOLE ? 1_800_000 : 240_000)
  const chooser = typesOnce()
  for (const group of KIND_GROUPS)
    await test.step(`${group} kinds`, async () => {
      const kinds = KIND_LIST.filter((kind) => kind.group === group)
      await baton.importFlow(saveFlow(drawn(Object.fromEntries(kinds.flatMap(variantsOf)))))
      let before = await baton.exportFlow()
      for (const kind of kinds) {
        const seen = new Set<string>()
        for (const [id, { name }] of variantsOf(kind)) {
          const isChosen = chooser.variant(kind.fields)
          await baton.page.locator(elementOf(NODE, id)).press('Enter')
          await expect(baton.inspector.text('Name')).toHaveValue(name)
          await baton.inspector.openAdvanced()
          for (const key of await keysOf(baton.page).fields()) seen.add(key)
          // What is only looked at changes nothing either: it is compared with the next one that is typed into, or at the end.
          if (!(await typeEverywhere(baton, isChosen))) continue
          const after = await baton.exportFlow()
          expect(without(after, id)).toEqual(without(before, id))
          before = after
        }
        expect([...seen], kind.kind).toEqual(expect.arrayContaining(kind.fields.map(({ key }) => key)))
      }
      expect(await baton.exportFlow()).toEqual(before)
      await baton.toLibrary()
    })

  await test.step('edges', async () => {
    // Of a type that nodes have too, who types while an edge is selected does so once.
    let hasTyped = false
    const parts = EDGE_KINDS.map(joined)
    await baton.importFlow(
      saveFlow(
        drawn(
          Object.assign({}, ...parts.map(({ nodes }) => nodes)) as Flow['nodes'],
          Object.assign({}, ...parts.map(({ edges }) => edges)) as Flow['edges'],
        ),
      ),
    )
    let before = await baton.exportFlow()
    for (const [at, { nodes, edges }] of parts.entries()) {
      const name = EDGE_KINDS[at] ?? 'next'
      const seen = new Set<string>()
      for (const [id, { to }] of Object.entries(edges)) {
        const isOfNewType = chooser.variant(EDGES[name].fields)
        const isChosen = hasTyped ? isOfNewType : sortsOnce()
        await baton.page.locator(elementOf(EDGE, id)).press('Enter')
        const target = nodes[to.node]?.name ?? ''
        await expect(baton.inspector.region.getByRole('button', { name: target, exact: true })).toBeVisible()
        await baton.inspector.openAdvanced()
        for (const key of await keysOf(baton.page).fields()) seen.add(key)
        if (!(await typeEverywhere(baton, isChosen))) continue
        hasTyped = true
        const after = await baton.exportFlow()
        expect(without(after, id)).toEqual(without(before, id))
        before = after
      }
      expect([...seen].sort(), name).toEqual([...new Set(EDGES[name].fields.map(({ key }) => key))].sort())
    }
    expect(await baton.exportFlow()).toEqual(before)
  })
})

/** The data under which a condition holds. */
function valuesOf(when: FieldCondition): JsonObject[] {
  return ('is' in when ? [when.is] : when.isOneOf).map((value) => ({ [when.key]: value }))
}

/** Nodes of a kind that together show all of its fields. */
function variantsOf({ kind, fields, schema }: Kind): [string, FlowNode][] {
  const conditions = new Map(
    fields.flatMap(({ when }) => (when === undefined ? [] : [[JSON.stringify(when), when] as const])),
  )
  const variants: JsonObject[] = [{}, ...[...conditions.values()].flatMap(valuesOf)]
  return variants.map((variant, index) => {
    const suffix = index === 0 ? '' : `-${index}`
    const data = { ...fullData(fields, schema), ...variant }
    return [`${kind}${suffix}`, { kind, name: `My ${kind}${suffix}`, data }]
  })
}

/** Edges of a kind that leave one port and together show all of its fields. */
function joined(name: EdgeKind): Pick<Flow, 'nodes' | 'edges'> {
  const { fields, schema }: EdgeDefinition = EDGES[name]
  const source = KIND_LIST.find((kind) => kind.ports().some(({ edge, max }) => edge === name && max === undefined))
  const single = KIND_LIST.find((kind) => kind.ports().some(({ edge }) => edge === name))
  const target = KIND_LIST.find((kind) => kind.accepts.includes(name))
  const port = (source ?? single)?.ports().find(({ edge }) => edge === name)
  if (port === undefined || target === undefined) throw new Error(`No kinds are joined by ${name}.`)
  const conditions = fields.flatMap(({ when }) => (when === undefined ? [] : [when]))
  const meant = (of: 'source' | undefined): JsonObject[] =>
    conditions.filter((when) => when.of === of).flatMap(valuesOf)
  const nodes: { [id: string]: FlowNode } = {
    [`${name}-from`]: {
      kind: (source ?? single)?.kind ?? '',
      name: `${name} from`,
      data: Object.assign({}, ...meant('source')) as JsonObject,
    },
  }
  const edges: { [id: string]: FlowEdge } = {}
  const variants = source === undefined ? [{}] : [{}, ...meant(undefined), {}]
  for (const [index, variant] of variants.entries()) {
    const lines = fields.filter(({ type }) => type === 'line').map(({ key }) => [key, `${key}-${index}`])
    const data = { ...fullData(fields, schema), ...(Object.fromEntries(lines) as JsonObject), ...variant }
    nodes[`${name}-to-${index}`] = { kind: target.kind, name: `${name} to ${index}`, data: {} }
    edges[`${name}-${index}`] = {
      kind: name,
      from: { node: `${name}-from`, port: port.id },
      to: { node: `${name}-to-${index}`, port: 'in' },
      data,
    }
  }
  return { nodes, edges }
}

test(
  'the keys of whoever writes are theirs: in the settings of the flow, in code, in a note, in what Ctrl+K and a problem led to',
  wholeRun(),
  async ({ baton }) => {
    test.setTimeout(IS_WHOLE ? 600_000 : 120_000)
    const { canvas, inspector, page } = baton
    const search = page.getByRole('textbox', { name: 'Find', exact: true })

    await test.step('the settings of the flow keep what is typed into them', async () => {
      await baton.importFlow(saveFlow(drawn({ agent: { kind: 'agent', name: 'Clerk', data: {} } })))
      const { nodes, edges, layout } = await baton.exportFlow()
      await baton.flowMenu('Flow settings')
      await typeEverywhere(baton, sortsOnce())
      expect(await baton.exportFlow()).toMatchObject({ nodes, edges, layout })
    })

    const nodes = {
      start: { kind: 'start', name: 'Start', data: {} },
      one: { kind: 'dialog', name: 'One', data: {} },
      two: { kind: 'dialog', name: 'Two', data: {} },
      tool: { kind: 'code-tool', name: 'Sum', data: {} },
      note: { kind: 'note', name: 'Note', data: { text: 'A' } },
    }
    await baton.toLibrary()
    await baton.importFlow(saveFlow(drawn(nodes)))

    await test.step('a code tool can be written, with its slashes and letters, and undone within its text', async () => {
      await canvas.select('Sum')
      const code = inspector.region.getByRole('textbox', { name: 'Code', exact: true })
      await code.click()
      await page.keyboard.type('export function run(args) { // all\nreturn args.a / 2 }')
      const written = async (): Promise<unknown> => (await baton.exportFlow()).nodes['tool']?.data['code']
      expect(await written()).toBe('export function run(args) { // all\nreturn args.a / 2 }')
      await code.click()
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Delete')
      expect(await written()).toBeUndefined()
      await code.click()
      await page.keyboard.press('Control+z')
      expect(await written()).toBe('export function run(args) { // all\nreturn args.a / 2 }')
      await expect(canvas.nodes).toHaveCount(5)
      await inspector.close()
    })

    await test.step('Shift and the space bar write a space, and the space bar alone still moves the drawing', async () => {
      await page.locator(elementOf(NODE, 'note')).click()
      await inspector.text('Text').press('End')
      await page.keyboard.press('Shift+Space')
      await page.keyboard.press('Shift+B')
      await expect(inspector.text('Text')).toHaveValue('A B')
      await page.keyboard.press('Tab')
      await inspector.close()
      const start = await canvas.emptyPlace(0.2, 0.85)
      const viewport = page.locator(VIEWPORT)
      const before = await viewport.getAttribute('style')
      await canvas.region.click({ position: { x: 40, y: 40 } })
      await page.mouse.move(start.x, start.y)
      await page.keyboard.down('Space')
      await page.mouse.down()
      await page.mouse.move(start.x + 60, start.y - 30, { steps: 4 })
      await page.mouse.up()
      await page.keyboard.up('Space')
      await expect(viewport).not.toHaveAttribute('style', before ?? '')
    })

    await test.step('a field that a problem led to does not take the focus from the next thing that is selected', async () => {
      await baton.check.click()
      await baton.problems.getByRole('button', { name: /One.*Used for/ }).click()
      await expect(inspector.text('Used for')).toBeFocused()
      await canvas.select('Two')
      await expect(inspector.text('Name')).toHaveValue('Two')
      await page.keyboard.press('Delete')
      await expect(canvas.nodes).toHaveCount(4)
    })

    await test.step('what is found with Ctrl+K can be looked for again at once, and its letters are no shortcuts', async () => {
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await canvas.select('One')
      await page.keyboard.press('Control+k')
      await expect(search).toBeFocused()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await expect(search).toBeFocused()
      await page.keyboard.type('a/')
      await expect(search).toHaveValue('a/')
      await expect(canvas.palette).toBeHidden()
      await expect(canvas.popup).toBeHidden()

      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+,')
      await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await expect(search).toBeFocused()
    })
  },
)
