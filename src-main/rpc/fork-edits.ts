/** What is another in a thread's own drawing: what was changed where it left another thread, after what that one had been changed in before. */
import type { ForkChanges } from '../../src-shared/run/log/fork-changes'
import type { Threads } from '../store/threads'

/** Oldest first, so that of two changes of one thing the last one counts. */
export function changesOfDrawing(threads: Threads, threadId: string): ForkChanges {
  const own = threads.changesOf(threadId)
  const edits = [...own.edits]
  // A thread that was given the flow as it is has nothing of the drawing before.
  for (let { id, last } = { id: threadId, last: own }; last.drawing !== 'now';) {
    const { forkedFrom, flowId } = threads.read(id)
    if (forkedFrom === null || !threads.list(flowId).some((one) => one.id === forkedFrom.threadId)) break
    id = forkedFrom.threadId
    last = threads.changesOf(id)
    edits.unshift(...last.edits)
  }
  return { ...own, edits }
}
