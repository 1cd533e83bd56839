/** The one way out of the sandbox: small HTTP requests to hosts that the tool names, through the guarded fetch of all tools. */
import { z } from 'zod'
import { AppError } from '../../../src-shared/errors'
import { ENGLISH, inEnglish } from '../../../src-shared/languages/translate'
import { readHost } from '../../../src-shared/kinds/code-value'
import type { FindAddresses } from '../net/guard'
import { createGuardedFetch, type GuardedFetch } from '../net/guarded-fetch'
import { failureReason, readText } from '../net/read-answer'
import { placeOf, refusalError, type RefusalError } from '../net/refusal'

const MAX_REQUEST_BODY = 1_000_000
/** Bytes of an answer, unpacked. */
const MAX_ANSWER = 5_000_000

const requestSchema = z.object({
  url: z.string().max(8000),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']),
  headers: z.record(z.string(), z.string()),
  body: z.string().max(MAX_REQUEST_BODY).nullable(),
})
type CodeRequest = z.infer<typeof requestSchema>

/** What the code gets of an answer; header names in lower case. */
export type CodeResponse = { status: number; headers: { [name: string]: string }; text: string }

/** Sends what the code asked for, given as JSON. Throws AppError. */
export type FetchCode = (request: string, signal: AbortSignal) => Promise<CodeResponse>

/** A fetch that reaches these hosts only, and private addresses only where a host is written as one. `find` is for tests. */
export function fetchFor(hosts: readonly string[], find?: FindAddresses): FetchCode {
  return async (text, signal) => {
    const request = readRequest(text)
    const guarded = createGuardedFetch({
      purpose: { why: 'code', permit: { by: 'consent' } },
      mayReach: (url) => (isNamed(url, hosts) ? 'anywhere' : 'no'),
      refuse: refusalFor(hosts),
      ...(find === undefined ? {} : { find }),
    })
    try {
      return await send(request, guarded, signal)
    } catch (cause) {
      signal.throwIfAborted()
      throw cause instanceof AppError && cause.message.startsWith('baton.fetch')
        ? cause
        : failure(ENGLISH.message(failureReason(cause)))
    } finally {
      await guarded.close()
    }
  }
}

function failure(words: string): AppError {
  return new AppError('tool-failed', inEnglish(`baton.fetch failed: ${words}`))
}

function readRequest(text: string): CodeRequest {
  const parsed = requestSchema.safeParse(
    JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value)),
  )
  if (parsed.success) return parsed.data
  throw failure(
    `it takes an address, a method, headers that are texts and a body that is a text of at most ${MAX_REQUEST_BODY} characters`,
  )
}

/** A host without a port stands for the usual port of the scheme. */
function isNamed(url: URL, hosts: readonly string[]): boolean {
  return hosts.some((entry) => {
    const host = readHost(entry)
    if (host === null) return false
    const usual = url.protocol === 'https:' ? '443' : '80'
    return placeOf(url) === `${host.hostname.replace(/\.+$/, '')}:${host.port === '' ? usual : host.port}`
  })
}

/** A tool's own list says what it may reach; what is not on it is a matter of the list first. */
function refusalFor(hosts: readonly string[]): RefusalError {
  const list = hosts.length === 0 ? 'It names none' : `It names ${hosts.slice(0, 10).join(', ')}`
  return (refusal) => {
    const { why, place, address } = refusal
    const message =
      why === 'host'
        ? `may not reach ${place}: it is not among the tool's hosts. ${list}.`
        : why === 'private'
          ? `may not reach ${place}: it leads to the private address ${address}. Name that address among the hosts to allow it.`
          : `failed: ${ENGLISH.message(refusal.said)}`
    return refusalError({ ...refusal, said: inEnglish(`baton.fetch ${message}`) })
  }
}

async function send(request: CodeRequest, guarded: GuardedFetch, signal: AbortSignal): Promise<CodeResponse> {
  const { url, method, headers, body } = request
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const response = await guarded.fetch(url, { method, headers, body: hasBody ? body : null, signal })
  const text = await readText(response, MAX_ANSWER)
  return { status: response.status, headers: Object.fromEntries(response.headers), text }
}
