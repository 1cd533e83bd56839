/** The data folder as the command line of the desktop app names it. */

import path from 'node:path'
import { parseArgs } from 'node:util'

/** The folder after `--data`, as an absolute path; null without one. All else is left to Electron and Chromium. */
export function dataFolderIn(argv: readonly string[], directory: string): string | null {
  const { data } = parseArgs({
    args: argv.slice(1),
    options: { data: { type: 'string' } },
    strict: false,
  }).values
  return typeof data === 'string' && data !== '' ? path.resolve(directory, data) : null
}
