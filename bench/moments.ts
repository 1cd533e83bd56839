/** Part `moments`: what it costs to look back in a long thread: its recording as it is opened, and a moment wherever it is. */
import type { RunEvent } from '../src-shared/run/log/events'
import { foldEvents } from '../src-shared/run/fold/fold'
import { EMPTY_THREAD } from '../src-shared/run/fold/fold-view'
import { createThreadRecord } from '../src-shared/run/moments/thread-record'
import { turnEvents } from '../src-shared/testing/turn-events'
import { busyMs, median, quantile, type Figure, type Report } from './figures'

export type MomentSizes = { steps: number; scrubs: number }

const AT = Date.parse('2026-03-01T10:00:00.000Z')
const ROUNDS = 7
const AGENTS = Array.from({ length: 5 }, (_none, at) => `agent-${at}`)

/** The events of a thread of so many steps. */
function eventsOf(steps: number, stepsOfTurn: number): RunEvent[] {
  const events: RunEvent[] = []
  for (let turn = 1; events.length === 0 || turn <= steps / stepsOfTurn; turn += 1) {
    const told = turnEvents({ flowId: 'f', threadId: 't', turn, steps: stepsOfTurn, agents: AGENTS })
    for (const [at, event] of told.entries())
      events.push({
        ...event,
        runId: `run-${turn}`,
        seq: at + 1,
        at: new Date(AT + events.length * 100).toISOString(),
      })
  }
  return events
}

/** Where somebody goes who drags to and fro: the same places in every run. */
function* places(count: number, most: number): Generator<number> {
  let state = 7
  for (let index = 0; index < count; index += 1) {
    state = (state * 48_271) % 2_147_483_647
    yield state % (most + 1)
  }
}

/** What each of some rounds took, in ms of this thread: what is collected in between falls on one round or another. */
function times(rounds: number, act: () => unknown): number[] {
  return Array.from({ length: rounds }, () => {
    const begun = busyMs()
    act()
    return busyMs() - begun
  })
}

/** Records threads of many short turns and of a few long ones, and goes to moments all over them. */
export function measureMoments({ steps, scrubs }: MomentSizes): Report {
  const figures = [20, 1000].flatMap((stepsOfTurn): Figure[] => {
    const events = eventsOf(steps, stepsOfTurn)
    foldEvents(EMPTY_THREAD, events)
    const folded = median(times(ROUNDS, () => foldEvents(EMPTY_THREAD, events)))
    let recording = createThreadRecord()
    const recorded = median(
      times(ROUNDS, () => {
        recording = createThreadRecord()
        recording.add(events)
      }),
    )
    const costs = [...places(scrubs, recording.index.steps.length - 1)].map((place) => {
      const before = performance.now()
      recording.viewAt(recording.index.steps[place]?.end ?? 0)
      return performance.now() - before
    })
    const name = `turns of ${stepsOfTurn} steps`
    const from = `median of ${ROUNDS}`
    return [
      { what: `${name}: its fold alone`, value: folded, unit: 'ms', from },
      { what: `${name}: fold and recording in all`, value: recorded, unit: 'ms', from, most: 100 },
      { what: `${name}: a moment, 95th percentile`, value: quantile(costs, 0.95), unit: 'ms', most: 50 },
    ]
  })
  return {
    title: 'Looking back',
    setting: `${steps} steps in a thread, ${scrubs} moments all over it`,
    figures,
  }
}
