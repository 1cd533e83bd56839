/** Asking stored decisions again with another model or another prompt: what it would cost, and what came of it. */
import { z } from 'zod'
import { decisionChoiceSchema, decisionRuleSchema } from '../run/log/decisions'
import { decisionSubjectSchema } from '../run/log/facts'
import { decisionPlaceSchema } from '../run/log/flow-decisions'
import { innerNodeSchema } from '../run/log/events'
import { method, stream } from './define'

const id = z.string().min(1).max(128)
const done = z.object({})
const count = z.number().int()

/** So many decisions are asked again at once. */
export const MOST_REPLAYED = 2000

export const replayInputSchema = z.object({
  flowId: id,
  decisions: z.array(decisionPlaceSchema).min(1).max(MOST_REPLAYED),
  /** Null: the connection that was asked. */
  connection: z.string().min(1).max(200).nullable().default(null),
  /** Empty: the model that was asked; with another connection its own default. */
  model: z.string().max(200).default(''),
  /** Null: the prompts as they were sent. Slots are filled with what stood in them; `{prompt}` is the whole prompt. */
  prompt: z.string().max(200_000).nullable().default(null),
})
export type ReplayInput = z.infer<typeof replayInputSchema>

/** A decision that cannot be asked again, and why. */
const replaySkipSchema = decisionPlaceSchema.extend({ why: z.string() })
export type ReplaySkip = z.infer<typeof replaySkipSchema>

const replayForecastSchema = z.object({
  calls: count,
  /** By what the calls took before, and by the length of an edited prompt. */
  tokens: z.object({ input: z.number(), output: z.number() }),
  /** US dollars; null: the price of a model is not known. */
  dollars: z.number().nullable(),
  /** Who would be asked, each with how often; `price` false: not known. */
  asked: z.array(z.object({ connection: z.string(), model: z.string(), calls: count, price: z.boolean() })),
  skipped: z.array(replaySkipSchema),
  /** The prompt as it is drawn, where all of them have the same; else null. */
  template: z.string().nullable(),
})
export type ReplayForecast = z.infer<typeof replayForecastSchema>

const readingSchema = z.object({ rule: decisionRuleSchema, choice: decisionChoiceSchema })

export const replayResultSchema = decisionPlaceSchema.extend({
  turn: count,
  node: z.string(),
  who: innerNodeSchema.nullable(),
  about: decisionSubjectSchema,
  before: readingSchema,
  /** Null: the call failed. */
  after: readingSchema.nullable(),
  isFlip: z.boolean(),
  /** What the model answered, calls written out; cut where it is long. */
  reply: z.string(),
  /** Why the call failed; null: it did not. */
  error: z.string().nullable(),
  model: z.string(),
  usage: z.object({ input: z.number(), output: z.number() }).nullable(),
  /** US dollars; null: the price is not known. */
  dollars: z.number().nullable(),
  ms: z.number(),
})
export type ReplayResult = z.infer<typeof replayResultSchema>

export const replaySummarySchema = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  connection: z.string().nullable(),
  model: z.string(),
  prompt: z.string().nullable(),
  /** How many were to be asked, and how many were. */
  calls: count,
  done: count,
  flips: count,
  failed: count,
})
export type ReplaySummary = z.infer<typeof replaySummarySchema>

/** `isRunning`: decisions are still being asked. */
const listedReplaySchema = replaySummarySchema.extend({ isRunning: z.boolean() })
export type ListedReplay = z.infer<typeof listedReplaySchema>

export const replayMethods = {
  /** What a replay would cost; nobody is asked. */
  'replays.forecast': method({ input: replayInputSchema, output: replayForecastSchema }),
  /** Asks the decisions again, a few at once, until all are answered or `replays.stop`. */
  'replays.start': method({
    input: replayInputSchema,
    output: z.object({ replay: replaySummarySchema, skipped: z.array(replaySkipSchema) }),
  }),
  /** Each result of a replay, as it comes; ends with the replay. */
  'replays.follow': stream({ input: z.object({ replayId: id }), item: replayResultSchema }),
  /** What is under way is cut off, and what was answered is kept. */
  'replays.stop': method({ input: z.object({ replayId: id }), output: done }),
  /** The newest first. */
  'replays.list': method({ input: z.object({ flowId: id }), output: z.array(listedReplaySchema) }),
  'replays.read': method({
    input: z.object({ replayId: id }),
    output: z.object({ replay: replaySummarySchema, results: z.array(replayResultSchema) }),
  }),
  'replays.remove': method({ input: z.object({ replayId: id }), output: done }),
} as const
