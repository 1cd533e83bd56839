/** Taking checkpoints away: whole threads, or the inner steps of old turns, with every value that nobody refers to any more. */
import { z } from 'zod'
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import { SPAN } from './chains'
import type { CheckpointDatabase } from './database'
import {
  applyDifference,
  EMPTY_HEAD,
  formatDifference,
  type Head,
  headDifference,
  parseDifference,
  refsOf,
} from './head'
import { idColumn, storedId } from './ids'

export type ThinOptions = {
  threadId: string
  /** So many of the newest turns keep every step; 0 thins them all. */
  keepLastTurns: number
  /** So many turns before those keep their last checkpoint, and older ones nothing; null, and absent: all of them do. */
  keepEnds?: number | null
  /** Turns that keep every step all the same. */
  keepTurns?: ReadonlySet<number>
  /** Turns that keep their last checkpoint all the same. */
  keepEndsOf?: ReadonlySet<number>
}
export type ThinResult = { removed: number; kept: number }

/** As for new rows: so many differences, then a complete head. */
const HEAD_DEPTH_LIMIT = 32

const thinRow = z.object({
  n: z.int(),
  cp: idColumn,
  parent: z.int().nullable(),
  depth: z.int(),
  turn: z.string().nullable(),
  head: z.string(),
})
type ThinRow = z.infer<typeof thinRow>

const trackIds = z.array(z.int())

/** What the namespaces of calls begin with. */
export const CALL_MARK = '!'

/** Deletes all that is stored for a thread, in every namespace. */
export function deleteThread(database: CheckpointDatabase, thread: string): void {
  deleteTracks(database, () => tracksOf(database, thread))
}

/** What deletes all that calls of a thread keep of themselves; it says false where there was nothing. It is asked after every turn. */
export function callDeletion(database: CheckpointDatabase): (thread: string) => boolean {
  const select = database.prepare('SELECT id FROM track WHERE thread = ? AND substr(ns, 1, 1) = ?').pluck()
  return (thread) => {
    const read = () => trackIds.parse(select.all(thread, CALL_MARK))
    // Most turns have none, and a transaction would wait for other processes.
    if (read().length === 0) return false
    deleteTracks(database, read)
    return true
  }
}

function deleteTracks(database: CheckpointDatabase, read: () => number[]): void {
  const run = database.transaction(() => {
    for (const track of read()) {
      for (const chain of chainsOf(database, track)) deleteItems(database, chain.id, 0)
      for (const table of ['chain', 'value', 'pending', 'checkpoint'])
        database.prepare(`DELETE FROM ${table} WHERE track = ?`).run(track)
      database.prepare('DELETE FROM track WHERE id = ?').run(track)
    }
  })
  run.immediate()
}

/**
 * Of every turn but the newest few, keeps the checkpoints that no later one of the same turn follows: the last, or the last of each branch.
 * Checkpoints without a turn stay. Those left are joined to the nearest ancestor that is left.
 */
export function thinThread(database: CheckpointDatabase, options: ThinOptions): ThinResult {
  const { threadId, keepLastTurns, keepEnds = null, keepTurns = NO_TURNS, keepEndsOf = NO_TURNS } = options
  if (!Number.isInteger(keepLastTurns) || keepLastTurns < 0)
    throw new AppError('bad-input', inEnglish('keepLastTurns must be 0 or more.'))
  const result: ThinResult = { removed: 0, kept: 0 }
  const run = database.transaction(() => {
    for (const track of tracksOf(database, threadId)) {
      const rows = z
        .array(thinRow)
        .parse(
          database
            .prepare('SELECT n, cp, parent, depth, turn, head FROM checkpoint WHERE track = +? ORDER BY n')
            .all(track),
        )
      const kept = rowsToKeep(rows, { keepLastTurns, keepEnds, keepTurns, keepEndsOf })
      result.kept += kept.size
      result.removed += rows.length - kept.size
      if (kept.size === rows.length) continue
      rejoin(database, rows, kept)
      remove(database, track, { rows, kept })
      sweep(database, track)
      // Worth it only where much went: a thin after every turn must not rewrite the thread.
      if (rows.length > kept.size * 1.25) pack(database, track)
    }
  })
  run.immediate()
  if (result.removed > 0) reclaim(database)
  return result
}

/** Gives freed pages back and empties the write-ahead log. */
export function reclaim(database: CheckpointDatabase): void {
  database.pragma('incremental_vacuum')
  database.pragma('wal_checkpoint(TRUNCATE)')
}

export function tracksOf(database: CheckpointDatabase, thread: string): number[] {
  return trackIds.parse(database.prepare('SELECT id FROM track WHERE thread = +? ORDER BY id').pluck().all(thread))
}

const chainRow = z.object({ id: z.int(), base: z.int().nullable(), baseLength: z.int() })

/** The chains of a track, those that hang on others first. */
export function chainsOf(database: CheckpointDatabase, track: number): z.infer<typeof chainRow>[] {
  const rows = database.prepare('SELECT id, base, baseLength FROM chain WHERE track = +? ORDER BY id DESC').all(track)
  return z.array(chainRow).parse(rows)
}

/** What these heads refer to: of every chain how many entries, bases included, and the rows of the value table. */
export function referencesOf(
  heads: readonly string[],
  chains: readonly z.infer<typeof chainRow>[],
): { chains: Map<number, number>; values: Set<number> } {
  const wanted = { chains: new Map<number, number>(), values: new Set<number>() }
  const want = (chain: number, length: number) =>
    wanted.chains.set(chain, Math.max(length, wanted.chains.get(chain) ?? 0))
  for (const ref of heads.flatMap((head) => refsOf(parseDifference(head)))) {
    if (ref.kind === 'array') want(ref.chain, ref.length)
    if (ref.kind === 'row') wanted.values.add(ref.id)
  }
  for (const { id, base, baseLength } of chains) {
    const length = wanted.chains.get(id)
    if (length !== undefined && base !== null) want(base, Math.min(length, baseLength))
  }
  return wanted
}

type KeptTurns = Required<Omit<ThinOptions, 'threadId'>>

const NO_TURNS: ReadonlySet<number> = new Set()

function rowsToKeep(
  rows: readonly ThinRow[],
  { keepLastTurns, keepEnds, keepTurns, keepEndsOf }: KeptTurns,
): Set<number> {
  const byRecency = rows.toSorted((left, right) => right.n - left.n)
  const turns = new Set(byRecency.flatMap(({ turn }) => (turn === null ? [] : [turn])))
  const recent = new Set([...[...turns].slice(0, keepLastTurns), ...[...keepTurns].map(String)])
  const newestEnds = keepEnds === null ? turns : [...turns].slice(0, keepLastTurns + keepEnds)
  const ended = new Set([...newestEnds, ...[...keepEndsOf].map(String)])
  const turnOf = new Map(rows.map((row) => [row.n, row.turn]))
  const followed = new Set<unknown>(
    rows.filter((row) => row.parent !== null && turnOf.get(row.parent) === row.turn).map((row) => row.parent),
  )
  const newest = byRecency[0]?.n
  const kept = rows.filter(
    ({ n, turn }) => turn === null || recent.has(turn) || (ended.has(turn) && !followed.has(n)) || n === newest,
  )
  return new Set(kept.map(({ n }) => n))
}

/** Writes each kept row whose parent goes as the difference to the nearest ancestor that stays. */
function rejoin(database: CheckpointDatabase, rows: readonly ThinRow[], kept: ReadonlySet<number>): void {
  const update = database.prepare('UPDATE checkpoint SET parent = ?, depth = ?, head = ? WHERE n = ?')
  const parents = new Map(rows.map((row) => [row.n, row.parent]))
  const depths = new Map(rows.map((row) => [row.n, row.depth]))
  const heads = new Map<number, Head>()
  // Rows come parents first, so that every head is one difference away from one that is known.
  for (const row of rows) {
    const before = row.depth === 0 || row.parent === null ? EMPTY_HEAD : heads.get(row.parent)
    if (before === undefined) throw new AppError('storage', inEnglish(`the head of checkpoint ${row.cp} is incomplete`))
    const after = applyDifference(before, parseDifference(row.head))
    heads.set(row.n, after)
    let { parent } = row
    while (parent !== null && !kept.has(parent)) parent = parents.get(parent) ?? null
    if (!kept.has(row.n) || parent === row.parent) continue
    const base = parent === null ? undefined : heads.get(parent)
    const depth = parent === null ? 0 : (depths.get(parent) ?? 0) + 1
    const isComplete = row.depth === 0 || base === undefined || depth >= HEAD_DEPTH_LIMIT
    depths.set(row.n, isComplete ? 0 : depth)
    update.run(
      parent,
      isComplete ? 0 : depth,
      formatDifference(headDifference(isComplete ? EMPTY_HEAD : base, after)),
      row.n,
    )
  }
}

/** Moves the rows that are left to the end of the table, where they fill whole pages again. */
function pack(database: CheckpointDatabase, track: number): void {
  const rows = z
    .array(z.object({ n: z.int(), parent: z.int().nullable() }))
    .parse(database.prepare('SELECT n, parent FROM checkpoint WHERE track = +? ORDER BY n').all(track))
  const move = database.prepare('UPDATE checkpoint SET n = ?, parent = ? WHERE n = ?')
  const moved = new Map<number, number>()
  let next = z.int().parse(database.prepare('SELECT max(n) FROM checkpoint').pluck().get())
  for (const { n, parent } of rows) {
    next += 1
    moved.set(n, next)
    move.run(next, parent === null ? null : (moved.get(parent) ?? null), n)
  }
}

function remove(
  database: CheckpointDatabase,
  track: number,
  from: { rows: readonly ThinRow[]; kept: ReadonlySet<number> },
): void {
  const deleteRow = database.prepare('DELETE FROM checkpoint WHERE n = ?')
  const deletePending = database.prepare('DELETE FROM pending WHERE track = ? AND cp = ?')
  for (const { n, cp } of from.rows) {
    if (from.kept.has(n)) continue
    deleteRow.run(n)
    deletePending.run(track, storedId(cp))
  }
}

/** Deletes chains, ends of chains and values that no checkpoint of the track refers to. */
function sweep(database: CheckpointDatabase, track: number): void {
  const heads = z
    .array(z.string())
    .parse(database.prepare('SELECT head FROM checkpoint WHERE track = ?').pluck().all(track))
  const chains = chainsOf(database, track)
  const wanted = referencesOf(heads, chains)
  const seal = database.prepare('UPDATE chain SET sealed = 1 WHERE id = ?')
  const deleteChain = database.prepare('DELETE FROM chain WHERE id = ?')
  for (const { id } of chains) {
    const length = wanted.chains.get(id)
    const removed = deleteItems(database, id, length ?? 0)
    // Positions that were handed out once stay used: other processes may remember what was there.
    if (length === undefined) deleteChain.run(id)
    else if (removed > 0) seal.run(id)
  }
  const deleteValue = database.prepare('DELETE FROM value WHERE id = ?')
  const values = z.array(z.int()).parse(database.prepare('SELECT id FROM value WHERE track = ?').pluck().all(track))
  for (const id of values) if (!wanted.values.has(id)) deleteValue.run(id)
}

function deleteItems(database: CheckpointDatabase, chain: number, from: number): number {
  return database.prepare('DELETE FROM item WHERE id >= ? AND id < ?').run(chain * SPAN + from, (chain + 1) * SPAN)
    .changes
}
