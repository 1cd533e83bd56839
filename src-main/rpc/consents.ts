/** The handlers of `consents.*`. */
import { AppError } from '../../src-shared/errors'
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { Consents } from '../consent/consents'
import { itemsOfText, type KeyedItem } from '../consent/keys'
import type { FlowSource } from '../flows/freeze'
import type { Library } from '../flows/library'

type Services = { readonly library: Library; readonly consents: Consents; readonly flowOf: FlowSource }

export function consentHandlers({ library, consents, flowOf }: Services) {
  return {
    'consents.read': async ({ flowId }) => {
      const allowed = consents.of(flowId)
      return itemsOf(library, flowOf, flowId).map((item) => ({ ...item, allowed: allowed.has(item.hash) }))
    },
    'consents.allow': async ({ flowId, hashes }) => {
      const items = itemsOf(library, flowOf, flowId)
      const named = hashes.map((hash) => items.find((item) => item.hash === hash))
      const known = named.filter((item) => item !== undefined)
      if (known.length < hashes.length)
        throw new AppError('not-found', 'The flow changed meanwhile. Look at what it wants to use now, and allow that.')
      consents.allow(flowId, known)
      return {}
    },
    'consents.revoke': async ({ flowId, hashes }) => {
      consents.revoke(flowId, hashes)
      return {}
    },
  } satisfies AreaHandlers<BatonContract, 'consents'>
}

/** What the flow would use as it is saved, with the flows that it names. */
function itemsOf(library: Library, flowOf: FlowSource, flowId: string): KeyedItem[] {
  return itemsOfText(library.read(flowId).text, flowOf)
}
