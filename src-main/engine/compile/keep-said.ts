/** Takes what was said while a turn was stopped into the thread's state. */
import { START } from '@langchain/langgraph'
import type { LogEntry } from '../../../src-shared/run/log/log'
import { emptyUpdate } from '../state/state'
import type { RunnableFlow } from './compile'

/**
 * Adds entries to the log of a thread whose turn runs no more, as input from outside: whichever step was under way, the next
 * message begins after them. What steps beside it had finished is kept as well.
 */
export async function keepSaid(
  { graph }: Pick<RunnableFlow, 'graph'>,
  at: { threadId: string; turn: number },
  entries: LogEntry[],
): Promise<void> {
  const config = { configurable: { thread_id: at.threadId }, metadata: { turn: at.turn } }
  await graph.updateState(config, { ...emptyUpdate(), log: entries }, START)
}
