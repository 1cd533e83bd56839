/** The methods about threads of all flows: finding them, which of them wait for a person, how much of them is kept, and what they take. */
import { z } from 'zod'
import { flowDecisionSchema } from '../run/log/flow-decisions'
import { method, stream } from './define'
import { flowKeepingSchema, pruneResultSchema, retentionLevelSchema } from './retention'
import { threadSummarySchema } from './thread-summary'
import { waitingQuestionSchema } from './waiting'

const id = z.string().min(1).max(128)
const done = z.object({})

/** How a file of a run begins. */
export const RUN_FORMAT = 'baton/run'

/** Whether a text says that it is a run, whatever else it is. */
export function isRunText(text: string): boolean {
  return new RegExp(`^\\s*\\{\\s*"format"\\s*:\\s*"${RUN_FORMAT}"`).test(text.slice(0, 200))
}

const MOST_FOUND = 200

/** `excerpt`: what was said that fits, and which part of it does; null: it was found by its name. */
const foundThreadSchema = z.object({
  thread: threadSummarySchema,
  excerpt: z.object({ text: z.string(), from: z.number().int(), to: z.number().int() }).nullable(),
})
export type FoundThread = z.infer<typeof foundThreadSchema>

/** Where the next page of a flow's decisions begins. */
const decisionCursorSchema = z.object({ thread: z.number().int(), row: z.number().int() })
export type DecisionCursor = z.infer<typeof decisionCursorSchema>

const decisionPageSchema = z.object({
  decisions: z.array(flowDecisionSchema),
  /** Null: there are no more. */
  next: decisionCursorSchema.nullable(),
})
export type DecisionPage = z.infer<typeof decisionPageSchema>

export const MOST_DECISIONS = 500

export const keptMethods = {
  /**
   * What was decided in all threads of a flow, the newest thread first, and of each the newest decision. What forks have copied stands where it
   * was decided.
   */
  'threads.decisions': method({
    input: z.object({
      flowId: id,
      after: decisionCursorSchema.nullable().default(null),
      limit: z.number().int().min(1).max(MOST_DECISIONS).default(MOST_DECISIONS),
    }),
    output: decisionPageSchema,
  }),
  /** By name and by what was said: those that are named so first, then the newest words. `flowId` null: of all flows. */
  'threads.search': method({
    input: z.object({
      flowId: id.nullable().default(null),
      text: z.string().max(1000),
      limit: z.number().int().min(1).max(MOST_FOUND).default(50),
    }),
    output: z.array(foundThreadSchema),
  }),
  /** Every question that waits for a person, the oldest thread first: now, and again each time that it changes; never ends by itself. */
  'threads.waiting': stream({ input: z.object({}), item: z.array(waitingQuestionSchema) }),
  /** Bytes that are stored of a thread. */
  'threads.size': method({ input: z.object({ threadId: id }), output: z.object({ bytes: z.number() }) }),
  /** Keeps everything of a thread, whatever its flow says. */
  'threads.pin': method({ input: z.object({ threadId: id, pinned: z.boolean() }), output: done }),
  /** The thread in one file, without keys and secrets. */
  'threads.export': method({
    input: z.object({ threadId: id }),
    output: z.object({ fileName: z.string(), text: z.string() }),
  }),
  /** Takes over what `threads.export` gave elsewhere: a thread to look at. `bad-input` in words for anything else. */
  'threads.import': method({
    input: z.object({ text: z.string() }),
    output: z.object({ threadId: z.string(), flowId: z.string() }),
  }),
  'retention.read': method({ input: z.object({ flowId: id }), output: flowKeepingSchema }),
  'retention.choose': method({ input: z.object({ flowId: id, level: retentionLevelSchema }), output: done }),
  'retention.prune': method({ input: z.object({ flowId: id }), output: pruneResultSchema }),
} as const
