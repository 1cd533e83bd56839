/** Which process runs a run, and whether it is still there: several may share one data folder. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/** One core in one process, as runs name it. */
export type Owner = {
  readonly id: string
  /** Whether the process behind an owner's id may still run. Its lease decides about the rest. */
  readonly mayLive: (ownerId: string) => boolean
}

/**
 * The owner of this core's runs: host, process id, start of the process and a random part. A killed process is known
 * at once by its id; the start tells a new process that got the same id, as in containers.
 */
export function processOwner(): Owner {
  const host = hostname()
  const started = Math.round(performance.timeOrigin)
  return {
    id: [host, process.pid, started, randomUUID().slice(0, 8)].join('/'),
    mayLive(ownerId) {
      const [otherHost, pid, otherStarted] = ownerId.split('/')
      if (otherHost !== host) return true
      if (Number(pid) === process.pid) return Number(otherStarted) === started
      return isRunning(Number(pid))
    },
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    // EPERM: it runs, for somebody else.
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
  }
}
