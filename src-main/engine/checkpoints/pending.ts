/** The pending writes of checkpoints: what tasks have finished since, and which of it is dropped once the next checkpoint stands. */
import {
  type CheckpointPendingWrite,
  ERROR,
  INTERRUPT,
  type PendingWrite,
  RESUME,
  SCHEDULED,
  TASKS,
  WRITES_IDX_MAP,
} from '@langchain/langgraph-checkpoint'
import { z } from 'zod'
import type { CheckpointDatabase } from './database'
import { storedId } from './ids'
import type { PutInput } from './place'
import type { Rows } from './rows'
import type { PackedValue, Values } from './values'

/** LangGraph's id for writes that belong to no task: the input of a Command. */
const NULL_TASK_ID = '00000000-0000-0000-0000-000000000000'

const pendingRows = z.array(
  z.object({
    task: z.string(),
    channel: z.string(),
    type: z.string(),
    data: z.union([z.string(), z.instanceof(Uint8Array)]),
  }),
)

/** What one task wrote after a checkpoint; `packed`: its values, in the order of `writes`. */
export type TaskWrites = {
  thread: string
  ns: string
  cp: string
  task: string
  path: string
  writes: readonly PendingWrite[]
  packed: readonly PackedValue[]
}

/** What stays of the writes of a checkpoint that has a child. */
const KEPT: readonly string[] = [ERROR, INTERRUPT, RESUME, SCHEDULED, '__error_source_node__']

export class PendingWrites {
  readonly #values: Values
  readonly #rows: Pick<Rows, 'track'>
  readonly #keepWrites: boolean
  readonly #statements

  constructor(
    database: CheckpointDatabase,
    { values, rows, keepWrites = false }: { values: Values; rows: Pick<Rows, 'track'>; keepWrites?: boolean },
  ) {
    this.#values = values
    this.#rows = rows
    this.#keepWrites = keepWrites
    const insert = `INTO pending (track, cp, task, idx, path, channel, type, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
    const kept = KEPT.map((channel) => `'${channel}'`).join(', ')
    this.#statements = {
      insert: database.prepare(`INSERT OR IGNORE ${insert}`),
      replace: database.prepare(`INSERT OR REPLACE ${insert}`),
      // The order in which LangGraph applies them; SQLite compares text by code point, as writesSortKey asks for.
      select: database.prepare(
        'SELECT task, channel, type, data FROM pending WHERE track = +? AND cp = +? ORDER BY path, task, idx',
      ),
      drop: database.prepare(
        `DELETE FROM pending WHERE track = ? AND cp = ? AND channel NOT IN (${kept}) AND task <> '${NULL_TASK_ID}'`,
      ),
    }
  }

  /**
   * Stores what tasks wrote inside the running transaction: the first of a kind counts, but an error or interrupt is renewed. `child`: what is stored
   * in it too; of what was written before it, only what `dropConsumed` keeps is stored.
   */
  writeAll(all: readonly TaskWrites[], child?: Pick<PutInput, 'place' | 'metadata' | 'checkpoint'>): void {
    const consumed = child !== undefined && this.isConsumedBy(child) ? child.place : undefined
    for (const one of all) {
      const { thread, ns, cp } = one
      const isConsumed = consumed?.thread === thread && consumed.ns === ns && consumed.cp === cp
      this.#write(this.#rows.track(thread, ns), one, isConsumed)
    }
  }

  #write(track: number, { cp, task, path, writes, packed }: TaskWrites, isConsumed: boolean): void {
    const isSpecial = writes.every(([channel]) => Object.hasOwn(WRITES_IDX_MAP, channel))
    const statement = isSpecial ? this.#statements.replace : this.#statements.insert
    for (const [index, [channel]] of writes.entries()) {
      const typed = packed[index]
      if (typed === undefined) continue
      if (isConsumed && !KEPT.includes(channel) && task !== NULL_TASK_ID) continue
      const position = Object.hasOwn(WRITES_IDX_MAP, channel) ? WRITES_IDX_MAP[channel] : index
      statement.run(track, storedId(cp), task, position, path, channel, typed.type, typed.data)
    }
  }

  async read(track: number, cp: string): Promise<CheckpointPendingWrite[]> {
    const rows = pendingRows.parse(this.#statements.select.all(track, storedId(cp)))
    return Promise.all(
      rows.map(async (row): Promise<CheckpointPendingWrite> => [row.task, row.channel, await this.#values.unpack(row)]),
    )
  }

  /** The Send packets among the writes, for checkpoints of formats before 4, which kept them with the parent. */
  async sends(track: number, cp: string): Promise<unknown[]> {
    return (await this.read(track, cp)).flatMap(([, channel, value]) => (channel === TASKS ? [value] : []))
  }

  /** Whether nobody reads what tasks wrote after the checkpoint before this one: see `keepWrites` of the saver. */
  isConsumedBy({ metadata, checkpoint }: Pick<PutInput, 'metadata' | 'checkpoint'>): boolean {
    return !this.#keepWrites && !Object.hasOwn(metadata, 'counters_since_delta_snapshot') && checkpoint.v >= 4
  }

  /** Drops what no reader asks for once the checkpoint has a child: see docs of BatonSaver. */
  dropConsumed(track: number, cp: string): void {
    this.#statements.drop.run(track, storedId(cp))
  }
}
