/** What is kept of a call that asks until it is made again: its questions by their ids, what was answered so far, and what the server wants back. */
import { z } from 'zod'

const bookmarkSchema = z.object({
  round: z.number().int(),
  state: z.string().nullable(),
  asked: z.array(
    z.object({
      id: z.string(),
      node: z.string(),
      path: z.string(),
      key: z.string(),
      message: z.string(),
      form: z.record(z.string(), z.json()),
      /** Why the answer before could not be taken. */
      problem: z.string().nullable(),
    }),
  ),
  responses: z.record(
    z.string(),
    z.discriminatedUnion('action', [
      z.object({ action: z.literal('accept'), content: z.record(z.string(), z.json()) }),
      z.object({ action: z.literal('decline') }),
    ]),
  ),
})
export type Bookmark = z.infer<typeof bookmarkSchema>

/** Throws for what this Baton has not written. */
export function readBookmark(text: string): Bookmark {
  return bookmarkSchema.parse(JSON.parse(text))
}
