/** What the app is told of a thread in a list. */
import { z } from 'zod'
import { threadModelSchema } from '../flow/thread-model'
import { forkChangesSchema } from '../run/log/fork-changes'
import { pinnedStepSchema } from './pinned-steps'

/** A thread left another one, whose turns before `turn` it has. */
export const leavingSchema = z.object({ threadId: z.string(), turn: z.number().int() })
export type LeavingPlace = z.infer<typeof leavingSchema>

/**
 * Where a thread left another one. `until`: the last event of the other one that it has; null: it left before the turn. `above`: where the
 * other one, which was removed since, had left others itself, nearest first.
 */
const forkPlaceSchema = leavingSchema.extend({
  until: z.object({ runId: z.string(), seq: z.number().int() }).nullable(),
  above: z.array(leavingSchema),
})
export type ForkPlace = z.infer<typeof forkPlaceSchema>

/** A thread; `state` is that of its newest run. `holder` is the node that has the baton. */
export const threadSummarySchema = z.object({
  id: z.string(),
  flowId: z.string(),
  title: z.string(),
  createdAt: z.string(),
  changedAt: z.string(),
  turns: z.number().int(),
  /**
   * `waiting`: its turn waits for a person's answer. `unfinished`: Baton was closed in the middle of a turn, which can go on.
   * `failed`: its turn failed, and can be tried again.
   */
  state: z.enum(['idle', 'running', 'waiting', 'unfinished', 'failed']),
  holder: z.string().nullable(),
  /** The model that the person chose for this thread alone; null: as the flow says. */
  model: threadModelSchema.nullable(),
  /** The one node that it talks to; null: the whole flow. */
  only: z.string().nullable(),
  /** Everything of it is kept, whatever the flow says. */
  pinned: z.boolean(),
  /** Steps of it that are kept, in the order in which they were; absent: none. */
  pins: z.array(pinnedStepSchema).exactOptional(),
  /** It came as a file from elsewhere: it is looked at, and nobody goes on with it. */
  imported: z.boolean(),
  /** Where it left another thread, whose turns before `turn` it has; null: it began by itself. */
  forkedFrom: forkPlaceSchema.nullable(),
  /** What was changed where it left that one, with long texts cut; absent: nothing. */
  changes: forkChangesSchema.exactOptional(),
  /** It runs with a drawing of its own; absent: with the flow as it is. */
  hasOwnDrawing: z.literal(true).exactOptional(),
})
export type ThreadSummary = z.infer<typeof threadSummarySchema>
