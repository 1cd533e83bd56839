import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { someRuns } from '../../testing/some-runs'
import { threadEvents } from '../../testing/arbitrary-thread'
import { clockTurn, entry, numbered, started } from '../../testing/run-script'
import { foldEvents } from '../fold/fold'
import { EMPTY_THREAD } from '../fold/fold-view'
import { isFleeting } from '../log/event-types'
import type { NewRunEvent, RunEvent } from '../log/events'
import { createThreadRecord } from './thread-record'

const stored = (events: readonly RunEvent[]): RunEvent[] => events.filter((event) => !isFleeting(event))
const fromStart = (events: readonly RunEvent[], count: number) =>
  foldEvents(EMPTY_THREAD, stored(events).slice(0, count))

/** A recording that heard the events in pieces, some of them again. */
function recorded(events: readonly RunEvent[], piece: number, limits?: { spacing: number; most: number }) {
  const recording = createThreadRecord(limits)
  for (let at = 0; at < events.length; at += piece) recording.add(events.slice(Math.max(0, at - 2), at + piece))
  return recording
}

describe('a moment', () => {
  test('is the fold from the start, stopped there, at any places in any order', () => {
    const limits = fc.record({ spacing: fc.integer({ min: 1, max: 9 }), most: fc.integer({ min: 2, max: 9 }) })
    const places = fc.array(fc.nat(), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(threadEvents, places, fc.integer({ min: 1, max: 40 }), limits, (events, picks, piece, kept) => {
        const recording = recorded(events, piece, kept)
        expect(recording.events).toEqual(stored(events))
        for (const pick of picks) {
          const count = pick % (recording.events.length + 1)
          expect(recording.viewAt(count)).toEqual(fromStart(events, count))
        }
      }),
      { numRuns: someRuns(100) },
    )
  })

  test('stays what it was when more is told', () => {
    fc.assert(
      fc.property(threadEvents, fc.nat(), fc.nat(), (events, cut, pick) => {
        const half = cut % (events.length + 1)
        const recording = recorded(events.slice(0, half), 7)
        const count = pick % (recording.events.length + 1)
        const before = recording.viewAt(count)
        recording.add(events.slice(half))
        expect(recording.viewAt(count)).toEqual(before)
      }),
      { numRuns: someRuns(100) },
    )
  })
})

describe('steps', () => {
  test('rise, and the last one is the whole thread but for what leads on', () => {
    fc.assert(
      fc.property(threadEvents, (events) => {
        const { index, events: all } = recorded(events, 5)
        const ends = index.steps.map(({ end }) => end)
        expect(ends).toEqual([...new Set(ends)].sort((one, other) => one - other))
        for (const step of index.steps) expect(step.end).toBeGreaterThan(step.event)
        expect(ends.at(-1) ?? 0).toBeLessThanOrEqual(all.length)
      }),
      { numRuns: someRuns(100) },
    )
  })

  test('who wrote a variable, an entry and the place of the baton is what a search through the events finds', () => {
    fc.assert(
      fc.property(threadEvents, fc.nat(), (events, pick) => {
        const recording = recorded(events, 5)
        const { index, viewAt } = recording
        const step = pick % Math.max(1, index.steps.length)
        const told = recording.events.slice(0, index.steps[step]?.end ?? 0)
        for (const name of Object.keys(viewAt(told.length).variables)) {
          const write = told.findLastIndex((event) => event.type === 'variables' && name in event.changes)
          expect(index.steps[index.writeOf(name, step) ?? -1]?.event).toBe(write)
        }
        const move = told.findLastIndex(({ type }) => type === 'baton')
        const moved = index.moveBefore(step)
        expect(moved).toBe(move === -1 ? null : index.steps.findIndex(({ end }) => end > move))
        const said = told.findIndex((event) => event.type === 'entry' && event.entry.kind === 'handoff')
        const entered = told[said]
        if (entered?.type === 'entry') expect(index.steps[index.stepOfEntry(entered.entry.id) ?? -1]?.event).toBe(said)
      }),
      { numRuns: someRuns(100) },
    )
  })

  test('a turn with a tool is what was asked, the call, the result and the answer', () => {
    const { index } = recorded(numbered('r1', clockTurn), 100)
    const lane = (place: number | null) => (place === null ? null : index.lanes[place])
    expect(index.steps.map(({ kind, lane: of, holder, turn }) => [kind, lane(of), lane(holder), turn])).toEqual([
      ['turn', 'user', 'concierge', 1],
      ['calls', 'concierge', 'concierge', 1],
      ['result', 'concierge', 'concierge', 1],
      ['message', 'concierge', 'concierge', 1],
    ])
    expect([0, 1, 2, 3].map((step) => index.entriesOf(step))).toEqual([['e1'], ['e2'], ['r1'], ['e3']])
    expect(['s1', 's3', 'none'].map((span) => index.stepOfSpan(span))).toEqual([1, 3, null])
    expect(index.steps.at(-1)?.end).toBe(numbered('r1', clockTurn).filter((event) => !isFleeting(event)).length)
  })

  test('a hand-off crosses from one lane to another', () => {
    const moved: NewRunEvent[] = [
      started(1, 'Hello'),
      { type: 'baton', node: 'a', path: 'main', edge: null },
      entry({
        kind: 'handoff',
        id: 'h',
        author: 'a',
        from: 'a',
        to: 'b',
        edge: 'e',
        by: 'model',
        reason: '',
        fromScope: 'main',
        carries: [],
      }),
      { type: 'baton', node: 'b', path: 'main', edge: 'e' },
    ]
    const { index } = recorded(numbered('r1', moved), 1)
    const crossing = index.steps[1]
    expect([crossing?.lane, crossing?.to, crossing?.holder].map((place) => index.lanes[place ?? -1])).toEqual([
      'a',
      'b',
      'b',
    ])
    expect(index.moveBefore(0)).toBe(0)
    expect(index.moveBefore(1)).toBe(1)
  })
})
