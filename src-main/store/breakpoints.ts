/** Where a person wants turns of a flow to pause. Kept in the library, never in a flow's file. */
import { breakpointPlaceSchema, placeKey, type Breakpoint } from '../../src-shared/run/log/breakpoints'
import { newId } from '../../src-shared/flow/records'
import type { NewBreakpoint } from '../../src-shared/rpc/breakpoints'
import type { Changes } from './changes'
import { write, type LibraryDatabase } from './database'

export type Breakpoints = {
  /** The breakpoints of a flow, in the order in which they were made. */
  readonly ofFlow: (flowId: string) => Breakpoint[]
  /** Those of a flow as they are whenever it is called. What another process changes counts from the next call of this on. */
  readonly watch: (flowId: string) => () => readonly Breakpoint[]
  /** Sets what pauses at a place; there is one breakpoint for each. */
  readonly set: (flowId: string, breakpoint: NewBreakpoint) => Breakpoint
  readonly remove: (flowId: string, ids: readonly string[]) => void
  /** Forgets a flow that is gone for good. */
  readonly forget: (flowId: string) => void
}

type BreakpointRow = { id: string; place: string; condition: string; from: number; isOn: 0 | 1 }

/** Breakpoints that a command line gives. */
export type GivenBreakpoints = readonly Breakpoint[]

/** `given`: turns pause at these alone, and those of the library are for whoever looks at the drawing. */
export function createBreakpoints(
  db: LibraryDatabase,
  changes: Pick<Changes, 'publish'>,
  given: GivenBreakpoints | null = null,
): Breakpoints {
  const all = db.prepare<[string], BreakpointRow>(
    'SELECT id, place, condition, from_hit AS "from", is_on AS isOn FROM breakpoints WHERE flow = +? ORDER BY number',
  )
  const put = db.prepare<[string, string, string, string, number, 0 | 1]>(
    `INSERT INTO breakpoints (id, flow, place, condition, from_hit, is_on) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (flow, place) DO UPDATE SET condition = excluded.condition, from_hit = excluded.from_hit, is_on = excluded.is_on`,
  )
  const remove = db.prepare<[string, string]>('DELETE FROM breakpoints WHERE flow = ? AND id = ?')
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
      if (given !== null) return () => given
      let known = ofFlow(flowId)
      let seen = version
      return () => {
        if (seen !== version) known = ofFlow(flowId)
        seen = version
        return known
      }
    },
    set(flowId, { place, condition, from, isOn }) {
      write(db, () => put.run(newId('break'), flowId, JSON.stringify(place), condition, from, isOn ? 1 : 0))
      changed(flowId)
      const key = placeKey(place)
      const made = ofFlow(flowId).find((one) => placeKey(one.place) === key)
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

function breakpointOf({ place, isOn, ...row }: BreakpointRow): Breakpoint {
  return { ...row, place: breakpointPlaceSchema.parse(JSON.parse(place)), isOn: isOn === 1 }
}
