/** A set-up file of Vitest, where `BATON_SLOWEST` is set: notes with each test file the processor time that it took, with the programs that it started. */
import { readFileSync } from 'node:fs'
import { afterEach } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** In seconds; of a file. */
    processorTime?: number
  }
}

/** In seconds: of this process, and of the programs that it started and that have ended, where the system says so. */
function spent(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000 + ofPrograms()
}

/** Linux alone tells of ended programs, in hundredths of a second: fields 16 and 17 of a process, which come behind its name in brackets. */
function ofPrograms(): number {
  if (process.platform !== 'linux') return 0
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number)
  return (user + system) / 100
}

const before = spent()
// The last one stands.
afterEach(({ task }) => {
  task.file.meta.processorTime = spent() - before
})
