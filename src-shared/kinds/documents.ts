/** A document that a node answers from: its text, or the path of its file beside the flow. */
import { z } from 'zod'

export const documentSchema = z.looseObject({
  name: z.string(),
  text: z.string().optional(),
  path: z.string().optional(),
})
