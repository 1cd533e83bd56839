/** How a checkpointer is opened. */
import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'

export type BatonSaverOptions = {
  /** The database file; made if it is missing. Its folder must exist. */
  file: string
  /**
   * Keeps the pending writes of checkpoints that have a child (default false). LangGraph reads those only to show what the tasks of a past
   * step returned (`getStateHistory`), and for its delta channels; a run never resumes from them, because a fork from an old checkpoint
   * runs its tasks again. Errors, interrupts, answers to them, Command input and the writes of delta-channel threads stay in any case.
   */
  keepWrites?: boolean
  /** How many threads' newest state stays parsed in memory (default 16; 0 turns the cache off). */
  cachedThreads?: number
  serde?: SerializerProtocol
}
