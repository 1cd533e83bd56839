/** The runs, events and pinned steps of a thread's earlier turns, copied into another thread, which has all of its results too. */
import { newId } from '../../src-shared/flow/records'
import type { LibraryDatabase } from './database'
import { copyResultUses } from './results'

/** `from`, `to`: the threads' numbers; turns from `turn` on are left out. */
export type TurnsToCopy = {
  readonly from: number
  readonly to: number
  readonly turn: number
  /** The last event to copy, of the last run to copy; absent: all of these turns. */
  readonly until?: { readonly runId: string; readonly seq: number; readonly isOver: boolean } | undefined
}

/** Belongs into a transaction. */
export function copyTurns(db: LibraryDatabase, { from, to, turn, until }: TurnsToCopy): void {
  const number = db.prepare<[string], number>('SELECT number FROM runs WHERE id = ?').pluck()
  const last = until === undefined ? Number.MAX_SAFE_INTEGER : (number.get(until.runId) ?? 0)
  const runs = db
    .prepare<[number, number, number], number>(
      'SELECT number FROM runs WHERE thread = +? AND turn < +? AND number <= +? ORDER BY number',
    )
    .pluck()
    .all(from, turn, last)
  const addRun = db.prepare<[string, number, number]>(`
    INSERT INTO runs (id, thread, turn, state, revision, snapshot, started_at, input, attachments)
    SELECT ?, ?, turn, state, revision, snapshot, started_at, input, attachments FROM runs WHERE number = ?`)
  const leave = db.prepare<[number]>(`UPDATE runs SET state = 'running' WHERE number = ?`)
  const addEvents = db.prepare<[number, number, number, number]>(`
    INSERT INTO events (run, thread, seq, at, type, body)
    SELECT ?, ?, seq, at, type, body FROM events WHERE run = +? AND seq <= +? ORDER BY id`)
  const addPins = db.prepare<[number, number, number, number]>(`
    INSERT INTO pinned_steps (thread, run, seq, name)
    SELECT ?, ?, seq, name FROM pinned_steps WHERE run = +? AND seq <= +?`)
  const touch = db.prepare<[number, number, number]>(
    'UPDATE threads SET newest_run = +?, turns = max(turns, (SELECT turn FROM runs WHERE number = +?)) WHERE number = +?',
  )
  copyResultUses(db, { from, to })
  // Whoever runs to a place from there does so in the thread in which they go on.
  db.prepare<[number, number]>('UPDATE breakpoints SET thread = ? WHERE thread = ?').run(to, from)
  for (const run of runs) {
    const copy = Number(addRun.run(newId('run'), to, run).lastInsertRowid)
    const most = run === last ? (until?.seq ?? 0) : Number.MAX_SAFE_INTEGER
    addEvents.run(copy, to, run, most)
    addPins.run(to, copy, run, most)
    // Nobody runs it, so it can be gone on with.
    if (run === last && until?.isOver === false) leave.run(copy)
    touch.run(copy, copy, to)
  }
}
