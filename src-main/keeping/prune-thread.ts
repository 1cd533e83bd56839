/** Takes away what a thread's older turns do not keep. Each part is one transaction, so that whoever is killed in between leaves a whole thread. */
import type { BatonSaver } from '../engine/checkpoints'
import type { SliceTimer } from '../in-slices'
import { write, type LibraryDatabase } from '../store/database'
import { createEventRows } from '../store/event-rows'
import { KEPT_OF_OLDER, type RetentionRules } from './retention-rules'

/** A thread to prune; `turns`: how many it has. */
export type PrunableThread = { readonly number: number; readonly id: string; readonly turns: number }
export type PruneThread = (thread: PrunableThread, rules: RetentionRules, timer: SliceTimer) => Promise<boolean>

type RequestLink = { number: number; base: number | null; span: string }

const KEPT_TYPES = Object.entries(KEPT_OF_OLDER)
  .filter(([, isKept]) => isKept)
  .map(([type]) => `'${type}'`)
  .join(', ')

/** False: there was nothing to take away. */
export function threadPruner(db: LibraryDatabase, saver: Pick<BatonSaver, 'thin'>): PruneThread {
  const pruneRequests = requestPruner(db)
  const runsUpTo = db
    .prepare<[number, number], number>('SELECT number FROM runs WHERE thread = ? AND turn <= ?')
    .pluck()
  const dropEvents = db.prepare<[number]>(`DELETE FROM events WHERE run = ? AND type NOT IN (${KEPT_TYPES})`)
  return async ({ number, id, turns }, { steps, ends, requests, events }, { breathe }) => {
    let removed = 0
    if (steps !== null && turns > steps)
      removed += (await saver.thin({ threadId: id, keepLastTurns: steps, keepEnds: ends })).removed
    await breathe()
    if (requests !== null && turns > requests) removed += pruneRequests(number, turns - requests)
    await breathe()
    for (const run of events === null ? [] : runsUpTo.all(number, turns - events)) {
      removed += write(db, () => dropEvents.run(run).changes)
      await breathe()
    }
    return removed > 0
  }
}

/** Takes away requests of turns up to one, but for those that newer ones are written as differences to. */
function requestPruner(db: LibraryDatabase): (thread: number, lastTurn: number) => number {
  const links = db.prepare<[number], RequestLink>(
    'SELECT number, base, span FROM model_requests WHERE thread = +? ORDER BY number DESC',
  )
  const newer = db.prepare<[number, number], string>('SELECT id FROM runs WHERE thread = ? AND turn > ?').pluck()
  const drop = db.prepare<[number]>('DELETE FROM model_requests WHERE number = ?')
  const rows = createEventRows(db)
  return (thread, lastTurn) =>
    write(db, () => {
      const spans = new Set(newer.all(thread, lastTurn).flatMap((run) => rows.ofRun(run).flatMap(spanOf)))
      const all = links.all(thread)
      // One whose call nobody told of is as old as those round it.
      const first = all.findLast(({ span }) => spans.has(span))?.number ?? Infinity
      const needed = new Set<number>()
      const old = all.filter(({ number, base }) => {
        const isKept = number >= first || needed.has(number)
        if (isKept && base !== null) needed.add(base)
        return !isKept
      })
      for (const { number } of old) drop.run(number)
      return old.length
    })
}

function spanOf(event: object): string[] {
  return 'span' in event && typeof event.span === 'string' ? [event.span] : []
}
