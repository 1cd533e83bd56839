/** The checkpointer as the engine sees it. */
export { CallCheckpoints, checkpointsInMemory, type CheckpointsOfCall } from './call-checkpoints'
export { BatonSaver, type BatonSaverOptions } from './saver'
export type { ThinOptions, ThinResult } from './retention'
export type { ThreadEntry, TimelineEntry, TimelineOptions } from './timeline'
