/** Flow files that come from outside: double-clicked, dropped on the icon, or named on the command line. */

import path from 'node:path'
import { isFlowFile } from '../platform/flow-file'

/** The flow files among the arguments of a start, as absolute paths; `directory` is where it was started. */
export function flowFilesIn(argv: readonly string[], directory: string): string[] {
  return argv
    .slice(1)
    .filter((argument) => isFlowFile(argument) && !argument.startsWith('-'))
    .map((argument) => path.resolve(directory, argument))
}
