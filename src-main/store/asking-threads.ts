/** The threads whose newest run may have a question for a person: found by an index that has no others. */
import type { LibraryDatabase } from './database'

/** `flowName` null: its flow is in no library. Of flows in the bin there are none. */
export type AskingThread = {
  readonly threadId: string
  readonly threadTitle: string
  readonly flowId: string
  readonly flowName: string | null
  readonly runId: string
  readonly turn: number
  /** When its flow came back from the bin, in ms since 1970; null: it never was in it. */
  readonly restoredAt: number | null
}

/** The oldest thread first. */
export type AskingThreads = () => AskingThread[]

export const ASKING = `SELECT threads.id AS threadId, threads.title AS threadTitle, threads.flow AS flowId, flows.name AS flowName,
  runs.id AS runId, runs.turn AS turn, flows.restored_at AS restoredAt
  FROM threads INDEXED BY threads_asking
  JOIN runs ON runs.number = threads.newest_run
  LEFT JOIN flows ON flows.id = threads.flow
  WHERE threads.asks = 1 AND threads.imported = 0 AND runs.state IN ('running', 'finished') AND flows.deleted_at IS NULL
  ORDER BY threads.number`

export function createAskingThreads(db: LibraryDatabase): AskingThreads {
  const all = db.prepare<[], AskingThread>(ASKING)
  return () => all.all()
}
