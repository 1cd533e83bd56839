/** What a pool of tools is set to, and the queries that its test bench keeps. */
import { z } from 'zod'

/** A query of the pool's test bench, with the names of the tools that it should find, as models see them. */
const poolQuerySchema = z.looseObject({
  query: z.string(),
  expected: z.array(z.string()).default([]),
})
export type PoolQuery = z.infer<typeof poolQuerySchema>

const override = z.looseObject({ name: z.string().default(''), description: z.string().default('') })

export const poolSchema = z.looseObject({
  topK: z.number().int().min(1).max(1000).default(5),
  /** 0..1: max(0, 1 - cosine distance). */
  minSimilarity: z.number().min(0).max(1).default(0),
  mode: z.enum(['hybrid', 'vector', 'keyword']).default('hybrid'),
  query: z.enum(['new-messages', 'last-user-message', 'thread']).default('new-messages'),
  filterAfterSearch: z.boolean().default(false),
  /** The pool's name goes before the names of its tools, but for names given in `overrides`. */
  prefix: z.boolean().default(false),
  /** By the name that a tool's node gives it. */
  overrides: z.record(z.string(), override).default({}),
  /** Tools that are switched off in the pool, by the name that their source gives them. */
  disabled: z.array(z.string()).default([]),
  /** Tried in its test bench; runs do not look at them. */
  queries: z.array(poolQuerySchema).default([]),
})
