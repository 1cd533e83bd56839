/** A server on a port: how long its requests may take to come, how it begins and how it ends. */
import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import { createServer } from '../../platform/http-server'

export const LOOPBACK = '127.0.0.1'

/** How long the headers of a request may take, and then its body, however little comes at a time. */
export type RequestBounds = { headersMs: number; bodyMs: number }

export const REQUEST_BOUNDS: RequestBounds = { headersMs: 60_000, bodyMs: 300_000 }

/**
 * A server that ends requests which come too slowly with a 408. Who reads a body holds it to `bodyMs` (`readBody`) and says so; Node, which answers
 * without words and later, does it for the headers, and for a body that nobody reads.
 */
export function openServer(handle: RequestListener, { headersMs, bodyMs }: RequestBounds): Server {
  const looksEvery = Math.min(30_000, headersMs)
  const slowest = { headersTimeout: headersMs, requestTimeout: headersMs + bodyMs + looksEvery }
  return createServer({ ...slowest, connectionsCheckingInterval: looksEvery }, handle)
}

/**
 * How long a connection without a request stays open: longer than proxies keep theirs, so that it is they who close it. A process that is busy
 * for a while notices that the time is over before it reads what has come meanwhile.
 */
const KEEP_ALIVE_MS = 75_000

/** Listens on a port, 0 for any free one; which it is. */
export async function listen(server: Server, port: number, host = LOOPBACK): Promise<number> {
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new AppError('unavailable', inEnglish(`Baton cannot listen at ${host}: this machine has no such address.`))
    const why = code === 'EADDRINUSE' ? 'it is taken' : String(cause)
    throw new AppError(
      'unavailable',
      inEnglish(`Baton cannot listen on port ${port}: ${why}. Choose another one with --port.`),
    )
  }
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

/** Takes no more requests, leaves the turns that run to be resumed, and lets their clients hear of it. */
export async function closeServer(server: Server, leaveRuns: () => Promise<void>): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  await leaveRuns()
  const patience = setTimeout(() => server.closeAllConnections(), 1000)
  await closed
  clearTimeout(patience)
}
