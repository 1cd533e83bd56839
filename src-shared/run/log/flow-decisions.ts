/** A decision of a flow among those of all its threads: where it was made, and what a list of decisions says of it. */
import { z } from 'zod'
import { candidateSchema, decisionSchema } from './decisions'
import { innerNodeSchema } from './events'

/** So many candidates are told of each, and whoever was chosen. */
export const MOST_CANDIDATES = 24

/** Which decision: `span` is that of its event. */
export const decisionPlaceSchema = z.object({ threadId: z.string(), runId: z.string(), span: z.string() })
export type DecisionPlace = z.infer<typeof decisionPlaceSchema>

/** Prompt and answer stand with the step itself. */
export const flowDecisionSchema = decisionPlaceSchema.extend({
  turn: z.number().int(),
  /** ISO 8601. */
  at: z.string(),
  node: z.string(),
  /** The node as it was called then; null: that is not known any more. */
  who: innerNodeSchema.nullable(),
  ...decisionSchema.pick({ about: true, rule: true, choice: true }).shape,
  candidates: z.array(candidateSchema.pick({ name: true, node: true, unavailable: true })),
  /** How many there were besides. */
  moreCandidates: z.number().int(),
  /** A model answered. */
  isAsked: z.boolean(),
  /** What it was asked can be asked again, and another answer be read. */
  canReplay: z.boolean(),
  ms: z.number(),
})
export type FlowDecision = z.infer<typeof flowDecisionSchema>
