/**
 * Whether a server takes a system message in a later place. Baton never sends one there (`toWire` cannot write it), so this one request is
 * written by hand; it tells a person what other programs would meet, and that Baton's order is right for this server.
 */
import { AppError } from '../../../src-shared/errors'
import { startTimeLimit } from '../../time-limit'
import { underBase } from '../base-url'
import { keyHeaders, withHeaders } from '../headers'
import type { Server } from '../listing'
import { fromNetwork, fromStatus, timedOut, toModelError } from '../openai-failure'
import { reachOut } from '../../tools/net/offline'
import { message as sentence, type Message } from '../../../src-shared/languages/translate'

/** `refused`: with what the server said. `untold`: it could not be tried. */
export type LateSystem = { kind: 'taken' } | { kind: 'refused' } | { kind: 'untold'; why: Message }

const PATIENCE_MS = 60_000
/** With which statuses servers refuse a request for its form. */
const REFUSALS = new Set([400, 422, 500])

const MESSAGES = [
  { role: 'user', content: 'Hello.' },
  { role: 'assistant', content: 'Hello.' },
  { role: 'system', content: 'Answer with the word ok.' },
  { role: 'user', content: 'Well?' },
]

/** Asks once and reads the beginning of the answer alone, so that it costs next to nothing. Throws `cancelled`. */
export async function tryLateSystem(server: Server): Promise<LateSystem> {
  return reachOut(server.baseUrl, server.purpose, () => askLate(server))
}

async function askLate(server: Server): Promise<LateSystem> {
  const { endpoint, signal } = server
  const limit = startTimeLimit(PATIENCE_MS, signal)
  const left = new AbortController()
  try {
    const response = await fetch(underBase(server.baseUrl, '/chat/completions'), {
      method: 'POST',
      headers: headersFor(server),
      body: JSON.stringify({ model: endpoint.model, messages: MESSAGES, stream: true }),
      signal: AbortSignal.any([limit.signal, left.signal]),
      redirect: 'manual',
    })
    const begin = await beginningOf(response)
    if (REFUSALS.has(response.status)) return { kind: 'refused' }
    if (!response.ok) {
      const failure = fromStatus({ status: response.status, body: begin, headers: response.headers }, endpoint)
      return { kind: 'untold', why: toModelError(failure, endpoint).said }
    }
    // Some gateways answer 200 and put the refusal into the stream.
    return /^\s*(data:\s*)?\{"(error|detail)"/.test(begin) ? { kind: 'refused' } : { kind: 'taken' }
  } catch (cause) {
    if (signal.aborted) throw new AppError('cancelled', 'The test was stopped.')
    const failure = limit.hasPassed()
      ? timedOut(sentence('said nothing for {seconds} s', { seconds: PATIENCE_MS / 1000 }))
      : fromNetwork(cause, false)
    return { kind: 'untold', why: toModelError(failure, endpoint).said }
  } finally {
    limit.end()
    left.abort()
  }
}

async function beginningOf({ body }: Response): Promise<string> {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = body?.getReader()
  const first = await reader?.read()
  return new TextDecoder().decode(first?.value?.subarray(0, 4000))
}

function headersFor({ baseUrl, apiKey, headers }: Server): Readonly<Record<string, string>> {
  const own = {
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
    'user-agent': 'baton',
  }
  return withHeaders({ ...own, ...keyHeaders(baseUrl, apiKey) }, headers)
}
