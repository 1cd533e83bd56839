/** Whether the desktop app can start here, and where Electron's binary is: fetched on the first start, as its package has no install step. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, say } from './setup.mjs'

/** @typedef {{ file: string } | { reason: string }} Electron */

const STALLED_MS = 30_000

/** The binary, if its package has fetched one. @param {string} folder Electron's package */
function fetchedBinary(folder) {
  const note = join(folder, 'path.txt')
  const name = existsSync(note) ? readFileSync(note, 'utf8') : 'electron'
  const file = join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist'), name)
  return existsSync(file) ? file : null
}

/** How many bytes a folder holds. @param {string} folder @returns {number} */
function sizeOf(folder) {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  return entries.reduce((sum, entry) => {
    const path = join(folder, entry.name)
    return sum + (entry.isDirectory() ? sizeOf(path) : (statSync(path, { throwIfNoEntry: false })?.size ?? 0))
  }, 0)
}

/** The cause in what Electron's installer printed: its first line that is neither a stack frame nor empty. @param {string} output */
function causeIn(output) {
  const line = output.split('\n').find((text) => /\S/.test(text) && !/^\s*at /.test(text))
  return line === undefined ? 'no reason given' : line.replace(/^\w*Error: /, '').trim()
}

/**
 * Has Electron's package fetch its binary, for as long as bytes keep coming.
 * @param {string} folder Electron's package
 * @returns {Promise<string | null>} why it failed
 */
function fetchBinary(folder) {
  const scratch = mkdtempSync(join(tmpdir(), 'baton-electron-'))
  const env = { ...process.env, TMPDIR: scratch, TEMP: scratch, TMP: scratch }
  const child = spawn(process.execPath, [join(folder, 'install.js')], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  let size = 0
  let grownAt = Date.now()
  child.stderr.on('data', (/** @type {Buffer} */ bytes) => {
    output += bytes.toString('utf8')
  })
  const watch = setInterval(() => {
    const now = sizeOf(scratch) + sizeOf(join(folder, 'dist'))
    if (now !== size) grownAt = Date.now()
    else if (Date.now() - grownAt > STALLED_MS) {
      output = `nothing arrived for ${STALLED_MS / 1000} seconds`
      child.kill('SIGKILL')
    }
    size = now
  }, 1000)
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearInterval(watch)
      rmSync(scratch, { recursive: true, force: true })
      resolve(code === 0 ? null : causeIn(output))
    })
  })
}

/** Electron's binary, fetched if need be; or why there is none. @param {string} [folder] Electron's package @returns {Promise<Electron>} */
export async function ensureElectron(folder = join(root, 'node_modules/electron')) {
  if (!existsSync(join(folder, 'install.js'))) return { reason: 'the electron package is not installed' }
  if (fetchedBinary(folder) === null) {
    say('Baton: fetching Electron (once; about 120 MB)...')
    const failure = await fetchBinary(folder)
    if (failure !== null) return { reason: `the Electron binary could not be fetched (${failure})` }
  }
  const file = fetchedBinary(folder)
  return file === null ? { reason: 'the Electron binary is missing after it was fetched' } : { file }
}

/** What stands in the way of a window before anything is fetched; null for nothing. @returns {string | null} */
function obstacle() {
  if (process.platform !== 'linux') return null
  const has = (/** @type {string} */ name) => (process.env[name] ?? '') !== ''
  if (!has('DISPLAY') && !has('WAYLAND_DISPLAY')) return 'there is no display'
  if (process.getuid?.() === 0) return 'the sandbox of Electron does not work for root'
  return null
}

/** Electron ready to open a window; or in a few words why it cannot. @returns {Promise<Electron>} */
export async function findElectron() {
  const reason = obstacle()
  if (reason !== null) return { reason }
  const electron = await ensureElectron()
  if ('reason' in electron) return electron
  const trial = spawnSync(electron.file, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  if (trial.status === 0) return electron
  return { reason: `Electron does not start here (${causeIn(trial.stderr || trial.error?.message || '')})` }
}
