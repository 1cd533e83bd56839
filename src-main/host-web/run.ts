/** The life of the web host as a program: start, say where it is, open the browser, end cleanly. */

import { homedir } from 'node:os'
import { toAppError } from '../../src-shared/errors'
import type { Contract } from '../../src-shared/rpc/define'
import { dataDir } from '../platform/data-dir'
import { nodePlatform } from '../platform/node'
import type { StartCore } from '../platform/running-core'
import { describeDefect } from '../platform/running-core'
import { parseWebHostArguments } from './arguments'
import type { WebHostArguments } from './arguments'
import { startWebHost } from './web-host'

/** What the program runs with. */
export type WebProgram<C extends Contract> = {
  readonly argv: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly contract: C
  readonly rendererDir: string
  readonly startCore: StartCore<C>
  /** One line for standard output, without its end. */
  readonly say: (line: string) => void
  /** One line for standard error. */
  readonly note: (line: string) => void
  /** Aborts when the program shall end. */
  readonly signal: AbortSignal
}

/** Runs until the signal aborts; the exit code: 0 done, 1 the start failed, 2 wrong usage or a taken port. */
export async function runWebHost<C extends Contract>(program: WebProgram<C>): Promise<number> {
  try {
    const options = parseWebHostArguments(program.argv)
    await live(program, options)
    return 0
  } catch (cause) {
    const error = toAppError(cause)
    program.note(error.message)
    return error.code === 'bad-input' || (error.code === 'unavailable' && 'port' in error.details) ? 2 : 1
  }
}

async function live<C extends Contract>(program: WebProgram<C>, options: WebHostArguments): Promise<void> {
  const { contract, env, note, rendererDir, signal } = program
  const folder = options.data ?? dataDir({ env, platform: process.platform, home: homedir() })
  const platform = nodePlatform({ host: 'web', dataDir: folder, env })
  const core = await program.startCore({ dataDir: folder, platform })
  try {
    const host = await startWebHost({
      core: { contract, handlers: core.handlers, onDefect: (cause) => note(describeDefect(cause)) },
      port: options.port,
      rendererDir,
    })
    program.say(`Baton is at ${host.url}`)
    if (options.opensBrowser) {
      platform.openExternal(host.url).catch((cause: unknown) => {
        note(`${toAppError(cause).message} Open the address yourself.`)
      })
    }
    await aborted(signal)
    await host.close()
  } finally {
    await core.close()
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
