/**
 * The MCP servers that are connected while the core is open. Given a transport with all secrets filled in, it starts exactly that;
 * whether it may be started is decided elsewhere.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { Clock } from '../../clock'
import { systemClock } from '../../clock'
import { AppError } from '../../../src-shared/errors'
import { message } from '../../../src-shared/languages/translate'
import type { JsonObject } from '../../../src-shared/flow/records'
import type { CallOptions, McpDescription, McpProgress } from './connection'
import { listResources, type McpResource, type McpTool } from './listings'
import { inputRequiredSchema, readQuestions, responseParams, type McpQuestions, type McpResponses } from './asking'
import { callResultSchema, readCallResult, readContents, readResultSchema } from './results'
import type { McpResult, ResultPart } from './results'
import type { ProcessStore } from './process-records'
import { createProcesses } from './processes'
import type { LocateProgram } from './server-process'
import { createSharedServer, type SharedServer } from './shared-server'
import { transportKey, type McpTransport } from './transport'

const IDLE = 5 * 60_000
const MAX_NAME = 100
/** So often a server may want a call to be made again without having asked anything, and so long it is left in peace before, in ms. */
const MOST_ROUNDS = 20
const BETWEEN_ROUNDS = 250

const callAnswerSchema = z.union([inputRequiredSchema, callResultSchema])

export type CallToolOptions = {
  signal: AbortSignal
  /** In ms, from the last sign of progress; without it the one that the server was opened with. At most ten times that in all. */
  timeout?: number | undefined
  onProgress?: ((progress: McpProgress) => void) | undefined
  /** The answers to what the call asked when it was made before. */
  answers?: McpResponses | undefined
}

/**
 * A server as one user of it sees it. It stays usable after the server died or was ended for lack of use: the next request starts it
 * anew. All methods throw AppError `tool-failed`, or the signal's reason.
 */
export type McpServer = {
  readonly tools: (signal: AbortSignal) => Promise<readonly McpTool[]>
  /** A result with `isError` is a result; an unknown tool or arguments that do not fit may be either, as the server likes. */
  readonly callTool: (name: string, args: JsonObject, options: CallToolOptions) => Promise<McpResult | McpQuestions>
  readonly resources: (signal: AbortSignal) => Promise<McpResource[]>
  readonly readResource: (uri: string, signal: AbortSignal) => Promise<ResultPart[]>
  readonly describe: () => McpDescription
  /** The process that was started, for tests; null over HTTP and while it does not run. */
  readonly pid: () => number | null
}

export type OpenOptions = { /** In ms, for the start and for each request. */ timeout: number; signal: AbortSignal }

export type McpServers = {
  /** Connects, or joins the connection of the same transport. */
  readonly open: (transport: McpTransport, options: OpenOptions) => Promise<McpServer>
  /** Ends every process and connection, and waits for it. Nothing can be opened afterwards. */
  readonly close: () => Promise<void>
}

export type McpServersOptions = {
  /** What the program calls itself to servers. */
  info: { name: string; version: string }
  /** The fetch for a server's HTTP or SSE transport, by its address. */
  fetchFor?: (url: string) => typeof fetch
  /** How long a server that nobody uses stays, in ms. */
  idleMs?: number
  /** How long a server that wants a call to be made again is left in peace before, in ms. */
  betweenRoundsMs?: number
  clock?: Clock
  /** Where it is on record which processes were started, so that what a killed program left behind is ended before anything is opened. */
  records?: ProcessStore | undefined
  /** Finds programs; absent: they are looked for on this program's own PATH. */
  locate?: LocateProgram | undefined
}

/** None is started yet. */
export function createMcpServers(options: McpServersOptions): McpServers {
  const { info, idleMs = IDLE, betweenRoundsMs = BETWEEN_ROUNDS, clock = systemClock, records = null, locate } = options
  const servers = new Map<string, SharedServer>()
  const processes = createProcesses(records)
  let isClosed = false

  const serverFor = (transport: McpTransport): SharedServer => {
    const key = transportKey(transport)
    const found = servers.get(key)
    if (found !== undefined) return found
    const server = createSharedServer(transport, {
      idleMs,
      clock,
      async connect(onToolsChanged) {
        // The SDK is large, and many never need it.
        const { connect } = await import('./connection')
        const own = transport.type === 'stdio' ? undefined : options.fetchFor?.(transport.url)
        const connecting = connect(transport, { fetch: own ?? fetch, info, processes, locate, onToolsChanged })
        connecting.ready.then(
          ({ pid }) => processes.settled(pid()),
          () => undefined,
        )
        return connecting
      },
    })
    // What still runs when this process ends without having closed us.
    if (servers.size === 0) process.on('exit', processes.killAll)
    servers.set(key, server)
    return server
  }
  return {
    async open(transport, { timeout, signal }) {
      if (isClosed) throw new AppError('unavailable', 'The MCP servers were closed.')
      await processes.tidied()
      const server = serverFor(transport)
      await server.use({ timeout, signal }, async () => undefined)
      return viewOf(server, { usual: timeout, betweenRoundsMs })
    },
    async close() {
      isClosed = true
      await Promise.all([...servers.values()].map((server) => server.close()))
      await processes.tidied()
      process.off('exit', processes.killAll)
    },
  }
}

type ViewOptions = { usual: number; betweenRoundsMs: number }

function viewOf(server: SharedServer, { usual, betweenRoundsMs }: ViewOptions): McpServer {
  return {
    tools: (signal) => server.tools({ signal, timeout: usual }),
    async callTool(name, args, { signal, timeout = usual, onProgress, answers }) {
      const call: CallOptions = { signal, timeout, onProgress }
      const { inputSchema } = server.knownTool(name) ?? {}
      const during = { tool: name.slice(0, MAX_NAME) }
      let again = answers
      for (let round = 1; ; round += 1) {
        const params = { name, arguments: args, ...responseParams(again) }
        const asked = { request: { method: 'tools/call', params }, during, inputSchema, mayAsk: true as const }
        const given = await server.use(call, (connection) => connection.send(asked, callAnswerSchema, call))
        if (!('resultType' in given)) return readCallResult(given)
        const found = readQuestions(given)
        if (found.questions.length > 0) return found
        if (round === MOST_ROUNDS)
          throw new AppError(
            'tool-failed',
            message('The MCP server wants "{tool}" to be called again and again.', during),
          )
        again = { state: found.state, responses: {} }
        await delay(betweenRoundsMs, undefined, { signal }).catch(() => signal.throwIfAborted())
      }
    },
    resources(signal) {
      const call = { signal, timeout: usual }
      return server.use(call, (connection) => listResources(connection, call))
    },
    async readResource(uri, signal) {
      const call = { signal, timeout: usual }
      const asked = {
        request: { method: 'resources/read' as const, params: { uri } },
        during: { of: 'resource' as const },
      }
      return readContents(await server.use(call, (connection) => connection.send(asked, readResultSchema, call)), uri)
    },
    describe: server.describe,
    pid: server.pid,
  }
}
