/** A program that is one web host after another, each with a core of its own on its own data folder, as its arguments say. */

import '../platform/own-node'
import '../platform/own-home'
import '../platform/quiet-environment'
import path from 'node:path'
import { contract } from '../../src-shared/rpc/contract'
import { createCore } from '../core'
import { runWebHost } from '../host-web/run'
import { appRoot } from '../platform/app-root'

/** What the program is told: to begin a host, or to end the one that there is, as SIGTERM ends the web host. */
export type HostOrder = { readonly begin: readonly string[] } | { readonly end: true }

/** What the program tells of its host: a line that it said, or the exit code that it is over with. */
export type HostReport = { readonly line: string } | { readonly code: number }

function obeyOrders(): void {
  let ending = new AbortController()
  const report = (what: HostReport): void => {
    if (process.connected) process.send?.(what)
  }
  const run = async (argv: readonly string[]): Promise<void> => {
    ending = new AbortController()
    const code = await runWebHost({
      argv,
      env: process.env,
      contract,
      rendererDir: path.join(appRoot(), 'out', 'renderer'),
      startCore: createCore,
      say: (line) => report({ line }),
      note: (line) => void process.stderr.write(`${line}\n`),
      signal: ending.signal,
    })
    report({ code })
  }
  process.on('message', (order: HostOrder) => {
    if ('end' in order) ending.abort()
    else void run(order.begin)
  })
  // As the web host's own program: the host ends in order, then nothing is left that holds the program. So also where the tests are gone.
  process.on('disconnect', () => ending.abort())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      if (process.connected) process.disconnect()
    })
  }
}

obeyOrders()
