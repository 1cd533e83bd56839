/**
 * Every socket that this thread opens to elsewhere, seen where Node itself opens them, whoever asked for it; and which requests go over it. It looks on:
 * nothing of a connection is changed, and what cannot be understood is an entry without a purpose rather than none. Programs that Baton starts (MCP
 * servers over standard input and output) open sockets of their own, which are not seen here.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { AppError } from '../../src-shared/errors'
import type { OutboundState } from '../../src-shared/outbound/outbound'
import { purposeNow, REFUSED, type PurposeInPlace, type RefusedConnection } from './purpose'

/** A connection as it stands now. */
export type SeenConnection = {
  /** In ms since 1970. */
  readonly at: number
  host: string
  port: number | null
  state: OutboundState
  sent: number
  received: number
  /** Of the requests that went over it; while there are none, that of who opened it. */
  readonly uses: { purpose: PurposeInPlace; requests: number }[]
}

export type WatchOptions = {
  readonly now: () => number
  /** A connection that is new or has changed; told often, so it must cost nothing. */
  readonly tell: (connection: SeenConnection) => void
}

/** So many different uses of one connection are told apart; more are counted to the last one. */
const MOST_USES = 20

/** Looks on until it is ended. */
export function watchOutbound({ now, tell }: WatchOptions): {
  refresh: (one: SeenConnection) => void
  end: () => void
} {
  const sockets = new WeakMap<Socket, SeenConnection>()
  const opened = new WeakMap<SeenConnection, WeakRef<Socket>>()
  const purposes = new WeakMap<object, PurposeInPlace>()
  // What an HTTP client is about to connect to; it opens the socket in the same breath.
  let announced: { host: string; port: number } | null = null

  const onSocket = (message: unknown): void => {
    const socket = socketIn(message)
    if (socket === null || sockets.has(socket)) return
    const place = announced ?? { host: '', port: null }
    announced = null
    const one = { at: now(), ...place, state: 'failed' as OutboundState, sent: 0, received: 0, uses: [] }
    const seen: SeenConnection = { ...one, uses: [{ purpose: purposeNow(), requests: 0 }] }
    sockets.set(socket, seen)
    opened.set(seen, new WeakRef(socket))
    follow(socket, seen, tell)
  }
  const onAnnounced = (message: unknown): void => {
    announced = announcedIn(message)
  }
  const onRequest = (message: unknown): void => {
    const request = requestIn(message)
    if (request !== null) purposes.set(request, purposeNow())
  }
  const onSent = (message: unknown): void => {
    const request = requestIn(message)
    const socket = socketIn(message)
    const seen = socket === null ? undefined : sockets.get(socket)
    if (request === null || seen === undefined) return
    countUse(seen, purposes.get(request) ?? {})
    tell(seen)
  }
  const onRefused = (message: unknown): void => {
    // Published in `purpose.ts` alone.
    const { host, port, state, purpose } = message as RefusedConnection
    tell({ at: now(), host, port, state, sent: 0, received: 0, uses: [{ purpose, requests: 0 }] })
  }
  const listeners: readonly (readonly [string | symbol, (message: unknown) => void])[] = [
    ['net.client.socket', onSocket],
    ['undici:client:beforeConnect', onAnnounced],
    ['undici:request:create', onRequest],
    ['undici:client:sendHeaders', onSent],
    [REFUSED.name, onRefused],
  ]
  for (const [name, listener] of listeners) subscribe(name, listener)
  return {
    refresh(seen) {
      const socket = opened.get(seen)?.deref()
      if (socket !== undefined && seen.state === 'open') countBytes(socket, seen)
    },
    end() {
      for (const [name, listener] of listeners) unsubscribe(name, listener)
    },
  }
}

/** Tells it once it is known where it leads: a pipe of this machine leads nowhere. */
function follow(socket: Socket, seen: SeenConnection, tell: (connection: SeenConnection) => void): void {
  const meet = (host: string | undefined, port: number | undefined): void => {
    if (seen.host === '' && host !== undefined) seen.host = host
    seen.port ??= port ?? null
  }
  socket.once('lookup', (_error: Error | null, _address: string, _family: number, host: string) =>
    meet(host, undefined),
  )
  socket.once('connectionAttempt', (address: string, port: number) => meet(address, port))
  socket.once('connect', () => {
    meet(socket.remoteAddress, socket.remotePort)
    seen.state = 'open'
    if (seen.port !== null) tell(seen)
  })
  socket.once('close', () => {
    if (seen.host === '') return
    const { errored } = socket
    if (seen.state === 'open') seen.state = 'closed'
    else if (errored instanceof AppError) seen.state = 'not-allowed'
    countBytes(socket, seen)
    tell(seen)
  })
}

function countBytes({ bytesWritten, bytesRead }: Socket, seen: SeenConnection): void {
  seen.sent = bytesWritten
  seen.received = bytesRead
}

function countUse({ uses }: SeenConnection, purpose: PurposeInPlace): void {
  // Whoever opened it stands there only until something is asked over it.
  if (uses[0]?.requests === 0) uses.length = 0
  const known = uses.find((use) => isSame(use.purpose, purpose)) ?? (uses.length < MOST_USES ? undefined : uses.at(-1))
  if (known === undefined) uses.push({ purpose, requests: 1 })
  else known.requests += 1
}

function isSame(one: PurposeInPlace, other: PurposeInPlace): boolean {
  return (
    one === other ||
    (one.why === other.why &&
      one.thread === other.thread &&
      one.node === other.node &&
      JSON.stringify(one.permit) === JSON.stringify(other.permit))
  )
}

function fieldOf(message: unknown, name: string): unknown {
  return typeof message === 'object' && message !== null ? Reflect.get(message, name) : undefined
}

function requestIn(message: unknown): object | null {
  const request = fieldOf(message, 'request')
  return typeof request === 'object' ? request : null
}

/** Anything that has the events of a socket: TLS has a class of its own. */
function socketIn(message: unknown): Socket | null {
  const socket = fieldOf(message, 'socket')
  return typeof fieldOf(socket, 'once') === 'function' ? (socket as Socket) : null
}

function announcedIn(message: unknown): { host: string; port: number } | null {
  const params = fieldOf(message, 'connectParams')
  const hostname = fieldOf(params, 'hostname')
  const port = fieldOf(params, 'port')
  if (typeof hostname !== 'string') return null
  const usual = fieldOf(params, 'protocol') === 'https:' ? 443 : 80
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' || port == null ? usual : Number(port) }
}
