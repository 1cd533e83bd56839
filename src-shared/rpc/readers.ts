/** Which model calls of a thread were sent any of some log entries, by their `span`s, oldest first. */
import { z } from 'zod'

export const readersInputSchema = z.object({
  threadId: z.string().min(1).max(128),
  entries: z.array(z.string().max(200)).max(100),
})
export const readersOutputSchema = z.object({ spans: z.array(z.string()) })
