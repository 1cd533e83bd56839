/** The handlers of `plans.*`. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { Runner } from '../run/runner'

export function planHandlers({ runner }: { readonly runner: Runner }) {
  return {
    'plans.rerun': async (plan) => {
      const { runId, threadId } = await runner.rerunPlan(plan)
      return { runId, threadId }
    },
  } satisfies AreaHandlers<BatonContract, 'plans'>
}
