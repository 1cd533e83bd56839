/** The flow as it runs for one thread: with the model that was chosen for it, and begun at the one node that it talks to. */
import { onlyNode } from '../../../src-shared/flow/editing/only-node'
import { openFlow } from '../../../src-shared/flow/editing/open'
import { saveFlow } from '../../../src-shared/flow/editing/save'
import { withThreadModel, type ThreadModel } from '../../../src-shared/flow/thread-model'
import type { Threads } from '../../store/threads'

/** `model` and `only`: those of a new thread, which is none yet. */
type ThreadFlow = {
  flowText: string
  threadId: string | null
  model?: ThreadModel | null | undefined
  only?: string | null | undefined
}

/**
 * The flow's text with the model of the thread, if it has one, and for its one node, if it has that. A text that cannot be read fails later, in
 * its own words. Throws `flow-has-problems` for a node that is gone.
 */
export function textForThread(threads: Threads, { flowText, threadId, model = null, only = null }: ThreadFlow): string {
  const chosen = threadId === null ? { model, only } : threads.read(threadId)
  if (chosen.model === null && chosen.only === null) return flowText
  const opened = openFlow(flowText)
  if (!opened.ok) return flowText
  const flow = chosen.only === null ? opened.flow : onlyNode(opened.flow, chosen.only)
  return saveFlow(chosen.model === null ? flow : withThreadModel(flow, chosen.model))
}
