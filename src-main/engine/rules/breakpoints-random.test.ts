/**
 * Random flows that are stepped through tell what they tell without a pause. Small by default; `BATON_RANDOM_FLOWS=200 npm run unit -- breakpoints-random`
 * tries more.
 */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Flow } from '../../../src-shared/flow/records'
import { GO_ON_VERBS, type GoOn } from '../../../src-shared/run/log/breakpoints'
import type { RunEvent } from '../../../src-shared/run/log/events'
import { openTestCore, type TestCore } from '../../testing/core-bench'
import type { RecordedRequest } from '../../testing/model-server'
import { anyAnswer, buildDrawn, drawnFlow } from '../../testing/random-flow'

const RUNS = Number(process.env['BATON_RANDOM_FLOWS'] ?? 6)
const MOST_STEPS = 400

/** What a clock says, and ids that are counted, are no part of what is compared. */
function withoutNumbers(value: unknown): string {
  return JSON.stringify(value).replaceAll(/call_[0-9a-f]+|\d+/g, '')
}

/** The same request has the same answer, whoever was asked before. */
function diceOf({ body }: RecordedRequest): number {
  return createHash('sha256').update(withoutNumbers(body.messages)).digest().readUInt16BE(0)
}

/** What was told in a turn, without when, under which ids, and what only says that it paused and went on: each run of it tells again what a plan has come to. */
function toldBy(events: readonly RunEvent[]): string[] {
  const ended = new Set<string>()
  return events.flatMap((event) => {
    switch (event.type) {
      case 'entry': {
        const { at: _at, ...entry } = event.entry
        return [
          withoutNumbers(entry.kind === 'calls' ? { ...entry, calls: entry.calls.map(({ name }) => name) } : entry),
        ]
      }
      case 'decision':
        return [withoutNumbers([event.node, event.decision.about, event.decision.choice])]
      case 'variables':
        return [withoutNumbers(event.changes)]
      case 'session':
        return [withoutNumbers([event.node, event.state, event.slots])]
      case 'tool.finished':
        return [withoutNumbers([event.node, event.tool, event.isError])]
      case 'plan.step': {
        const place = JSON.stringify([event.node, event.path, event.round, event.id, event.state])
        if (event.state === 'running' || ended.has(place)) return []
        ended.add(place)
        return [withoutNumbers([event.node, event.tool, event.state])]
      }
      default:
        return []
    }
  })
}

type PlayResult = { told: string[]; end: unknown; pauses: number }

/** One turn for each message; `how`: how a person goes on at each pause, the last one from then on. Null: nobody steps. */
async function play(
  drawn: Flow,
  messages: readonly (string | null)[],
  how: readonly GoOn[] | null,
): Promise<PlayResult> {
  const test = await openTestCore(drawn, { strict: 'all', script: (request) => anyAnswer(request, diceOf(request)) })
  const told: string[] = []
  let pauses = 0
  try {
    if (how !== null) pauseEverywhere(test, drawn)
    for (const message of messages) {
      let report = await test.turn(message)
      const events = [...report.events]
      for (let [paused] = waiting(test); paused !== undefined; [paused] = waiting(test)) {
        pauses += 1
        if (pauses > MOST_STEPS) throw new Error('it pauses without an end')
        const go = how?.[Math.min(pauses, how.length) - 1] ?? { is: 'into' }
        report = await test.answer(paused.id, { kind: 'breakpoint', go })
        events.push(...report.events)
      }
      told.push(...toldBy(events))
      if (report.outcome.state !== 'finished') break
    }
    const { log, variables, frames, turn, sessions } = await test.state()
    const { hops, modelCalls, end: turnEnd, calls } = turn
    const stack = frames.map(({ node }) => node)
    const end = { log: log.length, variables, stack, hops, modelCalls, calls, turnEnd, sessions: Object.keys(sessions) }
    return { told, end, pauses }
  } finally {
    await test.close()
  }
}

function waiting(test: TestCore) {
  return test
    .core()
    .services.runner.waiting('t1')
    .filter(({ question }) => question.kind === 'breakpoint')
}

function pauseEverywhere(test: TestCore, drawn: Flow): void {
  const { breakpoints } = test.core().services
  const rest = { condition: '', from: 1, isOn: true } as const
  for (const node of Object.keys(drawn.nodes))
    for (const side of ['before', 'after'] as const)
      breakpoints.set(drawn.id, { place: { on: 'node', node, side }, ...rest })
  for (const edge of Object.keys(drawn.edges)) breakpoints.set(drawn.id, { place: { on: 'edge', edge }, ...rest })
}

const steps: fc.Arbitrary<GoOn[]> = fc.array(
  fc.constantFrom(...GO_ON_VERBS.filter((is) => is !== 'stop')).map((is): GoOn => ({ is })),
  { minLength: 1, maxLength: 12 },
)

it(
  'stepping through a random flow tells what the unstepped run tells',
  async () => {
    let pauses = 0
    await fc.assert(
      fc.asyncProperty(
        drawnFlow,
        fc.array(fc.constantFrom('hi', 'the time?', null), { minLength: 1, maxLength: 2 }),
        steps,
        async (one, messages, how) => {
          const drawn = buildDrawn(one).build()
          try {
            const plain = await play(drawn, messages, null)
            const stepped = await play(drawn, messages, how)
            expect([stepped.told, stepped.end]).toEqual([plain.told, plain.end])
            pauses += stepped.pauses
          } catch (cause) {
            if (!(cause instanceof Error) || !cause.message.startsWith('The flow cannot run yet')) throw cause
            fc.pre(false)
          }
        },
      ),
      { numRuns: RUNS },
    )
    expect(pauses).toBeGreaterThan(RUNS)
  },
  60_000 + RUNS * 20_000,
)
