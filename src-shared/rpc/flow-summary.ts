/** A flow as the list shows it. */
import { z } from 'zod'
import { flowSketchSchema } from './sketch'

/** A flow in the list; times are ISO 8601. `problems` counts errors, which block running. */
export const flowSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  revision: z.number().int(),
  createdAt: z.string(),
  changedAt: z.string(),
  nodes: z.number().int(),
  problems: z.number().int(),
  /** The person keeps it at the top of the list. */
  isPinned: z.boolean(),
  /** Null for a flow that was last stored by an older Baton. */
  sketch: flowSketchSchema.nullable(),
  /** The thread that was talked to last, with what was said in it last; null: none yet. */
  lastThread: z.object({ id: z.string(), said: z.string(), changedAt: z.string() }).nullable(),
})
export type FlowSummary = z.infer<typeof flowSummarySchema>
