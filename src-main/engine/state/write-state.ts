/** Writes the whole state of a thread to any LangGraph checkpointer, as if a graph had come to it and nothing were left to run. */
import { emptyCheckpoint, type BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import type { BatonState } from './state'

/** Takes the place of all that was stored of the thread. */
export async function writeState(saver: BaseCheckpointSaver, threadId: string, state: BatonState): Promise<void> {
  await saver.deleteThread(threadId)
  const versions = Object.fromEntries(Object.keys(state).map((channel) => [channel, 1]))
  const checkpoint = { ...emptyCheckpoint(), channel_values: { ...state }, channel_versions: versions }
  const config = { configurable: { thread_id: threadId, checkpoint_ns: '' }, metadata: { turn: state.turn.number } }
  await saver.put(config, checkpoint, { source: 'update', step: -1, parents: {} }, versions)
}
