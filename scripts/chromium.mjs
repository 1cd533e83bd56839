/** Where the browser of the browser tests is, and how it gets there: Debian's own where there is none, since it needs no download site. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { say } from './setup.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Playwright's own download, if somebody made one. */
async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}

/** The browser to test with: what CHROMIUM names, else the system's, else Playwright's; null where there is none. */
export async function findChromium() {
  const named = process.env['CHROMIUM']
  if (named !== undefined && named !== '') return named
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...PLACES, ...onPath, await playwrightsOwn()].find((file) => file !== '' && existsSync(file)) ?? null
}

/** How to become root without being asked; null where that is not possible. @returns {string[] | null} */
function rootPrefix() {
  if (process.getuid?.() === 0) return []
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : null
}

/** @param {readonly string[]} command */
function runQuietly([program = '', ...args]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(program, args, { encoding: 'utf8', env, maxBuffer: 64 * 1024 * 1024, timeout: 10 * 60_000 })
}

/** The commands that would bring a browser here, in order. @returns {string[][]} */
function waysToInstall() {
  const prefix = process.platform === 'linux' && existsSync('/usr/bin/apt-get') ? rootPrefix() : null
  if (prefix === null) return [['npx', 'playwright', 'install', 'chromium']]
  return [
    [...prefix, 'apt-get', 'update'],
    [...prefix, 'apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
  ]
}

/** The browser to test with, installed now if need be. Throws with what to do where that fails. */
export async function ensureChromium() {
  const found = await findChromium()
  if (found !== null) return found
  say('Baton: installing Chromium for the browser tests (once)...')
  const results = waysToInstall().map(runQuietly)
  const installed = await findChromium()
  if (installed !== null) return installed
  const said = results.map((result) => result.stderr ?? '').join('')
  throw new Error(
    `The browser tests need Chromium and it could not be installed. Install Chromium or Chrome, or name one: CHROMIUM=/path/to/chrome npm test.\n${said.slice(-1500)}`,
  )
}
