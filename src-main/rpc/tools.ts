/** The handlers of `tools.*`. */
import { fromErrorRecord } from '../../src-shared/errors'
import { openingFlow } from '../../src-shared/flow/open'
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { PoolView } from '../engine/pool-view'
import type { ResourceView } from '../engine/resource-view'
import type { Library } from '../flows/library'
import { inSlices } from '../in-slices'
import { itemsOfWork } from './items-of-work'

type Viewing = { readonly library: Library; readonly poolView: PoolView; readonly resourceView: ResourceView }

export function toolHandlers({ library, poolView, resourceView }: Viewing) {
  const flowOf = async (flowId: string) => {
    const opened = await inSlices(openingFlow(library.read(flowId).text))
    if (!opened.ok) throw fromErrorRecord(opened.error)
    return opened.flow
  }
  return {
    'tools.list': async (asked, { signal }) => poolView.list({ ...asked, flow: await flowOf(asked.flowId), signal }),
    'tools.search': async (asked, { signal }) =>
      poolView.search({ ...asked, flow: await flowOf(asked.flowId), signal }),
    'tools.index': (asked, { signal }) =>
      itemsOfWork<{ done: number; all: number }>(async (tell) =>
        poolView.index({ ...asked, flow: await flowOf(asked.flowId), signal }, (done, all) => tell({ done, all })),
      ),
    'tools.resources': async (asked, { signal }) =>
      resourceView.list({ ...asked, flow: await flowOf(asked.flowId), signal }),
  } satisfies AreaHandlers<BatonContract, 'tools'>
}
