/** Copies a thread, or the path to one of its checkpoints, into a new thread with values of its own. */
import { z } from 'zod'
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import { SPAN } from './chains'
import type { CheckpointDatabase } from './database'
import { formatDifference, mapRefs, parseDifference, type ValueRef } from './head'
import { idColumn, storedId } from './ids'
import { chainsOf, tracksOf, referencesOf } from './retention'

export type CopyOptions = { from: string; to: string; upto: string | undefined }

const copyRow = z.object({
  n: z.int(),
  cp: idColumn,
  parent: z.int().nullable(),
  head: z.string(),
})
type CopyRow = z.infer<typeof copyRow>
type Tracks = { source: number; target: number }

export function copyThread(database: CheckpointDatabase, options: CopyOptions): void {
  const run = database.transaction(() => {
    const tracks = tracksOf(database, options.from)
    if (tracks.length === 0) throw new AppError('not-found', inEnglish(`There is no thread ${options.from} to copy.`))
    if (tracksOf(database, options.to).length > 0)
      throw new AppError('conflict', inEnglish(`There is a thread ${options.to} already; nothing was copied.`))
    let copied = 0
    for (const source of tracks) copied += copyTrack(database, source, options)
    const isFound = options.upto === undefined || copied > 0
    if (!isFound)
      throw new AppError('not-found', inEnglish(`Thread ${options.from} has no checkpoint ${options.upto}.`))
  })
  run.immediate()
}

function copyTrack(database: CheckpointDatabase, source: number, options: CopyOptions): number {
  const rows = z
    .array(copyRow)
    .parse(database.prepare('SELECT n, cp, parent, head FROM checkpoint WHERE track = +? ORDER BY n').all(source))
  const chosen = options.upto === undefined ? rows : pathTo(rows, options.upto)
  if (chosen.length === 0) return 0
  const ns = z.string().parse(database.prepare('SELECT ns FROM track WHERE id = ?').pluck().get(source))
  const target = Number(
    database.prepare('INSERT INTO track (thread, ns) VALUES (?, ?)').run(options.to, ns).lastInsertRowid,
  )
  const place = copyValues(database, { source, target }, chosen)
  const insert = database.prepare(`
    INSERT INTO checkpoint (track, cp, parent, parentCp, depth, rev, v, at, step, source, turn, run, nodes, meta, metaType, head)
    SELECT @target, cp, @parent, parentCp, depth, 0, v, at, step, source, turn, run, nodes, meta, metaType, @head FROM checkpoint WHERE n = @n`)
  const copyPending = database.prepare(`
    INSERT INTO pending (track, cp, task, idx, path, channel, type, data)
    SELECT @target, cp, task, idx, path, channel, type, data FROM pending WHERE track = @source AND cp = @cp`)
  const numbers = new Map<number, number>()
  for (const { n, cp, parent, head } of chosen) {
    const copiedHead = formatDifference(mapRefs(parseDifference(head), place))
    const copiedParent = parent === null ? null : (numbers.get(parent) ?? null)
    numbers.set(n, Number(insert.run({ target, parent: copiedParent, head: copiedHead, n }).lastInsertRowid))
    copyPending.run({ target, source, cp: storedId(cp) })
  }
  return chosen.length
}

/** The checkpoint and its ancestors, oldest first; in a namespace that does not have it, nothing. */
function pathTo(rows: readonly CopyRow[], cp: string): CopyRow[] {
  const byNumber = new Map(rows.map((row) => [row.n, row]))
  const path: CopyRow[] = []
  for (let row = rows.find((candidate) => candidate.cp === cp); row !== undefined;) {
    path.unshift(row)
    row = row.parent !== null && row.parent < row.n ? byNumber.get(row.parent) : undefined
  }
  return path
}

/** Copies the values that the rows refer to; returns where each ref points in the copy. */
function copyValues(
  database: CheckpointDatabase,
  tracks: Tracks,
  rows: readonly CopyRow[],
): (ref: ValueRef) => ValueRef {
  const chains = chainsOf(database, tracks.source)
  const wanted = referencesOf(
    rows.map(({ head }) => head),
    chains,
  )
  const addChain = database.prepare(
    'INSERT INTO chain (track, base, baseLength, depth, sealed) SELECT ?, ?, baseLength, depth, 0 FROM chain WHERE id = ?',
  )
  const copyItems = database.prepare(
    'INSERT INTO item (id, json) SELECT id + ?, json FROM item WHERE id >= ? AND id < ?',
  )
  const newChains = new Map<number, number>()
  for (const { id, base } of chains.toReversed()) {
    const length = wanted.chains.get(id)
    if (length === undefined) continue
    const copy = Number(addChain.run(tracks.target, base === null ? null : newChains.get(base), id).lastInsertRowid)
    copyItems.run((copy - id) * SPAN, id * SPAN, id * SPAN + length)
    newChains.set(id, copy)
  }
  const addValue = database.prepare(
    'INSERT INTO value (track, type, data) SELECT ?, type, data FROM value WHERE id = ?',
  )
  const newValues = new Map<number, number>()
  for (const id of wanted.values) newValues.set(id, Number(addValue.run(tracks.target, id).lastInsertRowid))
  return (ref) => {
    if (ref.kind === 'array') return { ...ref, chain: known(newChains, ref.chain) }
    return ref.kind === 'row' ? { ...ref, id: known(newValues, ref.id) } : ref
  }
}

function known(copies: ReadonlyMap<number, number>, id: number): number {
  const copy = copies.get(id)
  if (copy === undefined) throw new AppError('storage', inEnglish(`value ${id} is missing`))
  return copy
}
