/** Takes away what a thread's older turns do not keep. Each part is one transaction, so that whoever is killed in between leaves a whole thread. */
import type { BatonSaver } from '../engine/checkpoints'
import type { SliceTimer } from '../in-slices'
import { write, type LibraryDatabase } from '../store/database'
import { createEventRows } from '../store/event-rows'
import type { PinnedSteps, PinnedTurns } from '../store/pinned-steps'
import { KEPT_OF_OLDER, type RetentionRules } from './retention-rules'

/** A thread to prune; `turns`: how many it has. */
export type PrunableThread = { readonly number: number; readonly id: string; readonly turns: number }
export type PruneThread = (thread: PrunableThread, rules: RetentionRules, timer: SliceTimer) => Promise<boolean>

type OldRun = { number: number; turn: number }
type RequestLink = { number: number; base: number | null; span: string }

const KEPT_TYPES = Object.entries(KEPT_OF_OLDER)
  .filter(([, isKept]) => isKept)
  .map(([type]) => `'${type}'`)
  .join(', ')

/** Knows which turns are kept because a person pinned a step of them, or of the turn after them. */
type Pins = Pick<PinnedSteps, 'keptOf'>

/** False: there was nothing to take away. */
export function threadPruner(db: LibraryDatabase, saver: Pick<BatonSaver, 'thin'>, pins: Pins): PruneThread {
  const pruneRequests = requestPruner(db)
  const runsUpTo = db.prepare<[number, number], OldRun>('SELECT number, turn FROM runs WHERE thread = ? AND turn <= ?')
  const dropEvents = db.prepare<[number]>(`DELETE FROM events WHERE run = ? AND type NOT IN (${KEPT_TYPES})`)
  return async ({ number, id, turns }, { steps, ends, requests, events }, { breathe }) => {
    let removed = 0
    if (steps !== null && turns > steps) {
      const { whole: keepTurns, ends: keepEndsOf } = pins.keptOf(number)
      removed += (await saver.thin({ threadId: id, keepLastTurns: steps, keepEnds: ends, keepTurns, keepEndsOf }))
        .removed
    }
    await breathe()
    if (requests !== null && turns > requests)
      removed += write(db, () => pruneRequests(number, turns - requests, pins.keptOf(number)))
    await breathe()
    for (const { number: run, turn } of events === null ? [] : runsUpTo.all(number, turns - events)) {
      // Somebody may pin a step meanwhile.
      removed += write(db, () => (pins.keptOf(number).whole.has(turn) ? 0 : dropEvents.run(run).changes))
      await breathe()
    }
    return removed > 0
  }
}

/**
 * Takes away requests of turns up to one, but for those of turns that are kept whole, and those that kept ones are written as differences to.
 * Belongs into a transaction.
 */
function requestPruner(db: LibraryDatabase): (thread: number, lastTurn: number, pinned: PinnedTurns) => number {
  const links = db.prepare<[number], RequestLink>(
    'SELECT number, base, span FROM model_requests WHERE thread = +? ORDER BY number DESC',
  )
  const newer = db.prepare<[number, number], string>('SELECT id FROM runs WHERE thread = ? AND turn > ?').pluck()
  const ofTurn = db.prepare<[number, number], string>('SELECT id FROM runs WHERE thread = ? AND turn = ?').pluck()
  const drop = db.prepare<[number]>('DELETE FROM model_requests WHERE number = ?')
  const rows = createEventRows(db)
  const spansOf = (runs: readonly string[]) => new Set(runs.flatMap((run) => rows.ofRun(run).flatMap(spanOf)))
  return (thread, lastTurn, { whole }) => {
    const spans = spansOf(newer.all(thread, lastTurn))
    const all = links.all(thread)
    // One whose call nobody told of is as old as those round it.
    const first = all.findLast(({ span }) => spans.has(span))?.number ?? Infinity
    const parts = [...whole].map((turn) => rangeOf(all, spansOf(ofTurn.all(thread, turn))))
    const needed = new Set<number>()
    const old = all.filter(({ number, base }) => {
      const isPinned = parts.some((part) => part.first <= number && number <= part.last)
      const isKept = number >= first || isPinned || needed.has(number)
      if (isKept && base !== null) needed.add(base)
      return !isKept
    })
    for (const { number } of old) drop.run(number)
    return old.length
  }
}

/** From the first to the last of some calls; `links`: the newest first. */
function rangeOf(links: readonly RequestLink[], spans: ReadonlySet<string>): { first: number; last: number } {
  const of = links.filter(({ span }) => spans.has(span))
  return { first: of.at(-1)?.number ?? Infinity, last: of[0]?.number ?? 0 }
}

function spanOf(event: object): string[] {
  return 'span' in event && typeof event.span === 'string' ? [event.span] : []
}
