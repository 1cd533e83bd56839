/** Who may talk to a served flow: callers with a key, under a name that is ours, and of pages only those that were named. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import { refusedAs } from './failures'
import type { Strangers } from './limits'

/** A key of a caller: the name that logs have of it, and its hash, which alone is kept. */
export type AccessKey = { readonly name: string; readonly hash: string }

/** Under which names requests may come; null: none is ever given. `addresses`: by any address of this machine, where it is reached from others. */
export type HostNames = { readonly names: ReadonlySet<string> | null; readonly addresses: boolean }

export const LOOPBACK_ONLY: HostNames = { names: null, addresses: false }

export type Access = {
  keys: readonly AccessKey[]
  /** Origins of pages that may ask. */
  origins: ReadonlySet<string>
  hosts: HostNames
  /** The command that serves, as a person types it. */
  command: string
  /** Who tried without a valid key, and how often. */
  strangers: Strangers
}

/** A key that nobody guesses. */
export function newKey(): string {
  return `baton-${randomBytes(24).toString('base64url')}`
}

/** A key as it is compared and stored. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/**
 * Loopback is no trust boundary: a web page may have a name of its own point here, or simply post. So the Host must be one of ours, and an
 * Origin, which browsers always send with what pages ask for, must be one of those that were named; that holds before any key.
 */
export function refuseStrangers(request: IncomingMessage, { origins, hosts, command }: Access): void {
  refuseHost(request, hosts)
  const { origin } = request.headers
  if (origin === undefined || origins.has(origin)) return
  const named = origin.slice(0, 200)
  throw forbidden(`Pages of ${named} may not talk to Baton. To allow them, start it with: ${command} --origin ${named}`)
}

/** A name that was made to point here is not ours, and an address is nobody's name. Of two names a proxy may have looked at the other one. */
export function refuseHost({ headersDistinct }: IncomingMessage, { names, addresses }: HostNames): void {
  const [host = '', ...others] = headersDistinct.host ?? []
  const address = others.length === 0 ? `http://${host}` : ''
  const hostname = URL.canParse(address) ? new URL(address).hostname.toLowerCase() : ''
  if (isLoopback(hostname) || names?.has(hostname) === true) return
  if (addresses && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return
  throw forbidden(
    names === null
      ? 'The Host of this request is not this machine.'
      : 'The Host of this request is no name of this Baton. To allow it, start it with --host-name NAME.',
  )
}

/** Whether a host name or an address leads to this machine alone. */
export function isLoopback(hostname: string): boolean {
  return ['localhost', '[::1]', '::1'].includes(hostname) || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

export function forbidden(message: string): AppError {
  return new AppError('bad-input', inEnglish(message), refusedAs('forbidden'))
}

/** What is said is nobody else's: no cache keeps it, and no browser takes it for a page. */
export function keepPrivate(response: ServerResponse): void {
  response.setHeader('cache-control', 'no-store')
  response.setHeader('x-content-type-options', 'nosniff')
}

/** Lets pages that may ask read the answers, the header `exposed` of them, and whether and when to ask again. */
export function allowPage({ headers }: IncomingMessage, response: ServerResponse, exposed: string): void {
  if (headers.origin === undefined) return
  response.setHeader('access-control-allow-origin', headers.origin)
  response.setHeader('access-control-expose-headers', `${exposed}, retry-after, x-should-retry`)
  response.setHeader('vary', 'origin')
}

/**
 * The key of the caller. Throws what becomes a 401, or a 429 where an address tries too often; whoever has a valid key is answered all the
 * same, since behind a proxy all have one address. After a 429 the connection is over, so that each further try needs a new one.
 */
export function callerOf(
  { headers, socket }: IncomingMessage,
  response: ServerResponse,
  { keys, command, strangers }: Pick<Access, 'keys' | 'command' | 'strangers'>,
): AccessKey {
  const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  const caller = knownKey(keys, given ?? '')
  if (given !== undefined && caller !== null) return caller
  try {
    strangers.count(socket.remoteAddress ?? '')
  } catch (cause) {
    response.setHeader('connection', 'close')
    throw cause
  }
  response.setHeader('www-authenticate', 'Bearer')
  const what = given === undefined ? 'This request has no key.' : 'Baton does not know the key of this request.'
  const next = `Send the key that "${command}" printed when it started, or was given, as "Authorization: Bearer KEY".`
  throw new AppError('bad-input', inEnglish(`${what} ${next}`), refusedAs('invalid_api_key'))
}

/** All keys are compared, each in constant time, so that answers take as long for any of them. */
function knownKey(keys: readonly AccessKey[], given: string): AccessKey | null {
  const hash = Buffer.from(hashOf(given))
  const known = keys.filter((key) => timingSafeEqual(Buffer.from(key.hash), hash))
  return known[0] ?? null
}
