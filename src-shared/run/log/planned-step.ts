/** A step of a plan before it runs. */
import { z } from 'zod'

/** `id` as in `E1`, `level` from 1: its dependencies are on lower ones; `toolNode`: the node that the tool is, if it is one. */
export const plannedStepSchema = z.object({
  id: z.string(),
  plan: z.string(),
  tool: z.string(),
  input: z.string(),
  deps: z.array(z.string()),
  level: z.number().int(),
  toolNode: z.string().nullable(),
})
export type PlannedStep = z.infer<typeof plannedStepSchema>
