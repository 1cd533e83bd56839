/** The handlers of `breakpoints.*`. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { Breakpoints } from '../store/breakpoints'

export function breakpointHandlers({ breakpoints }: { readonly breakpoints: Omit<Breakpoints, 'forget' | 'watch'> }) {
  return {
    'breakpoints.list': async ({ flowId }) => breakpoints.ofFlow(flowId),
    'breakpoints.set': async ({ flowId, breakpoint }) => breakpoints.set(flowId, breakpoint),
    'breakpoints.remove': async ({ flowId, ids }) => {
      breakpoints.remove(flowId, ids)
      return {}
    },
  } satisfies AreaHandlers<BatonContract, 'breakpoints'>
}
