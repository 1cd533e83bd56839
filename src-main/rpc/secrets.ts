/** The handlers of `secrets.*`; values go in only. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { SecretStore } from '../connections/secret-store'

export function secretHandlers({ secrets }: { readonly secrets: SecretStore }) {
  return {
    'secrets.list': async () => secrets.list(),
    'secrets.save': async ({ name, value }) => {
      await secrets.save(name, value)
      return {}
    },
    'secrets.remove': async ({ name }) => {
      secrets.remove(name)
      return {}
    },
  } satisfies AreaHandlers<BatonContract, 'secrets'>
}
