/** A question that waits for a person, as the list of all of them has it. */
import { z } from 'zod'
import { loggedQuestionSchema } from '../run/log/questions'

/** Times are ISO 8601. */
export const waitingQuestionSchema = z.object({
  /** Unique within its thread. */
  id: z.string(),
  threadId: z.string(),
  /** Empty: it has none. */
  threadTitle: z.string(),
  flowId: z.string(),
  /** Null: its flow is in no library, as that of a file. */
  flowName: z.string().nullable(),
  /** Who asks, as the turn knew it. */
  who: z.string(),
  /** When it was asked first. */
  since: z.string(),
  question: loggedQuestionSchema,
  /** When its flow came back from the bin, in ms since 1970; null: it never was in it. */
  restoredAt: z.number().nullable(),
})
export type WaitingQuestion = z.infer<typeof waitingQuestionSchema>
