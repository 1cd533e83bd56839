/** What all events of a run have in common. */
import { z } from 'zod'

export const eventBase = {
  runId: z.string(),
  /** 1, 2, 3 ... within the run. A stored run lacks the numbers of transient events, such as `token`: the whole replaced them. */
  seq: z.number().int().min(1),
  /** ISO 8601. */
  at: z.string(),
}
