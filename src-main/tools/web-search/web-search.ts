/**
 * A web search over an HTTP endpoint of the person's own. How it is asked follows from the address: `{query}` in it is
 * filled in (GET); a path that ends in /search, with "tavily" in it or in the host's name, gets JSON (POST); anything else gets
 * `?q=<query>&count=<k>` (GET). The key goes along as a bearer token, for Tavily and Brave also as they want it.
 */
import { AppError } from '../../../src-shared/errors'
import { message as sentence, type Message } from '../../../src-shared/languages/translate'
import { createRedactor, type Redactor } from '../../redaction/redactor'
import { startTimeLimit } from '../../time-limit'
import { readRedacted, type SearchResult } from './web-results'
import { refuseOffline } from '../net/offline'

export type { SearchResult } from './web-results'

export type WebSearch = {
  /** Empty or null: no search connection is set up. */
  endpoint: string | null
  key: string | null
  query: string
  topK: number
  signal: AbortSignal
  /** Takes secrets out of what the service says; the key itself unless more is known. */
  redactor?: Redactor
  /** Milliseconds; 15,000 by default. */
  timeout?: number
}

const TIMEOUT = 15_000
/** Bytes that are read of an answer at most. */
const MAX_BODY = 2_000_000
const MAX_QUERY = 400
const ERROR_TEXT = 300

/**
 * The results, best first, at most `topK`. Throws AppError `connection-missing` where no endpoint is set up, and
 * `tool-failed` for everything that goes wrong with one; the key is in no message.
 */
export async function webSearch(search: WebSearch): Promise<SearchResult[]> {
  const query = search.query.replace(/\s+/g, ' ').trim().slice(0, MAX_QUERY)
  if (query === '' || search.topK < 1) return []
  const url = addressOf(search.endpoint, query, search.topK)
  refuseOffline(url)
  const limit = startTimeLimit(search.timeout ?? TIMEOUT, search.signal)
  const redactor = search.redactor ?? createRedactor([search.key])
  try {
    const response = await fetch(url, {
      ...requestOf(url, search, query),
      // A redirect would carry the key to wherever it points.
      redirect: 'manual',
      signal: limit.signal,
    })
    const text = await readText(response, url)
    if (response.status < 200 || response.status >= 300) throw refused(response, url, beginningOf(redactor.text(text)))
    const results = readRedacted(parse(text, url), redactor.text)
    if (results === null)
      throw new AppError(
        'tool-failed',
        sentence('{host} answered in a shape that is not known as search results: {text}', {
          host: url.host,
          text: beginningOf(redactor.text(text)),
        }),
      )
    return results.slice(0, search.topK)
  } catch (cause) {
    search.signal.throwIfAborted()
    if (cause instanceof AppError) throw cause
    if (limit.hasPassed())
      throw unreachable(
        url,
        sentence('it did not answer within {seconds, number} s', { seconds: (search.timeout ?? TIMEOUT) / 1000 }),
      )
    throw unreachable(url, redactor.text(reasonOf(cause)))
  } finally {
    limit.end()
  }
}

function addressOf(endpoint: string | null, query: string, topK: number): URL {
  const given = endpoint?.trim() ?? ''
  if (given === '') {
    throw new AppError(
      'connection-missing',
      'This worker searches the web, but no search connection is set up for it. Set one up under Connections and choose it on the worker.',
    )
  }
  const isTemplate = given.includes('{query}')
  const filled = given.replace(/\{(query|count)\}/g, (_slot, name: string) =>
    name === 'query' ? encodeURIComponent(query) : String(topK),
  )
  const url = URL.canParse(filled) ? new URL(filled) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new AppError(
      'tool-failed',
      sentence(
        'The address of the search connection, "{given}", is not an http or https address. Correct it under Connections.',
        { given: given.slice(0, 200) },
      ),
    )
  if (isTemplate || takesJson(url)) return url
  url.searchParams.set('q', query)
  url.searchParams.set('count', String(topK))
  return url
}

function takesJson(url: URL): boolean {
  return `${url.hostname}${url.pathname}`.toLowerCase().includes('tavily') && /\/search\/?$/.test(url.pathname)
}

function requestOf(url: URL, { key, topK }: WebSearch, query: string): RequestInit {
  const headers = new Headers({ accept: 'application/json' })
  if (key !== null && key !== '') {
    headers.set('authorization', `Bearer ${key}`)
    if (url.hostname.endsWith('brave.com')) headers.set('x-subscription-token', key)
  }
  if (!takesJson(url)) return { headers }
  headers.set('content-type', 'application/json')
  const body = { query, max_results: topK, ...(key === null || key === '' ? {} : { api_key: key }) }
  return { method: 'POST', headers, body: JSON.stringify(body) }
}

async function readText(response: Response, url: URL): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  const body: AsyncIterable<Uint8Array> | Uint8Array[] = response.body ?? []
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > MAX_BODY)
      throw new AppError(
        'tool-failed',
        sentence('The answer of {host} is larger than {megabytes, number} MB.', {
          host: url.host,
          megabytes: MAX_BODY / 1_000_000,
        }),
      )
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function parse(text: string, url: URL): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError(
      'tool-failed',
      /^\s*</.test(text)
        ? sentence(
            '{host} answered with a web page that is not JSON. Use the address of its JSON interface; a SearXNG address needs format=json in it.',
            { host: url.host },
          )
        : sentence(
            '{host} answered with something that is not JSON. Use the address of its JSON interface; a SearXNG address needs format=json in it.',
            { host: url.host },
          ),
    )
  }
}

function refused(response: Response, url: URL, text: string): AppError {
  const { status } = response
  if (status === 401 || status === 403)
    return new AppError(
      'tool-failed',
      sentence('{host} refused the key of the search connection (HTTP {status}). Correct it under Connections.', {
        host: url.host,
        status,
      }),
    )
  if (status === 429)
    return new AppError(
      'tool-failed',
      sentence('{host} takes no more searches for now (HTTP 429). Try again later.', { host: url.host }),
    )
  const target = status >= 300 && status < 400 ? response.headers.get('location') : null
  if (target !== null)
    return new AppError(
      'tool-failed',
      sentence(
        '{host} points to another address (HTTP {status}), which is not followed. Set the final address under Connections.',
        { host: url.host, status },
      ),
    )
  return new AppError(
    'tool-failed',
    sentence('{host} could not search (HTTP {status}): {text}', { host: url.host, status, text }),
  )
}

function unreachable(url: URL, reason: string | Message): AppError {
  const said = sentence(
    'This worker searches the web, but its search connection at {host} could not be reached: {reason}. Check the address under Connections and the network.',
    { host: url.host, reason },
  )
  return new AppError('tool-failed', said, { unreachable: true })
}

function beginningOf(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, ERROR_TEXT)
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const inner = cause.cause
  if (inner instanceof Error) return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.message
  return cause.message
}
