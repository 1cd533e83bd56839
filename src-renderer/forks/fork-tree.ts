/** The threads of one conversation as a tree: which left which, at which turn, in the order in which they are drawn. Pure. */
import { placesOf, type BranchThread, type Origin } from './branches'

/** `until`: it left in the middle of the turn, after that event of the other one. */
export type TreeThread = Omit<BranchThread, 'forkedFrom'> & {
  readonly turns: number
  readonly forkedFrom: (NonNullable<BranchThread['forkedFrom']> & { readonly until: object | null }) | null
}

/**
 * A thread in its tree. `from`: the row of the one that it left, above it; null: all others came of it. `turn`: the first of its own, and `isMid`
 * that it left in the middle of that one. `isGone`: it was removed, and only holds those together that left it. `at`, `of`: its place among those
 * that left the same one.
 */
export type ForkRow = {
  readonly threadId: string
  readonly from: number | null
  readonly level: number
  readonly turn: number
  readonly isMid: boolean
  readonly turns: number
  readonly isGone: boolean
  readonly at: number
  readonly of: number
}

/** The tree that a thread is in; its row alone where nothing left it. Nothing for a thread that is not in the list. */
export function forkTreeOf(threads: readonly TreeThread[], threadId: string): ForkRow[] {
  return forkTrees(threads).find((rows) => rows.some((row) => row.threadId === threadId)) ?? []
}

/** All threads as trees, the one with the newest change first. */
export function forkTrees(threads: readonly TreeThread[]): ForkRow[][] {
  const places = placesOf(threads)
  const byId = new Map(threads.map((thread) => [thread.id, thread]))
  const children = new Map<string, Leaver[]>()
  const roots = new Set<string>()
  for (const thread of threads) {
    const left = leftBy(thread, places, byId)
    if (left === null) roots.add(thread.id)
    else children.set(left.parent, [...(children.get(left.parent) ?? []), left])
    if (left !== null && !byId.has(left.parent)) roots.add(left.parent)
  }
  const trees = [...roots].map((root) => rowsUnder(root, { children, byId }))
  // Nobody sees a removed thread that only one came of.
  const shown = trees.map((rows) => (rows[0]?.isGone === true && rows.length === 2 ? alone(rows) : rows))
  const newest = (rows: readonly ForkRow[]): string =>
    rows.reduce((last, row) => maxOf(last, byId.get(row.threadId)?.changedAt ?? ''), '')
  return shown.toSorted((one, other) => newest(other).localeCompare(newest(one)))
}

type Leaver = { readonly thread: TreeThread; readonly parent: string; readonly turn: number; readonly isMid: boolean }

/** Where a thread really leaves: what it has of turns before those of its parent is not of that one. Null: it left none that is known. */
function leftBy(
  thread: TreeThread,
  places: ReadonlyMap<string, Origin>,
  byId: ReadonlyMap<string, TreeThread>,
): Leaver | null {
  const { forkedFrom } = thread
  if (forkedFrom === null) return null
  let { threadId: parent, turn } = forkedFrom
  let isMid = forkedFrom.until !== null
  for (let left = places.size; left >= 0; left -= 1) {
    const above = places.get(parent)?.forkedFrom ?? null
    if (above === null || above.threadId === thread.id) break
    const isOfAbove = above.turn > turn || (above.turn === turn && !isMid)
    if (byId.has(parent) && !isOfAbove) break
    isMid &&= isOfAbove
    turn = Math.min(turn, above.turn)
    parent = above.threadId
  }
  return { thread, parent, turn, isMid }
}

type Family = {
  readonly children: ReadonlyMap<string, readonly Leaver[]>
  readonly byId: ReadonlyMap<string, TreeThread>
}

/** Who left last stands nearest, so that no line crosses another one. */
function rowsUnder(root: string, { children, byId }: Family): ForkRow[] {
  const rows: ForkRow[] = []
  const add = (threadId: string, place: Omit<ForkRow, 'threadId' | 'turns' | 'isGone'>): void => {
    if (rows.some((row) => row.threadId === threadId)) return
    const left = (children.get(threadId) ?? []).toSorted(
      (one, other) => other.turn - one.turn || one.thread.createdAt.localeCompare(other.thread.createdAt),
    )
    const own = byId.get(threadId)
    const turns = own?.turns ?? left.reduce((most, { turn }) => Math.max(most, turn - 1), 0)
    const from = rows.push({ ...place, threadId, turns, isGone: own === undefined }) - 1
    for (const [nth, { thread, turn, isMid }] of left.entries())
      add(thread.id, { from, level: place.level + 1, turn, isMid, at: nth + 1, of: left.length })
  }
  add(root, { from: null, level: 0, turn: 1, isMid: false, at: 1, of: 1 })
  return rows
}

function alone(rows: readonly ForkRow[]): ForkRow[] {
  return rows.slice(1).map((row) => ({ ...row, from: null, level: 0, turn: 1, isMid: false, at: 1, of: 1 }))
}

function maxOf(one: string, other: string): string {
  return one.localeCompare(other) >= 0 ? one : other
}
