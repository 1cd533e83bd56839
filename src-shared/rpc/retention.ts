/** How much of the older turns of a flow's threads is kept. The newest state of every thread stays in any case, and so does what was said. */
import { z } from 'zod'

export const RETENTION_LEVELS = ['usual', 'debug', 'normal', 'lean'] as const
export type RetentionLevel = (typeof RETENTION_LEVELS)[number]
export const retentionLevelSchema = z.enum(RETENTION_LEVELS)

/** What a person reads of each. `steps` of a turn are what timeline and forks go back to. */
export const RETENTION_WORDS = {
  usual: {
    label: 'As in Preferences',
    sentence: 'Older turns keep their last step only, from as many turns on as the preferences say; all else is kept.',
  },
  debug: { label: 'Everything', sentence: 'Every step, every event and all that models were asked are kept.' },
  normal: {
    label: 'Normal',
    sentence: 'All events are kept; of older turns only the last step, and not what models were asked.',
  },
  lean: {
    label: 'Lean',
    sentence: 'What was said and the newest state are kept; of older turns neither steps nor the trace.',
  },
} as const satisfies { readonly [L in RetentionLevel]: { readonly label: string; readonly sentence: string } }

/** A flow's level, and how much its threads take. */
export const flowKeepingSchema = z.object({
  level: retentionLevelSchema,
  threads: z.number().int(),
  bytes: z.number(),
})
export type FlowKeeping = z.infer<typeof flowKeepingSchema>

/** `freed`: bytes that the two files became smaller by. `threads`: of so many something was taken away. */
export const pruneResultSchema = z.object({ threads: z.number().int(), freed: z.number() })
export type PruneResult = z.infer<typeof pruneResultSchema>
