/** A trace as it is the same through every door: without times, numbers of events, and ids that chance makes. */
import { isFleeting, isTerminal } from '../../src-shared/run/log/event-types'
import type { UnnumberedEvent } from '../../src-shared/run/log/events'

/** What differs between two runs of the same scripted models. */
const DIFFERS: ReadonlySet<string> = new Set(['seq', 'runId', 'at', 'ms', 'waitMs', 'startedAt', 'ts', 'time'])
const NAMED_BY_CHANCE: ReadonlySet<string> = new Set(['span', 'callId', 'parent'])

/** Of the rehearsal, in the paths of what happens within a call. */
const CALL_IDS = /\bcall_[0-9a-f]{20}\b/g
/** What a clock tool says. */
const CLOCK = /\b\d\d:\d\d:\d\d\b/g

/** Events of steps, in their order; how a door tells of the beginning and the end of a run is its own. */
export function normalTrace(events: readonly UnnumberedEvent[]): unknown[] {
  const names = new Map<string, string>()
  const normal = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((one) => normal(one))
    if (typeof value === 'string') {
      if (NAMED_BY_CHANCE.has(key) && !names.has(value)) names.set(value, `#${names.size + 1}`)
      return (names.get(value) ?? value).replaceAll(CLOCK, 'hh:mm:ss').replaceAll(CALL_IDS, 'call')
    }
    if (typeof value !== 'object' || value === null) return value
    const kept = Object.entries(value)
      .filter(([name]) => !DIFFERS.has(name))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
    return Object.fromEntries(kept.map(([name, one]) => [name, normal(one, name)]))
  }
  return events
    .filter(
      (event) =>
        !isFleeting(event) && !isTerminal(event) && event.type !== 'run.started' && event.type !== 'run.resumed',
    )
    .map((event) => normal(event))
}

/**
 * The same where calls run side by side, whose events come as they come: all events, whatever their order, and in their order the entries of the
 * conversation.
 */
export function normalTraceSideBySide(events: readonly UnnumberedEvent[]): { all: string[]; entries: unknown[] } {
  const alone = (event: UnnumberedEvent) => normalTrace([event]).map((one) => JSON.stringify(one))
  return {
    all: events.flatMap(alone).toSorted(),
    entries: normalTrace(events.filter(({ type }) => type === 'entry')),
  }
}

/** Without the place of the baton with which a runner opens a turn, which LangGraph's server does not tell. */
export function withoutOpening(events: readonly UnnumberedEvent[]): UnnumberedEvent[] {
  return events.filter(
    ({ type }, place) =>
      type !== 'baton' || events.slice(0, place).some((one) => one.type.startsWith('model') || one.type === 'baton'),
  )
}
