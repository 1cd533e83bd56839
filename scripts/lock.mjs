/** One at a time between processes: a lock file that holds the owner's process id. Plain Node 20, as it guards the install too. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const PATIENCE_MS = 10 * 60_000

/** Takes the lock if it is free. The file appears with its content in one step. @param {string} file */
function tryLock(file) {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, String(process.pid))
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Whether the owner of a lock is gone. @param {string} file */
function isAbandoned(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return false
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH'
  }
}

/** Of several that find the same dead owner, the rename lets one win. @param {string} file */
function clearAbandoned(file) {
  const grave = `${file}.${process.pid}.dead`
  try {
    renameSync(file, grave)
  } catch {
    return
  }
  rmSync(grave, { force: true })
}

/**
 * Runs the work while holding the lock; waits for another owner that lives.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true })
  const deadline = Date.now() + PATIENCE_MS
  while (!tryLock(file)) {
    if (isAbandoned(file)) clearAbandoned(file)
    else if (Date.now() > deadline)
      throw new Error(`Another process has held ${file} for ten minutes. Remove it if none runs.`)
    else await pause(100)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}
