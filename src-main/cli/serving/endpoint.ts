/** The HTTP side of `baton serve`: who may talk to it, which addresses it has, and how failures are told. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../../../src-shared/errors'
import type { GivenFlow } from '../options'
import { answer, THREAD_HEADER, type Serving } from './answer'
import { readChatRequest } from './request'
import { modelEntry, wireError } from './wire'

export type Endpoint = Serving & {
  /** The flows by their model names. */
  models: ReadonlyMap<string, GivenFlow>
  /** Seconds since 1970. */
  startedAt: number
  /** Models for which it was said that system messages are left out: once is enough. */
  toldSystem: Set<string>
}

const MAX_BODY = 10 * 1024 * 1024
/** A client that still sends does not hear its refusal, so somewhat too large a body is read and thrown away first. */
const MAX_DISCARDED = 10 * MAX_BODY

/** Handles one request to its end. Never throws: failures are told to the client (it is a door, as rpc is). */
export async function handleRequest(
  endpoint: Endpoint,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    refuseStrangers(request)
    allowPage(request, response)
    await route(endpoint, request, response)
  } catch (cause) {
    const { status, body } = wireError(cause)
    if (response.headersSent || response.destroyed) return void response.destroy()
    // What is left of a refused body is not read; the connection cannot be used again.
    if (!request.complete) response.setHeader('connection', 'close')
    sendJson(response, status, body)
  }
}

/**
 * Loopback is no trust boundary: a web page may have a name of its own point here, or simply post. So the Host must be
 * loopback, and so must the Origin, which browsers always send with what pages ask for.
 */
function refuseStrangers({ headers }: IncomingMessage): void {
  if (!isLoopback(`http://${headers.host ?? ''}`)) throw forbidden('The Host of this request is not this machine.')
  if (headers.origin !== undefined && !isLoopback(headers.origin))
    throw forbidden('Pages of other sites may not talk to Baton.')
}

function isLoopback(origin: string): boolean {
  return URL.canParse(origin) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(origin).hostname)
}

function forbidden(message: string): AppError {
  return new AppError('bad-input', message, { answer: 403, openai: 'forbidden' })
}

/** Lets chat pages that are served from this machine read the answers. */
function allowPage({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.origin === undefined) return
  response.setHeader('access-control-allow-origin', headers.origin)
  response.setHeader('access-control-expose-headers', THREAD_HEADER)
  response.setHeader('vary', 'origin')
}

async function route(endpoint: Endpoint, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const path = pathname.replace(/\/+$/, '')
  const model = /^\/v1\/models\/([^/]+)$/.exec(path)?.[1]
  const known = path === '/v1/chat/completions' ? 'POST' : path === '/v1/models' || model !== undefined ? 'GET' : null
  if (known === null)
    throw new AppError('not-found', `There is nothing at ${pathname}. Use /v1/chat/completions or /v1/models.`)
  if (request.method === 'OPTIONS') return preflight(request, response, known)
  if (request.method !== known) {
    response.setHeader('allow', known)
    throw new AppError('bad-input', `${path} takes ${known} only.`, { answer: 405, openai: 'method_not_allowed' })
  }
  if (known === 'POST') return chat(endpoint, request, response)
  if (model !== undefined) return sendModel(endpoint, decodeURIComponent(model), response)
  const data = [...endpoint.models.keys()].map((name) => modelEntry(name, endpoint.startedAt))
  sendJson(response, 200, { object: 'list', data })
}

function preflight({ headers }: IncomingMessage, response: ServerResponse, method: string): void {
  response.writeHead(204, {
    'access-control-allow-methods': method,
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    'access-control-max-age': '600',
  })
  response.end()
}

function sendModel(endpoint: Endpoint, name: string, response: ServerResponse): void {
  flowOf(endpoint, name)
  sendJson(response, 200, modelEntry(name, endpoint.startedAt))
}

async function chat(endpoint: Endpoint, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = readChatRequest(await readBody(request))
  const given = flowOf(endpoint, asked.model)
  if (asked.hasSystem && !endpoint.toldSystem.has(asked.model)) {
    endpoint.toldSystem.add(asked.model)
    endpoint.note(`${asked.model}: the client's system messages are left out; the flow has its own.`)
  }
  await answer(endpoint, { request: asked, given, threadName: threadNameOf(request) }, response)
}

function flowOf({ models }: Endpoint, name: string): GivenFlow {
  const given = models.get(name)
  if (given !== undefined) return given
  const message = `There is no model "${name}" here. There is ${[...models.keys()].join(', ')}.`
  throw new AppError('not-found', message, { openai: 'model_not_found' })
}

function threadNameOf({ headers }: IncomingMessage): string | undefined {
  const name = [headers[THREAD_HEADER]].flat()[0]?.trim()
  return name === '' ? undefined : name
}

async function readBody(request: IncomingMessage): Promise<string> {
  const tooLarge = new AppError('bad-input', 'The body is larger than 10 MB.', {
    answer: 413,
    openai: 'body_too_large',
  })
  if (Number(request.headers['content-length'] ?? 0) > MAX_DISCARDED) throw tooLarge
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(part)) continue
    size += part.length
    if (size > MAX_DISCARDED) throw tooLarge
    if (size <= MAX_BODY) parts.push(part)
  }
  if (size > MAX_BODY) throw tooLarge
  return Buffer.concat(parts).toString('utf8')
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}
