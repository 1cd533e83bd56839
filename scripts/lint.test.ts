import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { ESLint } from 'eslint'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './setup.mjs'

/** Rules are tried on files that do not exist. */
const eslint = new ESLint({
  cwd: root,
  overrideConfig: [{ files: ['**/*.ts', '**/*.tsx'], rules: { '@typescript-eslint/no-unused-vars': 'off' } }],
})

async function rulesBroken(file: string, { text }: { text: string }) {
  const results = await eslint.lintText(text, { filePath: join(root, file) })
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => ruleId ?? message))
}

/** What the linter with types says of a file, sorted. */
function typedRulesBroken(name: string, text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'))
  const compilerOptions = { strict: true, types: [], jsx: 'preserve' }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  writeFileSync(join(folder, name), text)
  const program = join(root, 'node_modules/oxlint/bin/oxlint')
  const args = [program, '--type-aware', '--format', 'json', '-c', join(root, '.oxlintrc.json'), folder]
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; severity: string }[] }
  return diagnostics.map(({ code, severity }) => `${severity} ${code}`).sort()
}

/** Which of these imports the fence refuses in a file. */
async function refused(file: string, sources: readonly string[]) {
  const found = await Promise.all(
    sources.map(async (source) => {
      const broken = await rulesBroken(file, { text: `import '${source}'\n` })
      return broken.includes('baton/imports') ? [source] : []
    }),
  )
  return found.flat()
}

test.each([
  'src-main/offence.ts',
  'src-shared/kinds/offence.ts',
  'src-renderer/offence.test.tsx',
  'e2e/offence.spec.ts',
  'bench/offence.ts',
])('a type in %s is named after its role', async (file) => {
  const broken = (text: string) => rulesBroken(file, { text })
  expect(await broken('export type Asked = { id: string }\n')).toEqual(['baton/type-names'])
  expect(await broken('export interface Surroundings { id: string }\n')).toEqual(['baton/type-names'])
  expect(await broken('export class Held {}\n')).toEqual(['baton/type-names'])
  expect(await broken('export type AskedQuestion = { id: string }\nexport class Field {}\n')).toEqual([])
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
      allowed: ['node:fs', '../src-shared/errors', './run/runner', './engine/contract/runtime'],
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

  test.each(rooms)('$file', async ({ file, allowed, forbidden }) => {
    expect(await refused(file, [...allowed, ...forbidden])).toEqual(forbidden)
  })

  test('every form of import, types too', async () => {
    const forms = [
      "import type { A } from '../../src-main/core'",
      "export { a } from '../../src-main/core'",
      "export const b = import('../../src-main/core')",
      "export type C = import('../../src-main/core').C",
      "export const d = require('../../src-main/core')",
    ]
    const broken = await Promise.all(forms.map((text) => rulesBroken('src-renderer/chat/chat.ts', { text })))
    expect(broken.map((rules) => rules.includes('baton/imports'))).toEqual(forms.map(() => true))
  })

  test('says what may be imported instead', async () => {
    const text = "import 'electron'\nimport '../kinds/kind'\n"
    const [result] = await eslint.lintText(text, { filePath: join(root, 'src-shared/flow/offence.ts') })
    expect(result?.messages.map(({ message }) => message)).toEqual([
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
    { name: '401 lines', file: 'a.ts', text: lines(401), broken: ['max-lines'] },
    { name: 'a function of 80 lines', file: 'a.ts', text: functionOf(80), broken: [] },
    { name: 'a function of 81 lines', file: 'a.ts', text: functionOf(81), broken: ['max-lines-per-function'] },
    { name: 'a component of 120 lines', file: 'A.tsx', text: functionOf(120), broken: [] },
    { name: 'a component of 121 lines', file: 'A.tsx', text: functionOf(121), broken: ['max-lines-per-function'] },
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
      broken: ['@typescript-eslint/max-params'],
    },
    { name: 'any', file: 'a.ts', text: 'export type A = any\n', broken: ['@typescript-eslint/no-explicit-any'] },
    {
      name: 'non-null',
      file: 'a.ts',
      text: 'export const f = (a: { b?: { c: 1 } }) => a.b!.c\n',
      broken: ['@typescript-eslint/no-non-null-assertion'],
    },
    { name: 'a default export', file: 'a.ts', text: 'export default 1\n', broken: ['no-restricted-syntax'] },
    { name: 'a star export', file: 'a.ts', text: "export * from './b'\n", broken: ['no-restricted-syntax'] },
    { name: 'module state', file: 'a.ts', text: 'export let a = 1\na += 1\n', broken: ['no-restricted-syntax'] },
    { name: 'console.log', file: 'a.ts', text: "console.log('a')\n", broken: ['no-console'] },
    { name: 'console.warn', file: 'a.ts', text: "console.warn('a')\n", broken: [] },
    {
      name: 'a lone test',
      file: 'a.test.ts',
      text: "import { test } from 'vitest'\ntest.only('a', () => {})\n",
      broken: ['no-restricted-syntax'],
    },
  ]

  test.each(offences)('$name', async ({ file, text, broken }) => {
    expect(await rulesBroken(`src-renderer/chat/${file}`, { text })).toEqual(broken)
  })

  test('a class by which a browser test finds something', async () => {
    const text = (selector: string): string => `import { find } from './find'\nexport const found = find.${selector}\n`
    const refused = ["locator('.name')", "locator('[data-a] > .name')", 'locator(`p.name, .b${1}`)', "text('.name')"]
    const allowed = ['locator(\'[data-a="b.c"]\')', "locator('li > h3')", "text('a. b')", "setFiles('flow.json')"]
    for (const selector of refused)
      expect(await rulesBroken('e2e/a.spec.ts', { text: text(selector) }), selector).toContain('no-restricted-syntax')
    for (const selector of allowed) expect(await rulesBroken('e2e/a.spec.ts', { text: text(selector) })).toEqual([])
    expect(await rulesBroken('e2e/pages/react-flow.ts', { text: text("text('.name')") })).toEqual([])
  })

  test('an import that is only a type', async () => {
    const text = "import { ZodType } from 'zod'\nexport const go = (type: ZodType) => type\n"
    expect(await rulesBroken('src-shared/flow/records.ts', { text })).toEqual([
      '@typescript-eslint/consistent-type-imports',
    ])
  })

  test('need types: a floating promise, a switch with a hole, what is any', () => {
    const text = `export async function wait() {
  await Promise.resolve()
}
export function go(size: 'small' | 'large', text: string) {
  wait()
  const all = JSON.parse(text)
  switch (size) {
    case 'small':
      return all
  }
}
`
    expect(typedRulesBroken('a.ts', text)).toEqual([
      'error typescript(no-floating-promises)',
      'error typescript(no-unsafe-assignment)',
      'error typescript(no-unsafe-return)',
      'error typescript(switch-exhaustiveness-check)',
    ])
  })

  test('recommended for all code: what is unused, loose, old or without effect', () => {
    const text = `export function go(size: number, rest: object) {
  const unused = 1
  let fixed = size == 2 ? 'a' : 'b'
  var old = { rest: rest }
  old
  // @ts-ignore
  return [fixed, /\\-/]
}
`
    expect(typedRulesBroken('b.ts', text)).toEqual([
      'error eslint(eqeqeq)',
      'error eslint(no-unused-expressions)',
      'error eslint(no-unused-vars)',
      'error eslint(no-useless-escape)',
      'error eslint(no-var)',
      'error eslint(object-shorthand)',
      'error eslint(prefer-const)',
      'error typescript(ban-ts-comment)',
    ])
  })

  test('of React: a hook in a branch, a forgotten dependency, state set and a component made while drawing', () => {
    const text = `import { useEffect, useState } from 'react'
export function Bad({ size }: { size: number }) {
  const [count, setCount] = useState(0)
  setCount(count + 1)
  const Inner = () => <b>{size}</b>
  useEffect(() => console.error(size), [])
  if (size > 3) useState(1)
  return <Inner />
}
`
    const ofReact = typedRulesBroken('Bad.tsx', text).filter((rule) => rule.startsWith('error react'))
    expect(ofReact).toEqual([
      'error react(set-state-in-render)',
      'error react(static-components)',
      'error react-hooks(exhaustive-deps)',
      'error react-hooks(rules-of-hooks)',
    ])
  })

  test('no rule is a warning', async () => {
    const files = ['src-shared/a.ts', 'src-main/a.ts', 'src-renderer/chat/A.tsx', 'src-main/a.test.ts', 'scripts/a.mjs']
    const configs = (await Promise.all(files.map((file) => eslint.calculateConfigForFile(join(root, file))))) as {
      rules: Record<string, [number]>
    }[]
    const severities = configs.flatMap(({ rules }) => Object.values(rules).map(([severity]) => severity))
    expect([...new Set(severities)].sort()).toEqual([0, 2])
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
  const judge = async (file: string) => {
    const all = await Promise.all([...comparisons, ...harmless].map((text) => rulesBroken(file, { text: `${text}\n` })))
    return all.map((rules) => [...new Set(rules)].join())
  }
  const nothing = [...comparisons, ...harmless].map(() => '')

  test.each(['src-shared/flow/a.ts', 'src-main/engine/compile/compile.ts', 'src-renderer/editor/a.ts'])(
    'in %s',
    async (file) => {
      expect(await judge(file)).toEqual([...comparisons.map(() => 'no-restricted-syntax'), ...harmless.map(() => '')])
    },
  )

  test.each(['src-shared/kinds/a.ts', 'src-main/engine/kinds/a.ts'])('but freely in %s', async (file) => {
    expect(await judge(file)).toEqual(nothing)
  })
})

test.each(['src-main/engine/moves/moves.ts', 'src-main/engine/kinds/a.ts'])(
  'a frame that is written out in %s',
  async (file) => {
    const frame = "node: 'a', scope: 'main', todo: [], steer: [], edge: null, returnTo: null"
    const written = await rulesBroken(file, { text: `export const frame = { ${frame} }\n` })
    const changed = await rulesBroken(file, {
      text: 'export const f = <F extends object>(frame: F) => ({ ...frame, todo: [], steer: [] })\n',
    })
    expect([written, changed]).toEqual([['no-restricted-syntax'], []])
  },
)
