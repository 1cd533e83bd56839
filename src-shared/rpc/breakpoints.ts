/** Breakpoints of a flow, which are a person's own. */
import { z } from 'zod'
import { breakpointSchema } from '../run/log/breakpoints'
import { method } from './define'

const flowId = z.string().min(1).max(128)

/** A place has one breakpoint that stays, and setting another one there changes it; a thread has one that pauses once, and setting it moves it. */
const newBreakpointSchema = breakpointSchema.omit({ id: true })
export type NewBreakpoint = z.infer<typeof newBreakpointSchema>

export const breakpointMethods = {
  /** In the order in which they were made. */
  'breakpoints.list': method({ input: z.object({ flowId }), output: z.array(breakpointSchema) }),
  'breakpoints.set': method({ input: z.object({ flowId, breakpoint: newBreakpointSchema }), output: breakpointSchema }),
  'breakpoints.remove': method({
    input: z.object({ flowId, ids: z.array(z.string().min(1).max(128)).max(10_000) }),
    output: z.object({}),
  }),
} as const
