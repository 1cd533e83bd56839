/**
 * The HTTP side of one attempt at a model call: first-byte and idle timeouts, statuses, bodies that are no stream, connections that
 * break. Hands the client library nothing but good event streams; everything else becomes a Failure.
 */
import { setTimeout as setTimer, clearTimeout as clearTimer } from 'node:timers'
import type { JsonObject } from '../../src-shared/flow/records'
import type { Purpose } from '../outbound/purpose'
import { withHeaders } from './headers'
import { asRecord, parseJson } from './json'
import {
  FailedAttempt,
  fromErrorObject,
  fromNetwork,
  fromStatus,
  malformed,
  timedOut,
  type Endpoint,
  type Failure,
} from './openai-failure'
import { wholeAsStream } from './openai-messages'
import { post, type PostAnswer } from './post'
import { shapedBody } from './wire/body'
import { namesSent } from './wire/sent-names'
import { NO_KEYS, type ToolKeys } from './wire/tool-keys'
import { UNIVERSAL, type Dialect } from './wire/dialects'
import type { Refusal } from './wire/lessons'
import type { ToolsLeft } from './contract/model'
import type { Picture } from '../../src-shared/run/log/pictures'
import type { MessageSource } from '../../src-shared/run/log/requests'
import { addressOf } from './base-url'
import { asMessage, message as sentence, type Message, type PlainText } from '../../src-shared/languages/translate'

/** In ms: how long a server may take to begin its answer, and to go on with it. */
export type WireTimeouts = { firstByteMs: number; idleMs: number }

/** One attempt: its own abort signal, its clock, and what went wrong first. */
export type Attempt = {
  readonly signal: AbortSignal
  /** Set by whoever reads the answer, once a part of it has arrived. */
  hasContent: boolean
  /** How the request is written. */
  dialect: Dialect
  /** Fields of its messages that the library does not know, by their place. */
  beside: ReadonlyMap<number, JsonObject>
  /** Fields of the body that the library does not write. */
  parameters: JsonObject
  /** The tool that takes the answer, where it is asked for so. */
  answerTool: string | null
  /** A word is asked for by a schema. */
  isDecision: boolean
  /** Headers of the settings, with their secrets filled in. */
  headers: Readonly<Record<string, string>>
  /** What the server's limits left out of the request. */
  left: ToolsLeft
  /** Parameters of tools that are called otherwise in the request. */
  keys: ToolKeys
  /** The body as it was sent, empty while nothing was; where to, and what stands in it. */
  sent: string
  url: string
  pictures: readonly Picture[]
  sources: readonly (readonly MessageSource[])[]
  /** What the server said when it refused. */
  refusal: Refusal | null
  refuse: (status: number, body: string) => void
  /** Whether the stream's own end mark was seen. */
  sawEnd: boolean
  /** How a stream began, for what is no answer. */
  beginning: () => string
  failure: Failure | null
  /** Restarts the clock. */
  arm: (ms: number, silence: 'before' | 'inside') => void
  /** Records the failure, unless there is one already, and returns what to throw. */
  fail: (failure: Failure) => FailedAttempt
  /** Stops the clock; `abandon` also closes the socket. */
  end: (abandon: boolean) => void
}

/** Starts an attempt that ends when `signal` fires. */
export function startAttempt(signal: AbortSignal, dialect: Dialect = UNIVERSAL): Attempt {
  const controller = new AbortController()
  const onAbort = () => controller.abort()
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) controller.abort()
  let timer: NodeJS.Timeout | undefined
  let hasEnded = false
  const attempt: Attempt = {
    signal: controller.signal,
    dialect,
    beside: new Map(),
    parameters: {},
    answerTool: null,
    isDecision: false,
    headers: {},
    left: { tools: [], descriptions: [] },
    keys: NO_KEYS,
    sent: '',
    url: '',
    pictures: [],
    sources: [],
    refusal: null,
    refuse: (status, body) => void (attempt.refusal = { status, body, sent: namesSent(attempt.sent) }),
    hasContent: false,
    sawEnd: false,
    beginning: () => '',
    failure: null,
    arm(ms, silence) {
      clearTimer(timer)
      // What is still read after the end, to free the connection, has no clock of its own.
      if (hasEnded) return
      timer = setTimer(() => {
        attempt.fail(timedOut(silent(silence, ms)))
        controller.abort()
      }, ms)
    },
    fail(failure) {
      attempt.failure ??= failure
      return new FailedAttempt(attempt.failure)
    },
    end(abandon) {
      hasEnded = true
      clearTimer(timer)
      signal.removeEventListener('abort', onAbort)
      if (abandon) controller.abort()
    },
  }
  return attempt
}

export type WireOptions = {
  endpoint: Endpoint
  /** The key, in the header in which this server takes it. */
  key: Readonly<Record<string, string>>
  purpose: Purpose
  timeouts: WireTimeouts
  current: () => Attempt | undefined
}

/** A `fetch` for the client library. `current` is the attempt on whose behalf it is called. */
export function createWire(options: WireOptions): typeof fetch {
  const { endpoint, key, purpose, timeouts } = options
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
    'user-agent': 'baton',
    ...key,
  }
  return async (url, init) => {
    const attempt = options.current() ?? startAttempt(new AbortController().signal)
    attempt.arm(timeouts.firstByteMs, 'before')
    const given = init?.body ?? null
    attempt.sent = typeof given === 'string' ? shapedBody(given, attempt) : ''
    const address = url instanceof Request ? url.url : url
    attempt.url = addressOf(String(address))
    const all = withHeaders(headers, attempt.headers)
    const request = { headers: all, body: attempt.sent, signal: attempt.signal, purpose }
    const answer = await post(address, request).catch((cause: unknown) => {
      throw attempt.fail(fromNetwork(cause, false))
    })
    const reader = new BodyReader(answer, attempt, timeouts)
    const { status } = answer
    if (status < 200 || status > 299) {
      const body = await readAll(reader, 64_000)
      attempt.refuse(status, body)
      throw attempt.fail(fromStatus({ status, body, headers: answer.headers }, endpoint))
    }
    const isStream = (answer.headers.get('content-type') ?? '').includes('text/event-stream')
    return isStream ? asResponse(toStream(reader, attempt)) : openUnlabelled(reader, attempt, endpoint)
  }
}

/** Reads a body chunk by chunk under the attempt's clock; every read error becomes the attempt's failure. */
class BodyReader {
  private readonly answer: PostAnswer
  private readonly attempt: Attempt
  private readonly timeouts: WireTimeouts
  private pending: Uint8Array | undefined

  constructor(answer: PostAnswer, attempt: Attempt, timeouts: WireTimeouts) {
    this.answer = answer
    this.attempt = attempt
    this.timeouts = timeouts
  }

  /** The next chunk; undefined at the end. */
  async read(): Promise<Uint8Array | undefined> {
    const { pending } = this
    if (pending !== undefined) {
      this.pending = undefined
      return pending
    }
    try {
      const next = await this.answer.read()
      this.attempt.arm(this.timeouts.idleMs, 'inside')
      return next
    } catch (cause) {
      throw this.attempt.fail(fromNetwork(cause, this.attempt.hasContent))
    }
  }

  /** Puts a chunk back in front. */
  unread(chunk: Uint8Array): void {
    this.pending = chunk
  }

  cancel(): void {
    this.answer.cancel()
  }
}

/** A body without the label of a stream: a stream all the same, a whole completion, an error object, or nothing of use. */
async function openUnlabelled(reader: BodyReader, attempt: Attempt, endpoint: Endpoint): Promise<Response> {
  const chunk = await reader.read()
  if (chunk !== undefined) reader.unread(chunk)
  if (chunk !== undefined && /^\s*(data|event|id|retry)?:/.test(new TextDecoder().decode(chunk.subarray(0, 64)))) {
    return asResponse(toStream(reader, attempt))
  }
  const text = await readAll(reader, 20_000_000)
  const value = parseJson(text)
  const error = errorIn(value)
  if (error !== null) {
    attempt.refuse(400, text)
    throw attempt.fail(fromErrorObject(error, false, endpoint))
  }
  const stream = wholeAsStream(value)
  if (stream === null) throw attempt.fail(malformed(asMessage(describeBody(text, value))))
  attempt.sawEnd = true
  return asResponse(stream)
}

/** The error that a whole body tells: its own, that of its only answer (OpenRouter), or itself (vLLM). Null: it tells none. */
function errorIn(value: unknown): unknown {
  const body = asRecord(value)
  if (body['object'] === 'error') return body
  const choices: unknown = body['choices']
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined
  return body['error'] ?? asRecord(first)['error'] ?? null
}

function silent(silence: 'before' | 'inside', ms: number): Message {
  const time = describeMs(ms)
  return silence === 'before'
    ? sentence('said nothing for {time}', { time })
    : sentence('stopped in the middle of its answer and said nothing for {time}', { time })
}

function describeBody(text: string, value: unknown): PlainText {
  if (text.trim() === '') return 'answered with an empty body'
  if (value !== undefined) return 'answered with JSON that is not a chat completion'
  return text.trimStart().startsWith('<') ? 'answered with a web page' : 'answered with something that is not JSON'
}

async function readAll(reader: BodyReader, limit: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const chunk = await reader.read()
    if (chunk === undefined) return text + decoder.decode()
    text += decoder.decode(chunk, { stream: true })
    if (text.length < limit) continue
    reader.cancel()
    return text.slice(0, limit)
  }
}

function toStream(reader: BodyReader, attempt: Attempt): ReadableStream<Uint8Array> {
  let tail = ''
  let isFirst = true
  const read = async () => {
    const chunk = await reader.read()
    if (isFirst && chunk !== undefined) {
      isFirst = false
      attempt.beginning = () => new TextDecoder().decode(chunk.subarray(0, 4000))
    }
    if (chunk !== undefined && !attempt.sawEnd) {
      tail = (tail + Buffer.from(chunk.subarray(-24)).toString('latin1')).slice(-32)
      attempt.sawEnd = tail.includes('[DONE]')
    }
    return chunk
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await read()
        if (chunk === undefined) controller.close()
        else controller.enqueue(chunk)
      },
      // The library stops reading at the end mark; reading the rest lets the connection serve the next call.
      cancel: () => (attempt.sawEnd ? drain(reader) : reader.cancel()),
    },
    { highWaterMark: 0 },
  )
}

async function drain(reader: BodyReader): Promise<void> {
  const timer = setTimer(() => reader.cancel(), 1000)
  try {
    while ((await reader.read()) !== undefined);
  } catch {
    // The answer is complete; how its connection ends does not matter any more.
  } finally {
    clearTimer(timer)
  }
}

function asResponse(body: ReadableStream<Uint8Array> | string): Response {
  return new Response(body, { status: 200, headers: { 'content-type': 'text/event-stream' } })
}

function describeMs(ms: number): string {
  return ms >= 1000 ? `${Math.round(ms / 1000)} s` : `${ms} ms`
}
