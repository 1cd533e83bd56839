/**
 * What every command needs before its own work: packages installed and the project's own Node running.
 * Runs before the install, so it is plain Node 20 and imports no package.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const NODE_MAJOR = 24
const stamp = join(root, 'node_modules/.baton-installed')

/** A word of our own: on stderr, because stdout belongs to the command. @param {string} text */
export function say(text) {
  process.stderr.write(`${text}\n`)
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

/** Whether node_modules holds what package-lock.json says. npm writes its own copy of the lock file last. */
function isInstalled() {
  const npmsCopy = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(npmsCopy)) return false
  if (statSync(npmsCopy).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs) return true
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash()
}

/** npm empties the folder first. Through a link, that would empty another checkout's. */
function refuseLinkedFolder() {
  const folder = join(root, 'node_modules')
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return
  throw new Error(
    `${folder} is a link and does not fit package-lock.json. Remove the link, or install where it points.`,
  )
}

function install() {
  refuseLinkedFolder()
  say('Baton: installing its packages (once; about a minute)...')
  const npm = process.env['npm_execpath']
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const options = { cwd: root, encoding: /** @type {const} */ ('utf8'), maxBuffer: 64 * 1024 * 1024 }
  const result =
    npm !== undefined && /\.c?js$/.test(npm)
      ? spawnSync(process.execPath, [npm, ...args], options)
      : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  if (result.status !== 0) {
    say(`${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`.trim())
    throw new Error('The packages could not be installed (npm ci failed, see above). Check the network and try again.')
  }
  writeFileSync(stamp, lockHash())
}

/** What starts a `node` further down means the project's own. */
function putOwnProgramsFirst() {
  const folder = join(root, 'node_modules/.bin')
  const path = process.env['PATH'] ?? ''
  if (path.split(delimiter)[0] !== folder) process.env['PATH'] = `${folder}${delimiter}${path}`
}

/** Programs that keep things in the home directory fail without one. */
function ensureHome() {
  if (process.platform !== 'win32' && process.env['HOME'] === '') {
    process.env['HOME'] = mkdtempSync(join(tmpdir(), 'baton-home-'))
  }
}

/** The Node that the project brings; null where its package is not there. */
function ownNode() {
  const file = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(file) ? file : null
}

/**
 * Runs a program in our place: same streams, signals passed on, and its exit code becomes ours.
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
export function runInstead(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit' })
    /** @type {readonly NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => {
      // A terminal sends Ctrl-C to the whole group; a second one from us would mean more than the person meant.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    for (const signal of signals) process.on(signal, passOn)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      for (const name of signals) process.off(name, passOn)
      resolve(code ?? 128 + (signal === null ? 1 : constants.signals[signal]))
    })
  })
}

/**
 * Makes sure that the packages are there and that this very script runs on the project's Node, then does the work.
 * The exit code of the process is what the work returns; what it throws is said in one line.
 * @param {() => Promise<number | void>} work
 */
export async function withSetup(work) {
  try {
    ensureHome()
    if (!isInstalled()) {
      await withLock(join(root, 'out/.install.lock'), async () => {
        if (!isInstalled()) install()
      })
    }
    putOwnProgramsFirst()
    process.exitCode = (await (isOwnNode() ? work() : onOwnNode())) ?? process.exitCode ?? 0
  } catch (error) {
    say(`Baton: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}

function isOwnNode() {
  return Number(process.versions.node.split('.')[0]) >= NODE_MAJOR
}

function onOwnNode() {
  const node = ownNode()
  if (node === null) {
    throw new Error(
      `Node ${NODE_MAJOR} is needed and this is ${process.version}. The package 'node' would bring it: run 'npm ci' with install scripts allowed.`,
    )
  }
  return runInstead(node, [...process.execArgv, ...process.argv.slice(1)])
}

/** Paths that a person types are meant from where they are, also when npm has moved to the project's root. */
export function goWhereTheUserIs() {
  const folder = process.env['INIT_CWD']
  if (process.env['npm_lifecycle_event'] !== undefined && folder !== undefined && existsSync(folder))
    process.chdir(folder)
}
