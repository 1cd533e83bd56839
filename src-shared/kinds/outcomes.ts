/** What follows when somebody who watches a dialog gives an answer. */
import { z } from 'zod'

export const outcomeSchema = z.looseObject({
  answer: z.string(),
  then: z.enum(['continue', 'finish', 'interrupt', 'steer', 'reply']).default('continue'),
  text: z.string().default(''),
})
