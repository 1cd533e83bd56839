/** Whether the desktop app can start here, and where Electron's binary is: fetched on the first start, as its package has no install step. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, say } from './setup.mjs'

/** @typedef {{ file: string } | { reason: string }} Electron */

/**
 * @typedef {object} Wishes
 * @property {string} [folder] Electron's package
 * @property {boolean} [mayFetch] whether to fetch the binary where there is none
 * @property {number} [stalledMs] how long nothing may arrive before a fetch is given up
 * @property {boolean} [isTest] tests run without the sandbox as root, as they do in Chromium
 */

const STALLED_MS = 30_000
/** A test run that waits says nothing meanwhile. */
const STALLED_IN_TESTS_MS = 10_000

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
 * @param {number} stalledMs
 * @returns {Promise<string | null>} why it failed
 */
function fetchBinary(folder, stalledMs) {
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
    else if (Date.now() - grownAt > stalledMs) {
      output = `nothing arrived for ${stalledMs / 1000} seconds`
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

/** @param {Wishes} wishes */
const folderOf = ({ folder = join(root, 'node_modules/electron') }) => folder

/** Electron's binary, fetched if need be; or why there is none. @param {Wishes} [wishes] @returns {Promise<Electron>} */
export async function ensureElectron(wishes = {}) {
  const folder = folderOf(wishes)
  if (!existsSync(join(folder, 'install.js'))) return { reason: 'the electron package is not installed' }
  if (fetchedBinary(folder) === null) {
    if (wishes.mayFetch === false) return { reason: 'the Electron binary has not been fetched yet' }
    say('Baton: fetching Electron (once; about 120 MB)...')
    const failure = await fetchBinary(folder, wishes.stalledMs ?? STALLED_MS)
    if (failure !== null) return { reason: `the Electron binary could not be fetched (${failure})` }
  }
  const file = fetchedBinary(folder)
  return file === null ? { reason: 'the Electron binary is missing after it was fetched' } : { file }
}

/** Whether Electron refuses its sandbox, which it does for root. */
export const isRoot = () => process.platform === 'linux' && process.getuid?.() === 0

/** What stands in the way of a window before anything is fetched; null for nothing. @param {Wishes} wishes @returns {string | null} */
function obstacle({ isTest = false }) {
  if (process.platform !== 'linux') return null
  const has = (/** @type {string} */ name) => (process.env[name] ?? '') !== ''
  if (!has('DISPLAY') && !has('WAYLAND_DISPLAY')) return 'there is no display'
  if (isRoot() && !isTest) return 'the sandbox of Electron does not work for root'
  return null
}

/** Electron ready to open a window; or in a few words why it cannot. @param {Wishes} [wishes] @returns {Promise<Electron>} */
export async function findElectron(wishes = {}) {
  const reason = obstacle(wishes)
  if (reason !== null) return { reason }
  const electron = await ensureElectron(wishes)
  if ('reason' in electron) return electron
  const args = [...(isRoot() ? ['--no-sandbox'] : []), '--version']
  const trial = spawnSync(electron.file, args, { encoding: 'utf8', timeout: 20_000 })
  if (trial.status === 0) return electron
  return { reason: `Electron does not start here (${causeIn(trial.stderr || trial.error?.message || '')})` }
}

/**
 * Why the tests cannot open the desktop app; an empty text where they can.
 * @param {Wishes} [wishes]
 */
export async function desktopTestsObstacle(wishes = {}) {
  const electron = await findElectron({ stalledMs: STALLED_IN_TESTS_MS, ...wishes, isTest: true })
  return 'reason' in electron ? electron.reason : ''
}
