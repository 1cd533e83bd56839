/** What the app is told of an OpenAPI document that a person takes over into a flow. */
import { z } from 'zod'
import { isJsonObject } from '../flow/json'
import { messageSchema } from '../flow/message-schema'
import type { JsonObject } from '../flow/records'

/** Characters of an API document; those of real ones go up to some 15 million. */
const MAX_API_TEXT = 40_000_000

const include = z.array(z.string().max(2_000)).max(20_000).default([])

/** Its text, or its address. `include`: only these operations of it, as `includesOperation` reads the list; empty: all. */
export const apiImportInputSchema = z.union([
  z.object({ text: z.string().max(MAX_API_TEXT), include }),
  z.object({ url: z.string().max(4_000), include }),
])

export const apiImportSchema = z.object({
  /** The document without all that its tools are not made from. */
  document: z.custom<JsonObject>(isJsonObject),
  title: z.string(),
  version: z.string(),
  servers: z.array(z.string()),
  operations: z.array(
    z.object({
      /** Of the tool that it becomes. */
      name: z.string(),
      method: z.string(),
      path: z.string(),
      summary: z.string(),
      tags: z.array(z.string()),
    }),
  ),
  /** What of it cannot be used, in words. */
  notes: z.array(messageSchema),
})
export type ApiImport = z.infer<typeof apiImportSchema>
