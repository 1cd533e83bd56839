/**
 * Who may talk to the web host. Being on loopback is no permission: any web page and any program of this machine can
 * reach it. So every request needs the token of this launch, and the right Host; the link also needs the right Origin.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Why a request was refused, in words for the person or the log; null when it was not. */
export type Refusal = string | null

/** The checks of one launch. */
export type Access = {
  /** The address with the token in it, for the person's browser. */
  readonly entrance: string
  /** The header that lets a browser in from now on. */
  readonly cookie: string
  /** Whether the Host is ours: another one is a foreign name that was made to point here. */
  refuseHost(request: IncomingMessage): Refusal
  /** Whether the browser brings the cookie. */
  refuseVisitor(request: IncomingMessage): Refusal
  /** Whether a page may open the link. */
  refuseLink(request: IncomingMessage): Refusal
  isToken(text: string | null): boolean
}

/** A token that nobody can guess: 32 random bytes. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The checks for a port and a token. */
export function createAccess(port: number, token: string): Access {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  // Cookies are shared by all ports of a host name, so two Batons need two names.
  const cookieName = `baton-${port}`
  const isToken = (text: string | null): boolean => text !== null && isSameText(text, token)

  const refuseHost = (request: IncomingMessage): Refusal =>
    hosts.includes(request.headers.host ?? '') ? null : 'The Host of this request is not Baton.'
  const refuseVisitor = (request: IncomingMessage): Refusal =>
    isToken(cookieOf(request, cookieName)) ? null : 'This browser does not have the token of this launch.'
  const refuseOrigin = (request: IncomingMessage): Refusal =>
    request.headers.origin === `http://${request.headers.host ?? ''}`
      ? null
      : 'The Origin of this request is not Baton.'
  return {
    entrance: `http://127.0.0.1:${port}/?token=${token}`,
    cookie: `${cookieName}=${token}; Path=/; HttpOnly; SameSite=Strict`,
    refuseHost,
    refuseVisitor,
    refuseLink: (request) => refuseHost(request) ?? refuseOrigin(request) ?? refuseVisitor(request),
    isToken,
  }
}

function cookieOf(request: IncomingMessage, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value !== undefined) return value
  }
  return null
}

/** Compares in constant time; the hashes make the lengths equal. */
function isSameText(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
