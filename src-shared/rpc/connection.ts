/** Connections to model servers as they go over the link: seen, saved and tried; keys go one way only. */
import { z } from 'zod'
import { messageSchema } from '../flow/message-schema'
import { modelParametersSchema } from '../flow/model-settings'
import { priceSchema } from '../providers/model-figures'
import { errorRecordSchema } from '../run/log/events'
import { dialectSettingSchema } from './dialect'

/** Own prices, by the name of a model. */
const pricesSchema = z.record(z.string().min(1).max(200), priceSchema)

/** A connection as the interface may see it: never the key itself. */
export const connectionSchema = z.object({
  name: z.string(),
  provider: z.enum(['openai', 'rehearsal']),
  baseUrl: z.string(),
  model: z.string(),
  hasKey: z.boolean(),
  /** What a person set about the form of its requests; absent: Baton finds out. */
  dialect: dialectSettingSchema.optional(),
  /** What its requests have where neither flow nor node says otherwise; absent: nothing. */
  parameters: modelParametersSchema.optional(),
  /** Names of connections that are asked, in this order, where it cannot answer; absent: none. */
  fallbacks: z.array(z.string()).optional(),
  /** What its models cost by the person's own word, by model; absent: nothing was said. */
  prices: pricesSchema.optional(),
})
export type ConnectionView = z.infer<typeof connectionSchema>

/** A connection to save or test. `key` absent: the stored one is kept; empty: it is removed. */
export const connectionInputSchema = z.object({
  name: z.string().trim().min(1).max(64),
  provider: z.enum(['openai', 'rehearsal']).default('openai'),
  baseUrl: z.string().trim().max(2000).default(''),
  model: z.string().trim().max(200).default(''),
  key: z.string().max(4000).optional(),
  /** Absent: the stored one is kept. */
  dialect: dialectSettingSchema.optional(),
  /** Absent: the stored ones are kept; empty: there are none. */
  parameters: modelParametersSchema.optional(),
  /** Absent: the stored ones are kept. */
  fallbacks: z.array(z.string().trim().min(1).max(64)).max(8).optional(),
  /** Absent: the stored ones are kept. */
  prices: pricesSchema.optional(),
})

/** The models that a server lists. `suggestedUrl`: the API answers there, not at the address that was given. */
export const modelListSchema = z.object({
  ok: z.boolean(),
  /** Null: nothing to say. */
  said: messageSchema.nullable(),
  models: z.array(z.string()),
  suggestedUrl: z.string().nullable(),
  error: errorRecordSchema.nullable(),
})
export type ModelList = z.infer<typeof modelListSchema>
