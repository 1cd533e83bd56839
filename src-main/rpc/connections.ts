/** The handlers of `connections.*`. */
import type { Trial } from '../../src-shared/providers/trial'
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { ConnectionTrials } from '../connections/connection-trials'
import type { Connections } from '../connections/connections'
import { itemsOfWork } from './items-of-work'

type ConnectionServices = { readonly connections: Connections; readonly trials: ConnectionTrials }

export function connectionHandlers({ connections, trials }: ConnectionServices) {
  return {
    'connections.list': async () => connections.list(),
    'connections.save': async (input) => connections.save(input),
    'connections.remove': async ({ name }) => {
      connections.remove(name)
      return {}
    },
    'connections.models': async (input, { signal }) => trials.models(input, signal),
    'connections.test': (input, { signal }) =>
      itemsOfWork<Trial>(async (tell) => void (await trials.test(input, { signal, tell }))),
    'connections.about': async (place) => trials.about(place),
    'connections.runningHere': async (_none, { signal }) => trials.runningHere(signal),
  } satisfies AreaHandlers<BatonContract, 'connections'>
}
