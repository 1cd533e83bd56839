/** The HTTP side of `baton serve`: which addresses it has, who may ask for what, and how failures are told. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import { SAY_WHEN, type SayWhen } from '../../../src-shared/flow/records'
import { allowPage, callerOf, keepPrivate, refuseStrangers, type Access, type AccessKey } from './access'
import { answer, type ServingContext } from './answer'
import { readBody, type BodyLimits } from './body'
import type { Limiter } from './limits'
import type { ServedModels } from './models'
import type { Readiness } from './probes'
import { readChatRequest } from './request'
import type { RequestFacts, RequestLog } from './request-log'
import { THREAD_HEADER } from './thread-header'
import { queueOf, removeQueued } from './thread-queue'
import type { Underway } from './underway'
import { codeOf, refusedAs } from './failures'
import { modelEntry, wireError } from './wire'

export type Endpoint = ServingContext & {
  models: ServedModels
  access: Access
  limiter: Limiter
  body: BodyLimits
  /** Null: nobody reads it. */
  log: RequestLog | null
  underway: Underway
  readiness: () => Promise<Readiness>
  /** The page to talk to flows, with keys of its own; null: there is none. */
  page: ((request: IncomingMessage, response: ServerResponse, facts: RequestFacts) => Promise<void>) | null
  /** Seconds since 1970. */
  startedAt: number
  /** Models for which it was said that system messages are left out: once is enough. */
  toldSystem: Set<string>
}

/** What becomes of the turn that runs in the thread; without it, as the flow says. */
const WHEN_HEADER = 'x-baton-when'

/** One request on its way. `params`: what stands at the places of the route's pattern. */
type Exchange = {
  endpoint: Endpoint
  request: IncomingMessage
  response: ServerResponse
  params: readonly string[]
  facts: RequestFacts
}

type KeyedExchange = Exchange & { caller: AccessKey }

/** `open`: without a key. A segment that begins with `:` stands for any. */
type Route =
  | { pattern: string; method: string; open: (exchange: Exchange) => Promise<void> | void }
  | { pattern: string; method: string; keyed: (exchange: KeyedExchange) => Promise<void> | void }

const ROUTES: readonly Route[] = [
  { pattern: '/health', method: 'GET', open: ({ response }) => sendJson(response, 200, { status: 'ok' }) },
  { pattern: '/ready', method: 'GET', open: sendReadiness },
  { pattern: '/v1/chat/completions', method: 'POST', keyed: chat },
  { pattern: '/v1/models', method: 'GET', keyed: sendModels },
  { pattern: '/v1/models/:model', method: 'GET', keyed: sendModel },
  { pattern: '/v1/threads/:thread/queue', method: 'GET', keyed: sendQueue },
  { pattern: '/v1/threads/:thread/queue/:message', method: 'DELETE', keyed: takeFromQueue },
]

/** Handles one request to its end. Never throws: failures are told to the client (it is a door, as rpc is). */
export async function handleRequest(
  endpoint: Endpoint,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const facts: RequestFacts = { route: null, key: null, thread: null, error: null }
  endpoint.log?.(facts, request, response)
  keepPrivate(response)
  try {
    if (endpoint.page !== null && /^\/chat(?:\/|$)/.test(pathOf(request.url ?? '/')))
      return await endpoint.page(request, response, facts)
    refuseStrangers(request, endpoint.access)
    allowPage(request, response, THREAD_HEADER)
    await route({ endpoint, request, response, facts })
  } catch (cause) {
    refuse({ request, response, facts }, cause)
  }
}

function refuse({ request, response, facts }: Pick<Exchange, 'request' | 'response' | 'facts'>, cause: unknown): void {
  facts.error = codeOf(cause)
  const { status, body, retryAfter, mayRetry } = wireError(cause)
  if (response.headersSent || response.destroyed) return void response.destroy()
  // What is left of a refused body is not read; the connection cannot be used again.
  if (!request.complete) response.setHeader('connection', 'close')
  if (retryAfter !== null) response.setHeader('retry-after', String(retryAfter))
  // As OpenAI's own clients read it, which send what got a 409 again.
  if (!mayRetry) response.setHeader('x-should-retry', 'false')
  sendJson(response, status, body)
}

async function route(exchange: Omit<Exchange, 'params'>): Promise<void> {
  const { endpoint, request, response, facts } = exchange
  const pathname = pathOf(request.url ?? '/')
  const found = routeOf(pathname)
  facts.route = found?.route.pattern ?? null
  if (found !== null && 'open' in found.route) {
    refuseMethod(exchange, found.route)
    return await found.route.open({ ...exchange, params: [] })
  }
  // What a browser asks before a page's request has no key; it leads nowhere.
  const caller = request.method === 'OPTIONS' ? null : callerOf(request, response, endpoint.access)
  facts.key = caller?.name ?? null
  if (caller !== null) endpoint.limiter.count(caller.hash)
  if (found === null)
    throw new AppError(
      'not-found',
      inEnglish(`There is nothing at ${pathname}. Use /v1/chat/completions or /v1/models.`),
    )
  const { route: keyed, params } = found
  if (caller === null) return preflight(request, response, keyed.method)
  refuseMethod(exchange, keyed)
  if ('keyed' in keyed) await keyed.keyed({ ...exchange, caller, params })
}

function refuseMethod({ request, response }: Pick<Exchange, 'request' | 'response'>, { pattern, method }: Route): void {
  if (isMethod(request, method)) return
  response.setHeader('allow', method === 'GET' ? 'GET, HEAD' : method)
  throw new AppError('bad-input', inEnglish(`${pattern} takes ${method} only.`), refusedAs('method_not_allowed'))
}

function routeOf(pathname: string): { route: Route; params: string[] } | null {
  const parts = pathname.replace(/\/+$/, '').split('/')
  for (const one of ROUTES) {
    const pattern = one.pattern.split('/')
    const isHere = (part: string, index: number) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index])
    if (pattern.length !== parts.length || !pattern.every(isHere)) continue
    return { route: one, params: parts.filter((_part, index) => pattern[index]?.startsWith(':')).map(decoded) }
  }
  return null
}

/** HEAD is GET without the body, which Node leaves out; those that watch servers ask so. */
export function isMethod({ method }: IncomingMessage, known: string): boolean {
  return method === known || (known === 'GET' && method === 'HEAD')
}

/** The path of what a client asks for; what no address has is a path that leads nowhere. */
export function pathOf(target: string): string {
  return URL.canParse(target, 'http://localhost') ? new URL(target, 'http://localhost').pathname : target
}

/** A name as it stands in a path; one that is badly written is taken as it is, and no model is called that. */
export function decoded(name: string): string {
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

async function sendReadiness({ endpoint, response }: Exchange): Promise<void> {
  const checks = await endpoint.readiness()
  const isReady = Object.values(checks).every(Boolean)
  sendJson(response, isReady ? 200 : 503, { ready: isReady, checks })
}

function sendModels({ endpoint, response }: Exchange): void {
  const data = endpoint.models.all.map((model) => modelEntry(model, endpoint.startedAt))
  sendJson(response, 200, { object: 'list', data })
}

function sendModel({ endpoint, response, params: [name = ''] }: Exchange): void {
  sendJson(response, 200, modelEntry(endpoint.models.find(name), endpoint.startedAt))
}

async function sendQueue({ endpoint, response, facts, caller, params: [threadId = ''] }: KeyedExchange): Promise<void> {
  facts.thread = threadId
  const read = () => queueOf(endpoint.core, { caller: caller.hash, threadId })
  sendJson(response, 200, endpoint.shared === null ? read() : await endpoint.shared.briefly(threadId, read))
}

async function takeFromQueue({ endpoint, response, facts, caller, params }: KeyedExchange): Promise<void> {
  const [threadId = '', id = ''] = params
  facts.thread = threadId
  const remove = () => removeQueued(endpoint.core, { caller: caller.hash, threadId }, id)
  sendJson(response, 200, endpoint.shared === null ? remove() : await endpoint.shared.briefly(threadId, remove))
}

async function chat({ endpoint, request, response, facts, caller }: KeyedExchange): Promise<void> {
  const threadName = threadNameOf(request)
  const when = whenOf(request)
  facts.thread = threadName ?? null
  response.once('close', () => (facts.thread = headerOf(response, THREAD_HEADER) ?? facts.thread))
  const release = endpoint.limiter.hold(caller.hash)
  const over = endpoint.underway.begin()
  try {
    const asked = readChatRequest(await readBody(request, endpoint.body))
    const { id, given } = endpoint.models.find(asked.model)
    if (asked.hasSystem && !endpoint.toldSystem.has(id)) {
      endpoint.toldSystem.add(id)
      endpoint.note(`${id}: the client's system messages are left out; the flow has its own.`)
    }
    const failed = (cause: unknown) => void (facts.error = codeOf(cause))
    await answer(endpoint, { request: asked, given, caller: caller.hash, threadName, when, failed }, response)
  } finally {
    release()
    over()
  }
}

function headerOf(response: ServerResponse, name: string): string | null {
  const value = response.getHeader(name)
  return typeof value === 'string' ? value : null
}

function threadNameOf({ headers }: IncomingMessage): string | undefined {
  const name = [headers[THREAD_HEADER]].flat()[0]?.trim()
  return name === '' ? undefined : name
}

function whenOf({ headers }: IncomingMessage): SayWhen | null {
  const named = [headers[WHEN_HEADER]].flat()[0]?.trim()
  if (named === undefined || named === '') return null
  const when = SAY_WHEN.find((one) => one === named)
  if (when !== undefined) return when
  throw new AppError(
    'bad-input',
    inEnglish(`${WHEN_HEADER}: it takes ${SAY_WHEN.join(', ')}, and not "${named.slice(0, 40)}".`),
  )
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}
