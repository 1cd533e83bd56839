/** A thread as a row of the library, and what lists tell of it. */
import { isUnchanged, shortChanges } from '../../src-shared/run/log/fork-changes'
import type { ThreadSummary } from '../../src-shared/rpc/contract'
import { isoOf, type Clock } from '../clock'
import { readChanges } from './fork-changes'
import { forkPlaceOf, type ForkColumns } from './fork-places'
import type { Owner } from './owner'
import { PINS, readPins } from './pinned-steps'
import type { RunRow, StoredRunState } from './run-rows'
import { readModel } from './thread-models'

export type ThreadRow = ForkColumns & {
  readonly number: number
  readonly id: string
  readonly flowId: string
  readonly title: string
  readonly createdAt: number
  readonly changedAt: number
  readonly turns: number
  readonly holder: string | null
  readonly model: string | null
  readonly only: string | null
  readonly pinned: 0 | 1
  /** Of `PINS`. */
  readonly pins: string | null
  readonly changes: string | null
  readonly hasDrawing: 0 | 1
  readonly imported: 0 | 1
  readonly runState: StoredRunState | null
  readonly owner: string | null
  readonly lease: number | null
  /** Its newest run ended with a question. */
  readonly asks: 0 | 1 | null
}

export const READ = `SELECT threads.number AS number, threads.id AS id, threads.flow AS flowId, threads.title AS title,
  threads.created_at AS createdAt, threads.changed_at AS changedAt, threads.turns AS turns, threads.holder AS holder, threads.model AS model, threads.only_node AS only, threads.pinned AS pinned, ${PINS} AS pins, threads.imported AS imported,
  threads.forked_from AS forkedFrom, threads.forked_at AS forkedAt, threads.forked_run AS forkedRun, threads.forked_seq AS forkedSeq, threads.forked_above AS forkedAbove,
  threads.fork_changes AS changes, threads.drawing IS NOT NULL AS hasDrawing,
  runs.state AS runState, runs.owner AS owner, runs.lease AS lease,
  runs.state = 'finished' AND threads.asks = 1 AS asks
  FROM threads LEFT JOIN runs ON runs.number = threads.newest_run`

/** Who may run it is asked of the owner. */
type Liveness = { readonly clock: Clock; readonly owner: Owner }

export function summaryOf(row: ThreadRow, options: Liveness): ThreadSummary {
  const { id, flowId, title, turns, holder, only } = row
  const state = row.runState === 'running' ? (isAlive(row, options) ? 'running' : 'unfinished') : settledState(row)
  const model = readModel(row.model)
  const [createdAt, changedAt] = [isoOf(row.createdAt), isoOf(row.changedAt)]
  const forkedFrom = forkPlaceOf(row)
  const [pinned, imported] = [row.pinned === 1, row.imported === 1]
  const changes = readChanges(row.changes)
  const pins = readPins(row.pins)
  return {
    ...{ id, flowId, title, createdAt, changedAt, turns, state, holder, model, only, pinned, imported, forkedFrom },
    ...(isUnchanged(changes) ? {} : { changes: shortChanges(changes) }),
    ...(pins.length > 0 ? { pins } : {}),
    ...(row.hasDrawing === 1 ? { hasOwnDrawing: true as const } : {}),
  }
}

function settledState({ runState, asks, imported }: ThreadRow): 'idle' | 'waiting' | 'failed' {
  if (imported === 1) return 'idle'
  if (runState === 'failed') return 'failed'
  return asks === 1 ? 'waiting' : 'idle'
}

/** Whether the process that runs a run is still there: its lease holds, and it was not killed. */
export function isAlive(run: Pick<RunRow, 'owner' | 'lease'>, { clock, owner }: Liveness): boolean {
  if (run.owner === null || run.lease === null || run.lease <= clock.now()) return false
  return run.owner === owner.id || owner.mayLive(run.owner)
}
