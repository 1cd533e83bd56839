/** The handlers of `tools.*`. */
import { fromErrorRecord } from '../../src-shared/errors'
import { openFlow } from '../../src-shared/flow/open'
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { PoolView } from '../engine/pool-view'
import type { ResourceView } from '../engine/resource-view'
import type { Library } from '../flows/library'

type Viewing = { readonly library: Library; readonly poolView: PoolView; readonly resourceView: ResourceView }

export function toolHandlers({ library, poolView, resourceView }: Viewing) {
  const flowOf = (flowId: string) => {
    const opened = openFlow(library.read(flowId).text)
    if (!opened.ok) throw fromErrorRecord(opened.error)
    return opened.flow
  }
  return {
    'tools.list': async (asked, { signal }) => poolView.list({ ...asked, flow: flowOf(asked.flowId), signal }),
    'tools.search': async (asked, { signal }) => poolView.search({ ...asked, flow: flowOf(asked.flowId), signal }),
    'tools.resources': async (asked, { signal }) => resourceView.list({ ...asked, flow: flowOf(asked.flowId), signal }),
  } satisfies AreaHandlers<BatonContract, 'tools'>
}
