/** `baton git-setup`: tells a repository to compare and merge flows with Baton; what is there already stays. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import { appRoot } from '../../platform/app-root'
import type { CommandStreams } from '../options'
import type { OnConflict } from './merge-driver'

export type GitSetup = { command?: string; onConflict: OnConflict; cwd?: string }

const ATTRIBUTES = '*.flow.json diff=baton merge=baton'

/** Says what it did, or that it was done. Changes `.gitattributes`, which is committed, and the repository's own settings, which are not. */
export function gitSetupCommand(
  { command, onConflict, cwd = process.cwd() }: GitSetup,
  { out, env }: CommandStreams,
): number {
  const root = git(cwd, ['rev-parse', '--show-toplevel'])
  if (root === null)
    throw new AppError(
      'not-found',
      inEnglish('This is no folder of a git repository. Go into one, or run "git init" first.'),
    )
  const baton = command ?? ownCommand(env)
  out(`${writeAttributes(path.join(root, '.gitattributes'))}\n`)
  const options = onConflict === 'ours' ? '' : ` --on-conflict ${onConflict}`
  const settings: readonly [string, string][] = [
    ['diff.baton.textconv', `${baton} textconv`],
    ['merge.baton.name', 'flows of Baton, record by record'],
    ['merge.baton.driver', `${baton} merge-driver${options} %O %A %B %P`],
  ]
  for (const [name, value] of settings) {
    const isThere = git(root, ['config', '--local', '--get', name]) === value
    if (!isThere && git(root, ['config', '--local', name, value]) === null)
      throw new AppError('storage', inEnglish(`git refused to set ${name}. See "git config --local ${name} ...".`))
    out(`${isThere ? 'Already' : 'Set'}: git config ${name} "${value}"\n`)
  }
  out(
    'Commit .gitattributes; whoever clones the repository runs "baton git-setup" once, and git goes on as before for those who do not.\n',
  )
  return 0
}

function writeAttributes(file: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const lines = text.split(/\r?\n/)
  if (lines.some((line) => line.trim() === ATTRIBUTES)) return `Already: ${file} says "${ATTRIBUTES}"`
  const other = lines.find((line) => /^\s*\*?\.flow\.json\s/.test(line) || line.includes('*.flow.json '))
  writeFileSync(file, `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${ATTRIBUTES}\n`)
  const note = other === undefined ? '' : `; that wins over "${other.trim()}", which stays`
  return `Written: ${file} says "${ATTRIBUTES}"${note}`
}

/** How git's shell starts this program: by its name where it is on the path, else by Node and its file. */
function ownCommand(env: NodeJS.ProcessEnv): string {
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '')
  if (folders.some((folder) => isProgram(path.join(folder, 'baton')))) return 'baton'
  const script = path.join(appRoot(), 'scripts', 'baton.mjs')
  const file = existsSync(script) ? script : (process.argv[1] ?? script)
  return [process.execPath, file].map(shellWord).join(' ')
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Git's shell is sh on every system, and takes slashes on every system. */
function shellWord(word: string): string {
  return `'${word.replaceAll('\\', '/').replaceAll("'", `'\\''`)}'`
}

/** What git prints, without the last line end; null where it fails. */
function git(cwd: string, args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' })
  return status === 0 ? stdout.replace(/\r?\n$/, '') : null
}
