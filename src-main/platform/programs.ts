/** Where programs are that are named without their folder: on this program's own PATH, and on that of the person's login shell. */
import { accessSync, constants } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import path from 'node:path'
import { readLoginPath, type LoginShell } from './login-path'

/** `file` null: it is nowhere. `searched`: the PATH that what is started gets, so that it finds what it needs beside it. */
export type ProgramLocation = { file: string | null; searched: string }

export type Programs = {
  /** Asks the login shell once where that is needed. Runs nothing else, and never what it looks for. */
  readonly locate: (command: string) => Promise<ProgramLocation>
}

/** `isDesktop`: it was started by a desktop, so the login shell's PATH goes first; from a terminal it is asked for what is not found otherwise. */
export type ProgramsOptions = {
  isDesktop: boolean
  env?: NodeJS.ProcessEnv
  system?: NodeJS.Platform
  home?: string
  /** The person's shell; null: there is none to ask. */
  shell?: string | null
  limit?: number
}

export function createPrograms(options: ProgramsOptions): Programs {
  const { isDesktop, env = process.env, system = process.platform, home = homedir() } = options
  const isWindows = system === 'win32'
  const { shell = isWindows ? null : shellOf(env), limit } = options
  const endings = isWindows ? ['', ...(env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';')] : ['']
  const own = pathOf(env)
  let asked: Promise<string | null> | null = null
  const login = () => {
    const given: LoginShell = { shell: shell ?? '', env, home, ...(limit === undefined ? {} : { limit }) }
    asked ??= shell === null ? Promise.resolve(null) : readLoginPath(given).catch(() => null)
    return asked.then((said) => said ?? usualFolders(isWindows, home))
  }
  const find = (command: string, searched: string) => {
    for (const folder of searched.split(path.delimiter))
      // A folder that is not named whole depends on where this program happens to be.
      if (path.isAbsolute(folder))
        for (const ending of endings) {
          const file = path.join(folder, command + ending)
          if (isProgram(file)) return file
        }
    return null
  }
  return {
    async locate(command) {
      if (command.trim() === '') return { file: null, searched: own }
      const hasFolder = command.includes('/') || (isWindows && command.includes('\\'))
      const first = isDesktop ? joined(await login(), own) : own
      const file = hasFolder ? null : find(command, first)
      if (hasFolder && !isProgram(command)) return { file: null, searched: first }
      if (hasFolder) return { file: path.resolve(command), searched: first }
      if (file !== null || isDesktop) return { file, searched: first }
      const both = joined(own, await login())
      return { file: find(command, both), searched: both }
    },
  }
}

function shellOf(env: NodeJS.ProcessEnv): string | null {
  const { SHELL: named } = env
  if (named !== undefined && named !== '') return named
  try {
    return userInfo().shell
  } catch {
    // Nobody of this id is known to the system.
    return null
  }
}

/** Where package managers put programs, for want of a shell that says it. */
function usualFolders(isWindows: boolean, home: string): string | null {
  return isWindows ? null : ['/usr/local/bin', '/opt/homebrew/bin', path.join(home, '.local/bin')].join(path.delimiter)
}

function pathOf(env: NodeJS.ProcessEnv): string {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH')
  return name === undefined ? '' : (env[name] ?? '')
}

function joined(first: string | null, second: string | null): string {
  const folders = [first, second]
    .flatMap((one) => (one ?? '').split(path.delimiter))
    .filter((folder) => path.isAbsolute(folder))
  return [...new Set(folders)].join(path.delimiter)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
  } catch {
    return false
  }
  return !isFolder(file)
}

/** Nothing of it is read: whoever is asked for consent has allowed nothing yet. */
function isFolder(file: string): boolean {
  try {
    accessSync(path.join(file, path.sep))
    return true
  } catch {
    return false
  }
}
