/** The runs and events of a thread's earlier turns, copied into another thread, which has all of its results too. */
import { newId } from '../../src-shared/flow/records'
import type { LibraryDatabase } from './database'
import { copyResultUses } from './results'

/** `from`, `to`: the threads' numbers; turns from `turn` on are left out. */
export type TurnsToCopy = { readonly from: number; readonly to: number; readonly turn: number }

/** Belongs into a transaction. */
export function copyTurns(db: LibraryDatabase, { from, to, turn }: TurnsToCopy): void {
  const runs = db
    .prepare<[number, number], number>('SELECT number FROM runs WHERE thread = ? AND turn < ? ORDER BY number')
    .pluck()
    .all(from, turn)
  const addRun = db.prepare<[string, number, number]>(`
    INSERT INTO runs (id, thread, turn, state, revision, snapshot, started_at, input, attachments)
    SELECT ?, ?, turn, state, revision, snapshot, started_at, input, attachments FROM runs WHERE number = ?`)
  const addEvents = db.prepare<[number, number, number]>(`
    INSERT INTO events (run, thread, seq, at, type, body)
    SELECT ?, ?, seq, at, type, body FROM events WHERE run = ? ORDER BY id`)
  const touch = db.prepare<[number, number, number]>(
    'UPDATE threads SET newest_run = ?, turns = max(turns, (SELECT turn FROM runs WHERE number = ?)) WHERE number = ?',
  )
  copyResultUses(db, { from, to })
  for (const run of runs) {
    const copy = Number(addRun.run(newId('run'), to, run).lastInsertRowid)
    addEvents.run(copy, to, run)
    touch.run(copy, copy, to)
  }
  db.prepare<[number, number, number]>(
    'UPDATE threads SET asks = EXISTS (SELECT 1 FROM threads AS source WHERE source.number = ? AND source.asks = 1 AND source.turns < ?) WHERE number = ?',
  ).run(from, turn, to)
}
