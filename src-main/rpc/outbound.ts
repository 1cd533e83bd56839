/** The handlers of `outbound.*`. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { OutboundLedger } from '../store/outbound-ledger'

export function outboundHandlers({ ledger }: { readonly ledger: Pick<OutboundLedger, 'read' | 'clear'> }) {
  return {
    'outbound.read': async (asked) => ledger.read(asked),
    'outbound.clear': async () => {
      ledger.clear()
      return {}
    },
  } satisfies AreaHandlers<BatonContract, 'outbound'>
}
