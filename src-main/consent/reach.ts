/** Consent at the point of use: which hosts the requests of one node may reach, by what the node itself declares. */
import type { ConsentNeed } from '../../src-shared/kinds/kind'
import { ANY_HOST, hostNeed } from '../../src-shared/kinds/needs'
import type { GuardOptions } from '../tools/net/guard'
import { refusalError } from '../tools/net/refusal'
import { inARow, message } from '../../src-shared/languages/translate'

/**
 * What a node declares may be reached anywhere, also on this machine; what it is redirected to, and any host where it declares
 * that, on the internet only. `isNamed`: whether the person allowed a host by its name beside what the flow declares.
 */
export function reachOf(
  declared: readonly ConsentNeed[],
  isNamed: (key: string) => boolean,
): Pick<GuardOptions, 'mayReach' | 'refuse'> {
  const hosts = new Set(declared.filter(({ type }) => type === 'host').map(({ content }) => content))
  const reachesAny = declared.some(({ type, value }) => type === 'host' && value === ANY_HOST)
  return {
    mayReach(url, { isRedirect }) {
      const host = hostNeed(url.origin)
      if (host === null) return 'no'
      if (hosts.has(host.content) || isNamed(`host:${host.value}`)) return 'anywhere'
      return isRedirect || reachesAny ? 'public' : 'no'
    },
    refuse(refusal) {
      const how = message(
        'That is done with --allow on the command line; in the app, a tool must name such a host itself.',
      )
      return refusalError(refusal.item === null ? refusal : { ...refusal, said: inARow([refusal.said, how], ' ') })
    },
  }
}
