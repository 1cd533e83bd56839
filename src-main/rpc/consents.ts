/** The handlers of `consents.*`. */
import { AppError } from '../../src-shared/errors'
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { Consents } from '../consent/consents'
import type { KeyedItem } from '../consent/keys'
import type { Library } from '../flows/library'

type Services = {
  readonly library: Library
  readonly consents: Consents
  /** What the flow of a text would use, with the flows that it names. */
  readonly consentItems: (flowText: string) => Promise<readonly KeyedItem[]>
}

export function consentHandlers({ library, consents, consentItems }: Services) {
  const itemsOf = (flowId: string) => consentItems(library.read(flowId).text)
  return {
    'consents.read': async ({ flowId }) => {
      const items = await itemsOf(flowId)
      const allowed = consents.of(flowId)
      return items.map((item) => ({ ...item, allowed: allowed.has(item.hash) }))
    },
    'consents.allow': async ({ flowId, hashes }) => {
      const items = await itemsOf(flowId)
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
