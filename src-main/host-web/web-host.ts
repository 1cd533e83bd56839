/** The web host: the built interface and the link to the core on one port of 127.0.0.1. */

import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import { AppError, toAppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import type { Contract } from '../../src-shared/rpc/define'
import { MAX_FRAME_BYTES } from '../../src-shared/rpc/frames'
import { serve } from '../../src-shared/rpc/serve'
import type { Service } from '../../src-shared/rpc/serve'
import { createServer } from '../platform/http-server'
import { readRendererFile, securityHeaders } from '../platform/renderer-files'
import { createAccess, newToken } from './access'
import type { Access } from './access'
import { enterPage, refusalPage } from './pages'
import { serverLink } from './server-link'

/** What a web host is started with. */
export type WebHostOptions<C extends Contract> = {
  readonly core: Service<C>
  /** 0: any free port. */
  readonly port: number
  /** The folder of the built interface. */
  readonly rendererDir: string
  readonly token?: string | undefined
  /** Milliseconds between two looks whether the other end of a socket is still there. */
  readonly pingEvery?: number | undefined
}

/** A running web host; `url` has the token in it. */
export type WebHost = { readonly url: string; readonly port: number; close(): Promise<void> }

/** Starts the web host. Rejects with `unavailable` when the port is taken. */
export async function startWebHost<C extends Contract>(options: WebHostOptions<C>): Promise<WebHost> {
  const { core, rendererDir, token = newToken(), pingEvery = 20_000 } = options
  const server = createServer()
  const port = await listenOn(server, options.port)
  const access = createAccess(port, token)
  const headers = securityHeaders([`ws://127.0.0.1:${port}`, `ws://localhost:${port}`])
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES })

  server.on('request', (request, response) => {
    void answerPage({ access, headers, rendererDir }, request, response)
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const refusal = access.refuseLink(request)
    if (pathOf(request) !== '/link') refuseUpgrade(socket, '404 Not Found', 'There is no link here.')
    else if (refusal !== null) refuseUpgrade(socket, '403 Forbidden', refusal)
    else sockets.handleUpgrade(request, socket, head, (accepted) => acceptLink(core, accepted, pingEvery))
  })
  return {
    url: access.entrance,
    port,
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      server.close()
      server.closeAllConnections()
      if (server.listening) await once(server, 'close')
    },
  }
}

async function listenOn(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (cause) {
    const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
    if (!isTaken) throw toAppError(cause)
    throw new AppError(
      'unavailable',
      inEnglish(`Port ${port} is taken by another program. Close that program, or start Baton with another --port.`),
      { port },
    )
  }
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new AppError('internal', inEnglish('The web host has no port.'))
  return address.port
}

function acceptLink<C extends Contract>(core: Service<C>, socket: WebSocket, pingEvery: number): void {
  let isAnswering = true
  socket.on('pong', () => {
    isAnswering = true
  })
  const timer = setInterval(() => {
    if (!isAnswering) {
      socket.terminate()
      return
    }
    isAnswering = false
    socket.ping()
  }, pingEvery)
  timer.unref()
  socket.on('close', () => clearInterval(timer))
  serve(core, serverLink(socket))
}

function refuseUpgrade(socket: Duplex, status: string, reason: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${reason}\n`)
}

type Pages = {
  readonly access: Access
  readonly headers: Readonly<Record<string, string>>
  readonly rendererDir: string
}

type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | string
}

async function answerPage(pages: Pages, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await pageFor(pages, request).catch((cause: unknown) => plain(500, toAppError(cause).message))
  response.writeHead(answer.status, { ...pages.headers, ...answer.headers })
  response.end(request.method === 'HEAD' ? undefined : answer.body)
}

async function pageFor({ access, rendererDir }: Pages, request: IncomingMessage): Promise<Answer> {
  const wrongHost = access.refuseHost(request)
  if (wrongHost !== null) return plain(403, wrongHost)
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Only GET is answered here.')
  const path = pathOf(request)
  if (path === '/' && access.isToken(tokenOf(request))) return letIn(access, request)
  const refusal = access.refuseVisitor(request)
  if (refusal !== null) return html(403, refusalPage(refusal))
  // A token of an earlier launch must not stay in the address of a browser that is in already.
  if (path === '/' && tokenOf(request) !== null) return redirect({})
  const file = await readRendererFile(rendererDir, path)
  return file === null ? plain(404, 'There is no such file.') : { status: 200, ...file }
}

/** The cookie, and on to the page itself, so that the token does not stay in the history. */
function letIn(access: Access, request: IncomingMessage): Answer {
  const cookie = { 'Set-Cookie': access.cookie, 'Cache-Control': 'no-store' }
  const site = request.headers['sec-fetch-site']
  if (site === undefined || site === 'none' || site === 'same-origin') return redirect(cookie)
  const answer = html(200, enterPage())
  return { ...answer, headers: { ...answer.headers, ...cookie } }
}

function redirect(headers: Readonly<Record<string, string>>): Answer {
  return { status: 303, headers: { Location: '/', ...headers }, body: '' }
}

function plain(status: number, text: string): Answer {
  return {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
    body: `${text}\n`,
  }
}

function html(status: number, body: string): Answer {
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }, body }
}

/** The path of a request; whatever is no address at all becomes a path that nothing has. */
function pathOf(request: IncomingMessage): string {
  return addressOf(request)?.pathname ?? '/?'
}

function tokenOf(request: IncomingMessage): string | null {
  return addressOf(request)?.searchParams.get('token') ?? null
}

function addressOf(request: IncomingMessage): URL | null {
  const target = request.url ?? ''
  return target.startsWith('/') ? URL.parse(`http://127.0.0.1${target}`) : null
}
