/** Which model calls of a thread were sent any of some log entries, by their `span`s, oldest first. */
import { z } from 'zod'

export const readersInputSchema = z.object({
  threadId: z.string().min(1).max(128),
  entries: z.array(z.string().max(200)).max(100),
})
export const readersOutputSchema = z.object({ spans: z.array(z.string()) })

/** A request of a call: the call's `span` in the events, and its place among its requests, from 0. */
export const requestPlaceSchema = z.object({ span: z.string().max(200), request: z.number().int().min(0) })
