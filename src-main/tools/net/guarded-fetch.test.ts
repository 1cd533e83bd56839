/** The guarded fetch against real servers on loopback: what it refuses, that it is a fetch, and that it stops. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../src-shared/errors'
import { asWritten } from '../../../src-shared/languages/translate'
import { guardedLookup, guardOf, type FindAddresses, type MayReach, type Reach } from './guard'
import { createGuardedFetch } from './guarded-fetch'
import { only, openFetchBench, refusal, type FetchBench } from './testing/fetch-bench'

let bench: FetchBench
beforeEach(async () => {
  bench = await openFetchBench()
})
afterEach(() => bench.close())

const leadTo =
  (...lists: string[][]): FindAddresses =>
  (_name, done) => {
    const addresses = lists.length > 1 ? (lists.shift() ?? []) : (lists[0] ?? [])
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }

describe('what may be reached', () => {
  it('asks for each URL, and names the item that would allow it', async () => {
    const send = bench.open({ mayReach: () => 'no' })
    expect(await refusal(send('https://api.example/a?key=secret'))).toEqual({
      code: 'consent-needed',
      message: 'api.example:443 may not be reached: nobody allowed it. To allow it, allow the item host:api.example.',
      details: { place: 'api.example:443', item: 'host:api.example' },
    })
    const own = bench.open({ mayReach: () => 'no', refuse: ({ why }) => new AppError('unavailable', asWritten(why)) })
    expect(await refusal(own(bench.server.base))).toMatchObject({ code: 'unavailable', message: 'host' })
    expect(bench.server.seen).toEqual([])
  })

  it.each([
    'http://127.0.0.1:{port}/',
    'http://127.0.0.1.:{port}/',
    'http://0177.0.0.1:{port}/',
    'http://0x7f.1:{port}/',
    'http://2130706433:{port}/',
    'http://127.1:{port}/',
    'http://①②⑦.0.0.1:{port}/',
    'http://0.0.0.0:{port}/',
    'http://0:{port}/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]:{port}/',
    'http://[::]:{port}/',
    'http://[::ffff:127.0.0.1]:{port}/',
    'http://[0:0:0:0:0:ffff:7f00:1]:{port}/',
    'http://[fe80::1]/',
    'http://localhost:{port}/',
    'http://LOCALHOST.:{port}/',
    'http://api.localhost:{port}/',
  ])('what is allowed as a public host only is not reached when it is written as a private one: %s', async (url) => {
    const send = bench.open({ mayReach: () => 'public', find: leadTo(['127.0.0.1']) })
    expect(await refusal(send(url.replace('{port}', String(bench.server.port))))).toMatchObject({
      code: 'consent-needed',
      message: expect.stringMatching(/it is a private address\. To allow it, allow the item host:/) as string,
    })
    expect(bench.server.seen).toEqual([])
  })

  it('reaches an address that is written out, and this machine by its names, where that very place is allowed', async () => {
    const { port } = bench.server
    const asked: [string, boolean][] = []
    const mayReach: MayReach = (url, { isRedirect }) => {
      asked.push([url.href, isRedirect])
      return 'anywhere'
    }
    const send = bench.open({ mayReach, find: leadTo(['127.0.0.1']) })
    for (const host of ['127.0.0.1', '0x7f.0.0.1', 'localhost', 'LocalHost.', 'a.localhost.'])
      expect(await (await send(`http://${host}:${port}/`)).text()).toBe('ok')
    expect(asked).toEqual([
      [`http://127.0.0.1:${port}/`, false],
      [`http://127.0.0.1:${port}/`, false],
      [`http://localhost:${port}/`, false],
      [`http://localhost:${port}/`, false],
      [`http://a.localhost:${port}/`, false],
    ])
    const elsewhere = bench.open({ mayReach, find: leadTo(['192.168.1.1']) })
    expect(await refusal(elsewhere(`http://localhost:${port}/`))).toMatchObject({
      message: expect.stringContaining('leads to the private address 192.168.1.1') as string,
    })
  })

  it.each([
    ['file:///etc/passwd', /begins with "file:" is not allowed; use http or https/],
    ['data:text/plain,a', /begins with "data:"/],
    ['http+unix://%2Fvar%2Frun%2Fdocker.sock/info', /begins with "http\+unix:"/],
    ['unix:/var/run/docker.sock', /begins with "unix:"/],
    ['nonsense', /"nonsense" is not an address; use http or https/],
    ['http://', /is not an address/],
    ['http://127.0.0.1:99999/', /is not an address/],
    [
      'http://user:secret@127.0.0.1/',
      /^the address of 127\.0\.0\.1 has a user name or a password in it; take it out\.$/,
    ],
    ['http://user@127.0.0.1/', /user name/],
  ])('is for http without a password in the address: %s', async (url, message) => {
    const send = bench.open({ mayReach: () => 'anywhere' })
    expect(await refusal(send(url))).toMatchObject({
      code: 'tool-failed',
      message: expect.stringMatching(message) as string,
    })
  })
})

describe('names', () => {
  it('are not reached when one of their addresses is private', async () => {
    const { port } = bench.server
    for (const addresses of [['127.0.0.1'], ['198.41.0.4', '10.0.0.1'], ['::ffff:127.0.0.1'], ['fe80::1%eth0']]) {
      const send = bench.open({ mayReach: only(`shop.example:${port}`), find: leadTo(addresses) })
      const address = addresses.at(-1) ?? ''
      expect(await refusal(send(`http://shop.example:${port}/`))).toMatchObject({
        message: expect.stringContaining(`it leads to the private address ${address}. `) as string,
      })
    }
    const send = bench.open({ mayReach: only(`shop.example:${port}`), find: leadTo(['127.0.0.1']) })
    expect(await refusal(send(`http://shop.example:${port}/`))).toEqual({
      code: 'consent-needed',
      message: `shop.example:${port} may not be reached: it leads to the private address 127.0.0.1. If that is meant, allow the item host:127.0.0.1:${port} as well.`,
      details: { place: `shop.example:${port}`, item: `host:127.0.0.1:${port}`, address: '127.0.0.1' },
    })
    expect(bench.server.seen).toEqual([])
  })

  it('are looked up once for each connection, so that a second answer leads nowhere else', async () => {
    const { port } = bench.server
    const find = leadTo(['127.0.0.1'], ['10.0.0.1'])
    const mayReach = only(`shop.example:${port}`, `127.0.0.1:${port}`)
    const send = bench.open({ mayReach, find })
    expect(await (await send(`http://shop.example:${port}/`)).text()).toBe('ok')
    expect(bench.server.seen).toMatchObject([{ headers: { host: `shop.example:${port}` } }])
    const again = bench.open({ mayReach, find })
    expect(await refusal(again(`http://shop.example:${port}/`))).toMatchObject({ details: { address: '10.0.0.1' } })
    const elsewhere = bench.open({
      mayReach: only(`shop.example:${port}`, '127.0.0.1:1234'),
      find: leadTo(['127.0.0.1']),
    })
    expect(await refusal(elsewhere(`http://shop.example:${port}/`))).toMatchObject({ code: 'consent-needed' })
    expect(bench.server.seen).toHaveLength(1)
  })

  it('connect to what was checked, public first and private then', async () => {
    const guard = guardOf({
      mayReach: () => 'anywhere',
      find: leadTo(['198.41.0.4', '2606:4700::1111'], ['127.0.0.1']),
    })
    const search = guardedLookup(new URL('http://shop.example/'), {
      ...guard,
      mayReach: only('shop.example:80'),
    })
    const look = (all: boolean) =>
      new Promise((resolve) => search('shop.example', { all }, (error, found) => resolve(error ?? found)))
    expect(await look(true)).toEqual([
      { address: '198.41.0.4', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ])
    expect(await look(false)).toMatchObject({ code: 'consent-needed' })
  })

  it('that nobody knows, or whose check fails, are failures and not a crash', async () => {
    const unknown: FindAddresses = (_name, done) => done(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), [])
    await expect(bench.open({ mayReach: () => 'public', find: unknown })('http://a.example/')).rejects.toThrow(
      TypeError,
    )
    const none = bench.open({ mayReach: () => 'public', find: leadTo([]) })
    await expect(none('http://a.example/')).rejects.toThrow(/a\.example has no address/)
    const mayReach: MayReach = (_url, { isRedirect }): Reach => {
      if (isRedirect) throw new AppError('storage', asWritten('the library is gone'))
      return 'public'
    }
    await expect(bench.open({ mayReach, find: leadTo(['10.0.0.1']) })('http://a.example/')).rejects.toThrow(/is gone/)
  })
})

describe('it is a fetch', () => {
  it('takes what fetch takes and gives what fetch gives', async () => {
    const send = bench.open({ mayReach: () => 'anywhere' })
    bench.server.answers['/cookies'] = { status: 204, headers: { 'set-cookie': ['a=1', 'b=2'], 'x-a': 'größer' } }
    const form = new FormData()
    form.set('name', 'a')
    await send(
      new Request(`${bench.server.base}/r`, { method: 'POST', body: 'from a request', headers: { 'x-a': '1' } }),
    )
    await send(new URL(`${bench.server.base}/u`), { method: 'PUT', body: new URLSearchParams({ a: 'b' }) })
    await send(`${bench.server.base}/f`, { method: 'POST', body: form })
    await send(`${bench.server.base}/s`, { method: 'POST', body: new Blob(['stream']).stream() })
    await send(`${bench.server.base}/h`, {
      headers: new Headers({ host: 'evil.example', 'x-b': '2', connection: 'upgrade' }),
    })
    expect(bench.server.seen).toMatchObject([
      { url: '/r', method: 'POST', body: 'from a request', headers: { 'x-a': '1', 'user-agent': 'Baton' } },
      { url: '/u', body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' } },
      { url: '/f', body: expect.stringContaining('name="name"') as string },
      { url: '/s', body: 'stream' },
      { url: '/h', headers: { host: `127.0.0.1:${bench.server.port}`, 'x-b': '2' } },
    ])
    const response = await send(`${bench.server.base}/cookies`)
    expect(response).toBeInstanceOf(Response)
    expect([response.status, response.body, response.url, response.redirected]).toEqual([
      204,
      null,
      `${bench.server.base}/cookies`,
      false,
    ])
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  it('streams events as they come, and ends when nobody reads on', async () => {
    const send = bench.open({ mayReach: () => 'anywhere' })
    const streams: ServerResponse[] = []
    bench.server.answers['/events'] = (response) => {
      streams.push(response.writeHead(200, { 'content-type': 'text/event-stream' }))
      response.write('data: 1\n\n')
    }
    const response = await send(`${bench.server.base}/events`, { headers: { accept: 'text/event-stream' } })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect(await reader?.read()).toEqual({ done: false, value: 'data: 1\n\n' })
    streams[0]?.write('data: 2\n\n')
    expect(await reader?.read()).toEqual({ done: false, value: 'data: 2\n\n' })
    const closed = streams[0] === undefined ? Promise.resolve() : once(streams[0], 'close')
    await reader?.cancel()
    await closed
  })

  it('refuses headers without end and a status that HTTP does not have', async () => {
    const send = bench.open({ mayReach: () => 'anywhere' })
    bench.server.answers['/flood'] = { headers: { 'x-a': 'x'.repeat(70_000) } }
    await expect(send(`${bench.server.base}/flood`)).rejects.toMatchObject({
      cause: { code: 'UND_ERR_HEADERS_OVERFLOW' },
    })
    bench.server.answers['/999'] = { status: 999 }
    await expect(send(`${bench.server.base}/999`)).rejects.toThrow(/answered with the status 999/)
  })
})

describe('a stop', () => {
  const reason = new Error('stopped')

  it('counts before, at the look-up, while waiting for the answer, between hops and in the body', async () => {
    const stop = new AbortController()
    const neverFound: FindAddresses = () => queueMicrotask(() => stop.abort(reason))
    const send = bench.open({ mayReach: () => 'anywhere' })
    await expect(send(bench.server.base, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    await expect(send(new Request(bench.server.base, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason)
    expect(bench.server.seen).toEqual([])
    const stuck = bench.open({ mayReach: () => 'anywhere', find: neverFound })
    await expect(stuck('http://a.example/', { signal: stop.signal })).rejects.toBe(reason)

    const waiting = new AbortController()
    bench.server.answers['/hang'] = () => waiting.abort(reason)
    await expect(send(`${bench.server.base}/hang`, { signal: waiting.signal })).rejects.toBe(reason)

    const between = new AbortController()
    const hopping = bench.open({
      mayReach: (_url, { isRedirect }) => {
        if (isRedirect) between.abort(reason)
        return 'anywhere'
      },
    })
    bench.server.answers['/a'] = { status: 302, headers: { location: '/never' } }
    await expect(hopping(`${bench.server.base}/a`, { signal: between.signal })).rejects.toBe(reason)
    expect(bench.server.seen.map(({ url }) => url)).toEqual(['/hang', '/a'])

    const reading = new AbortController()
    bench.server.answers['/endless'] = (response) => response.writeHead(200).write('x')
    const response = await send(`${bench.server.base}/endless`, { signal: reading.signal })
    const text = response.text()
    reading.abort(reason)
    await expect(text).rejects.toBe(reason)
  })

  it('closing ends what is under way, and nothing is sent after it', async () => {
    const guarded = createGuardedFetch({
      purpose: { why: 'http-tool', permit: { by: 'consent' } },
      mayReach: () => 'anywhere',
    })
    const asked = Promise.withResolvers<undefined>()
    bench.server.answers['/hang'] = () => asked.resolve(undefined)
    const sent = expect(guarded.fetch(`${bench.server.base}/hang`)).rejects.toThrow()
    await asked.promise
    await guarded.close()
    await sent
    await expect(guarded.fetch(bench.server.base)).rejects.toThrow()
    expect(bench.server.seen).toHaveLength(1)
  })
})
