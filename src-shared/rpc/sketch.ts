/** What the list of flows shows of a drawing: its nodes as tinted boxes and its edges as lines between them. */
import { z } from 'zod'
import { KIND_GROUPS } from '../kinds/kind'

/** A flow with more is simplified: what lies close together is one box. */
export const MOST_SKETCHED = 150

export const flowSketchSchema = z.object({
  /** x, y, width and height in px of the drawing, and the group whose colour the node has; null for kinds that this Baton does not know. */
  nodes: z
    .array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.enum(KIND_GROUPS).nullable()]))
    .max(MOST_SKETCHED),
  /** Indexes into `nodes`: from, to. */
  edges: z.array(z.tuple([z.number().int(), z.number().int()])).max(4 * MOST_SKETCHED),
})
export type FlowSketch = z.infer<typeof flowSketchSchema>
