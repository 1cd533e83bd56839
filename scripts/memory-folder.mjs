/** Where the tests keep their temporary files: in memory where there is room, so that a thousand small databases wait for no disk. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a run of all tests may need at a time, in bytes, with much to spare. */
const ROOM = 4 * 1024 ** 3

/**
 * A new folder in memory, to be removed after use; null where there is none with room for the tests, or none from which a program can be
 * started, as in containers with a small `/dev/shm` or one mounted `noexec`.
 * @param {string} [parent]
 * @returns {string | null}
 */
export function memoryFolder(parent = '/dev/shm') {
  if (process.platform !== 'linux') return null
  try {
    const { bavail, bsize } = statfsSync(parent)
    if (bavail * bsize < ROOM) return null
    const folder = mkdtempSync(join(parent, 'baton-tests-'))
    if (canStartFrom(folder)) return folder
    rmSync(folder, { recursive: true, force: true })
    return null
  } catch {
    return null
  }
}

/** @param {string} folder */
function canStartFrom(folder) {
  const program = join(folder, 'try')
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o700 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
