/** Decisions that were asked again: what was asked, and each result as soon as it is there, so that a kill loses nothing that was paid for. */
import { type z } from 'zod'
import { AppError } from '../../src-shared/errors'
import { newId } from '../../src-shared/flow/records'
import {
  replayResultSchema,
  replaySummarySchema,
  type ReplayResult,
  type ReplaySummary,
} from '../../src-shared/rpc/replays'
import { isoOf, type Clock } from '../clock'
import { compact, expand, type Compact } from './compact'
import { write, type LibraryDatabase } from './database'

/** The newest of each flow are kept. */
const MOST_REPLAYS = 20

const askedSchema = replaySummarySchema.pick({ at: true, connection: true, model: true, prompt: true, calls: true })
export type NewReplay = Omit<z.infer<typeof askedSchema>, 'at'>

export type Replays = {
  /** Puts a replay on record; the oldest of its flow goes when there are too many. */
  readonly begin: (flowId: string, asked: NewReplay) => ReplaySummary
  /** Keeps a result, unless the replay or the thread of the decision is gone. */
  readonly add: (replayId: string, result: ReplayResult) => void
  /** The newest first. */
  readonly ofFlow: (flowId: string) => ReplaySummary[]
  /** Throws `not-found`. */
  readonly read: (replayId: string) => { replay: ReplaySummary; results: ReplayResult[] }
  readonly remove: (replayId: string) => void
  /** Forgets a flow that is gone for good. */
  readonly forget: (flowId: string) => void
}

type ReplayRow = { number: number; id: string; body: string }
type Counts = Pick<ReplaySummary, 'done' | 'flips' | 'failed'>
type ResultMarks = { flip: 0 | 1; failed: 0 | 1 }

export function createReplays(db: LibraryDatabase, clock: Clock): Replays {
  const add = db.prepare<[string, string, string]>('INSERT INTO replays (id, flow, body) VALUES (?, ?, ?)')
  const trim = db.prepare<[string, string, number]>(
    `DELETE FROM replays WHERE flow = +? AND number NOT IN
      (SELECT number FROM replays WHERE flow = +? ORDER BY number DESC LIMIT +?)`,
  )
  const addResult = db.prepare<[Compact, 0 | 1, 0 | 1, string, string]>(
    `INSERT INTO replay_results (replay, thread, body, flip, failed)
      SELECT replays.number, threads.number, ?, ?, ? FROM replays, threads WHERE replays.id = ? AND threads.id = ?`,
  )
  const all = db.prepare<[string], ReplayRow>(
    'SELECT number, id, body FROM replays WHERE flow = +? ORDER BY number DESC',
  )
  const one = db.prepare<[string], ReplayRow>('SELECT number, id, body FROM replays WHERE id = ?')
  const resultsOf = db
    .prepare<[number], Compact>('SELECT body FROM replay_results WHERE replay = +? ORDER BY number')
    .pluck()
  const counts = db.prepare<[number], Counts>(
    `SELECT count(*) AS done, coalesce(sum(flip), 0) AS flips, coalesce(sum(failed), 0) AS failed
      FROM replay_results WHERE replay = +?`,
  )
  const unmarked = db.prepare<[string], { number: number; body: Compact }>(
    `SELECT number, body FROM replay_results
      WHERE flip IS NULL AND replay IN (SELECT number FROM replays WHERE flow = +?)`,
  )
  const mark = db.prepare<[0 | 1, 0 | 1, number]>('UPDATE replay_results SET flip = ?, failed = ? WHERE number = ?')
  const remove = db.prepare<[string]>('DELETE FROM replays WHERE id = ?')
  const forget = db.prepare<[string]>('DELETE FROM replays WHERE flow = ?')

  const read = (body: Compact): ReplayResult => replayResultSchema.parse(JSON.parse(expand(body)))
  const summaryOf = ({ number, id, body }: ReplayRow): ReplaySummary => ({
    id,
    ...askedSchema.parse(JSON.parse(body)),
    ...(counts.get(number) ?? { done: 0, flips: 0, failed: 0 }),
  })
  /** Rows of older builds do not say what they count as. */
  const markOlder = (flowId: string): void => {
    const older = unmarked.all(flowId)
    if (older.length === 0) return
    write(db, () => {
      for (const { number, body } of older) {
        const { flip, failed } = marksOf(read(body))
        mark.run(flip, failed, number)
      }
    })
  }
  return {
    begin(flowId, asked) {
      const id = newId('replay')
      const replay = { at: isoOf(clock.now()), ...asked }
      write(db, () => {
        add.run(id, flowId, JSON.stringify(replay))
        trim.run(flowId, flowId, MOST_REPLAYS)
      })
      return { id, ...replay, done: 0, flips: 0, failed: 0 }
    },
    add(replayId, result) {
      const { flip, failed } = marksOf(result)
      write(db, () => addResult.run(compact(JSON.stringify(result)), flip, failed, replayId, result.threadId))
    },
    ofFlow(flowId) {
      markOlder(flowId)
      return all.all(flowId).map(summaryOf)
    },
    read(replayId) {
      const row = one.get(replayId)
      if (row === undefined)
        throw new AppError('not-found', 'This replay is not kept any more. Ask the decisions again.')
      const results = resultsOf.all(row.number).map(read)
      const { flips, failed } = countsOf(results)
      return { replay: { ...summaryOf(row), flips, failed }, results }
    },
    remove: (replayId) => void write(db, () => remove.run(replayId)),
    forget: (flowId) => void write(db, () => forget.run(flowId)),
  }
}

function marksOf({ isFlip, error }: ReplayResult): ResultMarks {
  return { flip: isFlip ? 1 : 0, failed: error === null ? 0 : 1 }
}

function countsOf(results: readonly ReplayResult[]): Omit<Counts, 'done'> {
  const marks = results.map(marksOf)
  const sum = (which: keyof ResultMarks) => marks.reduce((all, one) => all + one[which], 0)
  return { flips: sum('flip'), failed: sum('failed') }
}
