/** The checkpoint rows: finding them, reading the head that a row stands for, and writing one. */
import { z } from 'zod'
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import type { CheckpointDatabase } from './database'
import { applyDifference, EMPTY_HEAD, formatDifference, type Head, headDifference, parseDifference } from './head'
import { idColumn, storedId } from './ids'
import type { RecentTracks } from './recent'

/** Every so many differences a head is stored in full, so that reading one visits few rows. */
const HEAD_DEPTH_LIMIT = 32

const COLUMNS =
  'c.n, c.track, t.thread, t.ns, c.cp, c.parent, c.parentCp, c.depth, c.rev, c.v, c.at, c.step, c.source, c.turn, c.meta, c.metaType'
const FROM = 'FROM checkpoint c JOIN track t ON t.id = c.track'

/** The row of track `t` that was written last. Ids contain the time, but not the order: clocks are set back, and those of several processes differ. */
export const NEWEST_OF_TRACK = '(SELECT max(newest.n) FROM checkpoint newest WHERE newest.track = t.id)'

/** Whether row `c` was written before the one of this id, which is given twice; where that is not stored, whether its id is smaller. */
const BEFORE =
  'coalesce(c.n < (SELECT other.n FROM checkpoint other WHERE other.track = c.track AND other.cp = ?), c.cp < ?)'

const checkpointRow = z.object({
  n: z.int(),
  track: z.int(),
  thread: z.string(),
  ns: z.string(),
  cp: idColumn,
  parent: z.int().nullable(),
  parentCp: idColumn.nullable(),
  depth: z.int(),
  rev: z.int(),
  v: z.number(),
  at: z.union([z.number(), z.string()]),
  step: z.number().nullable(),
  source: z.string().nullable(),
  turn: z.string().nullable(),
  meta: z.union([z.string(), z.instanceof(Uint8Array), z.null()]),
  metaType: z.string().nullable(),
})
export type CheckpointRow = z.infer<typeof checkpointRow>

const baseRow = checkpointRow.pick({ n: true, track: true, rev: true, depth: true, turn: true })
const optionalBaseRow = baseRow.optional()
const optionalTrack = z.int().optional()
/** What a child needs to know of the row that it is a difference to. */
export type BaseRow = z.infer<typeof baseRow>

/** So many rows are looked at one by one. */
const FEW = 64
const sinceRows = z.array(z.object({ n: z.int(), track: z.int() }))
const headRows = z.array(z.object({ n: z.int(), depth: z.int(), head: z.string() }))

/** The columns of a new row that are not worked out here. */
export type NewRow = {
  track: number
  cp: string
  parent: BaseRow | undefined
  parentCp: string | null
  v: number
  at: number | string
  step: number | null
  source: string | null
  /** As JSON. */
  turn: string | null
  run: string | null
  nodes: string | null
  meta: string | Uint8Array | null
  metaType: string | null
}

export type CheckpointFilter = { thread?: string | undefined; ns?: string | undefined; before?: string | undefined }

export class Rows {
  readonly #database: CheckpointDatabase
  readonly #recent: RecentTracks
  readonly #statements

  constructor(database: CheckpointDatabase, recent: RecentTracks) {
    this.#database = database
    this.#recent = recent
    this.#statements = {
      byId: database.prepare(`SELECT ${COLUMNS} ${FROM} WHERE t.thread = +? AND t.ns = +? AND c.cp = +?`),
      largestId: database.prepare(
        `SELECT ${COLUMNS} ${FROM} WHERE t.thread = +? AND t.ns = +? ORDER BY c.cp DESC LIMIT 1`,
      ),
      since: database.prepare(`SELECT n, track FROM checkpoint WHERE n > +? ORDER BY n LIMIT ${FEW + 1}`),
      newest: database.prepare('SELECT max(n) FROM checkpoint WHERE track = +?').pluck(),
      byNumber: database.prepare(`SELECT ${COLUMNS} ${FROM} WHERE c.n = +?`),
      base: database.prepare('SELECT n, track, rev, depth, turn FROM checkpoint WHERE track = ? AND cp = ?'),
      same: database.prepare('SELECT n, rev FROM checkpoint WHERE track = ? AND cp = ?'),
      id: database.prepare('SELECT cp FROM checkpoint WHERE n = ?').pluck(),
      // A parent is always older than its child; the condition also keeps a damaged file from going round in circles.
      heads: database.prepare(`
        WITH RECURSIVE up (n, parent, depth, head) AS (
          SELECT n, parent, depth, head FROM checkpoint WHERE n = +?
          UNION ALL
          SELECT c.n, c.parent, c.depth, c.head FROM checkpoint c JOIN up ON c.n = up.parent WHERE up.depth > 0 AND c.n < up.n
        ) SELECT n, depth, head FROM up ORDER BY n DESC`),
      track: database.prepare('SELECT id FROM track WHERE thread = ? AND ns = ?').pluck(),
      addTrack: database.prepare('INSERT INTO track (thread, ns) VALUES (?, ?)'),
      children: database.prepare('SELECT n FROM checkpoint WHERE track = ? AND parent = ? AND depth > 0').pluck(),
      insert: database.prepare(`
        INSERT OR IGNORE INTO checkpoint (track, cp, parent, parentCp, depth, rev, v, at, step, source, turn, run, nodes, meta, metaType, head)
        VALUES (@track, @cp, @parent, @parentCp, @depth, 0, @v, @at, @step, @source, @turn, @run, @nodes, @meta, @metaType, @head)`),
      replace: database.prepare(`
        UPDATE checkpoint SET parent = @parent, parentCp = @parentCp, depth = @depth, rev = rev + 1, v = @v, at = @at, step = @step, source = @source,
        turn = @turn, run = @run, nodes = @nodes, meta = @meta, metaType = @metaType, head = @head WHERE n = @n`),
      setHead: database.prepare('UPDATE checkpoint SET parent = ?, depth = ?, head = ? WHERE n = ?'),
    }
  }

  find(thread: string, ns: string, cp: string): CheckpointRow | undefined {
    return optionalRow(this.#statements.byId.get(thread, ns, storedId(cp)))
  }

  /** The same, for when the track is known: read once per put. */
  base(track: number, cp: string): BaseRow | undefined {
    return optionalBaseRow.parse(this.#statements.base.get(track, storedId(cp)))
  }

  newest(thread: string, ns: string): CheckpointRow | undefined {
    const row = optionalRow(this.#statements.largestId.get(thread, ns))
    if (row === undefined) return undefined
    const n = this.#newestOf(row)
    return n === row.n ? row : optionalRow(this.#statements.byNumber.get(n))
  }

  /** The number of the row of a track that was written last, by its row of the largest id, which mostly is that one. */
  #newestOf({ n, track }: CheckpointRow): number {
    const since = sinceRows.parse(this.#statements.since.all(n))
    // Else others wrote much since, and the index of this track is less to read.
    if (since.length > FEW) return z.int().parse(this.#statements.newest.get(track))
    return since.findLast((one) => one.track === track)?.n ?? n
  }

  /** Newest first, in the order in which they were written. */
  list(where: CheckpointFilter): CheckpointRow[] {
    const before = where.before === undefined ? null : storedId(where.before)
    const conditions = [
      ...(where.thread === undefined ? [] : [{ sql: 't.thread = ?', values: [where.thread] }]),
      ...(where.ns === undefined ? [] : [{ sql: 't.ns = ?', values: [where.ns] }]),
      ...(before === null ? [] : [{ sql: BEFORE, values: [before, before] }]),
    ]
    const filter = conditions.length === 0 ? '' : `WHERE ${conditions.map((condition) => condition.sql).join(' AND ')}`
    const rows = this.#database
      .prepare(`SELECT ${COLUMNS} ${FROM} ${filter} ORDER BY c.n DESC`)
      .all(...conditions.flatMap(({ values }) => values))
    return z.array(checkpointRow).parse(rows)
  }

  parentId(row: CheckpointRow): string | undefined {
    if (row.parent === null) return row.parentCp ?? undefined
    return idColumn.parse(this.#statements.id.get(row.parent))
  }

  /** The track of a thread and namespace, made if it is new. */
  track(thread: string, ns: string): number {
    return this.findTrack(thread, ns) ?? Number(this.#statements.addTrack.run(thread, ns).lastInsertRowid)
  }

  findTrack(thread: string, ns: string): number | undefined {
    return optionalTrack.parse(this.#statements.track.get(thread, ns))
  }

  /** The complete head of a row, from memory if it is the one last used. */
  head(row: Pick<CheckpointRow, 'n' | 'cp' | 'rev' | 'track'>): Head {
    const known = this.#recent.head(row.track, row)
    if (known !== undefined) return known
    const path = headRows.parse(this.#statements.heads.all(row.n))
    if (path.length === 0 || path.at(-1)?.depth !== 0)
      throw new AppError('storage', inEnglish(`the head of checkpoint ${row.cp} is incomplete`))
    return path.reduceRight((head, next) => applyDifference(head, parseDifference(next.head)), EMPTY_HEAD)
  }

  /** Writes a row with its head inside the running transaction; an id that is there already is replaced. */
  write(row: NewRow, heads: { before: Head; after: Head }): { n: number; rev: number } {
    const { parent } = row
    const isComplete = parent === undefined || parent.depth + 1 >= HEAD_DEPTH_LIMIT
    const columns = {
      ...row,
      cp: storedId(row.cp),
      parentCp: row.parentCp === null ? null : storedId(row.parentCp),
      parent: parent?.n ?? null,
      depth: isComplete ? 0 : parent.depth + 1,
      head: formatDifference(headDifference(isComplete ? EMPTY_HEAD : heads.before, heads.after)),
    }
    const inserted = this.#statements.insert.run(columns)
    if (inserted.changes === 1) return { n: Number(inserted.lastInsertRowid), rev: 0 }
    const { n, rev } = z.object({ n: z.int(), rev: z.int() }).parse(this.#statements.same.get(row.track, columns.cp))
    this.#completeChildren(row.track, n)
    // In full, because the new parent may be a younger row.
    this.#statements.replace.run({
      ...columns,
      depth: 0,
      head: formatDifference(headDifference(EMPTY_HEAD, heads.after)),
      n,
    })
    return { n, rev: rev + 1 }
  }

  /** Before a row changes, those that are a difference to it are stored in full. */
  #completeChildren(track: number, n: number): void {
    for (const child of z.array(z.int()).parse(this.#statements.children.all(track, n))) {
      const head = this.head({ n: child, cp: '', rev: -1, track })
      this.#statements.setHead.run(n, 0, formatDifference(headDifference(EMPTY_HEAD, head)), child)
    }
  }
}

function optionalRow(row: unknown): CheckpointRow | undefined {
  return row === undefined ? undefined : checkpointRow.parse(row)
}
