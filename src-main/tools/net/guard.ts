/**
 * Which URLs and addresses may be reached: every URL before it is asked, first or redirected to, and every address that a name
 * leads to. A name is looked up once and the connection goes to what was checked, so a second answer cannot lead elsewhere.
 */
import { lookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { noteRefused } from '../../outbound/purpose'
import { isLocalName, isLoopbackAddress, isPublicAddress, literalAddress } from './addresses'
import { refuseOffline } from './offline'
import {
  addressUrl,
  hostRefusal,
  leadsToPrivate,
  plainRefusal,
  privateRefusal,
  refusalError,
  type RefusalError,
} from './refusal'
import { message as sentence } from '../../../src-shared/languages/translate'

/**
 * `no`: not at all. `public`: as far as all of its addresses are public. `anywhere`: this very host was allowed, so an address
 * that is written out, or `localhost`, may be private; a name may still not lead to a private address (it could be anybody's
 * tomorrow), unless that address is allowed as well.
 */
export type Reach = 'no' | 'public' | 'anywhere'

/** Asked for each URL, and with `isRedirect` also for a private address that a name leads to. No dot ends its host. */
export type MayReach = (url: URL, about: { isRedirect: boolean }) => Reach

/** All addresses of a name, as `dns.lookup` gives them. */
export type FindAddresses = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export type Guard = { mayReach: MayReach; refuse: RefusalError; find: FindAddresses }

export type GuardOptions = { mayReach: MayReach; refuse?: RefusalError; find?: FindAddresses }

export function guardOf({ mayReach, refuse, find }: GuardOptions): Guard {
  return {
    mayReach,
    refuse: refuse ?? refusalError,
    find: find ?? ((hostname, done) => lookup(hostname, { all: true }, done)),
  }
}

/** A text as a URL that may be reached, as far as that can be told before a look-up. `from`: who redirected there. Throws AppError. */
export function allowedUrl(text: string, from: URL | null, guard: Guard): URL {
  const url = readUrl(text, from, guard)
  refuseOffline(url)
  const reach = guard.mayReach(url, { isRedirect: from !== null })
  if (reach === 'anywhere' || (reach === 'public' && !isWrittenPrivate(url))) return url
  noteRefused(url, 'not-allowed')
  throw guard.refuse(reach === 'no' ? hostRefusal(url, from) : privateRefusal(url, from))
}

function readUrl(text: string, from: URL | null, { refuse }: Guard): URL {
  const base = from?.href
  const led = from === null ? '' : sentence(', where {host} redirected to,', { host: from.host })
  if (!URL.canParse(text, base))
    throw refuse(
      plainRefusal(
        'address',
        sentence('"{address}"{led} is not an address; use http or https.', { address: text.slice(0, 200), led }),
      ),
    )
  const url = new URL(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refuse(
      plainRefusal(
        'address',
        sentence('an address that begins with "{protocol}"{led} is not allowed; use http or https.', {
          protocol: url.protocol,
          led,
        }),
      ),
    )
  if (url.username !== '' || url.password !== '')
    throw refuse(
      plainRefusal(
        'address',
        sentence('the address of {host}{led} has a user name or a password in it; take it out.', {
          host: url.host,
          led,
        }),
      ),
    )
  // One host, one way to write it: a name that ends in a dot is the same host.
  url.hostname = url.hostname.replace(/\.+$/, '')
  return url
}

function isWrittenPrivate({ hostname }: URL): boolean {
  const address = literalAddress(hostname)
  return address === null ? isLocalName(hostname) : !isPublicAddress(address)
}

/** The look-up of every connection to one origin. */
export function guardedLookup(origin: URL, guard: Guard): LookupFunction {
  return (name, options, done) => {
    guard.find(name, (error, addresses) => {
      const problem = error ?? refusedAddress(origin, addresses, guard)
      const first = addresses?.[0]
      if (problem !== null) done(problem, '')
      else if (first === undefined)
        done(guard.refuse(plainRefusal('address', sentence('{name} has no address.', { name }))), '')
      else if (options.all === true) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}

/** Why one of the addresses that a name leads to may not be reached; null when all may. */
function refusedAddress(origin: URL, addresses: readonly LookupAddress[], guard: Guard): Error | null {
  try {
    const refused = addresses.find(({ address }) => !isAllowedAddress(origin, address, guard))
    return refused === undefined ? null : guard.refuse(leadsToPrivate(origin, refused.address))
  } catch (cause) {
    return cause instanceof Error ? cause : new Error(String(cause))
  }
}

function isAllowedAddress(origin: URL, address: string, { mayReach }: Guard): boolean {
  // What may reach this machine by its name was checked with the URL; the name is not to lead anywhere else.
  if (isLocalName(origin.hostname)) return isLoopbackAddress(address)
  if (isPublicAddress(address)) return true
  const itself = addressUrl(origin, address)
  return itself !== null && mayReach(itself, { isRedirect: true }) === 'anywhere'
}
