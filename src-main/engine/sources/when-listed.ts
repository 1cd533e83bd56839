/**
 * Waiting until what a step has told is in the event log. Streams hand events on in promises alone, and the log takes them in with the next
 * turn of the event loop (`run/execution/batches.ts`), which has to be over.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Resolves when everything that was told so far is heard, and everything that LangGraph was given to store is stored. */
export async function whenHeard(): Promise<void> {
  await nextTurn()
  await nextTurn()
}
