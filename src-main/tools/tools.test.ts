/** The built-in tools and the HTTP tool, the latter against a real server. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { httpToolSchema } from '../../src-shared/kinds/http-tool'
import type { JsonObject } from '../../src-shared/flow/records'
import { connectionKey } from '../connections/connection-key'
import { calculate } from './calculator'
import { tellTime } from './clock'
import { request } from './http'

describe('calculator', () => {
  it.each([
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['2 ^ 3 ^ 2', '512'],
    ['-2 ^ 2', '-4'],
    ['0.1 + 0.2', '0.3'],
    ['10 % 4', '2'],
    ['1,234.5 × 2', '2469'],
    ['sqrt(16) + abs(-3)', '7'],
    ['2 * pi', '6.28318530717959'],
    ['1e3 / 4', '250'],
  ])('%s = %s', (expression, value) => expect(calculate({ expression })).toBe(value))

  it.each(['', '1 +', '(1', '1 1', '1 / 0', 'process.exit()', 'constructor', 'sqrt(-1)', '9'.repeat(1001)])(
    'refuses %j with a reason',
    (expression) => {
      expect(() => calculate({ expression })).toThrow(expect.objectContaining({ code: 'tool-failed' }))
    },
  )
})

describe('clock', () => {
  it('tells the time in a zone, and refuses what is none', () => {
    const noon = Date.UTC(2026, 10, 21, 12)
    expect(tellTime({ timezone: 'Europe/Paris' }, noon)).toBe('Saturday, 21 November 2026 at 13:00:00 (Europe/Paris)')
    expect(() => tellTime({ timezone: 'Mars/Base' }, noon)).toThrow(/is no time zone/)
  })
})

describe('http', () => {
  const seen: {
    method: string | undefined
    url: string | undefined
    headers: IncomingMessage['headers']
    body: string
  }[] = []
  let answer = { status: 200, body: 'ok' }
  let base = ''
  const server = createServer((incoming, response) => {
    let body = ''
    incoming.on('data', (data: Buffer) => (body += data.toString()))
    incoming.on('end', () => {
      seen.push({ method: incoming.method, url: incoming.url, headers: incoming.headers, body })
      if (incoming.url !== '/hang') response.writeHead(answer.status).end(answer.body)
    })
  })
  beforeEach(async () => {
    seen.length = 0
    answer = { status: 200, body: 'ok' }
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  })
  afterEach(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const send = (tool: object, args: JsonObject, more: { key?: string; signal?: AbortSignal } = {}) =>
    request(httpToolSchema.parse(tool), {
      args,
      keyFor: async () => more.key ?? null,
      signal: more.signal ?? new AbortController().signal,
    })

  it('fills url and query encoded, headers and body as text, in one pass', async () => {
    const tool = {
      method: 'POST',
      url: `${base}/cakes/{name}`,
      query: { q: '{q}', only: '{missing}' },
      headers: { 'x-name': 'n {name}' },
      body: '{"name": "{q}"}',
    }
    await send(tool, { name: 'a/b {q}', q: 'x "&" y' }, { key: 'secret' })
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/cakes/a%2Fb%20%7Bq%7D?q=x+%22%26%22+y',
      body: '{"name": "x \\"&\\" y"}',
    })
    expect(seen[0]?.headers).toMatchObject({
      'x-name': 'n a/b {q}',
      authorization: 'Bearer secret',
      'content-type': 'application/json',
    })
  })

  it('sends its arguments as JSON where a POST has no body', async () => {
    await send({ method: 'POST', url: base }, { a: 1 })
    expect(seen[0]?.body).toBe('{"a":1}')
  })

  it('a status of 400 or more is a failure with the first 500 characters', async () => {
    answer = { status: 404, body: 'x'.repeat(600) }
    await expect(send({ url: base }, {})).rejects.toThrow(/^HTTP 404 from 127.0.0.1:\d+: x{500}$/)
  })

  it('an unreachable host, a slow one, a wrong address and a stop each say so', async () => {
    await expect(send({ url: 'http://127.0.0.1:1/' }, {})).rejects.toThrow(
      /could not be reached: (ECONNREFUSED|bad port)/,
    )
    await expect(send({ url: `${base}/hang`, timeout: 50 }, {})).rejects.toThrow(/did not answer within 50 ms/)
    await expect(send({ url: 'file:///etc/passwd' }, {})).rejects.toThrow(/are not allowed/)
    const stop = new AbortController()
    const sent = send({ url: `${base}/hang` }, {}, { signal: stop.signal })
    stop.abort()
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
  })

  it("a connection's key goes to its own address only", async () => {
    const connections = {
      get: () => ({
        name: 'shop',
        provider: 'openai' as const,
        baseUrl: 'https://shop.example/v1',
        apiKey: 'k',
        model: null,
      }),
    }
    expect(await connectionKey(connections, 'shop', new URL('https://shop.example/prices'))).toBe('k')
    await expect(connectionKey(connections, 'shop', new URL('https://evil.example/'))).rejects.toMatchObject({
      code: 'consent-needed',
    })
  })
})
