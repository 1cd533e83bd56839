/** `baton mcp --http`: the protocol over streamable HTTP, to callers with a key; which session a request is of, and how many there are. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { AppError, toAppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import { allowPage, callerOf, keepPrivate, refuseStrangers, type Access } from '../serving/access'
import { readJson } from '../serving/bounded-json'
import { readBody, type BodyLimits } from '../serving/body'
import { REQUEST_BOUNDS } from '../serving/listen'
import { createMemory } from './event-memory'
import { openSession, type McpDoor, type McpSession } from './session'

export const MCP_PATH = '/mcp'
/** Sessions at once; the one that was used longest ago goes first, and one with a call under way stays. */
const MOST_SESSIONS = 100
const BODY: BodyLimits = { megabytes: 10, idleMs: 30_000, wholeMs: REQUEST_BOUNDS.bodyMs }
const SESSION_HEADER = 'mcp-session-id'

type HttpSession = { caller: string; transport: StreamableHTTPServerTransport; session: McpSession }

export type McpEndpoint = {
  /** Handles one request to its end. Never throws. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** Ends all sessions. */
  readonly close: () => Promise<void>
}

export function createEndpoint(door: McpDoor, access: Access): McpEndpoint {
  /** By their ids, the one that was used last at the end. */
  const sessions = new Map<string, HttpSession>()
  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (pathOf(request) !== MCP_PATH)
      throw refusal(404, `There is nothing here. The address of the server ends with ${MCP_PATH}.`)
    if (request.method === 'OPTIONS') return preflight(request, response)
    const { hash: caller } = callerOf(request, response, access)
    const body = request.method === 'POST' ? parse(await readBody(request, BODY)) : undefined
    const id = [request.headers[SESSION_HEADER]].flat()[0]
    if (id === undefined) return begin({ caller, body }, request, response)
    const known = sessions.get(id)
    // The same for a session of another key: nobody learns which there are.
    if (known === undefined || known.caller !== caller)
      throw refusal(404, 'This session is over or was never here. Begin a new one with "initialize".')
    sessions.delete(id)
    sessions.set(id, known)
    await known.transport.handleRequest(request, response, body)
  }
  const begin = async (
    { caller, body }: { caller: string; body: unknown },
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    if (!isInitialize(body)) throw refusal(400, `Begin with "initialize", then send the header ${SESSION_HEADER}.`)
    await makeRoom(sessions)
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: createMemory(),
      onsessioninitialized: (id) => void sessions.set(id, { caller, transport, session }),
    })
    const session = await openSession(door, caller, transport)
    void session.closed.then(() => {
      const { sessionId } = transport
      if (sessionId !== undefined) sessions.delete(sessionId)
    })
    await transport.handleRequest(request, response, body)
    if (transport.sessionId === undefined) await session.close()
  }
  return {
    async handle(request, response) {
      keepPrivate(response)
      try {
        refuseStrangers(request, access)
        allowPage(request, response, SESSION_HEADER)
        await route(request, response)
      } catch (cause) {
        refuse(request, response, cause)
      }
    },
    async close() {
      await Promise.all([...sessions.values()].map(({ session }) => session.close()))
    },
  }
}

async function makeRoom(sessions: Map<string, HttpSession>): Promise<void> {
  if (sessions.size < MOST_SESSIONS) return
  const idle = [...sessions].find(([, { session }]) => !session.isBusy())
  if (idle === undefined)
    throw refusal(503, `There are ${MOST_SESSIONS} sessions, and all of them run turns. Try again later.`)
  const [id, { session }] = idle
  sessions.delete(id)
  await session.close()
}

function isInitialize(body: unknown): boolean {
  return [body]
    .flat()
    .some((one) => typeof one === 'object' && one !== null && 'method' in one && one.method === 'initialize')
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost').pathname.replace(/\/+$/, '') : url
}

function preflight({ headers }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    'access-control-max-age': '600',
  })
  response.end()
}

function parse(body: string): unknown {
  try {
    return readJson(body)
  } catch (cause) {
    throw refusal(400, toAppError(cause).message)
  }
}

function refusal(status: number, message: string): AppError {
  return new AppError('bad-input', inEnglish(message), { answer: status })
}

/** A failure before the protocol had the request, in its shape of an error. */
function refuse(request: IncomingMessage, response: ServerResponse, cause: unknown): void {
  const { message, details } = toAppError(cause)
  if (response.headersSent || response.destroyed) return void response.destroy()
  // What is left of a refused body is not read; the connection cannot be used again.
  if (!request.complete) response.setHeader('connection', 'close')
  const status = typeof details['answer'] === 'number' ? details['answer'] : 500
  if (typeof details['retryAfter'] === 'number') response.setHeader('retry-after', String(details['retryAfter']))
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }))
}
