/** The checkpointer as the engine sees it. */
export { CallCheckpoints, checkpointsInMemory, type CheckpointsOfCall } from './call-checkpoints'
export { IN_MEMORY } from './database'
export { whenShared, type SharingSaver } from './sharing'
export { BatonSaver } from './saver'
export type { BatonSaverOptions } from './saver-options'
export type { ThinOptions, ThinResult } from './retention'
export type { ThreadEntry, TimelineEntry, TimelineOptions } from './timeline'
