/** Which steps of threads a person wants to be kept, and which turns have to stay for that. Private to this library. */
import { z } from 'zod'
import { parseJson } from '../../src-shared/flow/json'
import { pinnedStepSchema, type PinnedStep, type StepMoment } from '../../src-shared/rpc/pinned-steps'
import { write, type LibraryDatabase } from './database'

export type PinnedSteps = {
  /** One that is pinned already gets the name. False: the thread has no such event. */
  readonly pin: (threadId: string, step: PinnedStep) => boolean
  readonly unpin: (threadId: string, moment: StepMoment) => void
  /** What pruning leaves of a thread. */
  readonly keptOf: (thread: number) => PinnedTurns
}

export type PinnedTurns = {
  /** Turns that have a pinned step. */
  readonly whole: ReadonlySet<number>
  /** Turns whose last state others begin with: those before such turns, also of threads that left this one. */
  readonly ends: ReadonlySet<number>
}

/** A column of a thread: JSON, in the order in which the steps were; null: it has none. */
export const PINS = `(SELECT json_group_array(json_object('runId', runs.id, 'seq', pinned_steps.seq, 'name', pinned_steps.name) ORDER BY pinned_steps.run, pinned_steps.seq)
    FROM pinned_steps JOIN runs ON runs.number = pinned_steps.run WHERE pinned_steps.thread = threads.number HAVING count(*) > 0)`

const pinsSchema = z.array(pinnedStepSchema)

/** What `PINS` gave. What cannot be read is not known. */
export function readPins(stored: string | null): PinnedStep[] {
  const read = stored === null ? null : parseJson(stored)
  return pinsSchema.catch([]).parse(read?.ok === true ? read.value : [])
}

export function createPinnedSteps(db: LibraryDatabase): PinnedSteps {
  const put = db.prepare<{ thread: string; run: string; seq: number; name: string }>(`
    INSERT INTO pinned_steps (thread, run, seq, name)
    SELECT events.thread, events.run, events.seq, @name FROM events
      JOIN runs ON runs.number = events.run JOIN threads ON threads.number = events.thread
      WHERE threads.id = @thread AND runs.id = @run AND events.seq = @seq
    ON CONFLICT (thread, run, seq) DO UPDATE SET name = excluded.name`)
  const drop = db.prepare<[string, string, number]>(`
    DELETE FROM pinned_steps WHERE thread = (SELECT number FROM threads WHERE id = ?)
      AND run = (SELECT number FROM runs WHERE id = ?) AND seq = ?`)
  const whole = db
    .prepare<[number], number>(
      'SELECT DISTINCT runs.turn FROM pinned_steps JOIN runs ON runs.number = pinned_steps.run WHERE pinned_steps.thread = +?',
    )
    .pluck()
  // The turns that a thread has of the one that it left begin with the states of that one.
  const begun = db
    .prepare<[number], number>(
      `WITH RECURSIVE heirs (number, id, shared) AS (
         SELECT number, id, ${Number.MAX_SAFE_INTEGER} FROM threads WHERE number = +?
         UNION ALL
         SELECT threads.number, threads.id, min(heirs.shared, threads.forked_at)
         FROM heirs JOIN threads ON threads.forked_from = heirs.id)
       SELECT DISTINCT runs.turn FROM heirs JOIN pinned_steps ON pinned_steps.thread = heirs.number
         JOIN runs ON runs.number = pinned_steps.run WHERE runs.turn <= heirs.shared`,
    )
    .pluck()
  return {
    pin: (threadId, { runId, seq, name }) =>
      write(db, () => put.run({ thread: threadId, run: runId, seq, name }).changes > 0),
    unpin: (threadId, { runId, seq }) => void write(db, () => drop.run(threadId, runId, seq)),
    keptOf: (thread) => ({
      whole: new Set(whole.all(thread)),
      ends: new Set(begun.all(thread).map((turn) => turn - 1)),
    }),
  }
}
