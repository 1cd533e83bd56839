/**
 * What a person decided on the calls of a turn that runs again. Each decision is taken by one call, which is written down at once: the same
 * call gets the same one, however often its step runs after a crash.
 */
import { z } from 'zod'
import { recordedResultSchema, RESULT_SOURCES } from '../../src-shared/run/log/repeats'
import { compact, expand, type Compact } from './compact'
import { write, type LibraryDatabase } from './database'

/** Null: the tool is called. */
const bodySchema = recordedResultSchema.extend({ from: z.enum(RESULT_SOURCES) }).nullable()
export type DecidedResult = z.infer<typeof bodySchema>

/** `mark`: which calls it is for; of several, the one at its `place` gets it first. */
export type RepeatRow = { readonly mark: string; readonly place: string; readonly result: DecidedResult }

type OfTurn = { readonly threadId: string; readonly turn: number }

export type RepeatDecisions = {
  /**
   * Adds the decisions of a turn, in the order of the calls; those that were taken before by calls like these are forgotten, `anew`: by any call.
   * Belongs into a transaction.
   */
  readonly add: (turn: OfTurn, rows: readonly RepeatRow[], how: { readonly anew: boolean }) => void
  /** Whether anything was decided for a turn. */
  readonly has: (turn: OfTurn) => boolean
  /** The decision for a call, which nobody else gets then; undefined: there is none for it. `by`: the call. */
  readonly take: (
    turn: OfTurn,
    call: { readonly mark: string; readonly place: string; readonly by: string },
  ) => DecidedResult | undefined
}

type Row = { readonly id: number; readonly body: Compact }

export function createRepeatDecisions(db: LibraryDatabase): RepeatDecisions {
  const ofThread = '(SELECT number FROM threads WHERE threads.id = +?)'
  const add = db.prepare<[string, number, string, string, Compact]>(
    `INSERT INTO repeat_decisions (thread, turn, mark, place, body) VALUES (${ofThread}, ?, ?, ?, ?)`,
  )
  const forget = db.prepare<[string, number]>(
    `DELETE FROM repeat_decisions WHERE thread = ${ofThread} AND turn = +? AND taken_by IS NOT NULL`,
  )
  const forgetLike = db.prepare<[string, number, string]>(
    `DELETE FROM repeat_decisions WHERE thread = ${ofThread} AND turn = +? AND mark = +? AND taken_by IS NOT NULL`,
  )
  const any = db
    .prepare<[string, number], number>(
      `SELECT 1 FROM repeat_decisions WHERE thread = ${ofThread} AND turn = +? LIMIT 1`,
    )
    .pluck()
  const taken = db.prepare<[string, number, string, string], Row>(
    `SELECT id, body FROM repeat_decisions WHERE thread = ${ofThread} AND turn = +? AND mark = +? AND taken_by = +?`,
  )
  const next = db.prepare<[string, number, string, string], Row>(
    `SELECT id, body FROM repeat_decisions WHERE thread = ${ofThread} AND turn = +? AND mark = +? AND taken_by IS NULL
     ORDER BY place = +? DESC, id LIMIT 1`,
  )
  const take = db.prepare<[string, number]>('UPDATE repeat_decisions SET taken_by = ? WHERE id = ?')
  return {
    add({ threadId, turn }, rows, { anew }) {
      if (anew) forget.run(threadId, turn)
      else for (const mark of new Set(rows.map((row) => row.mark))) forgetLike.run(threadId, turn, mark)
      for (const { mark, place, result } of rows) add.run(threadId, turn, mark, place, compact(JSON.stringify(result)))
    },
    has: ({ threadId, turn }) => any.get(threadId, turn) !== undefined,
    take: ({ threadId, turn }, { mark, place, by }) =>
      write(db, () => {
        const known = taken.get(threadId, turn, mark, by)
        const row = known ?? next.get(threadId, turn, mark, place)
        if (row === undefined) return undefined
        if (known === undefined) take.run(by, row.id)
        return bodySchema.parse(JSON.parse(expand(row.body)))
      }),
  }
}
