import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { someRuns } from '../../testing/some-runs'
import { threadEvents } from '../../testing/arbitrary-thread'
import { isFleeting } from '../log/event-types'
import type { RunEvent } from '../log/events'
import { foldEvent, foldEvents, interruptThread } from './fold'
import { EMPTY_THREAD, turnsOf, type ThreadView } from './fold-view'

const fold = (events: readonly RunEvent[], view = EMPTY_THREAD): ThreadView => foldEvents(view, events)
const stored = (events: readonly RunEvent[]): RunEvent[] => events.filter((event) => !isFleeting(event))

describe('properties', () => {
  test('a prefix and then the rest is all of it, and hearing a part twice changes nothing', () => {
    fc.assert(
      fc.property(threadEvents, fc.nat(), fc.nat(), (events, cut, back) => {
        const at = events.length === 0 ? 0 : cut % events.length
        const prefix = fold(events.slice(0, at))
        const isResume = events.slice(Math.max(0, at - (back % 4)), at).some((event) => event.type === 'run.resumed')
        if (!isResume) expect(fold(events.slice(Math.max(0, at - (back % 4)), at), prefix)).toEqual(prefix)
        expect(fold(events.slice(at), prefix)).toEqual(fold(events))
      }),
      { numRuns: someRuns(100) },
    )
  })

  test('what was handed out stays as it was, and many at once are the same as one after the other', () => {
    fc.assert(
      fc.property(threadEvents, fc.nat(), (events, cut) => {
        const at = events.length === 0 ? 0 : cut % events.length
        const views = [EMPTY_THREAD]
        for (const event of events) views.push(foldEvent(views.at(-1) ?? EMPTY_THREAD, event))
        const half = fold(events.slice(0, at))
        const copy = structuredClone(half)
        expect(fold(events.slice(at), half)).toEqual(views.at(-1))
        expect(half).toEqual(copy)
        expect(half).toEqual(views[at])
      }),
      { numRuns: someRuns(100) },
    )
  })

  test('a stored thread ends in the view of the live one', () => {
    fc.assert(
      fc.property(threadEvents, (events) => {
        expect(fold(stored(events))).toEqual(fold(events))
      }),
      { numRuns: someRuns(100) },
    )
  })

  test('keys are unique within a turn', () => {
    fc.assert(
      fc.property(threadEvents, (events) => {
        for (const turn of turnsOf(fold(events))) {
          const keys = [...turn.items.map((item) => item.key), ...turn.trace.map((row) => `row ${row.key}`)]
          expect(new Set(keys).size).toBe(keys.length)
        }
      }),
      { numRuns: someRuns(100) },
    )
  })

  test('any events in any order are folded without a throw', () => {
    const anyEvents = fc.tuple(threadEvents, fc.infiniteStream(fc.nat())).map(([events, picks]) => {
      return Array.from({ length: 30 }, () => events[(picks.next().value ?? 0) % Math.max(1, events.length)]).filter(
        (event) => event !== undefined,
      )
    })
    fc.assert(
      fc.property(anyEvents, fc.boolean(), (events, isInterrupted) => {
        const view = fold(events)
        expect(() => fold(events, isInterrupted ? interruptThread(view) : view)).not.toThrow()
      }),
      { numRuns: someRuns(100) },
    )
  })
})
