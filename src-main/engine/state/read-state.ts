/** Reads the state of a thread from any LangGraph checkpointer, without running anything. */
import type { BaseCheckpointSaver } from '@langchain/langgraph'
import type { BatonSaver } from '../checkpoints'
import { limitReachedSchema, type LimitReached } from '../../../src-shared/run/log/limits'
import { emptyState, type BatonState, type TurnEnd } from './state'

/** The newest state of a thread; an empty one for a thread that has none. */
export async function readState(saver: BaseCheckpointSaver, threadId: string | null): Promise<BatonState> {
  if (threadId === null) return emptyState()
  return readStateAt(saver, { thread_id: threadId })
}

/** The state of a thread when a turn began; an empty one for its first. */
export async function readStateBefore(saver: BatonSaver, threadId: string, turn: number): Promise<BatonState> {
  const entries = await saver.timeline(threadId, { limit: MANY })
  const last = entries.find((entry) => typeof entry.turn === 'number' && entry.turn < turn)
  return last === undefined
    ? emptyState()
    : readStateAt(saver, { thread_id: threadId, checkpoint_id: last.checkpointId })
}

const MANY = 100_000

type StateLocation = { thread_id: string; checkpoint_id?: string }

/** The state of a thread at a checkpoint, or its newest one; what it lacks is as in an empty one. */
export async function readStateAt(saver: BaseCheckpointSaver, configurable: StateLocation): Promise<BatonState> {
  const tuple = await saver.getTuple({ configurable })
  const values: Partial<BatonState> = tuple?.checkpoint.channel_values ?? {}
  return { ...emptyState(), ...values }
}

const endLimit = limitReachedSchema.nullable()

/** The limit at which a turn ended; null: none. An older build kept it otherwise, and then it is `other`. */
export function limitOf(end: TurnEnd): LimitReached | null {
  return end.reason === 'limit' ? endLimit.parse(end.limit) : null
}
