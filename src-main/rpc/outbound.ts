/** The handlers of what leaves Baton beside runs: the ledger of it, and pictures of answers. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { OutboundLedger } from '../store/outbound-ledger'
import type { PreferenceStore } from '../store/preferences'
import { pictureHandlers } from './pictures'

type OutboundServices = {
  readonly ledger: Pick<OutboundLedger, 'read' | 'clear'>
  readonly preferences: Pick<PreferenceStore, 'read'>
}

export function outboundHandlers({ ledger, preferences }: OutboundServices) {
  return {
    ...pictureHandlers({ preferences }),
    'outbound.read': async (asked) => ledger.read(asked),
    'outbound.clear': async () => {
      ledger.clear()
      return {}
    },
  } satisfies AreaHandlers<BatonContract, 'outbound' | 'pictures'>
}
