/** Where a person wants turns of a flow to pause. Kept in the library, never in a flow's file. */
import { breakpointKey, breakpointPlaceSchema, ofThread, type Breakpoint } from '../../src-shared/run/log/breakpoints'
import { newId } from '../../src-shared/flow/records'
import type { NewBreakpoint } from '../../src-shared/rpc/breakpoints'
import type { Changes } from './changes'
import { write, type LibraryDatabase } from './database'

export type Breakpoints = {
  /** The breakpoints of a flow, in the order in which they were made. */
  readonly ofFlow: (flowId: string) => Breakpoint[]
  /** Those of a flow for a turn of a thread. What another process changes counts from the next call of this on. */
  readonly watch: (flowId: string, threadId: string) => BreakpointWatch
  /** Sets what pauses at a place; there is one breakpoint for each. One that pauses once takes the place of the one that its thread had before. */
  readonly set: (flowId: string, breakpoint: NewBreakpoint) => Breakpoint
  readonly remove: (flowId: string, ids: readonly string[]) => void
  /** Forgets a flow that is gone for good. */
  readonly forget: (flowId: string) => void
}

export type BreakpointWatch = {
  /** As they are whenever it is called. */
  readonly all: () => readonly Breakpoint[]
  /** A turn has paused at these: those that pause once are gone. Belongs into the transaction in which the pause is told. */
  readonly reached: (ids: readonly string[]) => void
}

type BreakpointRow = {
  id: string
  place: string
  condition: string
  from: number
  isOn: 0 | 1
  once: 0 | 1
  thread: string | null
}

/** Breakpoints that a command line gives. */
export type GivenBreakpoints = readonly Breakpoint[]

/** `given`: turns pause at these alone, and those of the library are for whoever looks at the drawing. */
export function createBreakpoints(
  db: LibraryDatabase,
  changes: Pick<Changes, 'publish'>,
  given: GivenBreakpoints | null = null,
): Breakpoints {
  const all = db.prepare<[string], BreakpointRow>(
    `SELECT breakpoints.id, place, condition, from_hit AS "from", is_on AS isOn, once, threads.id AS thread
     FROM breakpoints LEFT JOIN threads ON threads.number = breakpoints.thread
     WHERE breakpoints.flow = +? ORDER BY breakpoints.number`,
  )
  const numberOf = db.prepare<[string], number>('SELECT number FROM threads WHERE id = +?').pluck()
  const put = db.prepare<[string, string, string, string, number, 0 | 1, 0 | 1, number | null]>(
    `INSERT INTO breakpoints (id, flow, place, condition, from_hit, is_on, once, thread) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (flow, place, once, coalesce(thread, 0)) DO UPDATE SET condition = excluded.condition, from_hit = excluded.from_hit, is_on = excluded.is_on`,
  )
  const remove = db.prepare<[string, string]>('DELETE FROM breakpoints WHERE flow = ? AND id = ?')
  const spend = db.prepare<[string, string]>('DELETE FROM breakpoints WHERE flow = ? AND id = ? AND once = 1')
  const moveFrom = db.prepare<{ flow: string; at: string; thread: number | null }>(
    `DELETE FROM breakpoints WHERE flow = @flow AND once = 1 AND (thread IS NULL OR thread IS @thread)
       AND NOT (place = @at AND thread IS @thread)`,
  )
  const forget = db.prepare<[string]>('DELETE FROM breakpoints WHERE flow = ?')
  let version = 0

  const ofFlow = (flowId: string): Breakpoint[] => all.all(flowId).map(breakpointOf)
  const changed = (flowId: string): void => {
    version += 1
    changes.publish({ what: 'breakpoints', flowId })
  }

  return {
    ofFlow,
    watch(flowId, threadId) {
      if (given !== null) return watchGiven(given)
      let known = ofThread(ofFlow(flowId), threadId)
      let seen = version
      return {
        all() {
          if (seen !== version) known = ofThread(ofFlow(flowId), threadId)
          seen = version
          return known
        },
        reached(ids) {
          const gone = write(db, () => ids.filter((id) => spend.run(flowId, id).changes > 0))
          if (gone.length > 0) changed(flowId)
        },
      }
    },
    set(flowId, breakpoint) {
      const { place, condition, from, isOn, once, thread: threadId } = breakpoint
      const at = JSON.stringify(place)
      const thread = once === true && threadId !== undefined ? (numberOf.get(threadId) ?? null) : null
      write(db, () => {
        if (once === true) moveFrom.run({ flow: flowId, at, thread })
        put.run(newId('break'), flowId, at, condition, from, isOn ? 1 : 0, once === true ? 1 : 0, thread)
      })
      changed(flowId)
      const key = breakpointKey(thread === null ? { place, once } : breakpoint)
      const made = ofFlow(flowId).find((one) => breakpointKey(one) === key)
      if (made === undefined) throw new Error(`the breakpoint at ${key} is gone`)
      return made
    },
    remove(flowId, ids) {
      write(db, () => {
        for (const id of ids) remove.run(flowId, id)
      })
      changed(flowId)
    },
    forget: (flowId) => void write(db, () => forget.run(flowId)),
  }
}

/** Those that a command line gives: what is reached once is forgotten by this process. */
function watchGiven(given: GivenBreakpoints): BreakpointWatch {
  let left = given
  return {
    all: () => left,
    reached: (ids) => void (left = left.filter(({ id, once }) => once !== true || !ids.includes(id))),
  }
}

function breakpointOf({ place, isOn, once, thread, ...row }: BreakpointRow): Breakpoint {
  const read = { ...row, place: breakpointPlaceSchema.parse(JSON.parse(place)), isOn: isOn === 1 }
  if (once !== 1) return read
  return thread === null ? { ...read, once: true } : { ...read, once: true, thread }
}
