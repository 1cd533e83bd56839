/** The handlers of `connections.*`. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { Connections } from '../connections/connections'

export function connectionHandlers({ connections }: { readonly connections: Connections }) {
  return {
    'connections.list': async () => connections.list(),
    'connections.save': async (input) => connections.save(input),
    'connections.remove': async ({ name }) => {
      connections.remove(name)
      return {}
    },
    'connections.test': async (input, { signal }) => connections.test(input, signal),
  } satisfies AreaHandlers<BatonContract, 'connections'>
}
