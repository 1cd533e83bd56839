/** What a run hands its steps besides the state: through LangGraph, which knows nothing of it. */
import { z } from 'zod'
import type { TakeResult } from '../contract/repeats'

/** What a run passes to its steps through LangGraph's `configurable`. */
export const runConfigSchema = z.object({
  thread_id: z.string(),
  run: z.object({
    deadline: z.number(),
    within: z.string(),
    warned: z.instanceof(Set<string>),
    sourcesDown: z.instanceof(Set<string>),
    takeResult: z.custom<TakeResult>((value) => typeof value === 'function'),
  }),
})

export type NewRunConfig = { deadline: number; within: string; takeResult: TakeResult }

/**
 * What a new run passes: until when it may take, in ms since 1970, the key of the call that it is inside of (empty: of none), and what its
 * steps remember together, which a resumed run forgets.
 */
export function runConfig({ deadline, within, takeResult }: NewRunConfig): z.infer<typeof runConfigSchema>['run'] {
  return { deadline, within, takeResult, warned: new Set(), sourcesDown: new Set() }
}
