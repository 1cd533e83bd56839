/** What the answer to a decision is read by, where its candidates alone do not say it: kept with the decision, so that another answer is read the same way. */
import { z } from 'zod'
import { OBSERVER_ACTIONS } from '../../agents/answers/observer-answer'

const names = z.array(z.string())
const jsonObject = z.record(z.string(), z.json())

export const decisionQuestionSchema = z.discriminatedUnion('reads', [
  /** Every name by which an answer may mean somebody. `directly`: the helper that is named takes the message at once. */
  z.object({
    reads: z.literal('switch'),
    current: names,
    helpers: z.array(z.object({ names, node: z.string(), name: z.string() })),
    tools: names,
    directly: z.boolean(),
  }),
  z.object({
    reads: z.literal('observer'),
    outcomes: z.array(z.object({ answer: z.string(), then: z.enum(OBSERVER_ACTIONS), text: z.string().optional() })),
    slots: jsonObject,
    collected: jsonObject,
  }),
  z.object({ reads: z.literal('slots'), slots: jsonObject, known: jsonObject }),
  /** Which hand-off of a reply counts, where it has several. */
  z.object({ reads: z.literal('handoff'), takes: z.enum(['first', 'last']) }),
])
export type DecisionQuestion = z.infer<typeof decisionQuestionSchema>
