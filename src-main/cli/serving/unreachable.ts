/** What whoever starts to serve should know at once, rather than from the first turn that fails: models that cannot be reached, as Baton is offline. */
import { connectionNames } from '../../../src-shared/flow/export/environment-names'
import { visibleLine } from '../../../src-shared/kinds/visible'
import { addressesOf } from '../../connections/connections'
import type { Core } from '../../core'
import type { ModelOverrides } from '../../models/overrides'
import { offlineRefusal } from '../../tools/net/offline'
import type { GivenFlow } from '../options'

type ServedFlows = { core: Core; flows: readonly GivenFlow[]; overrides: ModelOverrides }

/** Says it of each address once. */
export function noteUnreachable({ core, flows, overrides }: ServedFlows, note: (line: string) => void): void {
  const addressOf = addressesOf(core.services.connections, overrides)
  const names = flows.flatMap(({ flow }) => connectionNames(flow))
  const addresses = new Set(names.flatMap((name) => addressOf(name) ?? []))
  for (const address of addresses) {
    if (offlineRefusal(address) === null) continue
    const place = visibleLine(URL.parse(address)?.host ?? address)
    note(
      `Baton is offline, so turns that ask ${place} will fail. Use a model server on this machine, or start without --offline.`,
    )
  }
}
