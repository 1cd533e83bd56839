/** Writes the whole state of a thread to any LangGraph checkpointer, as if a graph had come to it and nothing were left to run. */
import { emptyCheckpoint, type BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import { BatonSaver } from '../checkpoints'
import type { BatonState } from './state'

/** What a whole state is stored as. */
const WRITTEN = { source: 'update', step: -1 } as const

/** Whether a checkpoint is a state that was written whole. */
export function isWritten({ source, step }: { source: string | null; step: number | null }): boolean {
  return source === WRITTEN.source && step === WRITTEN.step
}

/** Takes the place of all that was stored of the thread: at once, where the checkpointer is Baton's own. */
export async function writeState(saver: BaseCheckpointSaver, threadId: string, state: BatonState): Promise<void> {
  const versions = Object.fromEntries(Object.keys(state).map((channel) => [channel, 1]))
  const checkpoint = { ...emptyCheckpoint(), channel_values: { ...state }, channel_versions: versions }
  const config = { configurable: { thread_id: threadId, checkpoint_ns: '' }, metadata: { turn: state.turn.number } }
  const metadata = { ...WRITTEN, parents: {} }
  if (saver instanceof BatonSaver) return saver.replaceThread(config, checkpoint, metadata, versions)
  await saver.deleteThread(threadId)
  await saver.put(config, checkpoint, metadata, versions)
}
