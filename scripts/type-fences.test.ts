import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from './setup.mjs'

/** What the real program `tsconfig.<name>.json` says about one more file with this text. */
function problemsOf(name: string, { file, text }: { file: string; text: string }): string[] {
  const configFile = join(root, `tsconfig.${name}.json`)
  const { config } = ts.readConfigFile(configFile, (path) => ts.sys.readFile(path)) as { config: unknown }
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const path = join(root, file)
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists, getSourceFile } = host
  host.readFile = (asked) => (asked === path ? text : readFile(asked))
  host.fileExists = (asked) => asked === path || fileExists(asked)
  host.getSourceFile = (asked, language, ...rest) =>
    asked === path ? ts.createSourceFile(asked, text, language) : getSourceFile(asked, language, ...rest)
  const program = ts.createProgram([...fileNames, path], options, host)
  return program
    .getSemanticDiagnostics(program.getSourceFile(path))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n').replace(/(?<=\.) .*/s, ''))
}

const text = `export const a = document.title
export const b = process.pid
export const c = new AbortController().signal
`
const noDocument = "Cannot find name 'document'."
const noProcess = "Cannot find name 'process'."

test.each([
  { program: 'shared', file: 'src-shared/offence.ts', problems: [noDocument, noProcess] },
  { program: 'main', file: 'src-main/offence.ts', problems: [noDocument] },
  { program: 'renderer', file: 'src-renderer/offence.ts', problems: [noProcess] },
])('the types of $program', { timeout: 120_000 }, ({ program, file, problems }) => {
  expect(problemsOf(program, { file, text })).toEqual(problems)
})
