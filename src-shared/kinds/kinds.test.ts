import { loadLanguage } from '../languages/load'
import { ENGLISH } from '../languages/translate'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { someRuns } from '../testing/some-runs'
import { checkFlow } from '../flow/checks/check'
import { flowGraph } from '../flow/graph'
import { openFlow } from '../flow/editing/open'
import { settingsSchema, type Flow } from '../flow/records'
import { saveFlow } from '../flow/editing/save'
import { arbitraryJson } from '../testing/arbitrary-flow'
import { flow } from '../testing/flow-builder'
import { EDGES } from './edges'
import { EDGE_KINDS } from './edge-kinds'
import { isKindName, KIND_LIST, kindOf, KINDS } from './index'
import { KIND_GROUPS } from './kind'

/** The kind's smallest node, alone in a flow. */
function alone(kind: string, data = {}): Flow {
  return { ...flow('F').build(), nodes: { n: { kind, name: 'N', data } } }
}

function isSentence(text: string): boolean {
  return /^[A-Z{"0-9].{10,}[.]$/.test(text)
}

describe.each(KIND_LIST.map((kind) => [kind.kind, kind] as const))('%s', (name, kind) => {
  test('is in the list under its name and says what a person needs', () => {
    expect(isKindName(name) && KINDS[name]).toBe(kind)
    expect(kindOf({ kind: name })).toBe(kind)
    expect([kind.label, kind.description].filter((text) => text.trim() === '')).toEqual([])
    expect(KIND_GROUPS).toContain(kind.group)
    expect(kind.description).toMatch(/\.$/)
  })

  test('every field has a default, and defaults parse', () => {
    const parsed = kind.schema.safeParse({})
    expect(parsed.success).toBe(true)
    expect(Object.keys(parsed.data ?? {}).sort()).toEqual(Object.keys(kind.schema.shape).sort())
    expect(kind.schema.safeParse(parsed.data).success).toBe(true)
  })

  test('unknown fields are let be', () => {
    expect(kind.schema.parse({ fromTheFuture: [1] })).toMatchObject({ fromTheFuture: [1] })
  })

  test('port ids differ and their edges are known', () => {
    const ids = kind.ports().map((port) => port.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).not.toContain('in')
    expect(
      kind.ports().filter((port) => !EDGE_KINDS.includes(port.edge) || port.label === '' || port.max === 0),
    ).toEqual([])
  })

  test('every field hint names a field of the schema, once', () => {
    const keys = kind.fields.map((field) => field.key)
    expect(keys.filter((key) => !Object.hasOwn(kind.schema.shape, key))).toEqual([])
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('every field says what it is for, in a sentence', () => {
    expect(kind.fields.filter(({ help }) => !isSentence(help)).map(({ key }) => key)).toEqual([])
  })

  test('every value on offer in the inspector is allowed', () => {
    const refused = kind.fields.flatMap((field) => {
      const values = field.type === 'choice' ? field.options.map((option) => option.value) : []
      return values.filter((value) => !kind.schema.safeParse({ [field.key]: value }).success)
    })
    expect(refused).toEqual([])
  })

  test('every field that says what it is known by is said to do so', () => {
    const known = kind.fields.flatMap((field) => {
      const node = { kind: name, name: 'N', data: { [field.key]: 'probe_name' } }
      const isTool = kind.offer(node)?.name === 'probe_name'
      const isCode = kind.unique(node).some(({ value }) => value === 'probe_name')
      return isTool || isCode ? [[field.key, isTool ? 'tool' : 'code']] : []
    })
    const said = kind.fields.flatMap((field) =>
      field.type === 'line' && field.names !== undefined ? [[field.key, field.names]] : [],
    )
    expect(said).toEqual(known)
  })

  test('it accepts only edges that some port carries', () => {
    const carried = new Set(KIND_LIST.flatMap((other) => other.ports().map((port) => port.edge)))
    expect(kind.accepts.filter((edge) => !carried.has(edge))).toEqual([])
  })

  test('summary, checks and offer bear defaults and anything else', () => {
    const fields = fc.dictionary(fc.constantFrom('zeta', ...Object.keys(kind.schema.shape)), arbitraryJson())
    fc.assert(
      fc.property(fc.oneof(fc.constant({}), fields), fc.string(), (data, nodeName) => {
        const node = { kind: name, name: nodeName, data }
        const own = alone(name, data)
        const context = { flow: own, graph: flowGraph(own), nodeId: 'n', declared: new Set<string>() }
        const offer = kind.offer(node)
        expect(typeof ENGLISH.message(kind.summary(node, context))).toBe('string')
        expect(Array.isArray(kind.check(node, context)) && Array.isArray(kind.unique(node))).toBe(true)
        expect(offer === null || (offer.name !== '' && typeof offer.description === 'string')).toBe(true)
      }),
      { numRuns: someRuns(100) },
    )
  })

  test('a card says something in its second line before anybody wrote anything', () => {
    const own = alone(name)
    const said = ENGLISH.message(kind.summary({ kind: name, name: 'N', data: {} }, { flow: own, nodeId: 'n' }))
    expect(kind.shape === 'card' ? said : 'no card').not.toBe('')
  })

  test('the smallest node makes a flow that opens, saves and can be checked', () => {
    const opened = openFlow({
      format: 'baton/flow',
      version: 1,
      id: 'f',
      name: 'F',
      nodes: { n: { kind: name, name: 'N' } },
    })
    expect(opened).toMatchObject({
      ok: true,
      flow: { nodes: { n: { kind: name, name: 'N', data: {} } } },
      warnings: [],
    })
    const text = opened.ok ? saveFlow(opened.flow) : ''
    const again = openFlow(text)
    expect(again.ok ? saveFlow(again.flow) : '').toBe(text)
    const codes = checkFlow(alone(name)).map((problem) => problem.code)
    expect(
      codes.filter((code) => ['unknown-kind', 'invalid-data', 'no-name', 'lost-slot', 'bad-tool-name'].includes(code)),
    ).toEqual([])
  })
})

describe.each(EDGE_KINDS.map((kind) => [kind, EDGES[kind]] as const))('edge %s', (name, edge) => {
  test('its defaults parse, its hints fit, its words are there', () => {
    expect(edge.kind).toBe(name)
    expect(edge.schema.safeParse({}).success).toBe(true)
    expect(edge.fields.filter(({ help }) => !isSentence(help)).map(({ key }) => key)).toEqual([])
    expect(edge.fields.filter((field) => !Object.hasOwn(edge.schema.shape, field.key))).toEqual([])
    expect(
      [edge.label, edge.description, edge.refusal.from, edge.refusal.to].filter((text) => text.trim() === ''),
    ).toEqual([])
  })

  test('some port carries it and some kind accepts it', () => {
    expect(KIND_LIST.some((kind) => kind.ports().some((port) => port.edge === name))).toBe(true)
    expect(KIND_LIST.some((kind) => kind.accepts.includes(name))).toBe(true)
  })
})

test('there is one way in: exactly one kind is an entry', () => {
  expect(KIND_LIST.filter((kind) => kind.group === 'entry').map((kind) => kind.kind)).toEqual(['start'])
})

test('every setting has a default', () => {
  expect(Object.keys(settingsSchema.parse({})).sort()).toEqual(Object.keys(settingsSchema.shape).sort())
})

test('the card of a supervisor counts whom it brings in by what they are, and those whom it asks, in each language', async () => {
  const asked = KIND_LIST.filter((kind) => kind.roles.participant === true && kind.accepts.includes('use'))
  const drawn = flow('F').supervisor('s').dialog('d').dialog('e').agent('a').node('rewoo', 'r').builtinTool('t')
  drawn.delegate('s', 'd').delegate('s', 'e').delegate('s', 'a').delegate('s', 'r').use('s', 't')
  for (const { kind } of asked) drawn.node(kind, `ask-${kind}`).use('s', `ask-${kind}`)
  const built = drawn.build()
  const summary = () =>
    KINDS.supervisor.summary(built.nodes['s'] ?? { kind: '', name: '', data: {} }, { flow: built, nodeId: 's' })
  expect(ENGLISH.message(summary())).toBe(`2 dialogs · 1 agent · 1 helper · 1 tool · asks ${asked.length}`)
  const russian = await loadLanguage('ru')
  expect(russian.message(summary())).toBe(
    `2 диалога · 1 агент · 1 помощник · 1 инструмент · опрашивает: ${asked.length}`,
  )
  const worker = flow('W').node('default-worker', 'w').build()
  const words = KINDS['default-worker'].summary(worker.nodes['w'] ?? { kind: '', name: '', data: {} }, {
    flow: worker,
    nodeId: 'w',
  })
  expect(russian.message(words)).not.toMatch(/[a-z]/i)
})
