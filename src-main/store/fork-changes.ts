/** What was changed where a thread left another one, the drawing that a thread has to itself, and the events of a copy that say something else. */
import { AppError } from '../../src-shared/errors'
import { parseJson } from '../../src-shared/flow/json'
import type { NewRunEvent, RunEvent } from '../../src-shared/run/log/events'
import { forkChangesSchema, isUnchanged, NO_CHANGES, type ForkChanges } from '../../src-shared/run/log/fork-changes'
import type { LogEntry } from '../../src-shared/run/log/log'
import { expand, type Compact } from './compact'
import type { LibraryDatabase } from './database'
import { createEventRows } from './event-rows'
import { createSnapshots } from './snapshots'

/**
 * What a copy of a thread has that the first one has not. `drawing`: a drawing of its own; null: none, absent: that of the first one. `goesOn`: what the
 * turn goes on with that was not over; absent: what it began with. `replaced`: entries of its log that are others; `told`: what is told behind the copy.
 */
export type CopyChanges = {
  readonly changes: ForkChanges
  readonly drawing?: string | null | undefined
  readonly goesOn?: { readonly flowText: string; readonly revision: number | null } | undefined
  readonly replaced: readonly LogEntry[]
  readonly told: readonly NewRunEvent[]
}

export type ForkChangeRows = {
  /** Belongs into the transaction that makes the copy. */
  readonly write: (
    threads: { readonly from: string; readonly to: string },
    copy: Omit<CopyChanges, 'told'> | undefined,
  ) => void
  readonly changesOf: (threadId: string) => ForkChanges
  /** The text of the drawing that a thread has to itself; null: none. */
  readonly drawingOf: (threadId: string) => string | null
  /** Gives a thread a drawing to itself. Belongs into a transaction. */
  readonly keepDrawing: (threadId: string, flowText: string) => void
  /** Takes its own drawing from a thread. Belongs into a transaction. */
  readonly dropDrawing: (threadId: string) => void
  /** Gives a thread the drawing back that was taken from it while the library is open. Throws `not-found` where none is known any more. */
  readonly restoreDrawing: (threadId: string) => void
}

const PAGE = 500
/** So many drawings that were taken from threads can be given back, the newest. */
const MOST_DROPPED = 10

export function createForkChangeRows(db: LibraryDatabase): ForkChangeRows {
  const snapshots = createSnapshots(db)
  const changes = db.prepare<[string], string | null>('SELECT fork_changes FROM threads WHERE id = ?').pluck()
  const drawing = db
    .prepare<[string], Compact>(
      'SELECT text FROM snapshots WHERE number = (SELECT drawing FROM threads WHERE threads.id = ?)',
    )
    .pluck()
  const setChanges = db.prepare<[string, string]>('UPDATE threads SET fork_changes = ? WHERE id = ?')
  const setDrawing = db.prepare<[number | null, string]>('UPDATE threads SET drawing = ? WHERE id = ?')
  const inherit = db.prepare<[string, string]>(
    'UPDATE threads SET drawing = (SELECT drawing FROM threads AS source WHERE source.id = ?) WHERE id = ?',
  )
  const goOnWith = db.prepare<[number, number | null, string]>(
    `UPDATE runs SET snapshot = ?, revision = ? WHERE state = 'running' AND number = (SELECT newest_run FROM threads WHERE id = ?)`,
  )
  const rows = createEventRows(db)
  const dropped = new Map<string, string>()
  const replace = (threadId: string, entries: readonly LogEntry[]): void => {
    const thread = rows.threadNumber(threadId)
    const byId = new Map(entries.map((entry) => [entry.id, entry]))
    for (let after = 0; thread !== null && byId.size > 0;) {
      const page = rows.ofThread(thread, after, PAGE)
      for (const { row, type, read } of page) {
        if (type !== 'entry') continue
        const event = read()
        const now = replacedEvent(event, byId)
        if (now !== null) rows.replace(row, now)
      }
      const last = page.at(-1)
      if (last === undefined) return
      after = last.row
    }
  }
  return {
    write({ from, to }, copy) {
      if (copy?.drawing === undefined) inherit.run(from, to)
      else if (copy.drawing !== null) setDrawing.run(snapshots.keep(copy.drawing), to)
      if (copy === undefined) return
      const { changes: made, goesOn, replaced } = copy
      if (!isUnchanged(made)) setChanges.run(JSON.stringify(made), to)
      if (goesOn !== undefined) goOnWith.run(snapshots.keep(goesOn.flowText), goesOn.revision, to)
      replace(to, replaced)
    },
    changesOf: (threadId) => readChanges(changes.get(threadId) ?? null),
    drawingOf(threadId) {
      const text = drawing.get(threadId)
      return text === undefined ? null : expand(text)
    },
    keepDrawing: (threadId, flowText) => void setDrawing.run(snapshots.keep(flowText), threadId),
    dropDrawing(threadId) {
      const text = drawing.get(threadId)
      if (text !== undefined) noteDropped(dropped, threadId, expand(text))
      setDrawing.run(null, threadId)
      snapshots.sweep()
    },
    restoreDrawing(threadId) {
      const text = dropped.get(threadId)
      if (text === undefined)
        throw new AppError(
          'not-found',
          'The drawing of this thread is not kept any more. Fork the thread at the step where it had been changed.',
        )
      setDrawing.run(snapshots.keep(text), threadId)
      dropped.delete(threadId)
    },
  }
}

function noteDropped(dropped: Map<string, string>, threadId: string, text: string): void {
  dropped.delete(threadId)
  dropped.set(threadId, text)
  const [oldest] = dropped.keys()
  if (oldest !== undefined && dropped.size > MOST_DROPPED) dropped.delete(oldest)
}

/** An entry is told once in a thread. */
function replacedEvent(event: RunEvent, byId: Map<string, LogEntry>): RunEvent | null {
  const entry = event.type === 'entry' ? byId.get(event.entry.id) : undefined
  if (event.type !== 'entry' || entry === undefined) return null
  if (entry.scope !== event.entry.scope) return null
  byId.delete(entry.id)
  return { ...event, entry }
}

/** What cannot be read was written by a newer Baton, and is not known here. */
export function readChanges(stored: string | null): ForkChanges {
  if (stored === null) return NO_CHANGES
  const read = parseJson(stored)
  return forkChangesSchema.catch(NO_CHANGES).parse(read.ok ? read.value : {})
}
