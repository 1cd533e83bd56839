/** What the app is told of the tools of a flow: how they are seen, where they come from, and what a query finds among them. */
import { z } from 'zod'
import { messageSchema } from '../flow/message-schema'

/** A tool as models see it in a pool, or by a participant; `given` and `givenDescription` are what its node or source calls it. */
export const viewedToolSchema = z.object({
  name: z.string(),
  description: z.string(),
  /** A JSON schema of type object. */
  parameters: z.record(z.string(), z.json()),
  /** The key of a pool's `overrides` and `disabled`. */
  given: z.string(),
  givenDescription: z.string(),
  /** What the source itself calls it, which need not be a name that models take. */
  tool: z.string(),
  /** The node that it comes from. */
  source: z.string(),
  sourceName: z.string(),
  enabled: z.boolean(),
  /** The pool gives it another name. */
  renamed: z.boolean(),
})
export type ViewedTool = z.infer<typeof viewedToolSchema>

/**
 * A source of many tools. `needs-consent`: connecting it would use what nobody allowed. `message`: why it failed, or cannot be asked.
 * `tools`: how many it is known to have.
 */
export const sourceStateSchema = z.object({
  node: z.string(),
  name: z.string(),
  state: z.enum(['ready', 'not-asked', 'needs-consent', 'failed']),
  message: z.string(),
  said: messageSchema.optional(),
  tools: z.number().int(),
})
export type SourceState = z.infer<typeof sourceStateSchema>

/** Why a candidate of a search was kept, or not. */
const candidateReasonSchema = z.enum(['kept', 'disabled', 'too far', 'beyond k'])

/** A tool as a search saw it; `rank` from 1, among all that were candidates; `similarity` is max(0, 1 - distance). */
const toolCandidateSchema = z.object({
  name: z.string(),
  similarity: z.number(),
  rank: z.number().int(),
  kept: z.boolean(),
  reason: candidateReasonSchema,
})
export type ToolCandidate = z.infer<typeof toolCandidateSchema>

/** How many of a pool's tools can be searched by meaning. */
export const indexProgressSchema = z.object({ done: z.number().int(), all: z.number().int() })

const searchModeSchema = z.enum(['hybrid', 'vector', 'keyword'])

/** `mode`: how it was searched in the end. `fellBack`: why the words alone were searched; null where all went well. */
export const toolSearchSchema = z.object({
  candidates: z.array(toolCandidateSchema),
  mode: searchModeSchema,
  fellBack: messageSchema.nullable(),
})
export type ToolSearch = z.infer<typeof toolSearchSchema>

const id = z.string().min(1).max(512)

/** A node of a flow as it is saved. `connect`: live sources may be started and contacted, as far as that was allowed. */
export const toolsOfInputSchema = z.object({
  flowId: id,
  node: id,
  connect: z.boolean().default(false),
})

/** What is absent is as the pool has it. `told`: how many candidates are told, nearest first; the kept ones are told in any case. */
export const toolSearchInputSchema = toolsOfInputSchema.extend({
  query: z.string().max(100_000),
  topK: z.number().int().min(1).max(1000).optional(),
  minSimilarity: z.number().min(0).max(1).optional(),
  mode: searchModeSchema.optional(),
  told: z.number().int().min(1).max(10_000).optional(),
})
