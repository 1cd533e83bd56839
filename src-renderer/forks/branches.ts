/** Threads that answer one message in different ways: which there are beside a turn of a thread. Pure. */

type LeavingLocation = { readonly threadId: string; readonly turn: number }

/** What is known of a thread; times in ISO. `forkedFrom`: it has that thread's turns before `turn`; `above`: where that one left others, if it was removed since. */
export type BranchThread = {
  id: string
  forkedFrom: (LeavingLocation & { readonly above: readonly LeavingLocation[] }) | null
  createdAt: string
  changedAt: string
}

/**
 * One entry for each way that the conversation took at a turn, oldest first: the thread to open for it, which is the one last talked to of all
 * that have it. `isOpen`: the one that is open. A single entry: it was never begun again.
 */
export type Branch = { threadId: string; isOpen: boolean }

export function branchesAt(threads: readonly BranchThread[], threadId: string, turn: number): Branch[] {
  const byId = placesOf(threads)
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

/** Where a thread began: by itself (null), or at a turn of another one. */
export type Origin = { readonly createdAt: string; readonly forkedFrom: LeavingLocation | null }
type ById = ReadonlyMap<string, Origin>

/** By id, also those that were removed and of which others tell where they had left. */
export function placesOf(threads: readonly BranchThread[]): Map<string, Origin> {
  const places = new Map<string, Origin>(threads.map((thread) => [thread.id, thread]))
  for (const { forkedFrom } of threads) {
    let removed = forkedFrom?.threadId
    for (const place of forkedFrom?.above ?? []) {
      if (removed !== undefined && !places.has(removed)) places.set(removed, { createdAt: '', forkedFrom: place })
      removed = place.threadId
    }
  }
  return places
}

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
