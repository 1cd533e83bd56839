/** The processes of this program's MCP servers while they run: each on record, and ended at the latest when this program ends. */
import path from 'node:path'
import { isGroupAlive } from './process-group'
import { endLeftServers, recordProcess, type ProcessStore, type RecordHandle } from './process-records'
import type { ServerProcess } from './server-process'

export type Processes = {
  /** Takes in a server that was just started. Throws AppError `storage` where it cannot be put on record. */
  readonly add: (child: ServerProcess, command: string) => Promise<void>
  /** A server is ready, so what it started on the way to that is known too. */
  readonly settled: (pid: number | null) => Promise<void>
  /** A server was ended, or ended. */
  readonly remove: (child: ServerProcess) => void
  /** Ends all of them without waiting. */
  readonly killAll: () => void
  /** Resolves when nothing is left of the servers of a program that was killed. */
  readonly tidied: () => Promise<void>
}

/** `store`: where they are on record; null: nowhere. What a killed program left behind is ended from now on. */
export function createProcesses(store: ProcessStore | null): Processes {
  const running = new Map<ServerProcess, RecordHandle | null>()
  const tidied = store === null ? Promise.resolve() : endLeftServers(store).catch(passOver)
  return {
    async add(child, command) {
      running.set(child, null)
      if (store === null) return
      const recording = await recordProcess(store, child.pid, path.basename(command))
      if (running.has(child)) running.set(child, recording)
      else recording?.remove()
    },
    async settled(pid) {
      const found = [...running].find(([child]) => child.pid === pid)
      await found?.[1]?.update().catch(passOver)
    },
    remove(child) {
      const recording = running.get(child) ?? null
      running.delete(child)
      // What could not be ended stays on record, for the next start.
      if (isGroupAlive(child.pid)) return
      try {
        recording?.remove()
      } catch (cause) {
        passOver(cause)
      }
    },
    killAll() {
      for (const child of running.keys()) child.killNow()
    },
    tidied: () => tidied,
  }
}

/** A record that cannot be written now is no reason to fail: it says less than it might, or what is no longer there, and the next start looks again. */
function passOver(_cause: unknown): void {
  return undefined
}
