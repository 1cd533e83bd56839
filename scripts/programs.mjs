/** Runs programs beside each other and keeps what they said: the base of the checks and of the test run. */
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { stripVTControlCharacters } from 'node:util'
import { root } from './setup.mjs'

/** @typedef {{ code: number; output: string; seconds: number }} Outcome */

/** The garbage of native tools that are soon over is collected less often, which takes less time and more memory. */
export const RARE_TIDYING = { GOGC: '400' }

/**
 * Runs a script of node_modules (or our own) on this Node.
 * @param {readonly string[]} args the script's path from the root, then its arguments
 * @param {Record<string, string>} [env]
 * @param {{ yields?: boolean }} [manner] whether it leaves the processors to what runs beside it
 * @returns {Promise<Outcome>}
 */
export function runNode(args, env = {}, { yields = false } = {}) {
  const started = Date.now()
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (yields && child.pid !== undefined) giveWay(child.pid)
    let output = ''
    /** @param {Buffer} bytes */
    const keep = (bytes) => {
      output += bytes.toString('utf8')
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => keep(Buffer.from(error.message)))
    child.on('close', (code) =>
      resolve({ code: code ?? 1, output: stripVTControlCharacters(output), seconds: (Date.now() - started) / 1000 }),
    )
  })
}

/** What the program starts gives way too. @param {number} pid */
function giveWay(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It is over already, or the system does not allow it: it only takes its share then.
  }
}

/**
 * Does the tasks in order, so many at a time; the results are in the order of the tasks.
 * @template T
 * @param {number} atOnce
 * @param {readonly (() => Promise<T>)[]} tasks
 */
export async function runTogether(atOnce, tasks) {
  const waiting = [...tasks.entries()]
  /** @type {Map<number, T>} */
  const results = new Map()
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) results.set(next[0], await next[1]())
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return tasks.map((_, index) => /** @type {T} */ (results.get(index)))
}
