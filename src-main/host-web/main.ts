/** The program of the web host: Baton in a browser, on this machine only. */

import '../platform/own-node'
import '../platform/quiet-environment'
import path from 'node:path'
import { contract } from '../../src-shared/rpc/contract'
import { createCore } from '../core'
import { appRoot } from '../platform/app-root'
import { terminalText } from '../platform/terminal-text'
import { takeOfflineFlag } from '../tools/net/offline'
import { runWebHost } from './run'

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())

process.exitCode = await runWebHost({
  argv: takeOfflineFlag(process.argv.slice(2), process.env),
  env: process.env,
  contract,
  rendererDir: path.join(appRoot(), 'out', 'renderer'),
  startCore: createCore,
  say: (line) => void process.stdout.write(`${terminalText(line)}\n`),
  note: (line) => void process.stderr.write(`${terminalText(line)}\n`),
  signal: ending.signal,
})
