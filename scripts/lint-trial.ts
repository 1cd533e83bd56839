/** Files that break rules on purpose, and what the linter says of them: for the tests of its rules. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { root } from './setup.mjs'

export interface Diagnostic {
  readonly code: string
  readonly filename: string
  readonly message: string
  readonly severity: string
  readonly labels: readonly { readonly span: { readonly line: number } }[]
}

/** What the linter says of a file that it was tried on, once it ran. */
export type Findings = () => readonly Diagnostic[]

export const LINTER = ['.oxlintrc.json', 'scripts/lint', 'src-shared/kinds/edge-kinds.ts']

/**
 * Files that the linter is tried on, in a folder with these parts of the project. All are read in one go, before the first test:
 * to start the linter takes longer than to read a hundred files.
 */
export function trialOf(parts: readonly string[], args: readonly string[]) {
  const texts = new Map<string, string>()
  const found: Diagnostic[] = []
  return {
    /** A name that is taken gets a number. */
    add(file: string, text: string): Findings {
      const [bare = '', ...endings] = basename(file).split('.')
      const numbered = (at: number) => join(dirname(file), [`${bare}${at}`, ...endings].join('.'))
      const name = texts.has(file) ? numbered(texts.size) : file
      texts.set(name, text)
      return () => found.filter(({ filename }) => filename === name)
    },
    run() {
      const folder = mkdtempSync(join(tmpdir(), 'lint-'))
      for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true })
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
      for (const [name, text] of texts) {
        mkdirSync(dirname(join(folder, name)), { recursive: true })
        writeFileSync(join(folder, name), text)
      }
      const program = join(root, 'node_modules/oxlint/bin/oxlint')
      const { stdout } = spawnSync(
        process.execPath,
        [program, '--format', 'json', '--ignore-pattern', 'node_modules', ...args],
        {
          cwd: folder,
          encoding: 'utf8',
          maxBuffer: 2 ** 26,
        },
      )
      rmSync(folder, { recursive: true })
      found.push(...(JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics)
    },
  }
}
