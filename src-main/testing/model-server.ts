/**
 * The tests' own model server: an OpenAI-compatible endpoint on loopback that plays what a test tells it to, over real HTTP,
 * records every request and refuses what a strict provider would refuse.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callable, heard, type HeardMessage } from './heard'
import { refusals, type StrictMode } from './strict-modes'
import { findViolations, wireBody, type WireBody, type WireMessage, type WireTool } from './strict-chat'
import { sendReply, type ServerReply } from './model-reply'

/** One `POST /chat/completions` as it arrived. */
export type RecordedRequest = {
  /** 1 for the first chat request that the server saw. */
  readonly index: number
  readonly model: string
  readonly messages: readonly WireMessage[]
  /** Every tool that is declared. */
  readonly tools: readonly WireTool[]
  /** Those of them that may be called. */
  readonly toolNames: readonly string[]
  /** All words of the flow, joined by newlines: system messages, and its instructions in user messages. */
  readonly system: string
  /** What a user message says that is not the flow's, the last one; empty where there is none. */
  readonly user: string
  /** What was said last, by whomever, or the last result; empty where there is none. */
  readonly last: string
  readonly stream: boolean
  readonly authorization: string | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: WireBody
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** A chat request as it came. `isHungUp`: its caller did not wait for the whole answer. `isRefused`: it came without the key. */
export type ReceivedRequest = { readonly body: string; isHungUp: boolean; readonly isRefused: boolean }

/** What a rule looks at. Texts match as substrings; every given part must hold. */
export type RequestMatcher =
  | ((request: RecordedRequest) => boolean)
  | {
      system?: string | RegExp
      user?: string | RegExp
      last?: string | RegExp
      model?: string | RegExp
      /** Names of tools that must be on offer. */
      offers?: string | readonly string[]
    }

/** A reply, or what makes one from the request. */
export type ReplySource = ServerReply | ((request: RecordedRequest) => ServerReply)

export type ModelServerOptions = {
  /** Asked where neither the queue nor a rule answers. */
  script?: (request: RecordedRequest) => ServerReply | undefined
  /** Whose rules it keeps besides those of the protocol; `all` by default. */
  strict?: StrictMode
  /** With a key, any other `Authorization` gets 401. */
  key?: string
  /** What `GET /models` lists; null makes it 404. */
  models?: readonly string[] | null
  /** Where `/embeddings` is answered; absent: this server has none (404). */
  embeddings?: string
}

export type ModelServer = {
  /** `http://127.0.0.1:PORT/v1` */
  readonly baseUrl: string
  readonly requests: readonly RecordedRequest[]
  /** All chat requests that ever came, also those that `reset` forgot. */
  readonly received: readonly ReceivedRequest[]
  /** How many chat requests arrived, refused ones included. */
  readonly calls: number
  /** What a strict provider would have refused, one line each. Tests assert that it is empty. */
  readonly violations: readonly string[]
  /** Requests that nothing answered (they got 400). */
  readonly unanswered: readonly RecordedRequest[]
  /** Whole entries of the list of models, in the place of names. */
  list: readonly object[] | null
  /** Queues replies for the next requests, whoever asks; the queue goes before the rules. */
  reply: (...replies: ReplySource[]) => void
  /** Adds a rule: its replies are played one after another, the last one stays. The first matching rule answers. */
  on: (matcher: RequestMatcher, ...replies: ReplySource[]) => void
  /** Forgets queue, rules, requests and violations. */
  reset: () => void
  /** Resolves when the nth chat request (from 1) has arrived. */
  waitForRequest: (n: number) => Promise<RecordedRequest>
  /** Resolves when the client of the nth chat request hung up before the answer was complete. */
  waitForHangUp: (n: number) => Promise<void>
  close: () => Promise<void>
}

type Rule = { matcher: RequestMatcher; replies: ReplySource[]; next: number }

type State = {
  options: ModelServerOptions
  queue: ReplySource[]
  rules: Rule[]
  requests: RecordedRequest[]
  received: ReceivedRequest[]
  hungUp: Set<number>
  violations: string[]
  unanswered: RecordedRequest[]
  waiters: Set<() => void>
  closing: AbortController
  list: readonly object[] | null
}

/** What the newest servers of this process received, also of those that are closed: a folder is read when its test is over. */
const heardHere: KnownServer[] = []
const MOST_HEARD = 40

/** `closedAt`: in ms since 1970; null: it is open. */
type KnownServer = Pick<ModelServer, 'baseUrl' | 'received'> & { closedAt: number | null }

/** The servers of this process that were open at some time since then, in ms since 1970, the newest first: addresses are given again, also to servers of other kinds. */
export function serversSince(ms: number): readonly Pick<ModelServer, 'baseUrl' | 'received'>[] {
  return heardHere.filter(({ closedAt }) => closedAt === null || closedAt >= ms)
}

/** Starts a server on a free port of 127.0.0.1. */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const state = newState(options)
  const server = createServer((request, response) => {
    serve(state, request, response).catch((cause: unknown) =>
      response.destroy(cause instanceof Error ? cause : undefined),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const known: KnownServer = { baseUrl, received: state.received, closedAt: null }
  heardHere.unshift(known)
  heardHere.splice(MOST_HEARD)
  return {
    baseUrl,
    requests: state.requests,
    received: state.received,
    get calls() {
      return state.requests.length
    },
    violations: state.violations,
    unanswered: state.unanswered,
    get list() {
      return state.list
    },
    set list(entries) {
      state.list = entries
    },
    reply: (...replies) => void state.queue.push(...replies),
    on: (matcher, ...replies) => void state.rules.push({ matcher, replies, next: 0 }),
    reset: () => reset(state),
    waitForRequest: (n) => waitFor(state, () => state.requests[n - 1]),
    waitForHangUp: async (n) => void (await waitFor(state, () => state.hungUp.has(n) || undefined)),
    close: async () => {
      state.closing.abort()
      const closed = once(server, 'close')
      known.closedAt = Date.now()
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function newState(options: ModelServerOptions): State {
  return {
    options,
    queue: [],
    rules: [],
    requests: [],
    received: [],
    hungUp: new Set(),
    violations: [],
    unanswered: [],
    waiters: new Set(),
    closing: new AbortController(),
    list: null,
  }
}

function reset(state: State): void {
  for (const list of [state.queue, state.rules, state.requests, state.violations, state.unanswered]) list.length = 0
  state.hungUp.clear()
}

async function waitFor<T>(state: State, read: () => T | undefined): Promise<T> {
  for (;;) {
    const value = read()
    if (value !== undefined) return value
    await new Promise<void>((resolve) => state.waiters.add(resolve))
  }
}

function wake(state: State): void {
  const waiters = [...state.waiters]
  state.waiters.clear()
  for (const waiter of waiters) waiter()
}

async function serve(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await readText(request)
  const isAllowed = state.options.key === undefined || request.headers.authorization === `Bearer ${state.options.key}`
  if (!isAllowed) {
    state.received.push({ body: text, isHungUp: false, isRefused: true })
    return sendError(response, 401, 'Incorrect API key provided.')
  }
  if (request.url === '/v1/models') return sendModels(state, response)
  if (request.url === '/v1/embeddings' && state.options.embeddings !== undefined) {
    const answer = await fetch(`${state.options.embeddings}/embeddings`, { method: 'POST', body: text })
    return void response.writeHead(answer.status).end(await answer.text())
  }
  if (request.url !== '/v1/chat/completions' || request.method !== 'POST') {
    return sendError(response, 404, `Unknown request URL: ${request.method} ${request.url}.`)
  }
  const body = parseBody(text)
  if (body === null) return sendError(response, 400, 'The body is not a chat-completions request.')
  const record = recordRequest(state, request, body)
  const received: ReceivedRequest = { body: text, isHungUp: false, isRefused: false }
  state.received.push(received)
  response.on('close', () => {
    if (response.writableFinished) return
    state.hungUp.add(record.index)
    received.isHungUp = true
    wake(state)
  })
  wake(state)
  const violations = [...findViolations(body), ...refusals(body, state.options.strict ?? 'all')]
  if (violations.length > 0) {
    state.violations.push(...violations.map((violation) => `request ${record.index}: ${violation}`))
    return sendError(response, 400, violations.join('; '))
  }
  const reply = findReply(state, record)
  if (reply === undefined) {
    state.unanswered.push(record)
    return sendError(response, 400, `The test's model server has no reply for: ${record.last}`)
  }
  await sendReply(reply, { response, body, index: record.index, closing: state.closing.signal })
}

function recordRequest(state: State, request: IncomingMessage, body: WireBody): RecordedRequest {
  const parts = heard(body)
  const isFlow = ({ role }: HeardMessage) => role === 'system' || role === 'note'
  const record: RecordedRequest = {
    index: state.requests.length + 1,
    model: body.model,
    messages: body.messages,
    tools: body.tools ?? [],
    toolNames: callable(body),
    system: parts
      .filter(isFlow)
      .map(({ content }) => content)
      .join('\n'),
    user: parts.findLast(({ role }) => role === 'user')?.content ?? '',
    last: parts.findLast((part) => !isFlow(part))?.content ?? '',
    stream: body.stream === true,
    authorization: request.headers.authorization,
    headers: request.headers,
    body,
    at: Date.now(),
  }
  state.requests.push(record)
  return record
}

function findReply(state: State, request: RecordedRequest): ServerReply | undefined {
  const queued = state.queue.shift()
  if (queued !== undefined) return fromSource(queued, request)
  for (const rule of state.rules) {
    if (!matches(rule.matcher, request)) continue
    const source = rule.replies[Math.min(rule.next, rule.replies.length - 1)]
    rule.next += 1
    if (source !== undefined) return fromSource(source, request)
  }
  return state.options.script?.(request)
}

function fromSource(source: ReplySource, request: RecordedRequest): ServerReply {
  return typeof source === 'function' ? source(request) : source
}

function matches(matcher: RequestMatcher, request: RecordedRequest): boolean {
  if (typeof matcher === 'function') return matcher(request)
  const { offers = [], ...texts } = matcher
  const names = typeof offers === 'string' ? [offers] : offers
  return (
    names.every((name) => request.toolNames.includes(name)) &&
    holds(texts.system, request.system) &&
    holds(texts.user, request.user) &&
    holds(texts.last, request.last) &&
    holds(texts.model, request.model)
  )
}

function holds(pattern: string | RegExp | undefined, text: string): boolean {
  if (pattern === undefined) return true
  return typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text)
}

function parseBody(text: string): WireBody | null {
  try {
    return wireBody.parse(JSON.parse(text))
  } catch {
    return null
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function sendModels(state: State, response: ServerResponse): void {
  const { models = ['test-model'] } = state.options
  if (models === null) return sendError(response, 404, 'Not here.')
  response.writeHead(200, { 'content-type': 'application/json' })
  const data = state.list ?? models.map((id) => ({ id, object: 'model' }))
  response.end(JSON.stringify({ object: 'list', data }))
}

function sendError(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message, type: 'invalid_request_error' } }))
}
