import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryFlow, arbitraryJson } from '../../testing/arbitrary-flow'
import { flow } from '../../testing/flow-builder'
import { openFlow } from './open'
import { respellFlow } from './respell'
import { saveFlow } from './save'
import { isErrorCode } from '../../errors'
import type { Json } from '../records'

/** Of a property over random flows. */
const RUNS = Number(process.env['BATON_RANDOM_FLOWS'] ?? 40)

const head = { format: 'baton/flow', version: 1, id: 'f', name: 'F' }

const someText: unknown = expect.any(String)
const someList: unknown = expect.any(Array)
const containing = (words: string): unknown => expect.stringContaining(words)

function errorOf(input: unknown) {
  const opened = openFlow(input)
  return opened.ok ? 'opened' : opened.error
}

function issuesOf(input: unknown) {
  const error = errorOf(input)
  return error === 'opened' ? error : error.details?.['issues']
}

describe('what comes back', () => {
  test('the smallest file gets its defaults', () => {
    expect(openFlow(head)).toEqual({
      ok: true,
      flow: { ...head, description: '', settings: {}, nodes: {}, edges: {}, layout: { nodes: {} } },
      warnings: [],
    })
  })

  test('ports that leave no choice are filled in', () => {
    const opened = flow('F').start('a').agent('a').agent('b').handoff('a', 'b').build()
    expect(opened.edges).toEqual({
      e1: { kind: 'next', from: { node: 'start', port: 'out' }, to: { node: 'a', port: 'in' }, data: {} },
      e2: { kind: 'handoff', from: { node: 'a', port: 'handoffs' }, to: { node: 'b', port: 'in' }, data: {} },
    })
  })

  test('unknown kinds stay word for word and are remarked on', () => {
    const node = { kind: 'hologram-worker', name: 'Docs', data: { z: 1, a: { topK: [4, null] } } }
    const edge = {
      kind: 'hologram',
      from: { node: 'd', port: 'intents' },
      to: { node: 'd', port: 'in' },
      data: { y: 1, b: 2 },
    }
    const opened = openFlow({ ...head, nodes: { d: node }, edges: { e: edge } })
    expect(opened).toMatchObject({
      ok: true,
      flow: { nodes: { d: node }, edges: { e: edge } },
      warnings: [
        { code: 'unknown-kind', node: 'd' },
        { code: 'unknown-edge-kind', edge: 'e' },
      ],
    })
    const words = JSON.stringify(JSON.parse(opened.ok ? saveFlow(opened.flow) : ''))
    expect(words).toContain(JSON.stringify({ d: node }))
    expect(words).toContain(JSON.stringify({ e: edge }))
  })

  test('a byte order mark is passed over', () => {
    expect(openFlow(`\uFEFF${JSON.stringify(head)}`).ok).toBe(true)
  })
})

describe('what is refused', () => {
  test.each([
    ['{"a": 1,\n  "b": }', 2, 8],
    ['{"a": 1,}', 1, 9],
    ['[1, 2', 1, 6],
    ['{"a" 1}', 1, 6],
    ['{a: 1}', 1, 2],
    ['{"a": "\\x"}', 1, 8],
    ['{"a": "x\n"}', 1, 9],
    ['{"a": tru}', 1, 7],
    ['{"a": 01}', 1, 8],
    ['{} {}', 1, 4],
    ['', 1, 1],
    ['[[}', 1, 3],
  ])('%j is not JSON', (text, line, column) => {
    expect(errorOf(text)).toMatchObject({ code: 'not-json', details: { line, column } })
  })
  test('an empty file and one in UTF-16 are named as what they are', () => {
    expect(JSON.stringify(errorOf(' \n'))).toMatch(/"The file is empty/)
    const asPowerShellWrites = Buffer.from(`\uFEFF{"format": "baton-flow"}`, 'utf16le').toString('utf8')
    expect(JSON.stringify(errorOf(asPowerShellWrites))).toMatch(/UTF-16/)
    for (const order of [(bytes: Buffer) => bytes, (bytes: Buffer) => bytes.swap16()])
      expect(JSON.stringify(errorOf(order(Buffer.from('{"format": 1', 'utf16le')).toString('utf8')))).toMatch(/UTF-16/)
  })

  test.each([
    ['PNG', '89504e470d0a1a0a0000000d49484452'],
    ['JPEG', 'ffd8ffe000104a464946000101000001'],
    ['GIF', '47494638396101000100800000000000'],
    ['ICO', '00000100010010100000010020006804'],
    ['ZIP', '504b0304140000000800000021000000'],
    ['PDF', '255044462d312e370a25e2e3cfd30a31'],
    ['ELF', '7f454c46020101000000000000000000'],
  ])('a file that is %s is named as no text', (_what, hex) => {
    expect(JSON.stringify(errorOf(Buffer.from(hex, 'hex').toString('utf8')))).toMatch(/"The file is not a text/)
  })

  test.each([
    [[], 'no JSON object'],
    [null, 'no JSON object'],
    [{}, '"format": "baton/flow"'],
    [{ format: 'baton/clip' }, 'Paste it'],
    [{ format: 'other' }, '“other”'],
    [{ nodes: [], connections: {} }, 'n8n'],
    [{ data: { nodes: [], edges: [] } }, 'Langflow'],
    [{ nodes: [{ data: { baseClasses: [] } }], edges: [] }, 'Flowise'],
    [{ nodes: [{ type: 'runnable' }], edges: [] }, 'LangGraph'],
    [{ graphs: {} }, 'LangGraph'],
    [undefined, 'not JSON'],
    [() => 1, 'not JSON'],
    [10n, 'BigInt'],
  ])('case %# is not a flow', (input, words) => {
    expect(errorOf(input)).toMatchObject({ code: 'not-a-flow', message: containing(words) })
  })

  test('a newer version loads nothing and says both versions', () => {
    expect(errorOf({ ...head, version: 7, whatever: true })).toEqual({
      code: 'newer-version',
      message:
        'The flow is of version 7, and this Baton reads up to version 1. Update Baton to open it; nothing was loaded.',
      said: {
        text: 'The flow is of version {version}, and this Baton reads up to version {newest}. Update Baton to open it; nothing was loaded.',
        values: { version: 7, newest: 1 },
      },
      details: { version: 7, newest: 1 },
    })
  })

  test.each<[Json, string]>([
    [{ ...head, version: 0 }, 'version'],
    [{ ...head, version: '1' }, 'version'],
    [{ ...head, extra: 1 }, ''],
    [{ ...head, id: 'a b' }, 'id'],
    [{ ...head, nodes: { 'a b': { kind: 'agent', name: 'A' } } }, 'nodes.a b'],
    [{ ...head, nodes: { constructor: { kind: 'agent', name: 'A' } } }, 'nodes.constructor'],
    [{ ...head, nodes: [] }, 'nodes'],
    [{ ...head, nodes: { a: { kind: 'agent', name: 'A', data: [] } } }, 'nodes.a.data'],
    [
      { ...head, nodes: { a: { kind: 'agent', name: 'A', data: { maxToolRounds: 'x' } } } },
      'nodes.a.data.maxToolRounds',
    ],
    [{ ...head, edges: { e: { kind: 'next', from: { node: 'a' }, to: { node: 'b' } } } }, 'edges.e.from.port'],
    [
      {
        ...head,
        edges: { e: { kind: 'use', from: { node: 'a', port: 'tools' }, to: { node: 'b' }, data: { enabled: 1 } } },
      },
      'edges.e.data.enabled',
    ],
    [{ ...head, settings: { limits: { hops: -1 } } }, 'settings.limits.hops'],
    [{ ...head, settings: { variables: { '1x': {} } } }, 'settings.variables.1x'],
    [{ ...head, settings: 3 }, 'settings'],
    [{ ...head, layout: { nodes: { a: { x: 1 } } } }, 'layout.nodes.a.y'],
  ])('case %# names the path', (input, path) => {
    expect(issuesOf(input)).toEqual([{ path, message: someText }])
  })

  test('at most ten issues are named', () => {
    const nodes = Object.fromEntries(
      Array.from({ length: 14 }, (_, index) => [`n${index}`, { kind: 'agent', name: 1 }]),
    )
    const error = errorOf({ ...head, nodes })
    expect(error).toMatchObject({ code: 'invalid-flow', message: containing('; and 4 more') })
    expect(issuesOf({ ...head, nodes })).toHaveLength(10)
  })

  test('too deep, too many, too large, too strange', () => {
    const text = (part: string) => `{"format":"baton/flow","version":1,"id":"f","name":"F",${part}}`
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    expect(issuesOf(text(`"settings":{"x":${deep}}`))).toEqual([
      { path: someText, message: 'nested more than 100 levels deep' },
    ])
    expect(issuesOf(text('"settings":{"x":1e999}'))).toEqual([
      { path: 'settings.x', message: 'this number is too large' },
    ])
    expect(issuesOf(text('"nodes":{"__proto__":{"kind":"agent","name":"A"}}'))).toEqual([
      { path: 'nodes.__proto__', message: 'a field may not be called __proto__' },
    ])
    const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`n${index}`, 0]))
    expect(issuesOf({ ...head, nodes: many })).toEqual([{ path: 'nodes', message: 'more than 20000 nodes' }])
    expect(errorOf(' '.repeat(20 * 1024 * 1024 + 1))).toMatchObject({ code: 'invalid-flow' })
  })
})

describe('properties', () => {
  test('open(save(x)) is x in the one spelling of variables, and saving it is byte-stable', () => {
    fc.assert(
      fc.property(arbitraryFlow().map(respellFlow), (drawn) => {
        const text = saveFlow(drawn)
        const opened = openFlow(text)
        expect(opened).toEqual({ ok: true, flow: drawn, warnings: someList })
        expect(opened.ok ? saveFlow(opened.flow) : '').toBe(text)
      }),
      { numRuns: RUNS },
    )
  })

  test('arbitrary values and texts fail with a code or open', () => {
    fc.assert(fc.property(fc.oneof(fc.anything(), fc.string(), fc.json()), expectCoded), { numRuns: 300 })
  })

  test('mutated flows fail with a code or open to a flow that saves and opens again', () => {
    const mutated = fc.tuple(
      arbitraryFlow(),
      fc.array(fc.tuple(fc.nat(400), mutation()), { minLength: 1, maxLength: 3 }),
    )
    fc.assert(
      fc.property(mutated, ([drawn, changes]) => {
        const file: unknown = JSON.parse(saveFlow(drawn))
        for (const [at, change] of changes) mutate(file, at, change)
        expectCoded(file)
      }),
      { numRuns: RUNS },
    )
  })

  test('texts with a wrong character fail with a code or open', () => {
    fc.assert(
      fc.property(arbitraryFlow(), fc.nat(), fc.string({ maxLength: 3 }), (drawn, at, put) => {
        const text = saveFlow(drawn)
        const index = at % text.length
        expectCoded(text.slice(0, index) + put + text.slice(index + 1))
      }),
      { numRuns: RUNS },
    )
  })
})

type Mutation = { type: 'remove' } | { type: 'replace'; value: Json } | { type: 'rename'; key: string }

function mutation(): fc.Arbitrary<Mutation> {
  return fc.oneof(
    fc.constant<Mutation>({ type: 'remove' }),
    arbitraryJson().map((value): Mutation => ({ type: 'replace', value })),
    fc.constantFrom('__proto__', 'a b', '', 'kind', 'x').map((key): Mutation => ({ type: 'rename', key })),
  )
}

/** Changes the value at one place, counted in the order of reading. */
function mutate(root: unknown, at: number, change: Mutation): void {
  const places: { holder: object; key: string }[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const key of Object.keys(value)) {
      places.push({ holder: value, key })
      visit(Reflect.get(value, key))
    }
  }
  visit(root)
  const place = places[at % Math.max(1, places.length)]
  if (place === undefined) return
  const { holder, key } = place
  const value: unknown = Reflect.get(holder, key)
  if (change.type === 'replace') Object.defineProperty(holder, key, own(change.value))
  else Reflect.deleteProperty(holder, key)
  if (change.type === 'rename' && !Array.isArray(holder)) Object.defineProperty(holder, change.key, own(value))
}

function own(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true }
}

function expectCoded(input: unknown): void {
  const opened = openFlow(input)
  if (!opened.ok) {
    expect(isErrorCode(opened.error.code)).toBe(true)
    expect(Object.keys(opened)).toEqual(['ok', 'error'])
    return
  }
  const text = saveFlow(opened.flow)
  expect(openFlow(text)).toEqual({ ...opened, warnings: someList })
}
