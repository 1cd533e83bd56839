/** Messages that were said during a turn and wait for their own. */
import { z } from 'zod'
import { SAY_WHEN } from '../flow/records'
import { MOST_ATTACHMENTS } from '../run/log/attachments'
import { askedAttachmentSchema } from './attachments'
import { method } from './define'

const id = z.string().min(1).max(512)
/** In characters: what one message may hold, of a turn or during one. */
export const LONGEST_MESSAGE = 1_000_000
const text = z.string().max(LONGEST_MESSAGE)
const when = z.enum(SAY_WHEN)

/** More than fits on a screen is a mistake of a program. */
export const MOST_QUEUED = 100

/** What is said: `to` is the agent that the person picks to answer, where the swarm's pattern is `manual`. */
export const queuedWordsSchema = z.object({
  text,
  attachments: z.array(askedAttachmentSchema).max(MOST_ATTACHMENTS).default([]),
  to: id.nullable().default(null),
})
export type QueuedWords = z.infer<typeof queuedWordsSchema>

/** `attached`: what goes with it, by name. `problem`: why it could not begin its turn; null: it was not tried, or may be. Times are ISO 8601. */
const queuedMessageSchema = z.object({
  id,
  when,
  text,
  attached: z.array(z.string()),
  problem: z.string().nullable(),
  queuedAt: z.string(),
})
export type QueuedMessage = z.infer<typeof queuedMessageSchema>

const started = z.object({ runId: z.string(), threadId: z.string() })

export const queueMethods = {
  /** The waiting messages of a thread, the first to go first. */
  'queue.list': method({ input: z.object({ threadId: id }), output: z.array(queuedMessageSchema) }),
  /** Says something to a thread whose turn runs. Where that is over in order by then, the message begins its turn at once. */
  'queue.add': method({ input: queuedWordsSchema.extend({ threadId: id, when }), output: z.object({ id }) }),
  /** Throws `not-found` for one that was sent meanwhile. */
  'queue.edit': method({
    input: z.object({ id, text: text.optional(), when: when.optional() }),
    output: z.object({}),
  }),
  'queue.remove': method({ input: z.object({ id }), output: z.object({}) }),
  /** Puts one before another one of its thread; `before` null: at the end. */
  'queue.move': method({ input: z.object({ id, before: id.nullable() }), output: z.object({}) }),
  /** Begins a turn with one of them, where no turn runs. Throws as `runs.start` does; then it waits on. */
  'queue.send': method({ input: z.object({ id }), output: started }),
} as const
