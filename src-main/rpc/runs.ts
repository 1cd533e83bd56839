/** The handlers of `runs.*`. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { Library } from '../flows/library'
import type { Runner } from '../run/runner'

export function runHandlers({ library, runner }: { readonly library: Library; readonly runner: Runner }) {
  return {
    'runs.start': async ({ flowId, ...message }, { signal }) => {
      const { text: flowText, revision } = library.read(flowId)
      const started = await runner.start({ flowId, flowText, revision, ...message, signal })
      return { runId: started.runId, threadId: started.threadId }
    },
    'runs.stop': async ({ runId }) => {
      await runner.stop(runId)
      return {}
    },
    'runs.resume': async ({ threadId }) => {
      const { runId } = await runner.resume(threadId)
      return { runId, threadId }
    },
    'runs.answer': async ({ threadId, questionId, answer }) => {
      const { runId } = await runner.answer({ threadId, questionId, answer })
      return { runId, threadId }
    },
  } satisfies AreaHandlers<BatonContract, 'runs'>
}
