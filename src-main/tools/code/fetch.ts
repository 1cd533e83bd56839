/** The one way out of the sandbox: small HTTP requests to hosts that the tool names, checked anew at every redirect and address. */
import { lookup, type LookupAddress } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { z } from 'zod'
import { AppError } from '../../../src-shared/errors'
import { readHost } from '../../../src-shared/kinds/code-tool'
import { isPublicAddress } from './addresses'

const MAX_REDIRECTS = 5
const MAX_REQUEST_BODY = 1_000_000
/** Bytes of an answer. */
const MAX_ANSWER = 5_000_000

const requestSchema = z.object({
  url: z.string().max(8000),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']),
  headers: z.record(z.string(), z.string()),
  body: z.string().max(MAX_REQUEST_BODY).nullable(),
})
type CodeRequest = z.infer<typeof requestSchema>

/** What the code gets of an answer; header names in lower case. */
export type CodeResponse = { status: number; headers: { [name: string]: string }; text: string }

/** Sends what the code asked for, given as JSON. Throws AppError. */
export type FetchCode = (request: string, signal: AbortSignal) => Promise<CodeResponse>

/** All addresses of a name, as `dns.lookup` gives them. */
export type FindAddresses = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const findAddresses: FindAddresses = (hostname, done) => lookup(hostname, { all: true }, done)

/** A fetch that reaches these hosts only, and private addresses only where a host is written as one. */
export function fetchFor(hosts: readonly string[], find: FindAddresses = findAddresses): FetchCode {
  return async (text, signal) => {
    const parsed = requestSchema.safeParse(
      JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value)),
    )
    if (!parsed.success)
      throw refusal(
        `takes an address, a method, headers that are texts and a body that is a text of at most ${MAX_REQUEST_BODY} characters`,
      )
    let request = parsed.data
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const url = allowedUrl(request.url, hosts)
      const response = await send(url, request, { find, signal })
      const { location } = response.headers
      if (location === undefined || !isRedirect(response.statusCode)) return readResponse(response, request.method)
      response.destroy()
      request = redirected(request, { from: url, location, status: response.statusCode })
    }
    throw refusal(`was redirected more than ${MAX_REDIRECTS} times`)
  }
}

function refusal(words: string): AppError {
  return new AppError('tool-failed', `baton.fetch ${words}`)
}

/** The address when the tool may reach it. Throws AppError `consent-needed` naming the host otherwise. */
function allowedUrl(text: string, hosts: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw refusal(`cannot reach "${text.slice(0, 200)}"; use http or https`)
  const isNamed = hosts.some((entry) => {
    const host = readHost(entry)
    return host !== null && host.hostname === url.hostname && isSamePort(host.port, url)
  })
  if (isNamed) return url
  const list = hosts.length === 0 ? 'It names none' : `It names ${hosts.slice(0, 10).join(', ')}`
  throw new AppError(
    'consent-needed',
    `baton.fetch may not reach ${url.host}: it is not among the tool's hosts. ${list}.`,
  )
}

function isSamePort(port: string, url: URL): boolean {
  const usual = url.protocol === 'https:' ? '443' : '80'
  return (port === '' ? usual : port) === (url.port === '' ? usual : url.port)
}

/** Headers of the connection itself, which the code does not set. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

type Sending = { find: FindAddresses; signal: AbortSignal }

function send(url: URL, { method, headers, body }: CodeRequest, { find, signal }: Sending): Promise<IncomingMessage> {
  const sent = Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()))
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method,
    agent: false,
    headers: { ...Object.fromEntries(sent), 'accept-encoding': 'identity' },
    lookup: guardedLookup(url.hostname, find),
    signal,
  })
  request.on('response', resolve)
  request.on('error', (cause: NodeJS.ErrnoException) => {
    reject(cause instanceof AppError ? cause : refusal(`could not reach ${url.host}: ${cause.code ?? cause.message}`))
  })
  request.end(method === 'GET' || method === 'HEAD' ? undefined : (body ?? undefined))
  return promise
}

/** Looks a name up once and connects to what was checked, so that a second answer cannot lead elsewhere. */
function guardedLookup(hostname: string, find: FindAddresses): LookupFunction {
  const isLiteral = hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return (name, options, done) => {
    find(name, (error, addresses) => {
      const hidden = isLiteral ? undefined : addresses.find(({ address }) => !isPublicAddress(address))
      const first = addresses[0]
      if (error !== null) done(error, '')
      else if (hidden !== undefined)
        done(
          refusal(
            `may not reach ${name}: it leads to the private address ${hidden.address}. Name that address among the hosts to allow it`,
          ),
          '',
        )
      else if (first === undefined) done(refusal(`found no address for ${name}`), '')
      else if (options.all === true) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}

function isRedirect(status = 0): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

type Redirect = { from: URL; location: string; status: number | undefined }

/** The request that follows a redirect, as browsers do it; another origin does not get what identifies the caller. */
function redirected(request: CodeRequest, { from, location, status = 0 }: Redirect): CodeRequest {
  if (!URL.canParse(location, from.href))
    throw refusal(`was redirected to "${location.slice(0, 200)}", which is no address`)
  const to = new URL(location, from)
  const becomesGet = status === 303 ? request.method !== 'HEAD' : status < 303 && request.method === 'POST'
  const secret = to.origin === from.origin ? [] : ['authorization', 'cookie']
  const about = becomesGet ? ['content-type', 'content-language', 'content-location'] : []
  const headers = Object.entries(request.headers).filter(
    ([name]) => ![...secret, ...about].includes(name.toLowerCase()),
  )
  return {
    url: to.href,
    method: becomesGet ? 'GET' : request.method,
    headers: Object.fromEntries(headers),
    body: becomesGet ? null : request.body,
  }
}

async function readResponse(response: IncomingMessage, method: string): Promise<CodeResponse> {
  const encoding = response.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity' && method !== 'HEAD') {
    response.destroy()
    throw refusal(`got an answer that is packed as ${encoding}, which it does not unpack`)
  }
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  const chunks: AsyncIterable<Uint8Array> = response
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > MAX_ANSWER) throw refusal(`got an answer of more than ${MAX_ANSWER} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [
    name,
    [value].flat().join(', '),
  ])
  return { status: response.statusCode ?? 0, headers: Object.fromEntries(headers), text: text + decoder.decode() }
}
