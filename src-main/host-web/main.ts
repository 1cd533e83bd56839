/** The program of the web host: Baton in a browser, on this machine only. */

import '../platform/own-node'
import '../platform/own-home'
import '../platform/quiet-environment'
import path from 'node:path'
import { contract } from '../../src-shared/rpc/contract'
import { createCore } from '../core'
import { createCrashReports } from '../crashes/crash-reports'
import { watchProcess } from '../crashes/watch-process'
import { appRoot } from '../platform/app-root'
import { dataFolderOf } from '../platform/data-dir'
import { terminalText } from '../platform/terminal-text'
import { takeOfflineFlag } from '../tools/net/offline'
import { runWebHost } from './run'

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())

const argv = takeOfflineFlag(process.argv.slice(2), process.env)
const note = (line: string): void => void process.stderr.write(`${terminalText(line)}\n`)
const dataDir = (): string => dataFolderOf(['baton', ...argv], process.env)
const crashes = createCrashReports({ dataDir, program: 'web host' })
watchProcess({ reports: crashes, source: 'web', note })

process.exitCode = await runWebHost({
  argv,
  env: process.env,
  contract,
  rendererDir: path.join(appRoot(), 'out', 'renderer'),
  startCore: (facts) => createCore({ ...facts, crashes }),
  say: (line) => void process.stdout.write(`${terminalText(line)}\n`),
  note,
  signal: ending.signal,
})
