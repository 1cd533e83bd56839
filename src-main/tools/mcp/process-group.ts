/** A child process and all that it starts, as one thing: whether any of it still runs, and signals to all of it. */
import { spawn } from 'node:child_process'
import { processIds, readProcess } from './process-table'

export const IS_WINDOWS = process.platform === 'win32'

/** Whether anything of a group still runs. On Windows the first process is all that can be asked for, and its end is known. */
export function isGroupAlive(group: number): boolean {
  if (IS_WINDOWS) return false
  try {
    process.kill(-group, 0)
  } catch {
    return false
  }
  return process.platform !== 'linux' || hasLiveMember(group)
}

/** Sends a signal to all of a group; not an error where it is gone. */
export function signalGroup(group: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (IS_WINDOWS) {
    // Without /F only programs with a window end, so there is no gentle way but the end of their input.
    const options = { stdio: 'ignore', windowsHide: true } as const
    spawn('taskkill', ['/pid', String(group), '/T', '/F'], options).on('error', () => undefined)
    return
  }
  try {
    process.kill(-group, signal)
  } catch {
    // It is gone.
  }
}

/** Processes that have ended stay in their group until init has fetched them, which in containers may be late or never. */
function hasLiveMember(group: number): boolean {
  try {
    return processIds().some((pid) => readProcess(pid).some((found) => found.group === group))
  } catch {
    return true
  }
}
