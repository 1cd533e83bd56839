/** Where two threads of which one left the other, or both a third one, go apart, and what each of them did from there on. */
import { turnsOf, type ThreadView } from '../fold/fold-view'
import { differenceOf, type MomentDifference } from './difference'
import type { StoredRunEvent } from './step-kinds'
import type { ThreadRecord } from './thread-record'

type RecordOfThread = Pick<ThreadRecord, 'events' | 'viewAt'>

/** What a thread did after the parting. `ms`: how long its turns took, without the time between them. */
export type ThreadTail = { readonly difference: MomentDifference; readonly ms: number }

/**
 * `shared`: so many events are the same. `turn`: the first turn that is not, in the middle of which they part where `isMid`. `ends`: what differs
 * between where the one and the other stand now.
 */
export type ThreadComparison = {
  readonly shared: number
  readonly turn: number
  readonly isMid: boolean
  readonly one: ThreadTail
  readonly other: ThreadTail
  readonly ends: Pick<MomentDifference, 'variables' | 'baton'>
}

export function compareThreads(one: RecordOfThread, other: RecordOfThread): ThreadComparison {
  const shared = sharedEvents(one.events, other.events)
  const { latest, activeRunId } = one.viewAt(shared)
  const isMid = activeRunId !== null
  const turn = (latest?.turn ?? 0) + (isMid ? 0 : 1)
  const { variables, baton } = differenceOf(one.viewAt(one.events.length), other.viewAt(other.events.length))
  return { shared, turn, isMid, one: tailOf(one, shared), other: tailOf(other, shared), ends: { variables, baton } }
}

/** Copied events have the time, the number and the words that they had; runs and threads have names of their own. */
function sharedEvents(one: readonly StoredRunEvent[], other: readonly StoredRunEvent[]): number {
  let count = 0
  for (; count < Math.min(one.length, other.length); count += 1) {
    const [left, right] = [one[count], other[count]]
    if (left?.at !== right?.at || left?.seq !== right?.seq || left?.type !== right?.type) break
    if (textOf(left) !== textOf(right)) break
  }
  return count
}

function textOf(event: StoredRunEvent | undefined): string {
  return JSON.stringify({ ...event, runId: '', threadId: '' })
}

function tailOf(record: RecordOfThread, shared: number): ThreadTail {
  const [before, after] = [record.viewAt(shared), record.viewAt(record.events.length)]
  return { difference: differenceOf(before, after), ms: workOf(after) - workOf(before) }
}

/** What the turns took that are over; the time between turns is nobody's work. */
function workOf(view: ThreadView): number {
  return turnsOf(view).reduce((sum, { ms }) => sum + (ms ?? 0), 0)
}
