/** The web search against a real server. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readResults } from './web-results'
import { webSearch, type WebSearch } from './web-search'

/** A text that a pattern matches, without the `any` of Vitest. */
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern)

const HIT = { title: 'Cakes', url: 'https://cakes.example/', snippet: 'All about cakes' }

describe('readResults', () => {
  it.each<[string, unknown]>([
    [
      'Tavily and SearXNG',
      { query: 'q', results: [{ title: 'Cakes', url: HIT.url, content: 'All about cakes', score: 1 }] },
    ],
    [
      'Brave',
      { web: { results: [{ title: '<strong>Cakes</strong>', url: HIT.url, description: 'All about &#99;akes' }] } },
    ],
    ['Google', { items: [{ title: 'Cakes', link: HIT.url, snippet: 'All\nabout  cakes' }] }],
    ['SerpApi', { organic_results: [{ title: 'Cakes', link: HIT.url, snippet: 'All about cakes' }] }],
    ['Serper', { organic: [{ title: 'Cakes', link: HIT.url, snippet: 'All about cakes' }] }],
    ['Bing', { webPages: { value: [{ name: 'Cakes', url: HIT.url, snippet: 'All about cakes' }] } }],
    ['a bare list', [{ title: 'Cakes', href: HIT.url, body: 'All about cakes' }]],
  ])('reads %s', (_service, answer) => expect(readResults(answer)).toEqual([HIT]))

  it('leaves out what is no web address or was there before, and cuts what is long', () => {
    const list = [
      { url: 'javascript:alert(1)' },
      { url: 'https://a.example/', content: 'x'.repeat(9_000) },
      { url: 'https://a.example/' },
      null,
      'text',
      {},
    ]
    expect(readResults({ results: list })).toEqual([
      { title: 'https://a.example/', url: 'https://a.example/', snippet: `${'x'.repeat(1_499)}…` },
    ])
  })

  it('tells nothing found from no results at all', () => {
    expect([{ results: [] }, { web: {} }, { searchInformation: {} }].map(readResults)).toEqual([[], [], []])
    expect([{ error: 'no' }, { query: {}, error: 'no' }, 'text', null, 1].map(readResults)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })
})

describe('webSearch', () => {
  const seen: {
    method: string | undefined
    url: string | undefined
    headers: IncomingMessage['headers']
    body: string
  }[] = []
  let answer: { status: number; body: string; headers?: Record<string, string> } = { status: 200, body: '' }
  let base = ''
  const server = createServer((incoming, response) => {
    let body = ''
    incoming.on('data', (data: Buffer) => (body += data.toString()))
    incoming.on('end', () => {
      seen.push({ method: incoming.method, url: incoming.url, headers: incoming.headers, body })
      if (incoming.url?.startsWith('/hang') !== true) response.writeHead(answer.status, answer.headers).end(answer.body)
    })
  })
  beforeEach(async () => {
    seen.length = 0
    answer = {
      status: 200,
      body: JSON.stringify({
        results: [HIT, { ...HIT, url: 'https://b.example/' }, { ...HIT, url: 'https://c.example/' }],
      }),
    }
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
  const search = (endpoint: string | null, more: Partial<WebSearch> = {}) =>
    webSearch({
      endpoint,
      key: 'secret-key',
      query: ' cakes\n& {count} ',
      topK: 2,
      signal: new AbortController().signal,
      ...more,
    })

  it('asks by GET with the key as a bearer token, keeps what the address has, and gives the best ones', async () => {
    expect(await search(`${base}/search?format=json`)).toEqual([HIT, { ...HIT, url: 'https://b.example/' }])
    expect(seen[0]).toMatchObject({
      method: 'GET',
      url: '/search?format=json&q=cakes+%26+%7Bcount%7D&count=2',
      headers: { authorization: 'Bearer secret-key' },
    })
    await search(`${base}/`, { key: null })
    expect(seen[1]?.headers.authorization).toBeUndefined()
  })

  it('fills in an address that says where the query goes', async () => {
    await search(`${base}/find/{query}?n={count}`)
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/find/cakes%20%26%20%7Bcount%7D?n=2' })
  })

  it('asks Tavily by POST', async () => {
    await search(`${base}/tavily/search`)
    await search(`${base}/tavily/search`, { key: null })
    expect(seen.map(({ method, url, body }): unknown[] => [method, url, JSON.parse(body)])).toEqual([
      ['POST', '/tavily/search', { query: 'cakes & {count}', max_results: 2, api_key: 'secret-key' }],
      ['POST', '/tavily/search', { query: 'cakes & {count}', max_results: 2 }],
    ])
  })

  it('without a search connection it refuses clearly', async () => {
    for (const endpoint of [null, '', '  '])
      await expect(search(endpoint)).rejects.toMatchObject({
        code: 'connection-missing',
        message: matching(/^This worker searches the web, but no search connection is set up/),
      })
    expect(await search(null, { query: '  ' })).toEqual([])
  })

  it.each<[string, { status: number; body: string; headers?: Record<string, string> }, RegExp]>([
    [
      'a refused key',
      { status: 401, body: 'secret-key' },
      /^127\.0\.0\.1:\d+ refused the key of the search connection \(HTTP 401\)/,
    ],
    ['too many searches', { status: 429, body: '' }, /takes no more searches for now/],
    ['a failure', { status: 500, body: 'no secret-key\n here' }, /could not search \(HTTP 500\): no \*\*\* here$/],
    [
      'a redirect',
      { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } },
      /points to another address \(HTTP 302\)/,
    ],
    ['a web page', { status: 200, body: '<html>' }, /answered with a web page that is not JSON.*format=json/],
    [
      'another shape',
      { status: 200, body: '{"error":"quota of secret-key"}' },
      /not known as search results: \{"error":"quota of \*\*\*"\}/,
    ],
    ['a huge answer', { status: 200, body: 'x'.repeat(2_000_001) }, /larger than 2 MB/],
  ])('%s is said in plain words, without the key', async (_what, given, message) => {
    answer = given
    await expect(search(base)).rejects.toMatchObject({ code: 'tool-failed', message: matching(message) })
    await expect(search(base)).rejects.not.toMatchObject({ message: matching(/secret-key/) })
  })

  it('an unreachable host, a slow one, a wrong address and a stop each say so', async () => {
    await expect(search('http://127.0.0.1:1/')).rejects.toThrow(
      /^This worker searches the web, but its search connection at 127.0.0.1:1 could not be reached: (ECONNREFUSED|bad port)/,
    )
    await expect(search(`${base}/hang`, { timeout: 50 })).rejects.toThrow(/did not answer within 0\.05 s/)
    await expect(search('file:///etc/passwd')).rejects.toThrow(/is not an http or https address/)
    const stop = new AbortController()
    const sent = search(`${base}/hang`, { signal: stop.signal })
    stop.abort()
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
  })
})
