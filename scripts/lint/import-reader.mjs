/**
 * Reads which files of the project import which: by the few forms that the house style leaves, without a parser, so that a thousand files
 * take a moment. A test holds it to TypeScript's own reading.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * @typedef {object} Import
 * @property {string} from the importing file, as a path from the root
 * @property {string} source the text between the quotes
 * @property {string | null} to the imported file, as a path from the root; null for a package
 */

const STATEMENT = /^[ \t]*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*'([^']+)'/gm
const CALL = /\bimport\(\s*'([^']+)'\s*\)/g

/** What a text imports: `import` and `export from` that begin a line, also within `declare module`, `import('x')` as a value or a type anywhere. @param {string} text */
export function importsOfText(text) {
  return [STATEMENT, CALL].flatMap((form) => [...text.matchAll(form)].map(([, source]) => source ?? ''))
}

const ENDINGS = ['', '.ts', '.tsx', '/index.ts']

/**
 * The file that a relative import means; its bare path where these files have none of that name.
 * @param {{ from: string, source: string }} found
 * @param {ReadonlySet<string>} files
 */
export function targetOf({ from, source }, files) {
  const bare = source.replace(/\?.*$/, '')
  if (!bare.startsWith('.')) return null
  const base = path.posix.join(path.posix.dirname(from), bare)
  const ending = ENDINGS.find((candidate) => files.has(base + candidate))
  return base + (ending ?? '')
}

/** The program's own files: sources that git knows or that are new, without tests and what serves only them. @param {string} root */
export function programFiles(root) {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'src-*']
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  return [...new Set(files)].filter(
    (file) =>
      /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|\/fixtures\//.test(file) && existsSync(path.join(root, file)),
  )
}

/** Every import of these files. @param {string} root @param {readonly string[]} files @returns {Import[]} */
export function readImports(root, files) {
  const all = new Set(files)
  return files.flatMap((from) =>
    importsOfText(readFileSync(path.join(root, from), 'utf8')).map((source) => ({
      from,
      source,
      to: targetOf({ from, source }, all),
    })),
  )
}
