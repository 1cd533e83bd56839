/** MCP over HTTP through the SDK's two transports: bounded, and with an end for every request whose answer can no longer come. */
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  SSEClientTransport,
  SseError,
  StreamableHTTPClientTransport,
  type FetchLike,
  type Transport,
} from '@modelcontextprotocol/client'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../src-shared/errors'
import { endOfCancelled } from './cancelled'
import type { HttpServer } from './transport'
import { createShare } from './share'
import { CONNECTION_LOST } from './failures'
import { TooLarge, watchFetch, type RequestId, type StreamEnd } from './watched-fetch'
import { type PlainText } from '../../../src-shared/languages/translate'

/** Why no answer can come any more. */
const CUT = {
  before: 'The connection was cut before the answer came.',
  again: 'The connection was cut and could not be taken up again.',
} as const satisfies Record<string, PlainText>

/** How long the parsing of a stream may lag behind its end, in ms. */
const PARSING = 100
/** About what it takes to answer a server's own request, in ms: over HTTP each is one of ours. */
const REQUEST_COST = 1
/** How long a server may take to be told that its session is over, in ms. */
const GOODBYE = 1000

export type HttpTransport = {
  transport: Transport
  /** Ends the session at the server too. */
  close: () => Promise<void>
  /** What is behind an error: the SSE transport passes on only the text of what a fetch threw. */
  causeOf: (error: unknown) => unknown
}

type Options = { fetch: FetchLike; maxBytes: number }

/** A transport that sends nothing before the client connects. Throws AppError `tool-failed` for what is no address. */
export function createHttpTransport(server: HttpServer, { fetch, maxBytes }: Options): HttpTransport {
  if (!URL.canParse(server.url) || !/^https?:$/.test(new URL(server.url).protocol))
    throw new AppError('tool-failed', 'The address of the MCP server is not an http or https address. Check it.')
  const open = new Set<RequestId>()
  const resumed = new Set<RequestId>()
  let fetchFailure: unknown = null

  const lose = (id: RequestId, message: string) => {
    if (!open.has(id)) return
    transport.onmessage?.({ jsonrpc: '2.0', id, error: { code: CONNECTION_LOST, message } })
  }
  const onEnd = async ({ id, canResume, error }: StreamEnd) => {
    await delay(PARSING)
    if (canResume) resumed.add(id)
    else lose(id, error instanceof TooLarge ? error.message : CUT.before)
  }
  const share = createShare()
  const watched = watchFetch(fetch, {
    maxBytes,
    share,
    onRequest(id) {
      // Over SSE the answer comes by another way than the response.
      if (server.type === 'http') open.add(id)
    },
    onCancelled: (id) => open.delete(id),
    onEnd: (end) => void onEnd(end),
    onFailure(cause) {
      fetchFailure = cause
    },
  })
  const transport = sdkTransport(server, watched)
  transport.onmessage = (message) => {
    if (isJSONRPCRequest(message)) share.spend(REQUEST_COST)
    const end = endOfCancelled(message)
    if (end !== message) transport.onmessage?.(end)
    if (!isJSONRPCResultResponse(message) && !isJSONRPCErrorResponse(message)) return
    if (message.id === undefined) return
    open.delete(message.id)
    resumed.delete(message.id)
  }
  transport.onerror = (error) => {
    // The SDK would open the stream anew, of a session that the server has not begun.
    if (error instanceof SseError) void transport.close()
    if (!error.message.startsWith('Maximum reconnection attempts')) return
    for (const id of resumed) lose(id, CUT.again)
  }
  const close = async () => {
    if (transport instanceof StreamableHTTPClientTransport)
      await Promise.race([
        transport.terminateSession().catch(() => undefined),
        delay(GOODBYE, undefined, { ref: false }),
      ])
    await transport.close()
  }
  const causeOf = (error: unknown) =>
    error instanceof SseError && error.code === undefined ? (fetchFailure ?? error) : error
  return { transport, close, causeOf }
}

function sdkTransport({ type, url, headers }: HttpServer, fetch: FetchLike) {
  const options = { fetch, requestInit: { headers: { ...headers } } }
  if (type === 'sse') return new SSEClientTransport(new URL(url), options)
  return new StreamableHTTPClientTransport(new URL(url), {
    ...options,
    reconnectionOptions: {
      initialReconnectionDelay: 300,
      maxReconnectionDelay: 5000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 3,
    },
  })
}
