/** What runs again, and what is decided on the calls that would be made again. */
import { z } from 'zod'
import { stepEditSchema } from '../agents/plan/edit-plan'
import { forkChangesSchema } from '../run/log/fork-changes'
import { repeatDecisionSchema } from '../run/log/repeats'

const id = z.string().min(1).max(128)
const turn = z.number().int().min(1)

/** By the ids of `runs.repeats`. */
export const decisionsSchema = z.array(repeatDecisionSchema).max(10_000).default([])

const planSchema = z.object({
  threadId: id,
  turn,
  node: z.string(),
  round: z.number().int().min(1),
  edits: z.array(stepEditSchema).min(1).max(1000),
})
export const planRerunSchema = planSchema.extend({ decisions: decisionsSchema })

/** Right after an event of a thread. */
export const momentSchema = z.object({ threadId: id, runId: id, seq: z.number().int().min(1) })

export const repeatsInputSchema = z.discriminatedUnion('how', [
  z.object({ how: z.literal('again'), threadId: id, turn }),
  z.object({ how: z.literal('retry'), threadId: id }),
  planSchema.extend({ how: z.literal('plan') }),
  momentSchema.extend({ how: z.literal('fork'), edits: forkChangesSchema.shape.edits }),
])
export type RepeatsInput = z.input<typeof repeatsInputSchema>
