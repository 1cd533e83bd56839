/** One hop of a request, and the one that follows a redirect, as browsers do it; another origin is told no secrets. */
import { plainRefusal } from './refusal'
import { allowedUrl, type Guard } from './guard'
import { message as sentence } from '../../../src-shared/languages/translate'

/** A body that is a stream can be sent once only. */
export type Hop = { url: URL; method: string; headers: Headers; body: Uint8Array | ReadableStream | null }

/** Where an answer redirects to. */
export type Redirect = { status: number; location: string }

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]
const ABOUT_BODY = ['content-encoding', 'content-language', 'content-length', 'content-location', 'content-type']
/** What identifies the caller, by the names that are common for it. */
const SECRET_NAME = /auth|cookie|credential|password|secret|session|token|api-?key|access-?key/i

/** Null: the answer is no redirect. */
export function redirectOf(response: {
  status: number
  headers: { get: (name: string) => string | null }
}): Redirect | null {
  const location = response.headers.get('location')
  return location !== null && REDIRECTS.includes(response.status) ? { status: response.status, location } : null
}

/** `secretHeaders`: names of headers that another origin must not get, beside those whose names say it. Throws AppError. */
export function followRedirect(
  hop: Hop,
  { status, location }: Redirect,
  { guard, secretHeaders }: { guard: Guard; secretHeaders: readonly string[] },
): Hop {
  const url = allowedUrl(location, hop.url, guard)
  if (hop.url.protocol === 'https:' && url.protocol === 'http:')
    throw guard.refuse(
      plainRefusal(
        'redirect',
        sentence('{host} redirected from https to http ({other}), which is not followed.', {
          host: hop.url.host,
          other: url.host,
        }),
      ),
    )
  const becomesGet =
    status === 303 ? hop.method !== 'GET' && hop.method !== 'HEAD' : status < 303 && hop.method === 'POST'
  if (!becomesGet && hop.body instanceof ReadableStream)
    throw guard.refuse(
      plainRefusal(
        'redirect',
        sentence('{host} redirected a request whose body can be sent once only.', { host: hop.url.host }),
      ),
    )
  const headers = new Headers(hop.headers)
  if (becomesGet) for (const name of ABOUT_BODY) headers.delete(name)
  if (url.origin !== hop.url.origin) {
    const secrets = [...headers.keys()].filter((name) => SECRET_NAME.test(name))
    for (const name of [...secrets, ...secretHeaders]) headers.delete(name)
  }
  return { url, headers, method: becomesGet ? 'GET' : hop.method, body: becomesGet ? null : hop.body }
}
