/** The linter reports what needs types, by the program that a file belongs to, and the errors of types themselves: each is fed an offence. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { LINTER, trialOf, type Findings } from './lint-trial.ts'
import { root } from './setup.mjs'

const programs = ['shared', 'main', 'renderer', 'tests', 'tools'].map((name) => `tsconfig.${name}.json`)
const typed = trialOf(
  [...LINTER, 'tsconfig.json', 'tsconfig.base.json', ...programs, 'types'],
  ['--type-aware', '--type-check'],
)
const said = (findings: Findings) =>
  findings()
    .map(({ severity, code }) => `${severity} ${code}`)
    .filter((rule) => !rule.startsWith('error baton'))
    .sort()
beforeAll(typed.run)

const needing = typed.add(
  'src-shared/flow/typed.ts',
  `export async function wait() {
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
`,
)
test('a floating promise, a switch with a hole, what is any', () => {
  expect(said(needing)).toEqual([
    'error typescript(no-floating-promises)',
    'error typescript(no-unsafe-assignment)',
    'error typescript(no-unsafe-return)',
    'error typescript(switch-exhaustiveness-check)',
  ])
})

const recommended = typed.add(
  'src-shared/flow/recommended.ts',
  `export function go(size: number, rest: object) {
  const unused = 1
  let fixed = size === 2 ? 'a' : 'b'
  var old = { rest: rest }
  old
  // @ts-ignore
  return [fixed == 'a', /\\-/]
}
`,
)
test('recommended for all code: what is unused, loose, old or without effect', () => {
  expect(said(recommended)).toEqual([
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

const component = typed.add(
  'src-renderer/chat/Bad.tsx',
  `import { useEffect, useState } from 'react'
export function Bad({ size }: { size: number }) {
  const [count, setCount] = useState(0)
  setCount(count + 1)
  const Inner = () => <b>{size}</b>
  useEffect(() => console.error(size), [])
  if (size > 3) useState(1)
  return <Inner />
}
`,
)
test('of React: a hook in a branch, a forgotten dependency, state set and a component made while drawing', () => {
  expect(said(component).filter((rule) => rule.startsWith('error react'))).toEqual([
    'error react(set-state-in-render)',
    'error react(static-components)',
    'error react-hooks(exhaustive-deps)',
    'error react-hooks(rules-of-hooks)',
  ])
})

const page = 'export const page: unknown = document\n'
const program = 'export const program: unknown = process\n'
const misfit = "export const count: number = 'three'\n"
const offences = [
  { file: 'src-shared/flow/page.ts', text: page, code: 'TS2584' },
  { file: 'src-shared/flow/program.ts', text: program, code: 'TS2591' },
  { file: 'src-main/run/page.ts', text: page, code: 'TS2584' },
  { file: 'src-main/run/misfit.test.ts', text: misfit, code: 'TS2322' },
  { file: 'src-renderer/chat/program.ts', text: program, code: 'TS2591' },
  { file: 'src-renderer/chat/misfit.test.tsx', text: misfit, code: 'TS2322' },
  { file: 'src-shared/testing/misfit.ts', text: misfit, code: 'TS2322' },
  { file: 'e2e/misfit.spec.ts', text: misfit, code: 'TS2322' },
  { file: 'bench/misfit.ts', text: misfit, code: 'TS2322' },
  { file: 'misfit.config.ts', text: misfit, code: 'TS2322' },
  { file: 'scripts/misfit.mjs', text: "/** @type {number} */\nexport const count = 'three'\n", code: 'TS2322' },
].map((offence) => ({ ...offence, findings: typed.add(offence.file, offence.text) }))
test.each(offences)('the types of $file, by its program', ({ code, findings }) => {
  expect(said(findings)).toEqual([`error typescript(${code})`])
})

const known = [
  { file: 'src-main/run/known.ts', text: program },
  { file: 'src-renderer/chat/known.ts', text: page },
  { file: 'src-renderer/chat/known.test.ts', text: page + program },
].map((offence) => ({ ...offence, findings: typed.add(offence.file, offence.text) }))
test.each(known)('but $file knows its side', ({ findings }) => {
  expect(said(findings)).toEqual([])
})

/** The shared sources are checked by what `types/universal.d.ts` says of their hosts, and by nothing that a host says itself. */
const universal = readFileSync(join(root, 'types/universal.d.ts'), 'utf8').replaceAll(/^declare /gm, 'export ')
const asHost = (text: string) =>
  `declare namespace Universal {\n${text}\n}\nexport const host: typeof Universal = globalThis\n`
const hosts = ['src-main/run/host.ts', 'src-renderer/chat/host.ts'].map((file) => ({
  file,
  all: typed.add(file, asHost(universal)),
  more: typed.add(file, asHost(universal.replace('randomUUID(): string', 'randomUUID(): number'))),
}))
test.each(hosts)('whatever shared code may take for known, $file knows', ({ all, more }) => {
  const ofTypes = (findings: Findings) => said(findings).filter((rule) => rule.includes('(TS'))
  expect(ofTypes(all)).toEqual([])
  expect(ofTypes(more)).toEqual(['error typescript(TS2322)'])
})
