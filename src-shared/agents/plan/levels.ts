/** The order in which a plan's steps can run: by dependency, and the longest way through. */
import type { PlanStep } from './plan'

type OrderedStep = Pick<PlanStep, 'id' | 'deps'>

/**
 * The ids of a plan by level: those of a level need only levels before it (ReWOO 20). Within a level in plan order. Ids
 * that no step gives are waited for by nobody; steps of a loop, and those behind one, make up one last level.
 */
export function planLevels(steps: readonly OrderedStep[]): string[][] {
  const { ordered, level, rest } = sortSteps(steps)
  const levels: string[][] = []
  for (const { id } of inPlanOrder(steps, new Set(ordered.map((step) => step.id)))) {
    const place = level.get(id) ?? 0
    while (levels.length <= place) levels.push([])
    levels[place]?.push(id)
  }
  return rest.length === 0 ? levels : [...levels, rest]
}

/** The chain of steps that takes longest, and how long: no run of the plan can be shorter. */
export type CriticalPath = { path: string[]; length: number }

/** The critical path, from how long each step took or is thought to take; a step without a duration takes none. */
export function criticalPath(
  steps: readonly OrderedStep[],
  durations: { readonly [id: string]: number | undefined },
): CriticalPath {
  const best = new Map<string, { length: number; before: string | null }>()
  let last: string | null = null
  for (const { id, deps } of sortSteps(steps).ordered) {
    let before: string | null = null
    for (const dep of deps) {
      if (best.has(dep) && (before === null || lengthOf(best, dep) > lengthOf(best, before))) before = dep
    }
    const own = Object.hasOwn(durations, id) ? (durations[id] ?? 0) : 0
    best.set(id, { length: own + (before === null ? 0 : lengthOf(best, before)), before })
    if (last === null || lengthOf(best, id) > lengthOf(best, last)) last = id
  }
  const path: string[] = []
  for (let id = last; id !== null; id = best.get(id)?.before ?? null) path.push(id)
  return { path: path.reverse(), length: last === null ? 0 : lengthOf(best, last) }
}

/** The ids of one loop among the steps, from its first step in plan order on; null when there is none. A self-reference is one. */
export function findCycle(steps: readonly OrderedStep[]): string[] | null {
  const { rest } = sortSteps(steps)
  const stuck = new Set(rest)
  const depsOf = new Map(steps.map(({ id, deps }) => [id, deps.filter((dep) => stuck.has(dep))]))
  // Each stuck step waits for another stuck one, so a walk along what is waited for must come back.
  const walked: string[] = []
  const seen = new Map<string, number>()
  let id = rest[0]
  while (id !== undefined && !seen.has(id)) {
    seen.set(id, walked.length)
    walked.push(id)
    id = depsOf.get(id)?.[0]
  }
  if (id === undefined) return null
  const loop = walked.slice(seen.get(id) ?? 0)
  const places = new Map(steps.map((step, index) => [step.id, index]))
  const first = loop.reduce((low, one, index) => {
    const isEarlier = (places.get(one) ?? 0) < (places.get(loop[low] ?? one) ?? 0)
    return isEarlier ? index : low
  }, 0)
  return [...loop.slice(first), ...loop.slice(0, first)]
}

function lengthOf(best: ReadonlyMap<string, { length: number }>, id: string): number {
  return best.get(id)?.length ?? 0
}

/** Each id once, the first step of that id. */
function inPlanOrder(steps: readonly OrderedStep[], wanted: ReadonlySet<string>): OrderedStep[] {
  const seen = new Set<string>()
  return steps.filter(({ id }) => {
    if (seen.has(id) || !wanted.has(id)) return false
    seen.add(id)
    return true
  })
}

/** Steps so that each comes after what it needs, the level of each, and the ids that wait for each other. */
function sortSteps(steps: readonly OrderedStep[]): {
  ordered: OrderedStep[]
  level: Map<string, number>
  rest: string[]
} {
  const unique = inPlanOrder(steps, new Set(steps.map(({ id }) => id)))
  const known = new Set(unique.map(({ id }) => id))
  const missing = new Map<string, number>()
  const dependants = new Map<string, OrderedStep[]>()
  for (const step of unique) {
    const deps = new Set(step.deps.filter((dep) => known.has(dep)))
    missing.set(step.id, deps.size)
    for (const dep of deps) {
      const waiting = dependants.get(dep)
      if (waiting === undefined) dependants.set(dep, [step])
      else waiting.push(step)
    }
  }
  const level = new Map<string, number>()
  const ordered = unique.filter(({ id }) => missing.get(id) === 0)
  for (const { id } of ordered) level.set(id, 0)
  // The list grows while it is walked: a step joins when the last of what it needs was reached.
  for (const { id } of ordered) {
    for (const step of dependants.get(id) ?? []) {
      const left = (missing.get(step.id) ?? 0) - 1
      missing.set(step.id, left)
      level.set(step.id, Math.max(level.get(step.id) ?? 0, (level.get(id) ?? 0) + 1))
      if (left === 0) ordered.push(step)
    }
  }
  return { ordered, level, rest: unique.filter(({ id }) => missing.get(id) !== 0).map(({ id }) => id) }
}
