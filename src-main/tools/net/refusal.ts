/** Why the guarded fetch does not go somewhere, in words and as an error. Holds no secret: no query, no password. */
import { AppError } from '../../../src-shared/errors'
import { hostNeed } from '../../../src-shared/kinds/needs'
import { isLocalName } from './addresses'
import { message as sentence, type Message } from '../../../src-shared/languages/translate'

/**
 * `address`: no address that can be reached at all; `host`: nobody allowed it; `private`: it is or leads to a private address;
 * `redirect`: one redirect too many, or one from https to http.
 */
export type RefusalReason = 'address' | 'host' | 'private' | 'redirect'

export type Refusal = {
  why: RefusalReason
  /** What happened, to what, and what to do. */
  said: Message
  /** The host with its port; null where there is none. */
  place: string | null
  /** The private address that the host leads to; null for the other reasons. */
  address: string | null
  /** The item of consent that would allow it, such as `host:api.example.com`; null where none would. */
  item: string | null
}

/** How a caller may put a refusal into words of its own. */
export type RefusalError = (refusal: Refusal) => AppError

/** The host with its port, also where that is the usual one: `api.example.com:443`, `[::1]:8080`. */
export function placeOf(url: URL): string {
  const usual = url.protocol === 'https:' ? '443' : '80'
  return `${url.hostname}:${url.port === '' ? usual : url.port}`
}

/** As a flow's own needs are named. */
function itemOf(url: URL): string {
  return `host:${hostNeed(url.origin)?.value ?? placeOf(url)}`
}

/** `consent-needed` where consent would help, `tool-failed` otherwise. */
export function refusalError({ said, place, address, item }: Refusal): AppError {
  return item === null
    ? new AppError('tool-failed', said)
    : new AppError('consent-needed', said, { place, item, ...(address === null ? {} : { address }) })
}

/** No item of consent would help. */
export function plainRefusal(why: 'address' | 'redirect', said: Message): Refusal {
  return { why, said, place: null, address: null, item: null }
}

/** `from`: the host that redirected there. */
export function hostRefusal(url: URL, from: URL | null): Refusal {
  const place = placeOf(url)
  const item = itemOf(url)
  const said = sentence('{place} may not be reached{led}: nobody allowed it. To allow it, allow the item {item}.', {
    place,
    led: ledBy(from),
    item,
  })
  return { why: 'host', said, place, address: null, item }
}

function ledBy(from: URL | null): Message | '' {
  return from === null ? '' : sentence(', where {host} redirected to', { host: from.host })
}

/** A host that is written as a private address or as this machine, but is allowed as a public one only. */
export function privateRefusal(url: URL, from: URL | null): Refusal {
  const place = placeOf(url)
  const item = itemOf(url)
  const said = sentence(
    '{place} may not be reached{led}: it is a private address. To allow it, allow the item {item}.',
    { place, led: ledBy(from), item },
  )
  return { why: 'private', said, place, address: url.hostname, item }
}

/** A name that leads to a private address. What names this machine may lead nowhere else, whatever is allowed. */
export function leadsToPrivate(url: URL, address: string): Refusal {
  const place = placeOf(url)
  const itself = isLocalName(url.hostname) ? null : addressUrl(url, address)
  const item = itself === null ? null : itemOf(itself)
  const said =
    item === null
      ? sentence('{place} may not be reached: it leads to the private address {address}. Use another name.', {
          place,
          address,
        })
      : sentence(
          '{place} may not be reached: it leads to the private address {address}. If that is meant, allow the item {item} as well.',
          { place, address, item },
        )
  return { why: 'private', said, place, address, item }
}

/** The same place with an address instead of its name; null for an address that a URL cannot have. */
export function addressUrl(url: URL, address: string): URL | null {
  const host = address.includes(':') ? `[${address}]` : address
  const text = `${url.protocol}//${host}${url.port === '' ? '' : `:${url.port}`}/`
  return URL.canParse(text) ? new URL(text) : null
}
