/**
 * A fetch for MCP over HTTP that bounds what a server can send, and notices when the answer to a request can no longer come:
 * the SDK lets such a request wait for its timeout.
 */
import type { FetchLike } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { megabytes } from './limits'
import type { Share } from './share'
import { ENGLISH, message as sentence, type Message } from '../../../src-shared/languages/translate'

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
/** A stream that can be taken up again says so in its first event. */
const LOOKED_AT = 4096
/** About what it takes to read so much of a stream, in ms: a byte, a line, an event (a message, with all that is done for it). */
const COST = { byte: 2e-6, line: 1e-3, event: 0.1 } as const
/** Statuses whose responses have no body. */
const WITHOUT_BODY = new Set([101, 103, 204, 205, 304])

export type RequestId = string | number

/** A server sent more than it may. */
export class TooLarge extends Error {
  readonly said: Message

  constructor(maxBytes: number) {
    const said = sentence('It sent a message of more than {size}.', { size: megabytes(maxBytes) })
    super(ENGLISH.message(said))
    this.said = said
  }
}

/** How the body of an answer to a request ended. `canResume`: its events had ids. */
export type StreamEnd = { id: RequestId; canResume: boolean; error: unknown }

type FetchWatch = {
  maxBytes: number
  /** The part of this thread that reading streams may take. */
  share: Share
  onRequest: (id: RequestId) => void
  /** No answer is awaited any more. */
  onCancelled: (id: RequestId) => void
  /** After the body of a request's answer ended, well or not. */
  onEnd: (end: StreamEnd) => void
  /** What a fetch threw, since not every transport passes it on. */
  onFailure: (cause: unknown) => void
}

const idSchema = z.union([z.string(), z.number()])
const bodySchema = z.object({
  id: idSchema.optional(),
  method: z.string().optional(),
  params: z.object({ requestId: idSchema.optional() }).optional(),
})

/** Wraps a fetch; each response is a plain one whose body is counted. */
export function watchFetch(inner: FetchLike, watch: FetchWatch): FetchLike {
  return async (url, init) => {
    const { id, method, params } = readBody(init?.body)
    const request = method !== undefined && id !== undefined ? id : null
    if (request !== null) watch.onRequest(request)
    const response = await inner(url, init).catch((cause: unknown) => {
      if (request !== null) watch.onCancelled(request)
      watch.onFailure(cause)
      throw cause
    })
    if (method === 'notifications/cancelled' && params?.requestId !== undefined) watch.onCancelled(params.requestId)
    if (response.body === null || WITHOUT_BODY.has(response.status)) return response
    const isStream = (response.headers.get('content-type') ?? '').startsWith('text/event-stream')
    const body = countedBody(response.body, {
      isStream,
      maxBytes: watch.maxBytes,
      share: watch.share,
      onEnd: (canResume, error) => {
        if (request !== null) watch.onEnd({ id: request, canResume, error })
      },
    })
    return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers })
  }
}

function readBody(body: unknown): z.infer<typeof bodySchema> {
  if (typeof body !== 'string') return {}
  const parsed = bodySchema.safeParse(JSON.parse(body))
  return parsed.success ? parsed.data : {}
}

type CountOptions = Pick<FetchWatch, 'maxBytes' | 'share'> & {
  isStream: boolean
  onEnd: (canResume: boolean, error: unknown) => void
}

function countedBody(body: ReadableStream<Uint8Array>, { isStream, maxBytes, share, onEnd }: CountOptions) {
  const reader = body.getReader()
  const measure = createMeasure(isStream)
  let start = ''
  const canResume = () => isStream && /^id:/m.test(start)
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        await share.rest()
        const { done, value } = await reader.read()
        if (done) {
          controller.close()
          onEnd(canResume(), null)
          return
        }
        if (start.length < LOOKED_AT) start += Buffer.from(value.subarray(0, LOOKED_AT)).toString('latin1')
        const { largest, cost } = measure(value)
        share.spend(cost)
        if (largest > maxBytes) {
          await reader.cancel()
          throw new TooLarge(maxBytes)
        }
        controller.enqueue(value)
      } catch (cause) {
        controller.error(cause)
        onEnd(canResume() && !(cause instanceof TooLarge), cause)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** `largest`: the bytes of a body so far, of a stream those of its largest event; `cost`: of what was added, in ms. */
type BodyMeasurement = { largest: number; cost: number }

function createMeasure(isStream: boolean): (chunk: Uint8Array) => BodyMeasurement {
  let total = 0
  let largest = 0
  let isLineEmpty = true
  return (chunk) => {
    if (!isStream) return { largest: (total += chunk.length), cost: 0 }
    let cost = chunk.length * COST.byte
    for (const byte of chunk) {
      total += 1
      if (byte === LINE_FEED) {
        cost += isLineEmpty ? COST.event : COST.line
        if (isLineEmpty) total = 0
        isLineEmpty = true
      } else if (byte !== CARRIAGE_RETURN) isLineEmpty = false
      if (total > largest) largest = total
    }
    return { largest, cost }
  }
}
