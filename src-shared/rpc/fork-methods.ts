/** The methods that make a thread which leaves another one. */
import { z } from 'zod'
import { method } from './define'
import { decisionsSchema, momentSchema } from './repeats'

const id = z.string().min(1).max(128)

export const forkMethods = {
  /**
   * Makes a thread of its own with the turns before `turn`, which stands where the other one stood then; that one stays as it is.
   * `run-active` where the last of those turns is not over.
   */
  'threads.fork': method({
    input: z.object({ threadId: id, turn: z.number().int().min(2) }),
    output: z.object({ threadId: z.string() }),
  }),
  /**
   * Makes a thread of its own with what this one had told until the last safe step at or before an event; this one stays as it is. A turn that
   * was not over then goes on with `runs.resume`. `decisions`: on the calls that followed (`runs.repeats`). `not-found` where the state of
   * then is not kept any more.
   */
  'threads.forkAt': method({
    input: momentSchema.extend({ decisions: decisionsSchema }),
    output: z.object({ threadId: z.string() }),
  }),
} as const
