/** The HTTP tool: fills in a request from the arguments and gives back the body as text, or as media where it is none. */
import { isUtf8 } from 'node:buffer'
import { AppError } from '../../src-shared/errors'
import { ENGLISH, inEnglish } from '../../src-shared/languages/translate'
import type { Json, JsonObject } from '../../src-shared/flow/records'
import type { HttpToolData } from '../../src-shared/kinds/http-tool'
import { decodeAnswer, failureReason, mediaTypeOf, readBounded } from './net/read-answer'
import { startTimeLimit } from '../time-limit'

/** Bytes that are read of an answer at most, unpacked. */
const MAX_BODY = 10_000_000
const ERROR_TEXT = 500

export type HttpCall = {
  args: JsonObject
  /** The key to send to an address; null for none. */
  keyFor: (url: URL) => Promise<string | null>
  signal: AbortSignal
  /** Values of the tool's secrets, by the names that stand for them. */
  secrets?: ReadonlyMap<string, string>
  /** The guarded fetch: says what may be reached. */
  fetch: typeof fetch
  /** Takes secrets out of an answer before a part of it is quoted. */
  redact: (text: string) => string
}

/** `text`: the whole body, or a line about the media. `media`: a body that is no text, such as an image. */
export type HttpResult = { text: string; media: HttpMedia | null }
export type HttpMedia = { mimeType: string; base64: string }

/** One request. `{param}` is filled in url and query (URL-encoded), headers and body. Throws AppError `tool-failed`; 400 and up is a failure. */
export async function request(
  tool: HttpToolData,
  { args, secrets = new Map(), keyFor, signal, fetch, redact }: HttpCall,
): Promise<HttpResult> {
  // An argument never stands in the place of a secret.
  const values = { ...args, ...Object.fromEntries(secrets) }
  const url = urlOf(tool, values)
  const headers = headersOf(tool, values, await keyFor(url))
  const { method, timeout } = tool
  const body = bodyOf(tool, { args, values }) ?? null
  return exchange({ url, method, headers, body }, { fetch, signal, timeout, redact })
}

/** A request as it is sent. */
export type SentRequest = { url: URL } & Pick<RequestInit, 'method' | 'headers' | 'body'>
export type Exchange = Pick<HttpCall, 'fetch' | 'signal' | 'redact'> & {
  /** Milliseconds. */
  timeout: number
}

/** Sends a request and reads the answer. Throws AppError `tool-failed`; 400 and up is a failure. */
export async function exchange(
  { url, ...init }: SentRequest,
  { fetch, signal, timeout, redact }: Exchange,
): Promise<HttpResult> {
  const limit = startTimeLimit(timeout, signal)
  try {
    const response = await fetch(url, { ...init, signal: limit.signal })
    const result = resultOf(response, await readBounded(response, MAX_BODY))
    if (response.status >= 400)
      throw new AppError(
        'tool-failed',
        inEnglish(`HTTP ${response.status} from ${url.host}: ${redact(result.text).slice(0, ERROR_TEXT)}`),
      )
    return result
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof AppError) throw cause
    if (limit.hasPassed())
      throw new AppError('tool-failed', inEnglish(`${url.host} did not answer within ${timeout} ms.`))
    throw new AppError(
      'tool-failed',
      inEnglish(`${url.host} could not be reached: ${ENGLISH.message(failureReason(cause))}.`),
    )
  } finally {
    limit.end()
  }
}

/** What an answer is to a model. */
function resultOf(response: Response, bytes: Uint8Array): HttpResult {
  const type = mediaTypeOf(response)
  if (isTextType(type) || (!/^(image|audio|video)\//.test(type) && isUtf8(bytes) && !bytes.includes(0)))
    return { text: decodeAnswer(response, bytes), media: null }
  const mimeType = type === '' ? 'application/octet-stream' : type
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  return { text: `[${mimeType}, ${bytes.byteLength} bytes]`, media: { mimeType, base64 } }
}

function isTextType(type: string): boolean {
  return /^text\/|[/+](json|xml|yaml)$|^application\/(javascript|x-www-form-urlencoded|x-ndjson)$/.test(type)
}

function urlOf(tool: HttpToolData, args: JsonObject): URL {
  const filled = fill(tool.url, args, encodeURIComponent)
  if (!URL.canParse(filled))
    throw new AppError('tool-failed', inEnglish(`"${filled.slice(0, 200)}" is not an address.`))
  const url = new URL(filled)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new AppError('tool-failed', inEnglish(`${url.protocol} addresses are not allowed; use http or https.`))
  for (const [name, value] of Object.entries(tool.query)) {
    // A query value that is nothing but an argument which was not given is left out.
    const only = /^\{(\w+)\}$/.exec(value)?.[1]
    if (only === undefined || (Object.hasOwn(args, only) && args[only] !== null))
      url.searchParams.append(name, fill(value, args))
  }
  return url
}

function headersOf(tool: HttpToolData, args: JsonObject, key: string | null): Headers {
  const headers = new Headers()
  if (key !== null && key !== '') headers.set('authorization', `Bearer ${key}`)
  for (const [name, value] of Object.entries(tool.headers))
    headers.set(name, fill(value, args).replace(/[\r\n]+/g, ' '))
  if (hasBody(tool) && !headers.has('content-type')) {
    const isText = tool.body !== null && tool.body !== '' && !/^\s*[[{]/.test(tool.body)
    headers.set('content-type', isText ? 'text/plain; charset=utf-8' : 'application/json')
  }
  return headers
}

function hasBody(tool: HttpToolData): boolean {
  return tool.method === 'POST' || tool.method === 'PUT' || tool.method === 'PATCH'
}

function bodyOf(tool: HttpToolData, { args, values }: { args: JsonObject; values: JsonObject }): string | undefined {
  if (tool.body !== null && tool.body !== '')
    return tool.method === 'GET' || tool.method === 'HEAD' ? undefined : fill(tool.body, values, bodyText(tool))
  return hasBody(tool) ? JSON.stringify(args) : undefined
}

/** Inside a JSON body, texts are escaped so that a quote in an argument cannot break out of its string; in a form nothing begins a field. */
function bodyText({ body, headers }: HttpToolData): (text: string) => string {
  if (/^\s*[[{]/.test(body ?? '')) return (text) => JSON.stringify(text).slice(1, -1)
  const type = Object.entries(headers).find(([name]) => /^content-type$/i.test(name))?.[1] ?? ''
  return /x-www-form-urlencoded/i.test(type) ? encodeURIComponent : (text) => text
}

/** One pass: what was put in is never looked at again; an argument that was not given becomes empty. */
function fill(template: string, args: JsonObject, encode: (text: string) => string = (text) => text): string {
  return template.replace(/\{([A-Za-z_]\w*)\}/g, (_whole, name: string) =>
    Object.hasOwn(args, name) ? encodeValue(args[name], encode) : '',
  )
}

function encodeValue(value: Json | undefined, encode: (text: string) => string): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string'
    ? encode(value)
    : typeof value === 'object'
      ? JSON.stringify(value)
      : encode(String(value))
}
