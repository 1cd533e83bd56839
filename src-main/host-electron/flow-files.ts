/** Flow files that come from outside: double-clicked, dropped on the icon, or named on the command line. */

import path from 'node:path'

/** The flow files among the arguments of a start, as absolute paths; `directory` is where it was started. */
export function flowFilesIn(argv: readonly string[], directory: string): string[] {
  return argv
    .slice(1)
    .filter((argument) => argument.toLowerCase().endsWith('.flow.json') && !argument.startsWith('-'))
    .map((argument) => path.resolve(directory, argument))
}
