/** The handlers of `runs.*`. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { Library } from '../flows/library'
import type { ModelWaits } from '../run/model-waits'
import type { Runner } from '../run/runner'
import type { Threads } from '../store/threads'

export type RunServices = {
  readonly library: Library
  readonly threads: Threads
  readonly runner: Runner
  readonly waits: Pick<ModelWaits, 'end'>
}

export function runHandlers({ library, threads, runner, waits }: RunServices) {
  return {
    'runs.start': async ({ flowId, ...message }, { signal }) => {
      const { text: flowText, revision } = library.read(flowId)
      const started = await runner.start({ flowId, flowText, revision, ...message, signal })
      return { runId: started.runId, threadId: started.threadId }
    },
    'runs.repeats': async (what) => {
      const flowText = library.read(threads.read(what.threadId).flowId).text
      return { calls: await runner.repeats({ ...what, flowText }) }
    },
    'runs.again': async ({ threadId, turn, text, decisions, changes }) => {
      const { text: flowText, revision } = library.read(threads.read(threadId).flowId)
      const again = await runner.again({ threadId, turn, text, decisions, changes, flowText, revision })
      return { runId: again.runId, threadId: again.threadId }
    },
    'runs.stop': async ({ runId }) => {
      await runner.stop(runId)
      return {}
    },
    'runs.tryNow': async ({ threadId }) => {
      waits.end(threadId)
      return {}
    },
    'runs.resume': async ({ threadId, decisions }) => {
      const { text: flowText, revision } = library.read(threads.read(threadId).flowId)
      const { runId } = await runner.resume({ threadId, flowText, revision, decisions })
      return { runId, threadId }
    },
    'runs.answer': async ({ threadId, questionId, answer }) => {
      const { runId } = await runner.answer({ threadId, questionId, answer })
      return { runId, threadId }
    },
  } satisfies AreaHandlers<BatonContract, 'runs'>
}
