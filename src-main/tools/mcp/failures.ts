/** What went wrong with an MCP server, in words for a person. Everything here becomes an AppError `tool-failed`. */
import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, SseError } from '@modelcontextprotocol/client'
import { ZodError } from 'zod'
import { AppError } from '../../../src-shared/errors'
import {
  asWritten,
  inARow,
  message as sentence,
  type Message,
  type PlainText,
} from '../../../src-shared/languages/translate'
import { CANCELLED } from './cancelled'
import type { McpTransport } from './transport'
import { TooLarge } from './watched-fetch'

const MAX_TEXT = 1000
const SHOWN_LINES = 10

/** The code of an answer that we give ourselves to a request whose own answer can no longer come. */
export const CONNECTION_LOST = -32000

/** What an MCP server is asked for: the name of a tool, or one of these. */
export type McpTask = { tool: string } | { of: keyof typeof TASKS }

const TASKS = {
  tools: 'its list of tools',
  resources: 'its list of resources',
  resource: 'a resource',
} as const satisfies Record<string, PlainText>

function taskWords(task: McpTask): Message {
  return 'tool' in task ? asWritten(`"${task.tool}"`) : { text: TASKS[task.of], values: {} }
}

/** Who failed, at what, and what it said on the side. */
export type FailureContext = {
  name: string
  type: McpTransport['type']
  /** What was asked of it (`"echo"`, `its list of tools`); null while it was being started. */
  during: McpTask | null
  /** Why a local server is no longer there, in words. */
  whyEnded: Message | null
  stderr: string
  rubbish: string | null
  redact: (text: string) => string
}

/** Any failure of a request or of the start. AppErrors stay as they are. */
export function explain(cause: unknown, at: FailureContext): AppError {
  if (cause instanceof AppError) return cause
  if (cause instanceof TooLarge) return failed(at, cause.said)
  if (at.whyEnded !== null) return ended(at, at.whyEnded)
  if (cause instanceof SdkError && cause.code === SdkErrorCode.ClientHttpUnexpectedContent)
    return failed(at, asWritten(wholeSentence(shown(at, cause.message))))
  if (cause instanceof SdkHttpError) return refused(at, cause.status, cause.message)
  if (cause instanceof SseError) return refused(at, cause.code ?? null, cause.message)
  if (isAQuestion(cause)) return failed(at, sentence('It wants something first that Baton does not offer.'))
  if (cause instanceof ProtocolError) return answered(at, cause)
  if (cause instanceof SdkError && cause.code === SdkErrorCode.ConnectionClosed)
    return failed(at, asWritten(wholeSentence(cause.message)))
  const version = otherVersion(cause)
  if (version !== null)
    return failed(at, sentence('It speaks MCP {version}, which Baton does not.', { version: shown(at, version) }))
  if (isNotMcp(cause)) return failed(at, sentence('It answered something that is not MCP.'))
  const status = /\(HTTP (\d{3})\)/.exec(cause instanceof Error ? cause.message : '')?.[1]
  if (status !== undefined) return refused(at, Number(status), messageOf(cause))
  return unreachable(at, cause)
}

/** The server did not answer in time. */
export function timedOut(at: FailureContext, limit: Message): AppError {
  return failed(at, sentence('It did not answer within {limit}.', { limit }))
}

/** What is said of a session that is over, or by a server that has none any more: it has learnt 2026 since, and that alone. */
const NO_SESSION = /session|"code":\s*-32022\b/i

/** Whether a server no longer knows the session that a request belongs to, so that the request was not carried out. */
export function isSessionGone(cause: unknown): boolean {
  if (!(cause instanceof SdkHttpError)) return false
  const { text } = cause.data
  const said = `${cause.message} ${typeof text === 'string' ? text : ''}`
  return cause.status === 404 || (cause.status === 400 && NO_SESSION.test(said))
}

/** The same of a server that spoke as of 2026 and now wants a session first, as before 2026: another build of it was started. */
export function wantsSession(cause: unknown): boolean {
  if (cause instanceof SdkHttpError) return cause.status === 400 || cause.status === 404
  return (
    cause instanceof ProtocolError && WITHOUT_SESSION.has(cause.code) && /session|initiali[sz]ed/i.test(cause.message)
  )
}

/** The server's own codes for any failure; our own, that the answer was lost, says nothing of sessions. */
const WITHOUT_SESSION: ReadonlySet<number> = new Set([CONNECTION_LOST, -32001])

/** Whether an answer is no result of the version that was agreed on. */
export function isOfOtherVersion(cause: unknown): boolean {
  return isNotMcp(cause) && !isAQuestion(cause)
}

/** The version that a server has put in the place of one that it was offered. */
function otherVersion(cause: unknown): string | null {
  return cause instanceof Error
    ? (/^Server's protocol version is not supported: (.*)$/s.exec(cause.message)?.[1] ?? null)
    : null
}

/** Whether the server answers another greeting than the one that it was given. */
export function wantsOtherGreeting(cause: unknown): boolean {
  if (cause instanceof ProtocolError) return OTHER_GREETING.has(cause.code)
  if (otherVersion(cause) !== null) return true
  return cause instanceof SdkError && SILENCE.has(cause.code)
}

/** It did not answer as of 2026, or not at all. */
const SILENCE: ReadonlySet<SdkErrorCode> = new Set([SdkErrorCode.EraNegotiationFailed, SdkErrorCode.RequestTimeout])

/** Codes of a program that does not know `initialize`: unsupported version, unknown method, a request or parameters that lack what its own version has. */
const OTHER_GREETING: ReadonlySet<number> = new Set([-32022, -32601, -32600, -32602])

/** A call that ends with questions for a person instead of a result. */
function isAQuestion(cause: unknown): boolean {
  if (cause instanceof ProtocolError) return cause.code === -32021
  return isUnsupportedResult(cause) && JSON.stringify(cause.data ?? '').includes('input_required')
}

function isNotMcp(cause: unknown): boolean {
  if (cause instanceof SdkError && cause.code === SdkErrorCode.InvalidResult) return true
  return cause instanceof ZodError || cause instanceof SyntaxError || isUnsupportedResult(cause)
}

function isUnsupportedResult(cause: unknown): cause is SdkError {
  return cause instanceof SdkError && cause.code === SdkErrorCode.UnsupportedResultType
}

function failed(at: FailureContext, what: Message): AppError {
  const { name, during } = at
  const shown = { name, what, aside: aside(at) }
  return new AppError(
    'tool-failed',
    during === null
      ? sentence('The MCP server "{name}" could not be started. {what}{aside}', shown)
      : sentence('The MCP server "{name}" failed at {task}. {what}{aside}', { ...shown, task: taskWords(during) }),
  )
}

function ended(at: FailureContext, reason: Message): AppError {
  const { name, during } = at
  const shown = { name, reason, aside: aside(at) }
  return new AppError(
    'tool-failed',
    during === null
      ? sentence('The MCP server "{name}" ended before it was ready: {reason}.{aside}', shown)
      : sentence('The MCP server "{name}" ended while it worked on {task}: {reason}.{aside}', {
          ...shown,
          task: taskWords(during),
        }),
  )
}

function answered(at: FailureContext, cause: ProtocolError): AppError {
  const { name, during } = at
  const text = shown(at, cause.message.replace(/^(MCP error -?\d+: )+/, ''))
  // The words are our own, and as text of the protocol they come as they are in English.
  if (cause.code === CANCELLED) return failed(at, wordsOfCancelled(text))
  if (cause.code === CONNECTION_LOST) return failed(at, { text: wholeSentence(text), values: {} })
  return new AppError(
    'tool-failed',
    during === null
      ? sentence('The MCP server "{name}" refused to start: {text}', { name, text })
      : sentence('The MCP server "{name}" refused {task}: {text}', { name, task: taskWords(during), text }),
    { rpcCode: cause.code },
  )
}

function wordsOfCancelled(reason: string): Message {
  return reason === ''
    ? sentence('It cancelled the request.')
    : sentence('It cancelled the request: {reason}', { reason })
}

function refused(at: FailureContext, status: number | null, message: string): AppError {
  if (status === null || status <= 0) return failed(at, asWritten(wholeSentence(shown(at, message))))
  const said = sentence('It answered HTTP {status}.', { status })
  const saying = (more: PlainText) => failed(at, inARow([said, { text: more, values: {} }], ' '))
  if (status === 401 || status === 403) return saying('Check its headers and the secrets in them.')
  if (at.during !== null) return failed(at, inARow([said, shown(at, message)], ' '))
  if (at.type === 'http' && status >= 400 && status < 500)
    return saying('It may speak the older SSE only: choose SSE as its transport, or check the address.')
  if (at.type === 'sse' && status >= 400 && status < 500)
    return saying('It may speak streamable HTTP: choose HTTP as its transport, or check the address.')
  return failed(at, said)
}

function unreachable(at: FailureContext, cause: unknown): AppError {
  const inner = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : messageOf(inner)
  return failed(at, sentence('It could not be reached: {reason}.', { reason: shown(at, code) }))
}

function aside({ stderr, rubbish, redact }: FailureContext): Message | '' {
  const lines = stderr.trim().split(/\r?\n/).slice(-SHOWN_LINES).join('\n')
  const heard = lines === '' ? '' : sentence(' Its last lines on stderr:\n{lines}', { lines: redact(lines) })
  if (rubbish === null) return heard
  return inARow([sentence(' It wrote to stdout what is not MCP: {text}', { text: redact(rubbish) }), heard], '')
}

function shown({ redact }: FailureContext, text: string): string {
  const clean = redact(text.trim())
  return clean.length > MAX_TEXT ? `${clean.slice(0, MAX_TEXT)}…` : clean
}

function wholeSentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
