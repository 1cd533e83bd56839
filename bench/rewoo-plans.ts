/** Random plans for part `rewoo`: which steps use which, and how long the tool of each takes. The same ones on every run. */
import { criticalPath } from '../src-shared/agents/plan/levels'

export const STEPS = 20
const SHORTEST = 20
const LONGEST = 200
/** Results that a step uses, at most. */
const MOST_USED = 3

/** `text`: what the planner answers. `critical` and `sequential`: ms that the tools take in the best order, and one by one. */
export type RandomPlan = {
  text: string
  critical: number
  sequential: number
  /** The critical path where the steps took so long. */
  criticalOf: (ms: { readonly [id: string]: number }) => number
}

/** The plan of a number. The input of a call begins with the ms that it takes: `57 ms after #E1 and #E3`. */
export function randomPlan(seed: number): RandomPlan {
  const next = randomNumbers(seed)
  const steps = Array.from({ length: STEPS }, (_, index) => {
    const used = Array.from({ length: Math.min(index, next(MOST_USED + 1)) }, () => `E${1 + next(index)}`)
    return { id: `E${index + 1}`, deps: [...new Set(used)], ms: SHORTEST + next(LONGEST - SHORTEST + 1) }
  })
  const lines = steps.map(({ id, deps, ms }) => {
    const after = deps.length === 0 ? '' : ` after ${deps.map((dep) => `#${dep}`).join(' and ')}`
    return `Plan: wait for ${id}\n#${id} = Wait[${ms} ms${after}]`
  })
  const durations = Object.fromEntries(steps.map(({ id, ms }) => [id, ms]))
  return {
    text: lines.join('\n'),
    critical: criticalPath(steps, durations).length,
    sequential: steps.reduce((sum, { ms }) => sum + ms, 0),
    criticalOf: (ms) => criticalPath(steps, ms).length,
  }
}

/** Whole numbers from 0 to below a bound (xorshift). */
function randomNumbers(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761 + 88_675_123) >>> 0 || 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}
