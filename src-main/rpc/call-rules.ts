/** The handlers of `callRules.*`. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { CallRules } from '../store/call-rules'

export function callRuleHandlers({ callRules }: { readonly callRules: Pick<CallRules, 'ofFlow' | 'revoke'> }) {
  return {
    'callRules.list': async ({ flowId }) => callRules.ofFlow(flowId),
    'callRules.revoke': async ({ flowId, id }) => {
      callRules.revoke(flowId, id)
      return {}
    },
  } satisfies AreaHandlers<BatonContract, 'callRules'>
}
