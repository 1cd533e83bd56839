/** The limits that end a turn, each with its numbers and names. What is said of them is in `words/limits.ts`. */
import { z } from 'zod'
import { LANGUAGES } from '../../flow/records'

/** `language`: the flow's, in which it is told. */
const base = { most: z.number(), language: z.enum(LANGUAGES) }

const reachedSchema = z.discriminatedUnion('limit', [
  z.object({
    limit: z.enum([
      'hops',
      'rounds',
      'modelCalls',
      'seconds',
      'tokens',
      'dollars',
      'threadTokens',
      'threadDollars',
      'threadSeconds',
    ]),
    ...base,
  }),
  /** `name`: who used tools so often, or has used up its own budget of a turn or of a thread. */
  z.object({
    limit: z.enum([
      'toolRounds',
      'nodeTokens',
      'nodeDollars',
      'nodeSeconds',
      'nodeThreadTokens',
      'nodeThreadDollars',
      'nodeThreadSeconds',
    ]),
    name: z.string(),
    ...base,
  }),
  z.object({ limit: z.literal('loop'), from: z.string(), to: z.string(), ...base }),
  /** As another build told it. */
  z.object({ limit: z.literal('other'), was: z.string(), message: z.string() }),
])

/** The limit that ended a turn. */
export const limitReachedSchema = reachedSchema.catch({ limit: 'other', was: '', message: '' })
export type LimitReached = z.infer<typeof limitReachedSchema>
