/**
 * Runs a program where there is no network: in a namespace of the Linux kernel that has loopback and no route, in which a server on loopback
 * answers every look-up of a name with "no such name" and writes it down. Nothing can leave, and what tries to is counted by the kernel itself.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './setup.mjs'

/**
 * What tried to leave: the names that were looked up, each with the type of the record, and how often a socket was refused for want of a route.
 * @typedef {{ code: number; lookups: string[]; attempts: number; output: string }} Silence
 */

const INSIDE = join(root, 'scripts/no-network-inside.mjs')

/** Root needs no user of its own in the namespace, and may then become others in it, as PostgreSQL wants. */
const WAYS = [
  ...(process.getuid?.() === 0 ? [['--net', '--mount']] : []),
  ['--user', '--map-root-user', '--net', '--mount'],
]

/** How a namespace is made here, or why it cannot be. @returns {{ way: string[] } | { missing: string }} */
export function findNamespace() {
  if (process.platform !== 'linux') return { missing: 'only Linux has network namespaces' }
  let reason = ''
  for (const way of WAYS) {
    const { status, stderr, error } = spawnSync('unshare', [...way, process.execPath, INSIDE], { encoding: 'utf8' })
    if (status === 0) return { way }
    reason = (error?.message ?? stderr).trim().split('\n').at(-1) ?? ''
  }
  return { missing: `no network namespace can be made here (${reason})` }
}

/**
 * Runs a program there; `shows` it to whoever waits, or keeps what it says.
 * @param {string[]} way
 * @param {{ args: readonly string[]; env?: Record<string, string>; shows?: boolean }} program for this Node, from the project's folder
 * @returns {Promise<Silence>}
 */
export async function runWithoutNetwork(way, { args, env = {}, shows = false }) {
  const folder = mkdtempSync(join(tmpdir(), 'baton-silence-'))
  const report = join(folder, 'report.json')
  const child = spawn('unshare', [...way, process.execPath, INSIDE, report, process.execPath, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', shows ? 'inherit' : 'pipe', shows ? 'inherit' : 'pipe'],
  })
  let output = ''
  const keep = (/** @type {Buffer} */ bytes) => {
    output += bytes.toString('utf8')
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  try {
    await new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', resolve)
    })
    return { .../** @type {Omit<Silence, 'output'>} */ (JSON.parse(readFileSync(report, 'utf8'))), output }
  } catch (cause) {
    throw new Error(`The program could not be run without a network.\n${output.slice(-4000)}`, { cause })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
