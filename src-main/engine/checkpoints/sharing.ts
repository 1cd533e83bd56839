/** Checkpointers that store in two places: a copy that is read here, and one that other processes read too. */
import { CallCheckpoints } from './call-checkpoints'

/** Such a checkpointer. It resolves when all that was saved for the thread is where others read it, and rejects when that could not be had. */
export type SharingSaver = { whenShared: (threadId: string) => Promise<void> }

function isSharing(saver: object): saver is SharingSaver {
  return 'whenShared' in saver && typeof saver.whenShared === 'function'
}

/** Of any checkpointer: one that stores in a single place has nothing to wait for. */
export async function whenShared(saver: object, threadId: string): Promise<void> {
  const own = saver instanceof CallCheckpoints ? saver.saver : saver
  if (isSharing(own)) await own.whenShared(threadId)
}
