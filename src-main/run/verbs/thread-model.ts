/** The flow as it runs for one thread: its own drawing where it has one, else with the model that was chosen for it, and begun at the one node that it talks to. */
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
 * The flow's text with the model of the thread, if it has one, and for its one node, if it has that; a drawing of its own was made for that node
 * already. A text that cannot be read fails later, in its own words. Throws `flow-has-problems` for a node that is gone.
 */
export function textForThread(threads: Threads, { flowText, threadId, model = null, only = null }: ThreadFlow): string {
  if (threadId === null) return textFor(flowText, { model, only })
  const thread = threads.read(threadId)
  const own = thread.hasOwnDrawing === true ? threads.drawingOf(threadId) : null
  return own === null ? textFor(flowText, thread) : textFor(own, { model: thread.model, only: null })
}

/** A drawing for a thread to which a model, or one node, was given. Throws as `textForThread` does. */
export function textFor(text: string, { model, only }: { model: ThreadModel | null; only: string | null }): string {
  if (model === null && only === null) return text
  const opened = openFlow(text)
  if (!opened.ok) return text
  const flow = only === null ? opened.flow : onlyNode(opened.flow, only)
  return saveFlow(model === null ? flow : withThreadModel(flow, model))
}
