/** Who may talk to a served flow: callers with a key, from this machine, and of pages only those that were named. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../../../src-shared/errors'

export type Access = {
  /** Hashes of the keys. */
  keys: readonly string[]
  /** Origins of pages that may ask. */
  origins: ReadonlySet<string>
  /** The command that serves, as a person types it. */
  command: string
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
 * Loopback is no trust boundary: a web page may have a name of its own point here, or simply post. So the Host must be loopback, and an
 * Origin, which browsers always send with what pages ask for, must be one of those that were named; that holds before any key.
 */
export function refuseStrangers({ headers }: IncomingMessage, { origins, command }: Access): void {
  if (!isLoopback(`http://${headers.host ?? ''}`)) throw forbidden('The Host of this request is not this machine.')
  const { origin } = headers
  if (origin === undefined || origins.has(origin)) return
  const named = origin.slice(0, 200)
  throw forbidden(`Pages of ${named} may not talk to Baton. To allow them, start it with: ${command} --origin ${named}`)
}

function isLoopback(address: string): boolean {
  return URL.canParse(address) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname)
}

function forbidden(message: string): AppError {
  return new AppError('bad-input', message, { answer: 403, openai: 'forbidden' })
}

/** Lets pages that may ask read the answers, and the header `exposed` of them. */
export function allowPage({ headers }: IncomingMessage, response: ServerResponse, exposed: string): void {
  if (headers.origin === undefined) return
  response.setHeader('access-control-allow-origin', headers.origin)
  response.setHeader('access-control-expose-headers', exposed)
  response.setHeader('vary', 'origin')
}

/** The hash of the caller's key. Throws what becomes a 401. */
export function callerOf({ headers }: IncomingMessage, response: ServerResponse, { keys, command }: Access): string {
  const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  const hash = hashOf(given ?? '')
  const known = keys.filter((key) => timingSafeEqual(Buffer.from(key), Buffer.from(hash)))
  const [caller] = known
  if (given !== undefined && caller !== undefined) return caller
  response.setHeader('www-authenticate', 'Bearer')
  const what = given === undefined ? 'This request has no key.' : 'Baton does not know the key of this request.'
  const next = `Send the key that "${command}" printed when it started, or was given, as "Authorization: Bearer KEY".`
  throw new AppError('bad-input', `${what} ${next}`, { answer: 401, openai: 'invalid_api_key' })
}
