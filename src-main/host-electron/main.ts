/** The program of the desktop app. */

import '../platform/quiet-environment'
import path from 'node:path'
import { contract } from '../../src-shared/rpc/contract'
import { createCore } from '../core'
import { appRoot } from '../platform/app-root'
import { terminalText } from '../platform/terminal-text'
import { takeOfflineFlag } from '../tools/net/offline'
import { runDesktop } from './desktop'

const root = appRoot()

// Not awaited: Electron becomes ready only after this module has been evaluated.
void runDesktop({
  argv: takeOfflineFlag(process.argv, process.env),
  env: process.env,
  contract,
  rendererDir: path.join(root, 'out', 'renderer'),
  preloadFile: path.join(root, 'out', 'preload', 'preload.cjs'),
  startCore: createCore,
  async importFlow(handlers, { name, text }) {
    const { signal } = new AbortController()
    const flow = await handlers['flows.import']({ text, fileName: name }, { signal })
    return `/flow/${flow.id}`
  },
  note: (line) => void process.stderr.write(`${terminalText(line)}\n`),
})
