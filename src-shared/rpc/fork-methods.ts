/** The methods that make a thread which leaves another one. */
import { z } from 'zod'
import { method } from './define'
import { FORK_DRAWINGS, forkChangesSchema, NO_CHANGES } from '../run/log/fork-changes'
import { forkChoicesSchema } from './fork-choices'
import { decisionsSchema, momentSchema } from './repeats'

const id = z.string().min(1).max(128)
const turn = z.number().int().min(1)

/** What is changed where a thread is left; absent: nothing. */
export const changesSchema = forkChangesSchema.default(NO_CHANGES)

export const forkMethods = {
  /**
   * Makes a thread of its own with the turns before `turn`, which stands where the other one stood then; that one stays as it is.
   * `run-active` where the last of those turns is not over.
   */
  'threads.fork': method({
    input: z.object({ threadId: id, turn: z.number().int().min(2), changes: changesSchema }),
    output: z.object({ threadId: z.string() }),
  }),
  /**
   * Makes a thread of its own with what this one had told until the last safe step at or before an event; this one stays as it is. A turn that
   * was not over then goes on with `runs.resume`. `decisions`: on the calls that followed (`runs.repeats`). `not-found` where the state of
   * then is not kept any more.
   */
  'threads.forkAt': method({
    input: momentSchema.extend({ decisions: decisionsSchema, changes: changesSchema }),
    output: z.object({ threadId: z.string() }),
  }),
  /**
   * What there is to choose and to change where a thread is left: right after an event, or before a turn, which then begins anew; before the next one, of
   * which there is nothing yet, it is as `threads.fork` leaves the thread. Changes nothing.
   */
  'threads.forkChoices': method({
    input: z.object({
      threadId: id,
      at: z.union([z.object({ turn }), momentSchema.omit({ threadId: true })]),
      drawing: z.enum(FORK_DRAWINGS).nullable().default(null),
    }),
    output: forkChoicesSchema,
  }),
  /** All that was changed where this thread left another one; in lists long texts are cut. */
  'threads.forkChanges': method({ input: z.object({ threadId: id }), output: forkChangesSchema }),
  /** From now on a thread with a drawing of its own runs with the flow as it is. */
  'threads.dropDrawing': method({ input: z.object({ threadId: id }), output: z.object({}) }),
  /** Takes that back, as long as the core that did it is open. */
  'threads.restoreDrawing': method({ input: z.object({ threadId: id }), output: z.object({}) }),
} as const
