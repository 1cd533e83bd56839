/**
 * Which processes of MCP servers were started, on record beyond the end of this program: what is left of a program that was killed is ended
 * by the next one on the same data folder.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { signalGroup } from './process-group'
import { placeOfProcesses, runningProcesses, type ProcessMark, type RunningProcess } from './process-table'

/** A group of processes that a server consists of. `members`: those that are known for certain to belong to it. */
export type ProcessRecord = {
  readonly place: string
  /** The process of Baton that started it. */
  readonly owner: ProcessMark
  readonly group: number
  readonly members: readonly ProcessMark[]
  readonly command: string
}

export type StoredRecord = ProcessRecord & { readonly number: number }

/** Where records are kept. Throws AppError `storage`. */
export type ProcessStore = {
  readonly add: (record: ProcessRecord) => number
  readonly setMembers: (number: number, members: readonly ProcessMark[]) => void
  readonly remove: (number: number) => void
  readonly all: () => readonly StoredRecord[]
}

/** The record of one server that runs. */
export type RecordHandle = {
  /** Looks again at who belongs to it: `npx` and shells start the real server after a while. */
  readonly update: () => Promise<void>
  /** It is gone. */
  readonly remove: () => void
}

/** How long what was left may take to end after SIGTERM and after SIGKILL, in ms. */
const GRACE = { term: 1500, kill: 1000 } as const
const LOOK_AGAIN = 20

/** Puts a server on record that was just started, by its first process; none where the system does not say who that is. */
export async function recordProcess(store: ProcessStore, first: number, command: string): Promise<RecordHandle | null> {
  const found = await runningProcesses([first, process.pid])
  const member = found.find(({ pid }) => pid === first)
  const owner = found.find(({ pid }) => pid === process.pid)
  if (member === undefined || owner === undefined || member.group !== first) return null
  const record = { place: placeOfProcesses(), owner: markOf(owner), group: first, members: [markOf(member)], command }
  const number = store.add(record)
  let isRemoved = false
  return {
    async update() {
      const members = (await runningProcesses()).filter(({ group }) => group === first).map(markOf)
      if (!isRemoved && members.length > 0) store.setMembers(number, members)
    },
    remove() {
      isRemoved = true
      store.remove(number)
    },
  }
}

/**
 * Ends what is left of servers whose Baton is gone, whole groups of them. Left alone is what belongs to a Baton that runs, what was started
 * elsewhere, and every group in which nobody is provably who was put on record.
 */
export async function endLeftServers(store: ProcessStore): Promise<void> {
  const all = store.all()
  // Mostly there is nothing on record, and then nothing is looked at.
  const place = all.length === 0 ? '' : placeOfProcesses()
  const here = all.filter((record) => record.place === place)
  if (here.length === 0) return
  const running = await runningProcesses()
  const left = here.filter(({ owner }) => !running.some((process) => isAmong(process, [owner])))
  const end = async (record: StoredRecord) => {
    if (await endGroup(record)) store.remove(record.number)
  }
  await Promise.all(left.map(end))
}

/** Whether none of it runs any more. */
async function endGroup({ group, members }: ProcessRecord): Promise<boolean> {
  let known = await membersOf(group, members)
  for (const [signal, patience] of [['SIGTERM', GRACE.term] as const, ['SIGKILL', GRACE.kill] as const]) {
    if (known.length === 0) return true
    signalGroup(group, signal)
    for (let waited = 0; waited < patience && (await isAnyLeft(known)); waited += LOOK_AGAIN) await delay(LOOK_AGAIN)
    known = await membersOf(group, known)
  }
  return known.length === 0
}

/** Who is in a group now; nobody, unless somebody is among them who is known to belong to it: the group may be another one by now. */
async function membersOf(group: number, known: readonly ProcessMark[]): Promise<readonly ProcessMark[]> {
  // 0 and 1 would be groups of this program and of everybody.
  if (!Number.isSafeInteger(group) || group <= 1) return []
  const found = (await runningProcesses()).filter((process) => process.group === group)
  return found.some((process) => isAmong(process, known)) ? found.map(markOf) : []
}

async function isAnyLeft(known: readonly ProcessMark[]): Promise<boolean> {
  return (await runningProcesses(known.map(({ pid }) => pid))).some((process) => isAmong(process, known))
}

function isAmong(process: ProcessMark, marks: readonly ProcessMark[]): boolean {
  return marks.some(({ pid, start }) => process.pid === pid && process.start === start)
}

function markOf({ pid, start }: RunningProcess): ProcessMark {
  return { pid, start }
}
