/** One live connection to an MCP server: the handshake, requests with a deadline, and failures in words. */
import type {
  Client,
  FetchLike,
  Progress,
  Request as ProtocolRequest,
  ServerCapabilities,
  StandardSchemaV1,
} from '@modelcontextprotocol/client'
import { z } from 'zod'
import { AppError } from '../../../src-shared/errors'
import { ENGLISH, message as sentence, type Message } from '../../../src-shared/languages/translate'
import {
  explain,
  isOfOtherVersion,
  isSessionGone,
  timedOut,
  wantsOtherGreeting,
  wantsSession,
  type FailureContext,
  type McpTask,
} from './failures'
import { clientFor, GREETINGS, type Greeting } from './greetings'
import { createHttpTransport } from './http-transport'
import { LONGEST_TIMER, MAX_EXTENSIONS, MAX_MESSAGE } from './limits'
import type { ObjectSchema } from './object-schema'
import type { Processes } from './processes'
import type { LocateProgram } from './server-process'
import { paramHeaders } from './param-headers'
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

/** A request in MCP's words, and what it is in ours (`"echo"`, `its list of tools`). `inputSchema`: of the tool that is called, where it is known; `mayAsk`: a question is an answer too. */
export type McpRequest = {
  request: ProtocolRequest
  during: McpTask
  inputSchema?: ObjectSchema | undefined
  mayAsk?: true
}

export type Connection = {
  readonly isOpen: () => boolean
  readonly pid: () => number | null
  readonly capabilities: () => ServerCapabilities
  readonly describe: () => McpDescription
  /** Throws AppError `tool-failed`, or the signal's reason when it was stopped (the server is told). */
  readonly send: <S extends StandardSchemaV1>(
    request: McpRequest,
    schema: S,
    options: CallOptions,
  ) => Promise<StandardSchemaV1.InferOutput<S>>
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

/** Starts the server, or reaches it, and shakes hands in the way that it understands. Nothing is offered to it but to ask in the manner of 2026: no sampling, no roots. */
export function connect(server: McpTransport, options: ConnectOptions): PendingConnection {
  const given = Promise.withResolvers<never>()
  // Nobody may be waiting when it is given up.
  given.promise.catch(() => undefined)
  let attempt = greet(server, options, GREETINGS[server.type][0])
  const ready = async () => {
    let refusal: AppError | null = null
    for (const greeting of GREETINGS[server.type]) {
      if (refusal !== null) attempt = greet(server, options, greeting)
      try {
        await Promise.race([attempt.shakeHands(), given.promise])
        return attempt.connection
      } catch (cause) {
        const error = explain(attempt.causeOf(cause), attempt.at(null))
        await attempt.connection.close()
        if (!wantsOtherGreeting(cause)) throw error
        // What it said to the first one tells more than that it does not know the others.
        refusal ??= error
      }
    }
    throw (
      refusal ??
      new AppError(
        'tool-failed',
        sentence('The MCP server "{name}" could not be started.', { name: serverName(server) }),
      )
    )
  }
  return {
    ready: ready(),
    tooSlow: (timeout) => timedOut(attempt.at(null), sentence('{seconds, number} s', { seconds: timeout / 1000 })),
    async close() {
      given.reject(
        new AppError(
          'cancelled',
          sentence('The MCP server "{name}" is no longer needed.', { name: serverName(server) }),
        ),
      )
      await attempt.connection.close()
    },
  }
}

/** One start of the server, or one way to it, with one greeting. */
function greet(server: McpTransport, options: ConnectOptions, greeting: Greeting) {
  const link = linkTo(server, options)
  const client = clientFor(greeting, options)
  let isOpen = true
  client.onclose = () => {
    isOpen = false
  }
  const name = serverName(server)
  const redact = redactorOf(server).text
  const at = (during: McpTask | null): FailureContext => ({ name, type: server.type, during, redact, ...link.said() })
  const connection: Connection = {
    isOpen: () => isOpen,
    pid: link.pid,
    capabilities: () => client.getServerCapabilities() ?? {},
    describe: () => describe(client),
    async send(asked, schema, call) {
      call.signal.throwIfAborted()
      const deadline = startDeadline(call)
      const onprogress = ({ progress, total, message }: Progress) => {
        deadline.extend()
        call.onProgress?.({ progress, total: total ?? null, message: message ?? null })
      }
      const { mayAsk = false } = asked
      const sending = { signal: deadline.signal, timeout: LONGEST_TIMER, onprogress, allowInputRequired: mayAsk }
      try {
        return await client.request(asked.request, schema, { ...sending, ...headersOf(client, asked) })
      } catch (cause) {
        call.signal.throwIfAborted()
        const late = deadline.passed()
        if (late !== null) throw timedOut(at(asked.during), late)
        // As of 2026 there are no sessions; over HTTP it may be another server than the one that was greeted.
        const isModern = client.getProtocolEra() === 'modern'
        if (isModern && server.type !== 'stdio' && isOfOtherVersion(cause)) isOpen = false
        const isGone = isModern ? server.type !== 'stdio' && wantsSession(cause) : isSessionGone(cause)
        if (!isGone) throw explain(cause, at(asked.during))
        isOpen = false
        throw sessionExpired(explain(cause, at(asked.during)).said)
      } finally {
        deadline.end()
      }
    },
    async close() {
      isOpen = false
      await link.close()
      await client.close()
    },
  }
  const shakeHands = () => client.connect(link.transport, { timeout: LONGEST_TIMER })
  return { connection, at, causeOf: link.causeOf, shakeHands }
}

/** What of the arguments stands in headers too; nothing as of 2025. */
function headersOf(client: Client, { request, inputSchema }: McpRequest) {
  if (inputSchema === undefined || client.getProtocolEra() !== 'modern') return {}
  const { data } = callSchema.safeParse(request)
  return data === undefined ? {} : { headers: paramHeaders(inputSchema, data.params.arguments) }
}

const callSchema = z.object({
  method: z.literal('tools/call'),
  params: z.object({ arguments: z.record(z.string(), z.json()) }),
})

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
  let passed: Message | null = null
  let hasEnded = false
  const expire = (limit: Message) => {
    passed = limit
    controller.abort(new Error(`no answer within ${ENGLISH.message(limit)}`))
  }
  const stop = () => controller.abort(signal.reason)
  const again = () => setTimeout(expire, span, sentence('{seconds, number} s', { seconds: timeout / 1000 }))
  let timer = again()
  const whole = setTimeout(
    expire,
    total,
    sentence('{seconds, number} s, in spite of its progress', { seconds: total / 1000 }),
  )
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
