/** Where a person wants turns of a flow to pause. Kept in the library, never in a flow's file. */
import { breakpointKey, breakpointPlaceSchema, type Breakpoint } from '../../src-shared/run/log/breakpoints'
import { newId } from '../../src-shared/flow/records'
import type { NewBreakpoint } from '../../src-shared/rpc/breakpoints'
import type { Changes } from './changes'
import { write, type LibraryDatabase } from './database'

export type Breakpoints = {
  /** The breakpoints of a flow, in the order in which they were made. */
  readonly ofFlow: (flowId: string) => Breakpoint[]
  /** Those of a flow for a turn. What another process changes counts from the next call of this on. */
  readonly watch: (flowId: string) => BreakpointWatch
  /** Sets what pauses at a place; there is one breakpoint for each. One that pauses once takes the place of the one before. */
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

type BreakpointRow = { id: string; place: string; condition: string; from: number; isOn: 0 | 1; once: 0 | 1 }

/** Breakpoints that a command line gives. */
export type GivenBreakpoints = readonly Breakpoint[]

/** `given`: turns pause at these alone, and those of the library are for whoever looks at the drawing. */
export function createBreakpoints(
  db: LibraryDatabase,
  changes: Pick<Changes, 'publish'>,
  given: GivenBreakpoints | null = null,
): Breakpoints {
  const all = db.prepare<[string], BreakpointRow>(
    'SELECT id, place, condition, from_hit AS "from", is_on AS isOn, once FROM breakpoints WHERE flow = +? ORDER BY number',
  )
  const put = db.prepare<[string, string, string, string, number, 0 | 1, 0 | 1]>(
    `INSERT INTO breakpoints (id, flow, place, condition, from_hit, is_on, once) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (flow, place, once) DO UPDATE SET condition = excluded.condition, from_hit = excluded.from_hit, is_on = excluded.is_on`,
  )
  const remove = db.prepare<[string, string]>('DELETE FROM breakpoints WHERE flow = ? AND id = ?')
  const spend = db.prepare<[string, string]>('DELETE FROM breakpoints WHERE flow = ? AND id = ? AND once = 1')
  const moveFrom = db.prepare<[string, string]>('DELETE FROM breakpoints WHERE flow = ? AND once = 1 AND place <> ?')
  const forget = db.prepare<[string]>('DELETE FROM breakpoints WHERE flow = ?')
  let version = 0

  const ofFlow = (flowId: string): Breakpoint[] => all.all(flowId).map(breakpointOf)
  const changed = (flowId: string): void => {
    version += 1
    changes.publish({ what: 'breakpoints', flowId })
  }

  return {
    ofFlow,
    watch(flowId) {
      if (given !== null) return watchGiven(given)
      let known = ofFlow(flowId)
      let seen = version
      return {
        all() {
          if (seen !== version) known = ofFlow(flowId)
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
      const { place, condition, from, isOn, once } = breakpoint
      const at = JSON.stringify(place)
      write(db, () => {
        if (once === true) moveFrom.run(flowId, at)
        put.run(newId('break'), flowId, at, condition, from, isOn ? 1 : 0, once === true ? 1 : 0)
      })
      changed(flowId)
      const key = breakpointKey(breakpoint)
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

function breakpointOf({ place, isOn, once, ...row }: BreakpointRow): Breakpoint {
  const read = { ...row, place: breakpointPlaceSchema.parse(JSON.parse(place)), isOn: isOn === 1 }
  return once === 1 ? { ...read, once: true } : read
}
