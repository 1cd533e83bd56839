/** Random plans over echo tools: every input is fully filled, order respects dependencies, results do not depend on timing (ReWOO 8, 20). */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { referencesIn } from '../../../src-shared/agents/plan/references'
import { eventsOfType } from '../../testing/core-bench'
import { endedSteps, openPlanBench, planFlow, type PlanBench } from '../../testing/plan-bench'

let bench: PlanBench
beforeAll(async () => {
  bench = await openPlanBench((server) => planFlow(server, { maxParallel: 4 }))
})
afterAll(async () => {
  expect(bench.server.violations).toEqual([])
  await bench.close()
})

/** Steps in any order of writing: each may use those of a lower rank. `delays` are two ways in which time may pass. */
const dag = fc
  .array(fc.record({ uses: fc.array(fc.nat(20), { maxLength: 3 }), delays: fc.tuple(fc.nat(12), fc.nat(12)) }), {
    minLength: 1,
    maxLength: 7,
  })
  .chain((steps) =>
    fc
      .shuffledSubarray(
        steps.map((_step, rank) => rank),
        { minLength: steps.length },
      )
      .map((order) => ({ steps, order })),
  )
type Dag = { steps: { uses: number[]; delays: [number, number] }[]; order: number[] }

const depsOf = ({ steps }: Dag, rank: number) =>
  rank === 0 ? [] : [...new Set((steps[rank]?.uses ?? []).map((use) => use % rank))]

function written(drawn: Dag): string {
  const line = (rank: number) => {
    const refs = depsOf(drawn, rank).map((dep) => `#E${dep + 1}`)
    return `Plan: rank ${rank}\n#E${rank + 1} = Search[s${rank} ${refs.join(' and ')}]`
  }
  return drawn.order.map(line).join('\n')
}

/** What step `rank` must be called with, worked out without the engine. */
function expected(drawn: Dag, rank: number): string {
  const evidence = depsOf(drawn, rank).map((dep) => `<${expected(drawn, dep)}>`)
  return `s${rank} ${evidence.join(' and ')}`.trim()
}

let turns = 0
async function run(drawn: Dag, which: 0 | 1) {
  const from = bench.tools.calls.length
  bench.tools.on('Search', ({ input }) => {
    const rank = Number(/^s(\d+)/.exec(input)?.[1] ?? 0)
    return { text: `<${input}>`, delayMs: drawn.steps[rank]?.delays[which] ?? 0 }
  })
  bench.server.reply({ text: written(drawn) }, { text: 'A' })
  turns += 1
  const report = await bench.turn('Q', `t${turns}`)
  return { report, calls: bench.tools.calls.slice(from), solver: bench.server.requests.at(-1)?.user ?? '' }
}

it('ReWOO 8, 20: inputs are filled, order is kept, and what comes out is the same whatever takes how long', async () => {
  await fc.assert(
    fc.asyncProperty(dag, async (drawn) => {
      const first = await run(drawn, 0)
      const second = await run(drawn, 1)
      const inputs = first.calls.map(({ input }) => input.trim())
      expect(inputs.toSorted()).toEqual(drawn.steps.map((_step, rank) => expected(drawn, rank)).toSorted())
      expect(inputs.filter((input) => referencesIn(input).length > 0)).toEqual([])
      const at = (rank: number) => first.calls.find(({ input }) => input.trim() === expected(drawn, rank))
      for (const rank of drawn.steps.keys())
        for (const dep of depsOf(drawn, rank)) expect(at(dep)?.at).toBeLessThan(at(rank)?.at ?? 0)
      expect(second.solver).toBe(first.solver)
      const evidence = (report: typeof first.report) =>
        Object.fromEntries(Object.entries(endedSteps(report)).map(([id, step]) => [id, step.evidence]))
      expect(evidence(second.report)).toEqual(evidence(first.report))
      expect(eventsOfType(first.report.events, 'plan.steps')[0]?.steps.length).toBe(drawn.steps.length)
    }),
    { numRuns: 12 },
  )
})
