/**
 * `npm start`: opens the desktop app, or where that cannot be serves the same app to a browser and says why.
 * `npm start -- [--web] [--no-open] [--port N] [--data DIR] [--offline]`
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { goWhereTheUserIs, root, runInstead, say, withSetup } from './setup.mjs'

const FAILED_AT_ONCE_MS = 5000

function readFlags() {
  try {
    return parseArgs({
      options: {
        web: { type: 'boolean', default: false },
        'no-open': { type: 'boolean', default: false },
        port: { type: 'string' },
        data: { type: 'string' },
        offline: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    const what = error instanceof Error ? error.message.split('. ')[0] : String(error)
    throw new Error(`${what}. Usage: npm start -- [--web] [--no-open] [--port N] [--data DIR] [--offline]`, {
      cause: error,
    })
  }
}

/**
 * Opens the desktop app and stays with it.
 * @param {readonly string[]} args
 * @returns {Promise<{ code: number } | { reason: string }>} its exit code, or why it did not come up
 */
async function openDesktop(args) {
  const { findElectron } = await import('./electron.mjs')
  const electron = await findElectron()
  if ('reason' in electron) return electron
  const started = Date.now()
  const code = await runInstead(electron.file, [root, ...args])
  const failedAtOnce = code !== 0 && Date.now() - started < FAILED_AT_ONCE_MS
  return failedAtOnce ? { reason: `Electron stopped at once (exit code ${code}, its words are above)` } : { code }
}

await withSetup(async () => {
  const flags = readFlags()
  const { buildStale } = await import('./build.mjs')
  await buildStale()
  goWhereTheUserIs()
  const data = flags.data === undefined ? [] : ['--data', resolve(flags.data)]
  const offline = flags.offline ? ['--offline'] : []
  const desktop = flags.web ? null : await openDesktop([...data, ...offline])
  if (desktop !== null && 'code' in desktop) return desktop.code
  if (desktop !== null) say(`Baton: serving the app to the browser, because ${desktop.reason}.`)
  const { runEntry } = await import('./entry.mjs')
  const port = flags.port === undefined ? [] : ['--port', flags.port]
  return runEntry(root, 'web', [...port, ...(flags['no-open'] ? ['--no-open'] : []), ...data, ...offline])
})
