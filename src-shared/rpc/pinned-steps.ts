/** Steps of threads that a person wants to be kept whatever retention takes away, each under a name. */
import { z } from 'zod'
import { method } from './define'

/** At the end of a step: right after an event of a run. */
const stepMomentSchema = z.object({ runId: z.string().min(1).max(128), seq: z.int().min(1) })
export type StepMoment = z.infer<typeof stepMomentSchema>

export const MOST_PIN_NAME = 100
const nameSchema = z.string().max(MOST_PIN_NAME)

/** `name` may be empty. */
export const pinnedStepSchema = stepMomentSchema.extend({ name: nameSchema })
export type PinnedStep = z.infer<typeof pinnedStepSchema>

const done = z.object({})
const stepOfThread = stepMomentSchema.extend({ threadId: z.string().min(1).max(128) })

export const pinMethods = {
  /** Keeps a step, and what leads on from it, whatever the flow says. One that is kept already gets the name. */
  'threads.pinStep': method({ input: stepOfThread.extend({ name: nameSchema }), output: done }),
  'threads.unpinStep': method({ input: stepOfThread, output: done }),
} as const
