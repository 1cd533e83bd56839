/** The handlers of `tools.*`. */
import { fromErrorRecord } from '../../src-shared/errors'
import { openingFlow } from '../../src-shared/flow/editing/open'
import type { Flow } from '../../src-shared/flow/records'
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { PoolView } from '../tool-views/pool-view'
import type { ResourceView } from '../tool-views/resource-view'
import type { ToolTrials } from '../tool-trials/tool-trials'
import { codeFault } from '../tools/code/code-fault'
import type { Library } from '../flows/library'
import { inSlices } from '../in-slices'
import { itemsOfWork } from './items-of-work'

type ToolServices = {
  readonly library: Library
  readonly poolView: PoolView
  readonly resourceView: ResourceView
  readonly toolTrials: ToolTrials
}

export function toolHandlers({ library, poolView, resourceView, toolTrials }: ToolServices) {
  // The flow that was asked about last stays open: a query that somebody types is a question at each pause.
  let latest: { text: string; flow: Flow } | null = null
  const flowOf = async (flowId: string) => {
    const { text } = library.read(flowId)
    if (latest?.text === text) return latest.flow
    const opened = await inSlices(openingFlow(text))
    if (!opened.ok) throw fromErrorRecord(opened.error)
    latest = { text, flow: opened.flow }
    return opened.flow
  }
  return {
    'tools.checkCode': async ({ codes }) => ({ faults: codes.map(codeFault) }),
    'tools.list': async (asked, { signal }) => poolView.list({ ...asked, flow: await flowOf(asked.flowId), signal }),
    'tools.search': async (asked, { signal }) =>
      poolView.search({ ...asked, flow: await flowOf(asked.flowId), signal }),
    'tools.index': (asked, { signal }) =>
      itemsOfWork<{ done: number; all: number }>(async (tell) =>
        poolView.index({ ...asked, flow: await flowOf(asked.flowId), signal }, (done, all) => tell({ done, all })),
      ),
    'tools.form': async (asked, { signal }) => toolTrials.form({ ...asked, flow: await flowOf(asked.flowId), signal }),
    'tools.try': async (asked, { signal }) => toolTrials.try({ ...asked, flow: await flowOf(asked.flowId), signal }),
    'tools.answerTrial': async ({ trial, question, answer }, { signal }) =>
      toolTrials.answer({ trial, given: { id: question, answer }, signal }),
    'tools.resources': async (asked, { signal }) =>
      resourceView.list({ ...asked, flow: await flowOf(asked.flowId), signal }),
  } satisfies AreaHandlers<BatonContract, 'tools'>
}
