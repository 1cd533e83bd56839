/** What can go wrong between Baton and a model server, as one plain value, and the words that tell a person about it. */
import { AppError, type ErrorCode } from '../../src-shared/errors'
import { asRecord, parseJson } from './json'
import {
  asMessage,
  message as sentence,
  withValues,
  type Message,
  type PlainText,
} from '../../src-shared/languages/translate'

/** Who was asked, for messages. `redact` takes the key out of what it says, before that is cut. */
export type Endpoint = { label: string; host: string; model: string; redact: (text: string) => string }

/** One failed attempt. `what` is half a sentence that follows the name of the server. */
export type Failure = {
  code: ErrorCode
  what: Message
  next: Message
  /** Whether another attempt may help. */
  canRetry: boolean
  retryAfterMs?: number
  status?: number
  /** The server could not read what its model wrote, so that the request is not at fault, whatever is quoted. */
  isOfReply?: true
}

/** Thrown inside an attempt; its message stays neutral because libraries look for words such as "timeout" in it. */
export class FailedAttempt extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super('The attempt failed.')
    this.name = 'FailedAttempt'
    this.failure = failure
  }
}

/** The failure as the error that chat and node show. */
export function toModelError(failure: Failure, endpoint: Endpoint): AppError {
  const message = sentence('The model server of "{label}" ({host}) {what}. {next}', {
    label: endpoint.label,
    host: endpoint.host,
    what: withValues(failure.what, endpoint.redact),
    next: failure.next,
  })
  const { status, retryAfterMs } = failure
  return new AppError(failure.code, message, {
    connection: endpoint.label,
    host: endpoint.host,
    model: endpoint.model,
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

const CHECK_SERVER = sentence(
  'Check that it is running and that the base URL is right (Settings, Connections), then try again.',
)

const CHECK_KEY = sentence('Check the key of this connection in Settings, Connections.')

/** An answer that is no success; `body` is its text, whatever it is. */
export type BadAnswer = { status: number; body: string; headers: Headers }

/** The failure that an HTTP status means. */
export function fromStatus({ status, body, headers }: BadAnswer, endpoint: Endpoint): Failure {
  const { message, code } = readError(endpoint.redact(body))
  const said = message === '' ? '' : `: ${endSentence(message)}`
  const about = { status, canRetry: false }
  if (UNREADABLE_REPLIES.has(code)) return { ...unreadableReply(status, said, true), status }
  if (status === 401 || status === 403) {
    const what =
      status === 401
        ? sentence('refused the key (401){said}', { said })
        : sentence('refused access (403){said}', { said })
    return { ...about, code: 'model-key', what, next: CHECK_KEY }
  }
  // Gemini and xAI refuse a key with 400.
  if (
    status === 400 &&
    /api[ _]?key/i.test(message) &&
    /invalid|incorrect|not valid|expired|not found/i.test(message)
  ) {
    return { ...about, code: 'model-key', what: sentence('refused the key (400){said}', { said }), next: CHECK_KEY }
  }
  const isModel = code === 'model_not_found' || /model\b.*(not found|does not exist|not a valid model)/i.test(message)
  if (status === 404 || (status === 400 && isModel))
    return unknownModel(status, said, { isModel, model: endpoint.model })
  if (status === 402 || code === 'insufficient_quota') {
    const next = sentence('Top up the account of this connection, or choose another connection.')
    const what = sentence('says that the quota is used up ({status}){said}', { status, said })
    return { ...about, code: 'model-quota', what, next }
  }
  if (status === 429 || status === 408 || status >= 500) {
    const what =
      status === 429
        ? sentence('asks for fewer requests (429){said}', { said })
        : sentence('cannot answer right now ({status}){said}', { status, said })
    return { ...busy(what, readDelay(headers, body)), status }
  }
  if (status >= 300 && status < 400) {
    const target = headers.get('location') ?? sentence('another address')
    const next = sentence('Put that address into the base URL of this connection.')
    const what = sentence('sends its callers on to {target} ({status})', { target, status })
    return { ...about, code: 'model-rejected', what, next }
  }
  const next = sentence('Change what the message names: the model, its settings, or the prompt and tools of this node.')
  const what = sentence('rejected the request ({status}){said}', { status, said })
  return { ...about, code: 'model-rejected', what, next }
}

/** The failure of a prompt that is too long, of which nothing more can be left out. */
export function tooLong({ what, status }: Failure, limit: number | null): Failure {
  const next =
    limit === null
      ? sentence(
          'Even a shorter conversation did not fit. Shorten the prompt, offer fewer tools, or choose a model with a larger context.',
        )
      : sentence(
          'Even a shorter conversation did not fit. The model holds {limit} tokens. Shorten the prompt, offer fewer tools, or choose a model with a larger context.',
          { limit },
        )
  return { code: 'model-context', what, next, canRetry: false, ...(status === undefined ? {} : { status }) }
}

function unknownModel(status: number, said: string, about: { isModel: boolean; model: string }): Failure {
  const what = about.isModel
    ? sentence('does not know the model "{model}" ({status}){said}', { model: about.model, status, said })
    : sentence('found nothing at this address for the model "{model}" ({status}){said}', {
        model: about.model,
        status,
        said,
      })
  const next = sentence('Check the model name, and that the base URL ends where the API starts (often in /v1).')
  return { code: 'model-unknown', what, next, canRetry: false, status }
}

function busy(what: Message, retryAfterMs: number | null): Failure {
  const next = sentence('Try again in a moment, or choose another connection.')
  const failure: Failure = { code: 'model-busy', what, next, canRetry: true }
  return retryAfterMs === null ? failure : { ...failure, retryAfterMs }
}

/** Groq: pydantic-ai#2774, opencode#1018 (`tool_use_failed`), and the same of JSON. */
const UNREADABLE_REPLIES = new Set(['tool_use_failed', 'json_validate_failed'])

/** The failure of a reply whose call or JSON the server itself could not read. `code`: its status, or the reason why it ended. */
function unreadableReply(code: string | number, said: string, canRetry: boolean): Failure {
  const next = sentence('Try again, or choose a model that is better at calling tools.')
  const what = sentence('could not read what the model wrote ({code}){said}', { code, said })
  return { code: 'model-malformed', what, next, canRetry, isOfReply: true }
}

/** With which finish reasons a reply is no whole one: OpenRouter, Mistral (`error`), DeepSeek (`insufficient_system_resource`), vLLM (`abort`). */
const BROKEN_OFF = /^(\w+_)?error$|^abort(ed)?$|insufficient_system_resource/i
/** Gemini: python-genai#1836, pydantic-ai#3095. `function_call_filter:` stands before it at its compatible endpoint. */
const UNREADABLE_CALL = /(malformed|unexpected|invalid)_?(function|tool)_?call/i

/** The failure that a finish reason tells of; null for one that ends a reply. */
export function fromFinish(finish: string, hasContent: boolean): Failure | null {
  if (UNREADABLE_CALL.test(finish)) return unreadableReply(finish, '', !hasContent)
  return BROKEN_OFF.test(finish) ? brokenOff(finish, hasContent) : null
}

/**
 * How long a server wants to be left alone, in ms; null where it does not say. Azure says it in ms, Gemini in the body alone (jp#1061), as text
 * OpenAI and Groq too ("Please try again in 1m2.5s").
 */
function readDelay(headers: Headers, body: string): number | null {
  const inMs = Number(headers.get('retry-after-ms') ?? Number.NaN)
  if (inMs >= 0) return inMs
  const said = readRetryAfter(headers.get('retry-after'))
  if (said !== null) return said
  const { groups } = DELAY.exec(body.slice(0, 20_000)) ?? {}
  if (groups === undefined) return null
  const { minutes = '0', seconds = '0', unit } = groups
  const ms = (Number(minutes) * 60 + Number(seconds)) * 1000
  return Number.isFinite(ms) ? Math.ceil(unit === 'ms' ? ms / 1000 : ms) : null
}
const DELAY =
  /(?:"retryDelay": ?"|(?:re)?try (?:again )?in )(?:(?<minutes>\d+)m(?!s))?(?<seconds>\d+(?:\.\d+)?) ?(?<unit>ms|s(?:econds?)?)\b/i

/** `Retry-After` in ms: seconds or a date; null where absent or unreadable. */
function readRetryAfter(value: string | null, now = Date.now()): number | null {
  if (value === null || value.trim() === '') return null
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

const UNREACHABLE: Readonly<Record<string, PlainText>> = {
  ECONNREFUSED: 'refused the connection',
  ENOTFOUND: 'has a host name that was not found',
  EAI_AGAIN: 'has a host name that could not be looked up',
  EHOSTUNREACH: 'cannot be reached from here',
  ENETUNREACH: 'cannot be reached from here',
  ETIMEDOUT: 'did not accept the connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'did not accept the connection in time',
}
const RETRIED = new Set(['ECONNREFUSED', 'EAI_AGAIN'])
const LOST = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET', 'ERR_STREAM_PREMATURE_CLOSE'])
const SLOW = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

/** The failure behind an error of `fetch` or of reading its body. `hasContent`: part of the answer had arrived. */
export function fromNetwork(cause: unknown, hasContent: boolean): Failure {
  const code = networkCode(cause)
  const words = UNREACHABLE[code]
  if (words !== undefined) {
    return { code: 'model-refused', what: asMessage(words), next: CHECK_SERVER, canRetry: RETRIED.has(code) }
  }
  if (SLOW.has(code)) return timedOut(sentence('did not answer in time'))
  if (LOST.has(code) || hasContent) return dropped(hasContent, 'cut')
  const what = sentence('cannot be talked to ({reason})', { reason: code === '' ? plainMessage(cause) : code })
  return { code: 'model-refused', what, next: CHECK_SERVER, canRetry: false }
}

const DROPPED = {
  cut: {
    inside: 'cut the connection in the middle of the answer',
    before: 'cut the connection before the answer began',
  },
  ended: {
    inside: 'ended the connection in the middle of the answer',
    before: 'ended the connection before the answer began',
  },
} as const satisfies Record<string, Record<'inside' | 'before', PlainText>>

/** The failure of an answer that stopped half way, or before it began. */
export function dropped(hasContent: boolean, how: keyof typeof DROPPED): Failure {
  return {
    code: 'model-dropped',
    what: asMessage(DROPPED[how][hasContent ? 'inside' : 'before']),
    next: sentence('Nothing of it was kept. Try again.'),
    canRetry: !hasContent,
  }
}

/** The failure of an answer that its server says it could not bring to an end. */
function brokenOff(finish: string, hasContent: boolean): Failure {
  const what = hasContent
    ? sentence('broke off ({finish}) in the middle of the answer', { finish })
    : sentence('broke off ({finish}) before the answer began', { finish })
  return { ...dropped(hasContent, 'ended'), what }
}

/** The failure of a body that is not a chat completion. */
export function malformed(what: Message): Failure {
  const next = sentence('Check that the base URL is that of an OpenAI-compatible API (often it ends in /v1).')
  return { code: 'model-malformed', what, next, canRetry: false }
}

/** The failure of an answer that took too long. */
export function timedOut(what: Message): Failure {
  const next = sentence('Try again, or give this connection a longer timeout in Settings, Connections.')
  return { code: 'model-timeout', what, next, canRetry: false }
}

/** What passes by itself, in the words of Anthropic (`overloaded_error`, vellum-assistant#22759), OpenRouter, OpenAI and vLLM. */
const BUSY_KINDS =
  /overloaded|rate_?limit|resource_?exhausted|unavailable|capacity|throttl|time_?out|server_?error|^api_error$|internal/i

/** What an error object inside a 200 answer means; such servers put the status into its code, or say its kind. */
export function fromErrorObject(error: unknown, hasContent: boolean, endpoint: Endpoint): Failure {
  const text = endpoint.redact(JSON.stringify({ error }))
  const { code, status_code: named, status, type } = asRecord(error)
  const number = [code, named, status].map(Number).find((value) => value >= 400 && value < 600)
  if (!hasContent && number !== undefined)
    return fromStatus({ status: number, body: text, headers: new Headers() }, endpoint)
  const { message } = readError(text)
  const said = message === '' ? '' : `: ${endSentence(message)}`
  if (hasContent) return { ...dropped(true, 'ended'), what: sentence('broke off with an error{said}', { said }) }
  if ([code, status, type].some((kind) => typeof kind === 'string' && BUSY_KINDS.test(kind)))
    return busy(sentence('cannot answer right now{said}', { said }), readDelay(new Headers(), text))
  const what = sentence('broke off with an error{said}', { said })
  const next = sentence('Change what the message names, or try again.')
  return { code: 'model-rejected', what, next, canRetry: false }
}

/** What the first event of a stream tells that is an error itself (vLLM: `{"object": "error", "message": ...}`); null for any other. */
export function fromErrorEvent(beginning: string, endpoint: Endpoint): Failure | null {
  const [, data = ''] = /^data: ?(\{.*\})\s*$/m.exec(beginning) ?? []
  const event = asRecord(parseJson(data))
  return event['object'] === 'error' ? fromErrorObject(event, false, endpoint) : null
}

/** What a server says in an error body: its message (shortened; nothing for a web page) and its code. */
function readError(body: string): { message: string; code: string } {
  const value = parseJson(body)
  if (value === undefined) return { message: body.trimStart().startsWith('<') ? '' : shorten(body), code: '' }
  // Google's compatible endpoint puts its one error into a list.
  const outer = asRecord(Array.isArray(value) ? value[0] : value)
  const error = outer['error'] ?? outer['detail'] ?? outer['message'] ?? value
  if (typeof error === 'string') return { message: shorten(error), code: '' }
  const inner = asRecord(error)
  const message = typeof inner['message'] === 'string' ? inner['message'] : JSON.stringify(error)
  return { message: shorten(message), code: typeof inner['code'] === 'string' ? inner['code'] : '' }
}

function networkCode(cause: unknown): string {
  let error: unknown = cause
  for (let depth = 0; depth < 5 && error instanceof Error; depth += 1) {
    if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code
    if (error instanceof AggregateError && error.errors.length > 0) error = error.errors[0]
    else error = error.cause
  }
  return ''
}

/** Whole: it may quote the key, which is only taken out later. */
function plainMessage(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error ? cause.cause.message : cause.message
}

function shorten(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length <= 300 ? flat : `${flat.slice(0, 299)}…`
}

/** A full stop is put after it. */
function endSentence(text: string): string {
  return text.replace(/[.!?\s]+$/, '')
}
