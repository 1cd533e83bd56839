/** The platform of plain Node: the web host and the command line. */

import { spawn } from 'node:child_process'
import { AppError } from '../../src-shared/errors'
import { message } from '../../src-shared/languages/translate'
import { appVersion } from './app-root'
import { decryptWithKeyFile, encryptWithKeyFile } from './key-file'
import type { Platform } from './platform'
import { webAddress } from './platform'

/** What the platform of plain Node is made from; the last two are the process's own unless a test says otherwise. */
export type NodePlatformOptions = {
  readonly host: 'web' | 'cli'
  readonly dataDir: string
  readonly env?: NodeJS.ProcessEnv | undefined
  readonly system?: NodeJS.Platform | undefined
}

/** The platform of plain Node. */
export function nodePlatform(options: NodePlatformOptions): Platform {
  const { host, dataDir, env = process.env, system = process.platform } = options
  return {
    host,
    version: appVersion(),
    can: { dialogs: false, secureSecrets: false },
    openExternal: async (url) => startBrowser(webAddress(url).href, { env, system }),
    openFile: async () => Promise.reject(noDialogs()),
    saveFile: async () => Promise.reject(noDialogs()),
    encryptSecret: (secret) => encryptWithKeyFile(dataDir, secret),
    decryptSecret: (stored) => decryptWithKeyFile(dataDir, stored),
  }
}

type PlatformContext = { readonly env: NodeJS.ProcessEnv; readonly system: NodeJS.Platform }

/** Resolves once the browser was told; a browser that runs on is not waited for when Baton ends. */
function startBrowser(url: string, { env, system }: PlatformContext): Promise<void> {
  const [command, ...args] = browserCommand(url, { env, system })
  if (command === undefined) return Promise.reject(noBrowser('there is no screen'))
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: 'ignore', detached: true })
    child.once('error', (cause) => reject(noBrowser(cause.message)))
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(noBrowser(`${command} ended with code ${code ?? 'none'}`))
    })
    child.unref()
  })
}

function browserCommand(url: string, { env, system }: PlatformContext): readonly string[] {
  if (system === 'darwin') return ['open', url]
  // Not `cmd /c start`: its shell would read the & of an address as the end of a command.
  if (system === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url]
  const hasScreen = (env['DISPLAY'] ?? env['WAYLAND_DISPLAY'] ?? env['BROWSER'] ?? '') !== ''
  return hasScreen ? ['xdg-open', url] : []
}

function noBrowser(reason: string): AppError {
  return new AppError('unavailable', message('No browser could be opened ({reason}).', { reason }))
}

function noDialogs(): AppError {
  return new AppError(
    'unavailable',
    'There are no file dialogs outside the desktop app. Use the browser to choose a file.',
  )
}
