/** The command line of the web host. */

import path from 'node:path'
import { parseArgs } from 'node:util'
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'

/** What the web host was asked to do; `data` null: the usual folder. */
export type WebHostArguments = { readonly port: number; readonly opensBrowser: boolean; readonly data: string | null }

/** How to call the web host. */
const WEB_HOST_USAGE =
  'Options: --port N (0: any free one), --no-open (do not open the browser), --data FOLDER, --offline (reach nothing but this machine)'

/** Reads the arguments after the program's name. Throws `bad-input` with the usage. */
export function parseWebHostArguments(argv: readonly string[]): WebHostArguments {
  const values = readOptions(argv)
  const port = values.port === undefined ? 0 : Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535 || values.port === '') {
    throw usage(`"${values.port ?? ''}" is not a port.`)
  }
  const data = values.data === undefined ? null : path.resolve(values.data)
  return { port, opensBrowser: values['no-open'] !== true, data }
}

function readOptions(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: { port: { type: 'string' }, 'no-open': { type: 'boolean' }, data: { type: 'string' } },
    }).values
  } catch (cause) {
    throw usage(cause instanceof Error ? cause.message : String(cause))
  }
}

function usage(problem: string): AppError {
  return new AppError('bad-input', inEnglish(`${problem}\n${WEB_HOST_USAGE}`))
}
