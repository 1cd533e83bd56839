/**
 * Waiting until what a step has told is in the event log. Streams hand events on in promises alone, and the log takes them in with the next
 * turn of the event loop (`run/execution/batches.ts`), which has to be over.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Resolves when every event that was emitted so far is in the log, and LangGraph has stored all that it was given. */
export async function whenStored(): Promise<void> {
  await nextTurn()
  await nextTurn()
}
