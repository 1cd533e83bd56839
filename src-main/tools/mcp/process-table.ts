/**
 * The processes of this machine, each with what tells it from any other that ever had its id. Read from /proc, elsewhere by `ps`; on Windows
 * nothing is known.
 */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { promisify } from 'node:util'

/** A process: its id and its start, which together name no other one at the same place (`placeOfProcesses`). */
export type ProcessMark = { readonly pid: number; readonly start: string }

/** A process that runs, and the group that it belongs to. Those that have ended and that nobody has fetched yet do not run. */
export type RunningProcess = ProcessMark & { readonly group: number }

/** `ps` starts in some 10 ms; one that hangs is not waited for. */
const PATIENCE = 5000

/** What runs, or what of some processes runs; empty where the system does not say. */
export async function runningProcesses(only?: readonly number[]): Promise<readonly RunningProcess[]> {
  if (process.platform === 'win32') return []
  if (process.platform === 'linux') return (only ?? processIds()).flatMap(readProcess)
  return processesByPs(only)
}

/** Names this machine since its last start, and the space of process ids in it: containers on one machine have each their own. */
export function placeOfProcesses(): string {
  return [hostname(), ...(process.platform === 'linux' ? [bootId(), namespaceOfIds()] : [])].join('/')
}

/** A process of /proc, as a list of one; none that has ended. */
export function readProcess(pid: number): readonly RunningProcess[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name, in parentheses, may hold anything. Behind it: state, parent, group ... and 18 fields later the start, in ticks since the machine's.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, group, start] = [fields[0], fields[2], fields[19]]
    if (state === 'Z' || state === 'X' || group === undefined || start === undefined) return []
    return [{ pid, start, group: Number(group) }]
  } catch {
    return []
  }
}

/** All process ids of /proc. Throws where there is none. */
export function processIds(): number[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
}

async function processesByPs(only: readonly number[] | undefined): Promise<readonly RunningProcess[]> {
  const which = only === undefined ? ['-A'] : ['-p', only.join(',')]
  // The start is a date in words, which are to be the same every time.
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
  try {
    const args = [...which, '-o', 'pid=,pgid=,state=,lstart=']
    const { stdout } = await promisify(execFile)('ps', args, { env, timeout: PATIENCE, maxBuffer: 20_000_000 })
    return stdout.split('\n').flatMap(readPsLine)
  } catch {
    return []
  }
}

/** A line of `ps`, as a list of one. */
export function readPsLine(line: string): readonly RunningProcess[] {
  const [, pid, group, state, start] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S.*?)\s*$/.exec(line) ?? []
  if (pid === undefined || group === undefined || start === undefined || state?.startsWith('Z') === true) return []
  return [{ pid: Number(pid), group: Number(group), start: start.replace(/\s+/g, ' ') }]
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
  } catch {
    return ''
  }
}

function namespaceOfIds(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}
