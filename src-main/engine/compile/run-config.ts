/** What a run hands its steps besides the state: through LangGraph, which knows nothing of it. */
import { z } from 'zod'
import type { Limits } from '../../../src-shared/flow/records'
import type { Interjection } from '../contract/interjection'
import type { TakeResult } from '../contract/repeats'
import type { BudgetLeft } from '../contract/call-usage'
import type { PauseSource } from '../contract/pause-source'
import type { Turn } from '../state/state'

/** What a run passes to its steps through LangGraph's `configurable`. */
const runConfigSchema = z.object({
  thread_id: z.string(),
  /** LangGraph's name for the step at its place: its graph node and the id of its task. */
  checkpoint_ns: z.string(),
  run: z.object({
    deadline: z.number(),
    startedAt: z.number(),
    usedMs: z.number(),
    left: z.custom<BudgetLeft | null>((value) => value === null || typeof value === 'object'),
    within: z.string(),
    warned: z.instanceof(Set<string>),
    sourcesDown: z.instanceof(Set<string>),
    takeResult: z.custom<TakeResult>((value) => typeof value === 'function'),
    interjection: z.custom<Interjection>((value) => typeof value === 'object'),
    triedAgainAt: z.number().nullable(),
    pauses: z.custom<PauseSource>((value) => typeof value === 'object'),
  }),
})

/** What a run hands its steps. */
export type RunParts = z.infer<typeof runConfigSchema>['run']

const placeSchema = runConfigSchema.pick({ thread_id: true, checkpoint_ns: true })

/** What a step is passed; `run`: by who stands in the place of a runner. */
export function readRunConfig(
  { configurable }: { configurable?: unknown },
  run: RunParts | undefined,
): z.infer<typeof runConfigSchema> {
  return run === undefined ? runConfigSchema.parse(configurable) : { ...placeSchema.parse(configurable), run }
}

export type NewRunConfig = Omit<RunParts, 'warned' | 'sourcesDown'>

/**
 * What a new run passes: until when it may take, when it began (both in ms since 1970), how long its turn had run before, the key of the call
 * that it is inside of (empty: of none) with what is left round it, how it hears of what a person says meanwhile, and what its steps remember together,
 * which a resumed run forgets.
 */
export function runConfig(given: NewRunConfig): RunParts {
  return { ...given, warned: new Set(), sourcesDown: new Set() }
}

/** How long a turn may run, in ms: its own seconds, and what is left of those of its thread. */
export function runMs({ seconds, threadSeconds }: Limits, { before }: Turn): number {
  const own = seconds * 1000
  return threadSeconds === null ? own : Math.min(own, threadSeconds * 1000 - (before?.ms ?? 0))
}
