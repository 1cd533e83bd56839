/** Threads that answer one message in different ways: which there are beside a turn of a thread. Pure. */

/** What is known of a thread; times in ISO. `forkedFrom`: it has that thread's turns before `turn`. */
export type BranchThread = {
  id: string
  forkedFrom: { threadId: string; turn: number } | null
  createdAt: string
  changedAt: string
}

/**
 * One entry for each way that the conversation took at a turn, oldest first: the thread to open for it, which is the one last talked to of all
 * that have it. `isOpen`: the one that is open. A single entry: it was never begun again.
 */
export type Branch = { threadId: string; isOpen: boolean }

export function branchesAt(threads: readonly BranchThread[], threadId: string, turn: number): Branch[] {
  const byId = new Map(threads.map((thread) => [thread.id, thread]))
  const own = ownerAt(byId, threadId, turn)
  const root = rootAt(byId, own, turn)
  /** By the thread in which each way was begun, those that have it. */
  const ways = new Map<string, BranchThread[]>()
  for (const thread of threads) {
    const owner = ownerAt(byId, thread.id, turn)
    if (rootAt(byId, owner, turn) !== root) continue
    ways.set(owner, [...(ways.get(owner) ?? []), thread])
  }
  return [...ways]
    .toSorted(([one], [other]) => begun(byId, one).localeCompare(begun(byId, other)) || one.localeCompare(other))
    .map(([owner, having]) => ({ threadId: owner === own ? threadId : lastTalkedTo(having), isOpen: owner === own }))
}

type ById = ReadonlyMap<string, BranchThread>

/** The thread in which the turn was said: turns before the one at which a thread left another are that one's. */
function ownerAt(byId: ById, threadId: string, turn: number): string {
  let id = threadId
  for (let left = byId.size; left >= 0; left -= 1) {
    const from = byId.get(id)?.forkedFrom ?? null
    if (from === null || from.turn <= turn) return id
    id = from.threadId
  }
  return id
}

/** The thread that all ways at a turn began at; one that was removed counts by its id. */
function rootAt(byId: ById, owner: string, turn: number): string {
  let id = owner
  for (let left = byId.size; left >= 0; left -= 1) {
    const from = byId.get(id)?.forkedFrom ?? null
    if (from?.turn !== turn) return id
    id = ownerAt(byId, from.threadId, turn)
  }
  return id
}

function begun(byId: ById, id: string): string {
  return byId.get(id)?.createdAt ?? ''
}

function lastTalkedTo(threads: readonly BranchThread[]): string {
  return threads.toSorted((one, other) => other.changedAt.localeCompare(one.changedAt))[0]?.id ?? ''
}
