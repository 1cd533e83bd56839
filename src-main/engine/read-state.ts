/** Reads the state of a thread from any LangGraph checkpointer, without running anything. */
import type { BaseCheckpointSaver } from '@langchain/langgraph'
import { emptyState, type BatonState } from './state'

/** The newest state of a thread; an empty one for a thread that has none. */
export async function readState(saver: BaseCheckpointSaver, threadId: string | null): Promise<BatonState> {
  if (threadId === null) return emptyState()
  const tuple = await saver.getTuple({ configurable: { thread_id: threadId } })
  const values: Partial<BatonState> = tuple?.checkpoint.channel_values ?? {}
  return { ...emptyState(), ...values }
}
