/** One live connection to an MCP server: the handshake, requests with a deadline, and failures in words. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { AnySchema, SchemaOutput } from '@modelcontextprotocol/sdk/server/zod-compat.js'
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  ToolListChangedNotificationSchema,
  type ClientRequest,
  type Progress,
  type ServerCapabilities,
} from '@modelcontextprotocol/sdk/types.js'
import { AppError } from '../../../src-shared/errors'
import { explain, isSessionGone, timedOut, type FailureContext } from './failures'
import { createHttpTransport } from './http-transport'
import { LONGEST_TIMER, MAX_EXTENSIONS, MAX_MESSAGE } from './limits'
import type { Processes } from './processes'
import type { LocateProgram } from './server-process'
import { sessionExpired } from './session-expired'
import { createStdioTransport } from './stdio-transport'
import { redactorOf, serverName, type McpTransport } from './transport'

const MAX_INSTRUCTIONS = 20_000

/** How far a call is; `total` where the server knows it. */
export type McpProgress = { progress: number; total: number | null; message: string | null }

export type CallOptions = {
  signal: AbortSignal
  /** In ms, from the last sign of progress. */
  timeout: number
  onProgress?: ((progress: McpProgress) => void) | undefined
}

/** What a server says of itself. */
export type McpDescription = { name: string; version: string; instructions: string | null }

/** A request in MCP's words, and what it is in ours (`"echo"`, `its list of tools`). */
export type McpRequest = { request: ClientRequest; during: string }

export type Connection = {
  readonly isOpen: () => boolean
  readonly pid: () => number | null
  readonly capabilities: () => ServerCapabilities
  readonly describe: () => McpDescription
  /** Throws AppError `tool-failed`, or the signal's reason when it was stopped (the server is told). */
  readonly send: <S extends AnySchema>(request: McpRequest, schema: S, options: CallOptions) => Promise<SchemaOutput<S>>
  readonly close: () => Promise<void>
}

export type ConnectOptions = {
  fetch: FetchLike
  info: { name: string; version: string }
  processes: Processes
  locate?: LocateProgram | undefined
  onToolsChanged: () => void
}

/** A connection that is being made. */
export type PendingConnection = {
  /** Rejects with AppError `tool-failed`. */
  readonly ready: Promise<Connection>
  /** The error when somebody no longer waits: what the server has said so far is in it. */
  readonly tooSlow: (timeout: number) => AppError
  /** Gives up, and ends what was started. */
  readonly close: () => Promise<void>
}

/** Starts the server, or reaches it, and shakes hands. Nothing is offered to it: no sampling, no elicitation, no roots. */
export function connect(server: McpTransport, options: ConnectOptions): PendingConnection {
  const link = linkTo(server, options)
  // Nothing is checked by the schemas of a server's results: compiling a stranger's schema is work that it chooses.
  const client = new Client(options.info, { capabilities: {}, jsonSchemaValidator: NO_VALIDATOR })
  client.setNotificationHandler(ToolListChangedNotificationSchema, options.onToolsChanged)
  let isOpen = true
  client.onclose = () => {
    isOpen = false
  }
  const name = serverName(server)
  const redact = redactorOf(server).text
  const at = (during: string | null): FailureContext => ({ name, type: server.type, during, redact, ...link.said() })
  const close = async () => {
    isOpen = false
    await link.close()
    await client.close()
  }

  const given = Promise.withResolvers<never>()
  const connection: Connection = {
    isOpen: () => isOpen,
    pid: link.pid,
    capabilities: () => client.getServerCapabilities() ?? {},
    describe: () => describe(client),
    async send({ request, during }, schema, call) {
      call.signal.throwIfAborted()
      const deadline = startDeadline(call)
      const onprogress = ({ progress, total, message }: Progress) => {
        deadline.extend()
        call.onProgress?.({ progress, total: total ?? null, message: message ?? null })
      }
      try {
        return await client.request(request, schema, { signal: deadline.signal, timeout: LONGEST_TIMER, onprogress })
      } catch (cause) {
        call.signal.throwIfAborted()
        const late = deadline.passed()
        if (late !== null) throw timedOut(at(during), late)
        if (!isSessionGone(cause)) throw explain(cause, at(during))
        isOpen = false
        throw sessionExpired(explain(cause, at(during)).message)
      } finally {
        deadline.end()
      }
    },
    close,
  }
  const ready = async () => {
    try {
      await Promise.race([client.connect(link.transport, { timeout: LONGEST_TIMER }), given.promise])
      return connection
    } catch (cause) {
      const error = explain(link.causeOf(cause), at(null))
      await close()
      throw error
    }
  }
  return {
    ready: ready(),
    tooSlow: (timeout) => timedOut(at(null), `${timeout} ms`),
    async close() {
      given.reject(new AppError('cancelled', `The MCP server "${name}" is no longer needed.`))
      await close()
    },
  }
}

const NO_VALIDATOR = {
  getValidator(): never {
    throw new Error("Results are not checked by a server's own schemas.")
  },
}

function linkTo(server: McpTransport, { fetch, processes, locate }: ConnectOptions) {
  if (server.type === 'stdio') {
    const transport = createStdioTransport(server, { maxBytes: MAX_MESSAGE, processes, locate })
    return {
      transport,
      close: () => transport.close(),
      pid: transport.pid,
      said: () => ({ whyEnded: transport.whyEnded(), ...transport.output() }),
      causeOf: (error: unknown) => error,
    }
  }
  const http = createHttpTransport(server, { fetch, maxBytes: MAX_MESSAGE })
  return { ...http, pid: () => null, said: () => ({ whyEnded: null, stderr: '', rubbish: null }) }
}

function describe(client: Client): McpDescription {
  const { name, version } = client.getServerVersion() ?? { name: '', version: '' }
  const instructions = client.getInstructions()?.slice(0, MAX_INSTRUCTIONS) ?? null
  return { name: name.slice(0, 200), version: version.slice(0, 200), instructions }
}

/** Ends a call when its time is up or it is stopped. Own timers, because the SDK's total only counts when progress comes. */
function startDeadline({ signal, timeout }: CallOptions) {
  const controller = new AbortController()
  const span = Math.min(timeout, LONGEST_TIMER)
  const total = Math.min(timeout * MAX_EXTENSIONS, LONGEST_TIMER)
  let passed: string | null = null
  let hasEnded = false
  const expire = (words: string) => {
    passed = words
    controller.abort(new Error(`no answer within ${words}`))
  }
  const stop = () => controller.abort(signal.reason)
  const again = () => setTimeout(expire, span, `${timeout} ms`)
  let timer = again()
  const whole = setTimeout(expire, total, `${total} ms, in spite of its progress`)
  signal.addEventListener('abort', stop, { once: true })
  return {
    signal: controller.signal,
    passed: () => passed,
    extend() {
      if (hasEnded) return
      clearTimeout(timer)
      timer = again()
    },
    end() {
      hasEnded = true
      clearTimeout(timer)
      clearTimeout(whole)
      signal.removeEventListener('abort', stop)
    },
  }
}
