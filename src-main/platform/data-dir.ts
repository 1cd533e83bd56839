/** Where Baton keeps its data: one folder for the desktop app, the web host and the command line. */

import { homedir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

/** What decides the folder. */
export type DataDirFacts = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
  readonly home: string
}

/** The data folder: BATON_DATA if set, else the place that the system has for such things. */
export function dataDir({ env, platform, home }: DataDirFacts): string {
  const chosen = env['BATON_DATA']
  if (chosen !== undefined && chosen !== '') return path.resolve(chosen)
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Baton')
  if (platform === 'win32') return path.join(env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming'), 'Baton')
  const xdg = env['XDG_DATA_HOME']
  // The XDG specification: a relative path is invalid and ignored.
  const base = xdg !== undefined && path.isAbsolute(xdg) ? xdg : path.join(home, '.local', 'share')
  return path.join(base, 'baton')
}

/** The folder after `--data`, as an absolute path; null without one. All else is left to whoever else reads the arguments. */
function dataFolderIn(argv: readonly string[], directory: string): string | null {
  const { data } = parseArgs({
    args: argv.slice(1),
    options: { data: { type: 'string' } },
    strict: false,
  }).values
  return typeof data === 'string' && data !== '' ? path.resolve(directory, data) : null
}

/** The data folder of a program that was started with these arguments. */
export function dataFolderOf(argv: readonly string[], env: DataDirFacts['env']): string {
  return dataFolderIn(argv, process.cwd()) ?? dataDir({ env, platform: process.platform, home: homedir() })
}
