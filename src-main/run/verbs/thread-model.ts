/** The flow as it runs for one thread. */
import { openFlow } from '../../../src-shared/flow/editing/open'
import { saveFlow } from '../../../src-shared/flow/editing/save'
import { withThreadModel, type ThreadModel } from '../../../src-shared/flow/thread-model'
import type { Threads } from '../../store/threads'

/** `model`: that of a new thread, which is none yet. */
type ThreadFlow = { flowText: string; threadId: string | null; model?: ThreadModel | null | undefined }

/** The flow's text with the model of the thread, if it has one. A text that cannot be read fails later, in its own words. */
export function textForThread(threads: Threads, { flowText, threadId, model = null }: ThreadFlow): string {
  const chosen = threadId === null ? model : threads.read(threadId).model
  if (chosen === null) return flowText
  const opened = openFlow(flowText)
  return opened.ok ? saveFlow(withThreadModel(opened.flow, chosen)) : flowText
}
