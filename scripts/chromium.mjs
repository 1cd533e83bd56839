/**
 * Where the browser of the browser tests is, and how it gets there: Debian's own where there is none, since it needs no download site.
 * The shell without windows comes first: it takes two thirds of the time of a whole browser for the same tests.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { say } from './setup.mjs'

const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell']
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Whether a program is the shell without windows. @param {string} file */
export const isShell = (file) => SHELLS.includes(basename(file, '.exe'))

/**
 * Where a browser may be, the best first: every shell comes before any whole browser.
 * @param {{ folders: readonly string[]; own: readonly string[] }} from the folders of PATH, and what Playwright has
 */
export function candidates({ folders, own }) {
  const on = (/** @type {readonly string[]} */ names) =>
    folders.flatMap((folder) => names.map((name) => join(folder, name)))
  const shells = ['/usr/bin/chromium-headless-shell', ...on(SHELLS), ...own.filter(isShell)]
  return [...shells, ...PLACES, ...on(BROWSERS), ...own.filter((file) => !isShell(file))]
}

/**
 * The shell of Playwright's downloads lies in a folder beside that of its whole browser, which is the one that it tells.
 * @param {string} whole
 * @returns {string[]}
 */
export function ownDownloads(whole) {
  const folder = dirname(whole).replace(/chromium-(\d+)/, 'chromium_headless_shell-$1')
  const version = dirname(folder)
  const shells = existsSync(version)
    ? readdirSync(version, { recursive: true, encoding: 'utf8' }).map((file) => join(version, file))
    : []
  return [...shells.filter(isShell), whole]
}

/** What Playwright downloaded, if somebody asked it to. */
async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  return ownDownloads(chromium.executablePath())
}

/** The browser to test with: what CHROMIUM names, else the system's, else Playwright's; null where there is none. */
export async function findChromium() {
  const named = process.env['CHROMIUM']
  if (named !== undefined && named !== '') return named
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return candidates({ folders, own: await playwrightsOwn() }).find((file) => existsSync(file)) ?? null
}

/** How to become root without being asked; null where that is not possible. @returns {string[] | null} */
function rootPrefix() {
  if (process.getuid?.() === 0) return []
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : null
}

/**
 * What a program said on stderr, whether it went well or not.
 * @param {readonly string[]} command
 * @param {number} minutes
 * @returns {Promise<string>}
 */
function runQuietly([program = '', ...args], minutes) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: minutes * 60_000,
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (/** @type {string} */ text) => (said += text))
    child.on('error', (error) => resolve(error.message))
    child.on('close', () => resolve(said))
  })
}

/** The commands that would bring the shell here, in order, and at last one for a whole browser; what comes after the one that did is left. */
function waysToInstall() {
  const prefix = process.platform === 'linux' && existsSync('/usr/bin/apt-get') ? rootPrefix() : null
  const own = ['npx', 'playwright', 'install', '--only-shell', 'chromium']
  if (prefix === null) return { shell: [own], whole: [] }
  const install = [...prefix, 'apt-get', 'install', '-y', '--no-install-recommends']
  return {
    shell: [
      [...prefix, 'apt-get', 'update'],
      [...install, 'chromium-headless-shell'],
    ],
    // Where the shell is no package of its own.
    whole: [[...install, 'chromium'], own],
  }
}

/**
 * The browser to test with, installed now if need be. On a machine that only tests (CI), the shell is brought also where there is a whole
 * browser, if that is soon done. Throws with what to do where there is nothing in the end.
 */
export async function ensureChromium() {
  const found = await findChromium()
  const isOnlyForTests = process.env['CI'] === 'true' && (process.env['CHROMIUM'] ?? '') === ''
  if (found !== null && (isShell(found) || !isOnlyForTests)) return found
  say('Baton: installing Chromium for the browser tests (once)...')
  const { shell, whole } = waysToInstall()
  let said = ''
  for (const way of found === null ? [...shell, ...whole] : shell) {
    said += await runQuietly(way, found === null ? 10 : 3)
    const installed = await findChromium()
    if (installed !== null && installed !== found) return installed
  }
  if (found !== null) return found
  throw new Error(
    `The browser tests need Chromium and it could not be installed. Install Chromium or Chrome, or name one: CHROMIUM=/path/to/chrome npm test.\n${said.slice(-1500)}`,
  )
}
