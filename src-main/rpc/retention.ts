/** The handlers of `retention.*`. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { Retention } from '../keeping/retention'
import type { ThreadKeeper } from '../keeping/thread-keeper'

export type RetentionServices = { readonly retention: Retention; readonly keeping: Pick<ThreadKeeper, 'sizeOfFlow'> }

export function retentionHandlers({ retention, keeping }: RetentionServices) {
  return {
    'retention.read': async ({ flowId }) => ({
      level: retention.levelOf(flowId),
      ...(await keeping.sizeOfFlow(flowId)),
    }),
    'retention.choose': async ({ flowId, level }) => {
      retention.choose(flowId, level)
      return {}
    },
    'retention.prune': async ({ flowId }) => retention.prune({ flowId }),
  } satisfies AreaHandlers<BatonContract, 'retention'>
}
