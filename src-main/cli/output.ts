/** Where a command leaves what it made: a file, or standard output. */
import { writeFileSync } from 'node:fs'
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import type { CommandStreams } from './options'

/** `out`: a path; `-` or nothing is standard output. Throws `storage` where it cannot be written. */
export function writeOutput(out: string | undefined, text: string, { out: print }: Pick<CommandStreams, 'out'>): void {
  if (out === undefined || out === '-') return print(text)
  try {
    writeFileSync(out, text)
  } catch (cause) {
    throw new AppError('storage', inEnglish(`${out} could not be written: ${whyUnwritten(cause)}`))
  }
}

const WHY_UNWRITTEN: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'its folder does not exist. Make the folder first, or name another one.'],
  ['ENOTDIR', 'a part of its path is a file and not a folder. Name another path.'],
  ['EISDIR', 'it is a folder. Name a file in it.'],
  ['EACCES', 'you may not write there. Name another path, or change its permissions.'],
  ['ENOSPC', 'the disk is full. Make room, then try again.'],
])

function whyUnwritten(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  return WHY_UNWRITTEN.get(code) ?? `${cause instanceof Error ? cause.message : String(cause)}. Name another path.`
}
