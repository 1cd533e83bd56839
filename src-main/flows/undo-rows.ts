/** Undo histories of flows as rows: a bounded list of steps for each flow, written with the save that it belongs to. */
import { MAX_UNDO_STEPS, type UndoChange, type UndoHistory } from '../../src-shared/rpc/undo'
import { compact, expand, type Compact } from '../store/compact'
import type { LibraryDatabase } from '../store/database'

/** So many bytes of steps are kept of a flow; the oldest go first. */
export const MAX_UNDO_BYTES = 1_000_000

export type UndoRows = {
  /** The history that fits the flow as it is stored; `ended`: there is one, and somebody without it has changed the flow since. */
  readonly read: (flow: string, revision: number) => UndoHistory
  /**
   * Writes what has changed in the history of a flow that is now at a revision; belongs inside the transaction of the save. Answers with the new
   * stamp; null where the change was not made on top of what is stored: then nothing is kept, and whoever asked sends all of it the next time.
   */
  readonly change: (flow: string, revision: number, change: UndoChange) => number | null
}

type HistoryRow = { readonly stamp: number; readonly revision: number; readonly position: number }
type StepRow = { readonly number: number; readonly body: Compact }

export function createUndoRows(db: LibraryDatabase): UndoRows {
  const head = db.prepare<[string], HistoryRow>('SELECT stamp, revision, position FROM undo_histories WHERE flow = ?')
  const steps = db.prepare<[string], StepRow>('SELECT number, body FROM undo_steps WHERE flow = +? ORDER BY number')
  const sizes = db.prepare<[string], { number: number; size: number }>(
    'SELECT number, size FROM undo_steps WHERE flow = +? ORDER BY number DESC',
  )
  const put = db.prepare<[{ flow: string; stamp: number; revision: number; position: number }]>(`
    INSERT INTO undo_histories (flow, stamp, revision, position) VALUES (@flow, @stamp, @revision, @position)
    ON CONFLICT (flow) DO UPDATE SET stamp = @stamp, revision = @revision, position = @position`)
  const add = db.prepare<[string, number, number, Compact]>(
    'INSERT INTO undo_steps (flow, number, size, body) VALUES (?, ?, ?, ?)',
  )
  const cutBehind = db.prepare<[string, number]>('DELETE FROM undo_steps WHERE flow = ? AND number >= ?')
  const cutBefore = db.prepare<[string, number]>('DELETE FROM undo_steps WHERE flow = ? AND number <= ?')
  const remove = db.prepare<[string]>('DELETE FROM undo_histories WHERE flow = ?')

  /** The newest steps stay, as many as there is room for. */
  const bound = (flow: string): void => {
    let [count, bytes] = [0, 0]
    for (const { number, size } of sizes.all(flow)) {
      count += 1
      bytes += size
      if (count <= MAX_UNDO_STEPS && bytes <= MAX_UNDO_BYTES) continue
      cutBefore.run(flow, number)
      return
    }
  }

  return {
    read(flow, revision) {
      const row = head.get(flow)
      if (row === undefined) return { stamp: null, revision, position: 0, steps: [], ended: false }
      if (row.revision !== revision)
        return { stamp: null, revision, position: 0, steps: [], ended: steps.all(flow).length > 0 }
      const kept = steps.all(flow).map(({ number, body }) => ({ number, body: expand(body) }))
      return { stamp: row.stamp, revision, position: row.position, steps: kept, ended: false }
    },
    change(flow, revision, { stamp, from, add: added, position }) {
      const row = head.get(flow)
      if (stamp !== null && row?.stamp !== stamp) {
        remove.run(flow)
        return null
      }
      const next = (row?.stamp ?? 0) + 1
      put.run({ flow, stamp: next, revision, position })
      cutBehind.run(flow, stamp === null ? 0 : from)
      for (const { number, body } of added) {
        const short = compact(body)
        add.run(flow, number, Buffer.byteLength(short), short)
      }
      bound(flow)
      return next
    },
  }
}
