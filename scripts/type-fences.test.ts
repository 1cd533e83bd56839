/** What a program must not know stands in a file of `types/fences/`, which `npm run types` reads with the whole program. */
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from './setup.mjs'

const PROGRAMS = ['shared', 'main', 'renderer'] as const

const fenceOf = (program: string) => join(root, `types/fences/${program}.ts`)

function programOf(name: string): ts.ParsedCommandLine {
  const { config } = ts.readConfigFile(join(root, `tsconfig.${name}.json`), (path) => ts.sys.readFile(path)) as {
    config: unknown
  }
  return ts.parseJsonConfigFileContent(config, ts.sys, root)
}

test.each(PROGRAMS)('the fence of %s is part of its program', (name) => {
  expect(programOf(name).fileNames).toContain(fenceOf(name))
})

test('a fence fails for each thing that its program must not know and does', () => {
  // Tests know both a page and a process.
  const everywhere = ts.createProgram(PROGRAMS.map(fenceOf), programOf('tests').options)
  const problems = PROGRAMS.map((name) => [
    name,
    everywhere.getSemanticDiagnostics(everywhere.getSourceFile(fenceOf(name))).map(({ code }) => code),
  ])
  const unused = 2578
  expect(problems).toEqual([
    ['shared', [unused, unused]],
    ['main', [unused]],
    ['renderer', [unused]],
  ])
})
