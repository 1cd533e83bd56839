/**
 * Where the browser of the browser tests is, and how it gets there: Debian's own where there is none, since it needs no download site.
 * The shell without windows comes first: it takes two thirds of the time of a whole browser for the same tests.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { say } from './setup.mjs'

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PLACES = [
  '/usr/bin/chromium-headless-shell',
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

/**
 * What a program said on stderr, whether it went well or not.
 * @param {readonly string[]} command
 * @returns {Promise<string>}
 */
function runQuietly([program = '', ...args]) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 10 * 60_000,
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (/** @type {string} */ text) => (said += text))
    child.on('error', (error) => resolve(error.message))
    child.on('close', () => resolve(said))
  })
}

/** The commands that would bring a browser here, in order; what comes after the one that did is left. @returns {string[][]} */
function waysToInstall() {
  const prefix = process.platform === 'linux' && existsSync('/usr/bin/apt-get') ? rootPrefix() : null
  if (prefix === null) return [['npx', 'playwright', 'install', 'chromium']]
  const install = [...prefix, 'apt-get', 'install', '-y', '--no-install-recommends']
  return [
    [...prefix, 'apt-get', 'update'],
    [...install, 'chromium-headless-shell'],
    // Where the shell is no package of its own.
    [...install, 'chromium'],
  ]
}

/** The browser to test with, installed now if need be. Throws with what to do where that fails. */
export async function ensureChromium() {
  const found = await findChromium()
  if (found !== null) return found
  say('Baton: installing Chromium for the browser tests (once)...')
  let said = ''
  for (const way of waysToInstall()) {
    said += await runQuietly(way)
    const installed = await findChromium()
    if (installed !== null) return installed
  }
  throw new Error(
    `The browser tests need Chromium and it could not be installed. Install Chromium or Chrome, or name one: CHROMIUM=/path/to/chrome npm test.\n${said.slice(-1500)}`,
  )
}
