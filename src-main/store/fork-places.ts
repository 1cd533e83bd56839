/** The columns of a thread that say where it left another one. */
import { z } from 'zod'
import { parseJson } from '../../src-shared/flow/json'
import { leavingSchema, type ForkPlace, type LeavingPlace } from '../../src-shared/rpc/thread-summary'
import type { LibraryDatabase } from './database'

export type ForkColumns = {
  readonly forkedFrom: string | null
  readonly forkedAt: number | null
  readonly forkedRun: string | null
  readonly forkedSeq: number | null
  readonly forkedAbove: string | null
}

/** Null: it began by itself. */
export function forkPlaceOf({
  forkedFrom: threadId,
  forkedAt: turn,
  forkedRun,
  forkedSeq,
  forkedAbove,
}: ForkColumns): ForkPlace | null {
  if (threadId === null || turn === null) return null
  const until = forkedRun === null || forkedSeq === null ? null : { runId: forkedRun, seq: forkedSeq }
  return { threadId, turn, until, above: readAbove(forkedAbove) }
}

const aboveSchema = z.array(leavingSchema)

/** What cannot be read is not known. */
function readAbove(stored: string | null): LeavingPlace[] {
  const read = stored === null ? null : parseJson(stored)
  return aboveSchema.catch([]).parse(read?.ok === true ? read.value : [])
}

/** Tells the threads that left a thread, before that is removed, where it had left others itself. Belongs into a transaction. */
export function forkHeirs(db: LibraryDatabase): (removed: ForkColumns & { readonly id: string }) => void {
  const inherit = db.prepare<[string, string]>('UPDATE threads SET forked_above = ? WHERE forked_from = ?')
  return ({ id, ...columns }) => {
    const from = forkPlaceOf(columns)
    if (from === null) return
    const { threadId, turn, above } = from
    inherit.run(JSON.stringify([{ threadId, turn }, ...above]), id)
  }
}
