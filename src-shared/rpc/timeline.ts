/** The stored steps of a thread. */
import { z } from 'zod'
import { stepDeedSchema } from '../run/log/step-deeds'
import { method } from './define'

const id = z.string().min(1).max(128)

/** One checkpoint of a thread, newest first in lists. */
const timelineItemSchema = z.object({
  checkpointId: z.string(),
  parentId: z.string().nullable(),
  step: z.number().int(),
  turn: z.number().int().nullable(),
  at: z.string(),
  /** The steps that ran to reach it. */
  nodes: z.array(z.string()),
})
export type TimelineItem = z.infer<typeof timelineItemSchema>

/** What a step did, as far as its name does not say it. `within`: of a chat beside others, the step that ran in it. */
const toldStepSchema = z.object({
  step: z.string(),
  within: z.string().exactOptional(),
  deeds: z.array(stepDeedSchema),
})
export type ToldStep = z.infer<typeof toldStepSchema>

/** What the steps did that ran to reach a checkpoint. */
const deedsOfCheckpointSchema = z.object({
  checkpointId: z.string(),
  steps: z.array(toldStepSchema),
})
export type DeedsOfCheckpoint = z.infer<typeof deedsOfCheckpointSchema>

/** So many checkpoints are asked for at once. */
export const MOST_DEEDS = 100

export const timelineMethods = {
  'threads.timeline': method({
    input: z.object({ threadId: id, limit: z.number().int().min(1).max(5000).default(1000) }),
    output: z.array(timelineItemSchema),
  }),
  /** What is shown is asked for, since each reads two states. */
  'threads.deeds': method({
    input: z.object({ threadId: id, checkpointIds: z.array(z.string().min(1).max(128)).max(MOST_DEEDS) }),
    output: z.array(deedsOfCheckpointSchema),
  }),
} as const
