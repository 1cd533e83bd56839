/** The HTTP side of `baton serve`: which addresses it has, and how failures are told. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../../../src-shared/errors'
import { allowPage, callerOf, refuseStrangers, type Access } from './access'
import { answer, THREAD_HEADER, type ServingContext } from './answer'
import type { ServedModels } from './models'
import { readChatRequest } from './request'
import { modelEntry, wireError } from './wire'

export type Endpoint = ServingContext & {
  models: ServedModels
  access: Access
  /** Seconds since 1970. */
  startedAt: number
  /** Models for which it was said that system messages are left out: once is enough. */
  toldSystem: Set<string>
}

/** Room for as many pictures as one message may have. */
const MAX_BODY_MB = 44
const MAX_BODY = MAX_BODY_MB * 1024 * 1024
/** A client that still sends does not hear its refusal, so somewhat too large a body is read and thrown away first. */
const MAX_DISCARDED = 3 * MAX_BODY

/** Handles one request to its end. Never throws: failures are told to the client (it is a door, as rpc is). */
export async function handleRequest(
  endpoint: Endpoint,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    refuseStrangers(request, endpoint.access)
    allowPage(request, response, THREAD_HEADER)
    await route(endpoint, request, response)
  } catch (cause) {
    const { status, body } = wireError(cause)
    if (response.headersSent || response.destroyed) return void response.destroy()
    // What is left of a refused body is not read; the connection cannot be used again.
    if (!request.complete) response.setHeader('connection', 'close')
    sendJson(response, status, body)
  }
}

async function route(endpoint: Endpoint, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // What a browser asks before a page's request has no key; it leads nowhere.
  const caller = request.method === 'OPTIONS' ? null : callerOf(request, response, endpoint.access)
  const pathname = pathOf(request.url ?? '/')
  const path = pathname.replace(/\/+$/, '')
  const model = /^\/v1\/models\/([^/]+)$/.exec(path)?.[1]
  const known = path === '/v1/chat/completions' ? 'POST' : path === '/v1/models' || model !== undefined ? 'GET' : null
  if (known === null)
    throw new AppError('not-found', `There is nothing at ${pathname}. Use /v1/chat/completions or /v1/models.`)
  if (caller === null) return preflight(request, response, known)
  if (request.method !== known) {
    response.setHeader('allow', known)
    throw new AppError('bad-input', `${path} takes ${known} only.`, { answer: 405, openai: 'method_not_allowed' })
  }
  if (known === 'POST') return chat(endpoint, { request, caller }, response)
  if (model !== undefined) return sendModel(endpoint, decoded(model), response)
  const data = endpoint.models.all.map((model) => modelEntry(model, endpoint.startedAt))
  sendJson(response, 200, { object: 'list', data })
}

/** The path of what a client asks for; what no address has is a path that leads nowhere. */
function pathOf(target: string): string {
  return URL.canParse(target, 'http://localhost') ? new URL(target, 'http://localhost').pathname : target
}

/** A name as it stands in a path; one that is badly written is taken as it is, and no model is called that. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
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
  sendJson(response, 200, modelEntry(endpoint.models.find(name), endpoint.startedAt))
}

/** `caller`: the hash of the key. */
type CallerRequest = { request: IncomingMessage; caller: string }

async function chat(endpoint: Endpoint, { request, caller }: CallerRequest, response: ServerResponse): Promise<void> {
  const asked = readChatRequest(await readBody(request))
  const { id, given } = endpoint.models.find(asked.model)
  if (asked.hasSystem && !endpoint.toldSystem.has(id)) {
    endpoint.toldSystem.add(id)
    endpoint.note(`${id}: the client's system messages are left out; the flow has its own.`)
  }
  await answer(endpoint, { request: asked, given, caller, threadName: threadNameOf(request) }, response)
}

function threadNameOf({ headers }: IncomingMessage): string | undefined {
  const name = [headers[THREAD_HEADER]].flat()[0]?.trim()
  return name === '' ? undefined : name
}

async function readBody(request: IncomingMessage): Promise<string> {
  const tooLarge = new AppError('bad-input', `The body is larger than ${MAX_BODY_MB} MB.`, {
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
