/** The linter refuses what the house style refuses: each rule is fed an offence. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { LINTER, trialOf, type Findings } from './lint-trial.ts'
import { root } from './setup.mjs'

const house = trialOf(LINTER, [])
beforeAll(house.run)

/** The rules that a file breaks; nothing uses what the offences declare. */
const rulesOf = (findings: Findings) =>
  findings().flatMap(({ code }) => (code === 'eslint(no-unused-vars)' ? [] : [code]))

describe.each([
  'src-main/offence.ts',
  'src-shared/kinds/offence.ts',
  'src-renderer/offence.test.tsx',
  'e2e/offence.spec.ts',
  'bench/offence.ts',
])('a type in %s', (file) => {
  const bare = ['type Asked = { id: string }', 'interface Surroundings { id: string }', 'class Held {}'].map((text) =>
    house.add(file, `export ${text}\n`),
  )
  const named = house.add(file, 'export type AskedQuestion = { id: string }\nexport class Field {}\n')
  test('is named after its role', () => {
    const broken = (findings: Findings) => rulesOf(findings).filter((rule) => rule !== 'baton(imports)')
    expect(bare.map(broken)).toEqual(bare.map(() => ['baton(type-names)']))
    expect(broken(named)).toEqual([])
  })
})

describe('the import fence', () => {
  const rooms = [
    {
      file: 'src-shared/flow/offence.ts',
      allowed: ['zod', '../match', './records'],
      forbidden: [
        '../kinds/kind',
        './editing/edits',
        'node:fs',
        'fs',
        'react',
        'electron',
        '@langchain/core/messages',
        '../../src-main/core',
        '../../src-renderer/app/app',
        '../testing/flow',
      ],
    },
    {
      file: 'src-shared/flow/offence.test.ts',
      allowed: ['zod', 'vitest', 'fast-check', 'node:fs', '../testing/flow', './records'],
      forbidden: ['react', 'electron', '../../src-main/core'],
    },
    {
      file: 'src-main/core.ts',
      allowed: ['node:fs', '../src-shared/kinds/index', './run/runner', './engine/contract/runtime'],
      forbidden: [
        'better-sqlite3',
        './testing/model-server',
        'electron',
        '@langchain/langgraph',
        '@langchain/langgraph-checkpoint',
        'react',
        '@mantine/core',
        './host-web/main',
        './host-electron/main',
        './cli/main',
        './preload/preload',
        '../src-renderer/app/app',
      ],
    },
    {
      file: 'src-main/engine/compile/compile.ts',
      allowed: ['@langchain/langgraph', '@langchain/langgraph/web', '../../models/contract/model'],
      forbidden: ['electron', '../../host-web/main', '../../cli/main'],
    },
    { file: 'src-main/run/execution/translate.ts', allowed: ['@langchain/langgraph'], forbidden: ['electron'] },
    { file: 'src-main/run/runner.ts', allowed: ['../engine/compile'], forbidden: ['@langchain/langgraph'] },
    {
      file: 'src-main/platform/electron.ts',
      allowed: ['electron', './platform'],
      forbidden: ['@langchain/langgraph', '../host-electron/main'],
    },
    { file: 'src-main/platform/node.ts', allowed: ['node:os'], forbidden: ['electron'] },
    {
      file: 'src-main/engine/offence.test.ts',
      allowed: ['vitest', 'electron', '../testing/model-server', '../cli/main', '@langchain/langgraph'],
      forbidden: ['react', '../../src-renderer/app/app'],
    },
    {
      file: 'src-main/host-electron/main.ts',
      allowed: ['electron', '../core', '../platform/electron'],
      forbidden: ['@langchain/langgraph', 'react'],
    },
    { file: 'src-main/preload/preload.ts', allowed: ['electron'], forbidden: ['node:fs', '../core', 'ws'] },
    { file: 'src-main/host-web/main.ts', allowed: ['ws', '../core'], forbidden: ['electron', '@langchain/langgraph'] },
    {
      file: 'src-main/cli/main.ts',
      allowed: ['commander', '../core'],
      forbidden: ['electron', '@langchain/langgraph'],
    },
    {
      file: 'src-renderer/chat/Chat.tsx',
      allowed: ['react', '@mantine/core', '../run/run-store', '../../src-shared/errors', './chat.css'],
      forbidden: [
        'electron',
        'node:fs',
        'path',
        'better-sqlite3',
        '@langchain/core',
        '../app/app',
        '../../src-main/core',
      ],
    },
    {
      file: 'src-renderer/app/App.tsx',
      allowed: ['react', '../chat/Chat', './commands'],
      forbidden: ['electron', 'node:fs', '../../src-main/core', '../../src-shared/testing/flow'],
    },
  ]

  const fences = rooms.map((room) => {
    const sources = [...room.allowed, ...room.forbidden]
    return {
      ...room,
      sources,
      findings: house.add(room.file, sources.map((source) => `import '${source}'\n`).join('')),
    }
  })

  test.each(fences)('$file', ({ sources, forbidden, findings }) => {
    const lines = findings().flatMap(({ code, labels }) => (code === 'baton(imports)' ? [labels[0]?.span.line] : []))
    expect(sources.filter((_, at) => lines.includes(at + 1))).toEqual(forbidden)
  })

  const forms = [
    "import type { A } from '../../src-main/core'",
    "export { a } from '../../src-main/core'",
    "export const b = import('../../src-main/core')",
    "export type C = import('../../src-main/core').C",
    "export const d = require('../../src-main/core')",
  ].map((text) => house.add('src-renderer/chat/chat.ts', text))
  test('every form of import, types too', () => {
    expect(forms.map((findings) => rulesOf(findings).includes('baton(imports)'))).toEqual(forms.map(() => true))
  })

  const refused = house.add('src-shared/flow/offence.ts', "import 'electron'\nimport '../kinds/kind'\n")
  test('says what may be imported instead', () => {
    expect(refused().map(({ message }) => message)).toEqual([
      "src-shared/flow may not import 'electron'. It may import zod.",
      "src-shared/flow may not import '../kinds/kind' (src-shared/kinds). It may import src-shared/languages, src-shared/match.",
    ])
  })
})

describe('the limits', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => `export const line${index} = ${index}`).join('\n')
  const functionOf = (count: number) =>
    `export function long(log: (n: number) => void) {\n${'  log(1)\n'.repeat(count - 2)}}\n`

  const offences = [
    { name: '400 lines', file: 'a.ts', text: lines(400), broken: [] },
    { name: '401 lines', file: 'a.ts', text: lines(401), broken: ['eslint(max-lines)'] },
    { name: 'a function of 80 lines', file: 'a.ts', text: functionOf(80), broken: [] },
    { name: 'a function of 81 lines', file: 'a.ts', text: functionOf(81), broken: ['eslint(max-lines-per-function)'] },
    { name: 'a component of 120 lines', file: 'A.tsx', text: functionOf(120), broken: [] },
    {
      name: 'a component of 121 lines',
      file: 'A.tsx',
      text: functionOf(121),
      broken: ['eslint(max-lines-per-function)'],
    },
    {
      name: 'four parameters',
      file: 'a.ts',
      text: 'export function f(a: 1, b: 2, c: 3, d: 4) {\n  return [a, b, c, d]\n}\n',
      broken: [],
    },
    {
      name: 'five parameters',
      file: 'a.ts',
      text: 'export function f(a: 1, b: 2, c: 3, d: 4, e: 5) {\n  return [a, b, c, d, e]\n}\n',
      broken: ['eslint(max-params)'],
    },
    { name: 'any', file: 'a.ts', text: 'export type A = any\n', broken: ['typescript(no-explicit-any)'] },
    {
      name: 'non-null',
      file: 'a.ts',
      text: 'export const f = (a: { b?: { c: 1 } }) => a.b!.c\n',
      broken: ['typescript(no-non-null-assertion)'],
    },
    { name: 'a default export', file: 'a.ts', text: 'export default 1\n', broken: ['baton(no-default-export)'] },
    { name: 'a star export', file: 'a.ts', text: "export * from './b'\n", broken: ['baton(no-star-export)'] },
    { name: 'module state', file: 'a.ts', text: 'export let a = 1\na += 1\n', broken: ['baton(no-module-state)'] },
    {
      name: 'a name called default',
      file: 'a.ts',
      text: 'const a = 1\nexport { a as default }\n',
      broken: ['baton(no-default-export)'],
    },
    {
      name: 'a plain script of 401 lines',
      file: '../../scripts/a.mjs',
      text: lines(401),
      broken: ['eslint(max-lines)'],
    },
    {
      name: 'a plain script, loosely',
      file: '../../scripts/a.mjs',
      text: "export * from './b.mjs'\nexport const f = (a, b, c, d, e) => a == b + c + d + e\nexport const g = { a: 1, a: 2 }\n",
      broken: ['baton(no-star-export)', 'eslint(eqeqeq)', 'eslint(max-params)', 'eslint(no-dupe-keys)'],
    },
    {
      name: "a menu of the library's own",
      file: 'A.tsx',
      text: 'export const A = () => <Menu.Dropdown />\n',
      broken: ['baton(no-late-focus)'],
    },
    {
      name: 'a dialog that is not on the stack',
      file: 'B.tsx',
      text: "import { Modal } from '@mantine/core'\nexport const B = () => <Modal opened onClose={() => undefined} />\n",
      broken: ['eslint(no-restricted-imports)'],
    },
    { name: 'console.log', file: 'a.ts', text: "console.log('a')\n", broken: ['eslint(no-console)'] },
    { name: 'console.warn', file: 'a.ts', text: "console.warn('a')\n", broken: [] },
    {
      name: 'a lone test',
      file: 'a.test.ts',
      text: "import { test } from 'vitest'\ntest.only('a', () => {})\n",
      broken: ['baton(no-lone-test)'],
    },
  ]

  const judged = offences.map((offence) => ({
    ...offence,
    findings: house.add(join('src-renderer/chat', offence.file), offence.text),
  }))
  test.each(judged)('$name', ({ findings, broken }) => {
    expect(rulesOf(findings).sort()).toEqual(broken)
  })

  describe('a class by which a browser test finds something', () => {
    const add = (file: string) => (selector: string) => ({
      selector,
      findings: house.add(file, `import { find } from './find'\nexport const found = find.${selector}\n`),
    })
    const refused = ["locator('.name')", "locator('[data-a] > .name')", 'locator(`p.name, .b${1}`)', "text('.name')"]
    const allowed = ['locator(\'[data-a="b.c"]\')', "locator('li > h3')", "text('a. b')", "setFiles('flow.json')"]
    test.each(refused.map(add('e2e/a.spec.ts')))('$selector is refused', ({ findings }) => {
      expect(rulesOf(findings)).toContain('baton(no-class-selector)')
    })
    test.each([...allowed.map(add('e2e/a.spec.ts')), add('e2e/pages/react-flow.ts')("text('.name')")])(
      '$selector is allowed',
      ({ findings }) => {
        expect(rulesOf(findings)).toEqual([])
      },
    )
  })

  const filled = house.add('e2e/a.spec.ts', "import { field } from './field'\nexport const done = field.fill('Ann')\n")
  test('a field of a browser test that is filled and not typed over', () => {
    expect(rulesOf(filled)).toEqual(['baton(no-filling)'])
  })

  const type = house.add(
    'src-shared/flow/records.ts',
    "import { ZodType } from 'zod'\nexport const go = (type: ZodType) => type\n",
  )
  test('an import that is only a type', () => {
    expect(rulesOf(type)).toEqual(['typescript(consistent-type-imports)'])
  })

  test('no rule is a warning', () => {
    const text = readFileSync(join(root, '.oxlintrc.json'), 'utf8').replace(/^ *\/\/.*$/gm, '')
    const { categories, rules, overrides } = JSON.parse(text) as {
      categories: object
      rules: object
      overrides: { rules: object }[]
    }
    const severities = [rules, ...overrides.map((one) => one.rules)]
      .flatMap((some) => Object.values(some) as unknown[])
      .map((rule) => (Array.isArray(rule) ? (rule[0] as unknown) : rule))
    expect([...new Set(severities)].sort()).toEqual(['error', 'off'])
    expect(categories).toEqual({ correctness: 'off' })
  })
})

describe('a kind compared with a literal', () => {
  const comparisons = [
    "export const f = (node: { kind: string }) => node.kind === 'agent'",
    "export const f = (node: { kind: string }) => 'agent' !== node.kind",
    "export const f = (fromNode?: { kind: string }) => fromNode?.kind === 'agent'",
    "export const f = (edge: { node: { kind: string } }) => edge.node.kind === 'agent'",
    "export const f = (nodeKind: string) => nodeKind === 'agent'",
    "export const f = (node: { kind: string }) => ['agent', 'dialog'].includes(node.kind)",
    "export function f(node: { kind: string }) {\n  switch (node.kind) {\n    case 'agent':\n      return 1\n    default:\n      return 2\n  }\n}",
    "export const f = (edge: { kind: string }) => edge.kind === 'handoff'",
    "export const f = (edge?: { kind: string }) => 'handoff' !== edge?.kind",
    "export const f = (flow: { edges: { [id: string]: { kind: string } } }) => flow.edges['a']?.kind === 'delegate'",
    "export const f = (port: { edge: string }) => port.edge === 'use'",
    "export const f = (ports: { edge: string }[]) => ports.filter(({ edge }) => edge !== 'use')",
    "export const f = (edges: { kind: string }[]) => edges.filter(({ kind }) => kind === 'use')",
    "export const f = (wire: { kind: string }) => wire.kind === 'observe'",
    "export const f = (port: { edge: string }) => ['use', 'observe'].includes(port.edge)",
    "export const f = (kind: string) => ['use', 'observe'].includes(kind)",
    "export function f(port: { edge: string }) {\n  switch (port.edge) {\n    case 'use':\n      return 1\n    default:\n      return 2\n  }\n}",
    "export function f(kind: string) {\n  switch (kind) {\n    case 'use':\n      return 1\n    default:\n      return 2\n  }\n}",
    "export const PARTS: ReadonlySet<string> = new Set(['use', 'observe'])",
    "export const WORDS: ReadonlyMap<string, number> = new Map([['use', 1], ['after-work', 2]])",
  ]
  const harmless = [
    'export const f = (node: { kind: string }, kind: string) => node.kind === kind',
    "export const f = (event: { kind: string }) => ['a'].includes(event.kind)",
    "export const f = (entry: { kind: string }) => entry.kind === 'handoff'",
    "export const f = (item: { by: string }) => item.by === 'recipient'",
    'export const f = (port: { edge: string }, kind: string) => port.edge === kind',
    'export const f = (move: { edge: string | null }) => move.edge === null',
    "export const CALLS: ReadonlySet<string> = new Set(['intent', 'pick', 'recipient'])",
    "export const CALLS: ReadonlyMap<string, number> = new Map([['intent', 1], ['pick', 2]])",
  ]
  const judge = (file: string) => [...comparisons, ...harmless].map((text) => house.add(file, `${text}\n`))
  const rules = (findings: readonly Findings[]) => findings.map((one) => [...new Set(rulesOf(one))].join())

  describe.each(['src-shared/flow/a.ts', 'src-main/engine/compile/a.ts', 'src-renderer/editor/a.ts'])(
    'in %s',
    (file) => {
      const findings = judge(file)
      test('is refused', () => {
        expect(rules(findings)).toEqual([
          ...comparisons.map(() => 'baton(no-kind-comparison)'),
          ...harmless.map(() => ''),
        ])
      })
    },
  )

  describe.each(['src-shared/kinds/a.ts', 'src-main/engine/kinds/a.ts'])('in %s', (file) => {
    const findings = judge(file)
    test('is allowed', () => {
      expect(rules(findings)).toEqual(findings.map(() => ''))
    })
  })
})

describe.each(['src-main/engine/moves/moves.ts', 'src-main/engine/kinds/a.ts'])('a frame in %s', (file) => {
  const frame = "node: 'a', scope: 'main', todo: [], steer: [], edge: null, returnTo: null"
  const written = house.add(file, `export const frame = { ${frame} }\n`)
  const changed = house.add(
    file,
    'export const f = <F extends object>(frame: F) => ({ ...frame, todo: [], steer: [] })\n',
  )
  test('is changed, and not written out', () => {
    expect([rulesOf(written), rulesOf(changed)]).toEqual([['baton(no-written-frame)'], []])
  })
})
