/** Runs as rows of the library, and what an event changes in them. */
import { z } from 'zod'
import { attachmentSchema, type Attachment } from '../../src-shared/run/log/attachments'
import { compact, expand } from './compact'
import type { Compact } from './compact'
import type { LibraryDatabase } from './database'

export type StoredRunState = 'running' | 'finished' | 'failed' | 'stopped'

export type RunRow = {
  readonly number: number
  readonly id: string
  readonly thread: number
  readonly threadId: string
  readonly flowId: string
  readonly turn: number
  readonly state: StoredRunState
  readonly revision: number | null
  readonly flowText: string
  readonly startedAt: number
  readonly owner: string | null
  readonly lease: number | null
  readonly input: string | null
  readonly attachments: readonly Attachment[]
}

/** How a run stands, and who runs it. */
export type RunHold = Pick<RunRow, 'state' | 'owner' | 'lease'>

export type NewRunRow = {
  readonly id: string
  readonly thread: number
  readonly turn: number
  readonly revision: number | null
  readonly snapshot: number
  readonly startedAt: number
  readonly owner: string
  readonly lease: number
  readonly input: string | null
  readonly attachments: readonly Attachment[]
}

export type RunRows = {
  readonly read: (runId: string) => RunRow | null
  /** The newest run of a thread, where it is one that is wanted: of others no text is read. */
  readonly newest: (threadId: string, isWanted?: (run: RunHold) => boolean) => RunRow | null
  readonly newestOfTurn: (threadId: string, turn: number) => RunRow | null
  /** Who runs the newest run of a thread, if anybody: no text is read for it. */
  readonly newestState: (threadId: string) => RunHold | null
  /** Adds a running run and makes it its thread's newest. */
  readonly add: (run: NewRunRow) => void
  /** Makes an owner run it. */
  readonly claim: (runId: string, owner: string, lease: number) => void
  /** Prolongs the lease; false when the run is not the owner's any more. */
  readonly prolong: (runId: string, owner: string, lease: number) => boolean
  /** Ends a running run; does nothing to one that has ended. */
  readonly end: (run: number, how: { readonly state: StoredRunState; readonly at: number }) => void
  /** Lets go of a running run of an owner; does nothing to one that has ended. */
  readonly letGo: (runId: string, owner: string) => void
  /** Lets go of all runs of an owner, so that others see at once that nobody runs them. */
  readonly release: (owner: string) => void
  /** Says whether a thread may wait for a person: its newest run has asked something. */
  readonly setAsking: (thread: number, asks: boolean) => void
  /** Sets who holds the baton in a thread. */
  readonly moveBaton: (thread: number, holder: string | null) => void
}

/** A row as it is stored. */
type StoredRun = Omit<RunRow, 'flowText' | 'input' | 'attachments'> & { readonly flowText: Compact } & StoredInput
type StoredInput = { readonly input: Compact | null; readonly attachments: Compact | null }

const READ = `SELECT runs.number AS number, runs.id AS id, runs.thread AS thread, threads.id AS threadId,
  threads.flow AS flowId, runs.turn AS turn, runs.state AS state, runs.revision AS revision, snapshots.text AS flowText,
  runs.started_at AS startedAt, runs.owner AS owner, runs.lease AS lease, runs.input AS input,
  runs.attachments AS attachments
  FROM runs JOIN threads ON threads.number = runs.thread JOIN snapshots ON snapshots.number = runs.snapshot`

/** The runs of a library. */
export function createRunRows(db: LibraryDatabase): RunRows {
  const read = db.prepare<[string], StoredRun>(`${READ} WHERE runs.id = +?`)
  const newest = db.prepare<[string], StoredRun>(`${READ} WHERE threads.id = +? AND runs.number = threads.newest_run`)
  const ofTurn = db.prepare<[string, number], StoredRun>(
    `${READ} WHERE threads.id = +? AND runs.turn = +? ORDER BY runs.number DESC LIMIT 1`,
  )
  const newestState = db.prepare<[string], RunHold>(
    'SELECT runs.state AS state, runs.owner AS owner, runs.lease AS lease FROM threads JOIN runs ON runs.number = threads.newest_run WHERE threads.id = +?',
  )
  const add = db.prepare<[Omit<NewRunRow, 'input' | 'attachments'> & StoredInput]>(`
    INSERT INTO runs (id, thread, turn, state, revision, snapshot, started_at, owner, lease, input, attachments)
    VALUES (@id, @thread, @turn, 'running', @revision, @snapshot, @startedAt, @owner, @lease, @input, @attachments)`)
  const touch = db.prepare<{ run: number; thread: number; at: number; turn: number }>(
    'UPDATE threads SET newest_run = @run, asks = 0, changed_at = @at, turns = max(turns, @turn) WHERE number = @thread',
  )
  const claim = db.prepare<[string, number, string]>(
    `UPDATE runs SET state = 'running', owner = ?, lease = ? WHERE id = ?`,
  )
  const prolong = db.prepare<[number, string, string]>(
    `UPDATE runs SET lease = ? WHERE id = ? AND owner = ? AND state = 'running'`,
  )
  const end = db.prepare<[string, number]>(
    `UPDATE runs SET state = ?, owner = NULL, lease = NULL WHERE number = ? AND state = 'running'`,
  )
  const touchEnd = db.prepare<[number, number]>(
    'UPDATE threads SET changed_at = ? WHERE number = (SELECT thread FROM runs WHERE number = ?)',
  )
  const release = db.prepare<[string]>(`UPDATE runs SET lease = 0 WHERE owner = ? AND state = 'running'`)
  const letGo = db.prepare<[string, string]>(
    `UPDATE runs SET lease = 0 WHERE id = ? AND owner = ? AND state = 'running'`,
  )
  const asks = db.prepare<[number, number]>('UPDATE threads SET asks = ? WHERE number = ?')
  const moveBaton = db.prepare<[string | null, number]>('UPDATE threads SET holder = ? WHERE number = ?')
  return {
    read: (runId) => rowOf(read.get(runId)),
    newest(threadId, isWanted = () => true) {
      const held = newestState.get(threadId)
      if (held === undefined || !isWanted(held)) return null
      const row = newest.get(threadId)
      return row !== undefined && isWanted(row) ? rowOf(row) : null
    },
    newestOfTurn: (threadId, turn) => rowOf(ofTurn.get(threadId, turn)),
    newestState: (threadId) => newestState.get(threadId) ?? null,
    add(run) {
      const input = run.input === null ? null : compact(run.input)
      const attachments = run.attachments.length === 0 ? null : compact(JSON.stringify(run.attachments))
      const number = Number(add.run({ ...run, input, attachments }).lastInsertRowid)
      touch.run({ run: number, thread: run.thread, at: run.startedAt, turn: run.turn })
    },
    claim(runId, owner, lease) {
      claim.run(owner, lease, runId)
    },
    prolong: (runId, owner, lease) => prolong.run(lease, runId, owner).changes > 0,
    end(run, { state, at }) {
      if (end.run(state, run).changes > 0) touchEnd.run(at, run)
    },
    release(owner) {
      release.run(owner)
    },
    letGo(runId, owner) {
      letGo.run(runId, owner)
    },
    setAsking(thread, does) {
      asks.run(does ? 1 : 0, thread)
    },
    moveBaton(thread, holder) {
      moveBaton.run(holder, thread)
    },
  }
}

function rowOf(row: StoredRun | undefined): RunRow | null {
  if (row === undefined) return null
  const { flowText, input, attachments } = row
  return {
    ...row,
    flowText: expand(flowText),
    input: input === null ? null : expand(input),
    attachments: attachments === null ? [] : z.array(attachmentSchema).parse(JSON.parse(expand(attachments))),
  }
}
