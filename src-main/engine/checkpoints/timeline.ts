/** The index of checkpoints: timelines and the list of threads, read from small columns that every put fills. */
import { z } from 'zod'
import type { CheckpointDatabase } from './database'
import { idColumn, storedId } from './ids'
import { NEWEST_OF_TRACK } from './rows'

export type TimelineOptions = {
  /** At most so many entries; default 1000. */
  limit?: number
  /** Only checkpoints older than this one. */
  before?: string
}

export type TimelineEntry = {
  checkpointId: string
  parentId: string | null
  /** LangGraph's step: -1 for the first input, then counting up over the whole thread. */
  step: number | null
  /** ISO time. */
  at: string
  source: string | null
  /** The nodes that ran to get here; empty for input, updates and forks. */
  nodes: string[]
  /** What the caller gave as `turn` in the metadata or configurable of its config; else the parent's. */
  turn: number | string | null
  /** The caller's `run_id`, given in the same way. */
  run: string | null
}

export type ThreadEntry = {
  threadId: string
  checkpointId: string
  lastActivity: string
  turn: number | string | null
  step: number | null
}

const turnMark = z.union([z.number(), z.string()])
const nodeNames = z.array(z.string())
const time = z.union([z.number().transform((at) => new Date(at).toISOString()), z.string()])
const turn = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : turnMark.parse(JSON.parse(text))))
const timelineRow = z.object({
  checkpointId: idColumn,
  parentId: idColumn.nullable(),
  step: z.number().nullable(),
  at: time,
  source: z.string().nullable(),
  nodes: z.union([
    z.null().transform((): string[] => []),
    z.string().transform((text) => nodeNames.parse(JSON.parse(text))),
  ]),
  turn,
  run: z.string().nullable(),
})
const threadRow = z.object({
  threadId: z.string(),
  checkpointId: idColumn,
  lastActivity: time,
  turn,
  step: z.number().nullable(),
})

/** The checkpoints of the thread's main namespace, newest first. */
export function readTimeline(
  database: CheckpointDatabase,
  threadId: string,
  options: TimelineOptions,
): TimelineEntry[] {
  const rows = database
    .prepare(
      `SELECT c.cp AS checkpointId, coalesce(p.cp, c.parentCp) AS parentId,
         c.step, c.at, c.source, c.nodes, c.turn, c.run
       FROM (
         SELECT c.n FROM track t JOIN checkpoint c ON c.track = t.id
         WHERE t.thread = @threadId AND t.ns = ''
           AND (@before IS NULL OR coalesce(c.n < (SELECT n FROM checkpoint WHERE track = t.id AND cp = @before), c.cp < @before))
         ORDER BY c.n DESC LIMIT @limit
       ) newest JOIN checkpoint c ON c.n = newest.n
       LEFT JOIN checkpoint p ON p.n = c.parent
       ORDER BY c.n DESC`,
    )
    .all({
      threadId,
      before: options.before === undefined ? null : storedId(options.before),
      limit: options.limit ?? 1000,
    })
  return z.array(timelineRow).parse(rows)
}

/** Every thread that has a checkpoint, the most recently used first. */
export function readThreads(database: CheckpointDatabase): ThreadEntry[] {
  const rows = database
    .prepare(
      `SELECT t.thread AS threadId, c.cp AS checkpointId, c.at AS lastActivity, c.turn, c.step FROM track t
       JOIN checkpoint c ON c.n = ${NEWEST_OF_TRACK} WHERE t.ns = ''`,
    )
    .all()
  const entries = z.array(threadRow).parse(rows)
  return entries.sort((left, right) => (left.lastActivity < right.lastActivity ? 1 : -1))
}
