/** Where a command leaves what it made: a file, or standard output. */
import { writeFileSync } from 'node:fs'
import { AppError } from '../../src-shared/errors'
import type { CommandStreams } from './options'

/** `out`: a path; `-` or nothing is standard output. Throws `storage` where it cannot be written. */
export function writeOutput(out: string | undefined, text: string, { out: print }: Pick<CommandStreams, 'out'>): void {
  if (out === undefined || out === '-') return print(text)
  try {
    writeFileSync(out, text)
  } catch (cause) {
    throw new AppError(
      'storage',
      `${out} could not be written: ${cause instanceof Error ? cause.message : String(cause)}`,
    )
  }
}
