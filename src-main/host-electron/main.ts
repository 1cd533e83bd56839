/** The program of the desktop app. */

import '../platform/quiet-environment'
import path from 'node:path'
import { contract } from '../../src-shared/rpc/contract'
import { createCore } from '../core'
import { createCrashReports } from '../crashes/crash-reports'
import { appRoot } from '../platform/app-root'
import { dataFolderOf } from '../platform/data-dir'
import { terminalText } from '../platform/terminal-text'
import { takeOfflineFlag } from '../tools/net/offline'
import { endAfterDefects } from './defects'
import { runDesktop } from './desktop'

const root = appRoot()
const argv = takeOfflineFlag(process.argv, process.env)
const note = (line: string): void => void process.stderr.write(`${terminalText(line)}\n`)
const crashes = createCrashReports({ dataDir: () => dataFolderOf(argv, process.env), program: 'desktop app' })
endAfterDefects(process, { crashes, note })

// Not awaited: Electron becomes ready only after this module has been evaluated.
void runDesktop({
  argv,
  env: process.env,
  contract,
  rendererDir: path.join(root, 'out', 'renderer'),
  preloadFile: path.join(root, 'out', 'preload', 'preload.cjs'),
  startCore: (facts) => createCore({ ...facts, crashes }),
  crashes,
  async importFlow(handlers, { name, text }) {
    const { signal } = new AbortController()
    const flow = await handlers['flows.import']({ text, fileName: name }, { signal })
    return `/flow/${flow.id}`
  },
  note,
})
