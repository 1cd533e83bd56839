/**
 * The one way out for HTTP from tools: a `fetch` that asks before each URL, follows redirects itself, and connects to checked
 * addresses only. Answers are unpacked; how much is read of them is up to the reader (`read-answer.ts`), how long to the signal.
 */
import type { Agent, Response as UndiciResponse } from 'undici'
import { AppError } from '../../../src-shared/errors'
import { message as sentence } from '../../../src-shared/languages/translate'
import { forPurpose, type Purpose } from '../../outbound/purpose'
import { allowedUrl, guardedLookup, guardOf, type Guard, type GuardOptions } from './guard'
import { followRedirect, redirectOf, type Hop } from './redirects'
import { plainRefusal } from './refusal'

const MAX_REDIRECTS = 5
/** Bytes of the headers of an answer, all together. */
const MAX_HEADERS = 65_536

/** Headers of the connection itself, which a caller does not set. */
const OWN_HEADERS = [
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

export type GuardedFetchOptions = GuardOptions & {
  /** For what, and by whose permission, as the ledger of connections has it. */
  purpose: Purpose
  /** Headers that another origin must not get after a redirect, beside those whose names say it (Authorization, Cookie, X-Api-Key and the like). */
  secretHeaders?: readonly string[]
}

/** `close` ends its connections; requests under way fail. */
export type GuardedFetch = { fetch: typeof fetch; close: () => Promise<void> }

/**
 * A `fetch` for tools. It throws AppError for what it refuses, the signal's reason when it is stopped, and else a TypeError as
 * `fetch` does (`failureReason` has words for it). It has no time limit but the signal.
 */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const guard = guardOf(options)
  const rules = { guard, secretHeaders: options.secretHeaders ?? [] }
  // Loaded with the first request, since most starts send none.
  let agent: Promise<Agent> | null = null
  const fetchGuarded: typeof fetch = async (input, init) => {
    const { hop: first, signal, redirect } = await readRequest(input, init, guard)
    let hop = first
    for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
      agent ??= agentFor(guard)
      const response = await send(hop, await agent, signal)
      const next = redirect === 'manual' ? null : redirectOf(response)
      if (next === null) return toResponse(response, { url: hop.url, isRedirected: count > 0 })
      await response.body?.cancel()
      if (redirect === 'error')
        throw guard.refuse(
          plainRefusal('redirect', sentence('{host} redirected, which is not followed here.', { host: hop.url.host })),
        )
      hop = followRedirect(hop, next, rules)
    }
    throw guard.refuse(
      plainRefusal(
        'redirect',
        sentence('{host} redirected more than {most} times in a row.', { host: first.url.host, most: MAX_REDIRECTS }),
      ),
    )
  }
  return {
    fetch: (input, init) => forPurpose(options.purpose, () => fetchGuarded(input, init)),
    close: async () => (await agent)?.destroy(),
  }
}

/** A pool of connections for each origin, so that the look-up knows which port it is for. */
async function agentFor(guard: Guard): Promise<Agent> {
  const { Agent, Pool } = await import('undici')
  return new Agent({
    factory: (origin) =>
      new Pool(origin, {
        maxHeaderSize: MAX_HEADERS,
        // Event streams may be silent for long; whoever asks has a signal.
        headersTimeout: 0,
        bodyTimeout: 0,
        connect: { lookup: guardedLookup(new URL(origin), guard) },
      }),
  })
}

type GuardedRequest = { hop: Hop; signal: AbortSignal | null; redirect: Request['redirect'] }

/** What `fetch` was given as a first hop. The global `Request` knows all kinds of bodies and headers; undici's own does not know the global classes. */
async function readRequest(
  input: string | URL | Request,
  init: RequestInit = {},
  guard: Guard,
): Promise<GuardedRequest> {
  const source = input instanceof Request ? input : null
  const signal = init.signal === undefined ? (source?.signal ?? null) : init.signal
  signal?.throwIfAborted()
  const url = allowedUrl(urlText(input), null, guard)
  const body = init.body ?? null
  const isStream = typeof body === 'object' && body !== null && Symbol.asyncIterator in body
  const request = new Request(source ?? url, { ...init, signal: null, ...(isStream ? { duplex: 'half' } : {}) })
  const headers = new Headers(request.headers)
  for (const name of OWN_HEADERS) headers.delete(name)
  if (!headers.has('user-agent')) headers.set('user-agent', 'Baton')
  const content = isStream || request.body === null ? request.body : new Uint8Array(await request.arrayBuffer())
  return { hop: { url, method: request.method, headers, body: content }, signal, redirect: request.redirect }
}

function urlText(input: string | URL | Request): string {
  if (typeof input === 'string') return input
  return input instanceof Request ? input.url : input.href
}

async function send({ url, method, headers, body }: Hop, dispatcher: Agent, signal: AbortSignal | null) {
  const undici = await import('undici')
  try {
    return await undici.fetch(url, {
      method,
      headers: [...headers],
      body,
      dispatcher,
      signal,
      redirect: 'manual',
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    })
  } catch (cause) {
    throw refusalWithin(cause) ?? cause
  }
}

/** A refused look-up comes as the cause of a failed connection. */
function refusalWithin(cause: unknown): AppError | null {
  for (let error = cause; error instanceof Error; error = error.cause) if (error instanceof AppError) return error
  return null
}

/** An answer of the global class, which libraries tell by `instanceof`, with its last URL as `fetch` has it. */
function toResponse(response: UndiciResponse, { url, isRedirected }: { url: URL; isRedirected: boolean }): Response {
  const { status } = response
  if (status < 200 || status > 599)
    throw new AppError(
      'tool-failed',
      sentence('{host} answered with the status {status}, which HTTP does not have.', { host: url.host, status }),
    )
  const hasBody = response.body !== null && ![204, 205, 304].includes(status)
  const answer = new Response(hasBody ? bodyOf(response) : null, {
    status,
    statusText: response.statusText.replace(/[^\t -~\u0080-\u00ff]/g, ''),
    headers: [...response.headers],
  })
  return Object.defineProperties(answer, { url: { value: url.href }, redirected: { value: isRedirected } })
}

/** Read through, since undici cancels the body of a response that nobody holds any more. */
function bodyOf({ body }: UndiciResponse): ReadableStream<Uint8Array> | null {
  if (body === null) return null
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
