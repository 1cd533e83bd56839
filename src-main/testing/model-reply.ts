/** How the tests' model server puts a scripted reply on the wire: whole, streamed, cut, hanging or broken. */
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { WireBody } from './strict-chat'

/** A tool call to play. Arguments may be a value (sent as JSON) or raw text; without an id one is made, `null` sends none. */
export type ServerCall = {
  name: string
  arguments?: unknown
  id?: string | null
  /** What stands beside the call, such as Gemini's `extra_content`. */
  extra?: Readonly<Record<string, unknown>>
}

export type ServerReply =
  /** A normal answer: text, calls or both. */
  | {
      text?: string
      /** Sent before the text, as `reasoning_content`. */
      thoughts?: string
      /** The words of a refusal, sent after the text. */
      refusal?: string
      calls?: readonly ServerCall[]
      /** How the text is split over chunks; by words where absent. */
      pieces?: readonly string[]
      usage?: { input: number; output: number } | null
      /** Wait before every chunk, in ms. */
      delayMs?: number
      /** The first chunk is sent at once, the rest when this resolves. */
      gate?: Promise<unknown>
      /** False answers plain JSON even to a request that asked for a stream. */
      stream?: false
      /** `null` leaves the finish reason out, and `[DONE]` with it. */
      finish?: string | null
      /** Destroys the socket after so many pieces of text: a cut stream. */
      cutAfter?: number
      /** Stops sending after so many pieces of text and keeps the socket open until the client or the server goes. */
      hangAfter?: number
    }
  /** An error status; `body` is sent as it is when a text, as JSON otherwise. */
  | { status: number; body?: unknown; headers?: Readonly<Record<string, string>>; retryAfter?: number | string }
  /** 200 with a body of any kind. */
  | { raw: string; contentType?: string }
  /** Closes the socket without a single byte. */
  | { drop: true }
  /** Never answers: until the client hangs up or the server closes. */
  | { hang: true }

/** Where a reply goes. */
export type ReplyTarget = {
  response: ServerResponse
  body: WireBody
  /** Number of the request, for ids. */
  index: number
  closing: AbortSignal
}

type Answer = Exclude<ServerReply, { status: number } | { raw: string } | { drop: true } | { hang: true }>
type PlayedCall = { id: string | null; name: string; arguments: string; extra: Readonly<Record<string, unknown>> }

/** Plays one reply; resolves when nothing more will be sent. */
export async function sendReply(reply: ServerReply, target: ReplyTarget): Promise<void> {
  const { response } = target
  if ('hang' in reply) return
  if ('drop' in reply) return void response.socket?.destroy()
  if ('raw' in reply) {
    response.writeHead(200, { 'content-type': reply.contentType ?? 'text/plain' })
    return void response.end(reply.raw)
  }
  if ('status' in reply) {
    const retry = reply.retryAfter === undefined ? {} : { 'retry-after': String(reply.retryAfter) }
    response.writeHead(reply.status, { 'content-type': 'application/json', ...retry, ...reply.headers })
    const body = reply.body ?? { error: { message: `Status ${reply.status} as scripted.` } }
    return void response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  const calls = (reply.calls ?? []).map((call, at) => playedCall(call, `call_${target.index}_${at + 1}`))
  if (target.body.stream === true && reply.stream !== false) return streamAnswer(reply, calls, target)
  return sendWhole(reply, calls, target)
}

function playedCall(call: ServerCall, id: string): PlayedCall {
  const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments ?? {})
  return { id: call.id === undefined ? id : call.id, name: call.name, arguments: text, extra: call.extra ?? {} }
}

function usageOf(reply: Answer, body: WireBody) {
  if (reply.usage === null) return undefined
  const length = JSON.stringify(body.messages).length
  const { input, output } = reply.usage ?? {
    input: Math.ceil(length / 4),
    output: Math.ceil((reply.text ?? '').length / 4),
  }
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}

function finishOf(reply: Answer, calls: readonly PlayedCall[]): string | null {
  return reply.finish === undefined ? (calls.length > 0 ? 'tool_calls' : 'stop') : reply.finish
}

function sendWhole(reply: Answer, calls: readonly PlayedCall[], target: ReplyTarget): void {
  const toolCalls = calls.map(({ id, extra, ...call }) => ({
    ...extra,
    ...(id === null ? {} : { id }),
    type: 'function',
    function: call,
  }))
  const message = {
    role: 'assistant',
    content: reply.text ?? null,
    ...(reply.thoughts === undefined ? {} : { reasoning_content: reply.thoughts }),
    ...(reply.refusal === undefined ? {} : { refusal: reply.refusal }),
    ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
  }
  target.response.writeHead(200, { 'content-type': 'application/json' })
  target.response.end(
    JSON.stringify({
      ...head(target, 'chat.completion'),
      choices: [{ index: 0, message, finish_reason: finishOf(reply, calls) }],
      usage: usageOf(reply, target.body),
    }),
  )
}

async function streamAnswer(reply: Answer, calls: readonly PlayedCall[], target: ReplyTarget): Promise<void> {
  const { response } = target
  const pieces = reply.pieces ?? wordsOf(reply.text)
  const shown = pieces.slice(0, Math.min(reply.cutAfter ?? Infinity, reply.hangAfter ?? Infinity))
  const isBroken = reply.cutAfter !== undefined || reply.hangAfter !== undefined
  const events = [
    ...wordsOf(reply.thoughts).map((text) => delta(target, { reasoning_content: text })),
    ...shown.map((text) => delta(target, { content: text })),
    ...wordsOf(reply.refusal).map((text) => delta(target, { refusal: text })),
    ...(isBroken ? [] : [...callEvents(calls, target), ...endEvents(reply, calls, target)]),
  ]
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  const first = delta(target, { role: 'assistant', content: '' }) + (events.shift() ?? '')
  if (reply.delayMs === undefined && reply.gate === undefined) response.write(first + events.join(''))
  else {
    if (reply.delayMs !== undefined)
      await wait(reply.delayMs, undefined, { signal: target.closing }).catch(() => undefined)
    response.write(first)
    await reply.gate
    await writeSlowly(events, reply.delayMs ?? 0, target)
  }
  // An SSE comment, so that the socket goes only after everything before it has left this process.
  if (reply.cutAfter !== undefined) response.write(':\n\n', () => response.socket?.destroy())
  else if (reply.hangAfter === undefined) response.end()
}

function wordsOf(text = ''): readonly string[] {
  return text.match(/\s*\S+\s*$|\s*\S+/g) ?? []
}

async function writeSlowly(events: readonly string[], delayMs: number, target: ReplyTarget): Promise<void> {
  for (const event of events) {
    if (target.response.destroyed || target.closing.aborted) return
    if (delayMs > 0) await wait(delayMs, undefined, { signal: target.closing }).catch(() => undefined)
    target.response.write(event)
  }
}

function callEvents(calls: readonly PlayedCall[], target: ReplyTarget): string[] {
  return calls.flatMap((call, index) => {
    const id = call.id === null ? {} : { id: call.id }
    const start = { ...call.extra, index, ...id, type: 'function', function: { name: call.name, arguments: '' } }
    const parts = call.arguments.match(/[^]{1,7}/g) ?? []
    return [
      delta(target, { tool_calls: [start] }),
      ...parts.map((text) => delta(target, { tool_calls: [{ index, function: { arguments: text } }] })),
    ]
  })
}

function endEvents(reply: Answer, calls: readonly PlayedCall[], target: ReplyTarget): string[] {
  const finish = finishOf(reply, calls)
  if (finish === null) return []
  const usage = target.body.stream_options?.include_usage === true ? usageOf(reply, target.body) : undefined
  return [
    event({ ...head(target, 'chat.completion.chunk'), choices: [{ index: 0, delta: {}, finish_reason: finish }] }),
    ...(usage === undefined ? [] : [event({ ...head(target, 'chat.completion.chunk'), choices: [], usage })]),
    'data: [DONE]\n\n',
  ]
}

function delta(target: ReplyTarget, piece: unknown): string {
  return event({ ...head(target, 'chat.completion.chunk'), choices: [{ index: 0, delta: piece, finish_reason: null }] })
}

function head(target: ReplyTarget, object: string) {
  return { id: `chatcmpl-${target.index}`, object, created: 1_700_000_000, model: target.body.model }
}

function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`
}
