/**
 * Random flows, random messages, models that answer anything: no request that any server refuses. Small by default;
 * `BATON_RANDOM_FLOWS=500 npm run unit -- wire-random` tries more.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openTestCore } from '../../testing/core-bench'
import { anyAnswer, buildDrawn, drawnFlow } from '../../testing/random-flow'
import { ALIKE_MODES, refusals } from '../../testing/strict-modes'

/** How many forms of its own each server wants: Gemini's schemas of tools and its signatures, DeepSeek's thoughts. */
const OWN_FORMS = { all: 0, 'gemini-3': 2, 'deepseek-thinking': 1 } as const

const RUNS = Number(process.env['BATON_RANDOM_FLOWS'] ?? 8)
it(
  'no server refuses what random flows send',
  async () => {
    let turns = 0
    let calls = 0
    await fc.assert(
      fc.asyncProperty(
        drawnFlow,
        fc.array(fc.constantFrom('hi', 'the time?', null, 'word '.repeat(60)), { minLength: 1, maxLength: 4 }),
        fc.record({
          dice: fc.infiniteStream(fc.nat(1000)),
          strict: fc.constantFrom<keyof typeof OWN_FORMS>('all', 'all', 'gemini-3', 'deepseek-thinking'),
        }),
        async (one, messages, { dice, strict }) => {
          const test = await openTestCore(buildDrawn(one).build(), {
            strict,
            script: (request) => anyAnswer(request, Number(dice.next().value)),
          })
          try {
            for (const message of messages) {
              const { outcome } = await test.turn(message)
              turns += 1
              if ('question' in outcome && outcome.question !== undefined) break
            }
            // A server that wants forms of its own names each once, whatever else it names beside it.
            const { violations } = test.server
            const refused = new Set(violations.map((violation) => violation.split(':')[0]))
            const named = new Set(violations.map((violation) => violation.replace(/^request \d+: /, '').slice(0, 20)))
            for (const told of [refused, named]) expect([...told].slice(OWN_FORMS[strict])).toEqual([])
            for (const { body, index } of strict === 'all' ? test.server.requests : [])
              for (const mode of ALIKE_MODES) expect([index, mode, refusals(body, mode)]).toEqual([index, mode, []])
            calls += test.server.calls
          } catch (cause) {
            if (!(cause instanceof Error) || !cause.message.startsWith('The flow cannot run yet')) throw cause
            fc.pre(false)
          } finally {
            await test.close()
          }
        },
      ),
      { numRuns: RUNS },
    )
    // Neither flows that cannot run nor models that are never asked.
    expect(turns).toBeGreaterThan(RUNS / 2)
    expect(calls).toBeGreaterThan(RUNS)
  },
  60_000 + RUNS * 10_000,
)
