/** The fetch of code tools against real servers on loopback: which hosts it reaches, also after redirects and by name. */
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FindAddresses } from '../net/guard'
import { startLoopback, type Loopback, type SeenRequest } from '../net/testing/loopback'
import { fetchFor } from './fetch'

let servers: Loopback[]
let seen: SeenRequest[]
let answers: Loopback['answers']
let port: number
let otherPort: number

beforeEach(async () => {
  const [one, other] = await Promise.all([startLoopback(), startLoopback()])
  servers = [one, other]
  ;({ seen, answers, port } = one)
  otherPort = other.port
})
afterEach(async () => {
  await Promise.all(servers.map(({ close }) => close()))
})

const never = new AbortController().signal
const request = (url: string, init: object = {}) =>
  JSON.stringify({ url, method: 'GET', headers: {}, body: null, ...init })
const loopback: FindAddresses = (_hostname, done) => done(null, [{ address: '127.0.0.1', family: 4 }])

describe('fetch', () => {
  it('sends method, headers and body, and gives status, headers and text', async () => {
    answers['/prices?q=1'] = { status: 404, headers: { 'x-a': 'b' }, body: 'größer' }
    const send = fetchFor([`127.0.0.1:${port}`])
    const init = {
      method: 'PUT',
      headers: { 'X-Key': 'k', Host: 'evil.example', 'Content-Length': '9999' },
      body: 'hello',
    }
    expect(await send(request(`http://127.0.0.1:${port}/prices?q=1`, init), never)).toMatchObject({
      status: 404,
      headers: { 'x-a': 'b' },
      text: 'größer',
    })
    expect(seen).toMatchObject([
      {
        method: 'PUT',
        body: 'hello',
        headers: { 'x-key': 'k', host: `127.0.0.1:${port}` },
      },
    ])
  })

  it.each([
    'http://127.0.0.1:1/',
    'http://localhost:{port}/',
    'http://127.0.0.1.example:{port}/',
    'http://evil.example/#127.0.0.1:{port}',
    'http://[::ffff:127.0.0.1]:{port}/',
    'https://api.example:8443/',
  ])('refuses a host that is not named: %s', async (url) => {
    const send = fetchFor([`127.0.0.1:${port}`, 'api.example'])
    await expect(send(request(url.replace('{port}', String(port))), never)).rejects.toMatchObject({
      code: 'consent-needed',
      message: expect.stringMatching(/^baton\.fetch may not reach .* is not among the tool's hosts/) as string,
    })
    expect(seen).toEqual([])
  })

  it.each(['file:///etc/passwd', 'data:text/plain,a', 'nonsense', ''])('refuses what is not http: %j', async (url) => {
    await expect(fetchFor([''])(request(url), never)).rejects.toMatchObject({
      message: expect.stringMatching(/use http or https/) as string,
    })
  })

  it('refuses a named host that leads to a private address', async () => {
    const send = fetchFor([`shop.example:${port}`], loopback)
    await expect(send(request(`http://shop.example:${port}/`), never)).rejects.toThrow(
      /^baton\.fetch may not reach shop\.example:\d+: it leads to the private address 127\.0\.0\.1\. Name that address among/,
    )
    expect(seen).toEqual([])
    for (const [host, hosts] of [
      ['localhost', ['localhost']],
      ['shop.example', ['shop.example', '127.0.0.1']],
    ] as const) {
      const send = fetchFor(
        hosts.map((name) => `${name}:${port}`),
        loopback,
      )
      expect((await send(request(`http://${host}:${port}/`), never)).text).toBe('ok')
    }
  })

  it('checks every redirect, follows as browsers do, and tells another origin no secrets', async () => {
    const secrets = { authorization: 'Bearer k', cookie: 'a=b', 'x-a': 'kept', 'content-type': 'text/plain' }
    const post = { method: 'POST', headers: secrets, body: 'hello' }
    const both = fetchFor([`127.0.0.1:${port}`, `127.0.0.1:${otherPort}`])
    answers['/a'] = { status: 302, headers: { location: `http://127.0.0.1:${otherPort}/b` } }
    expect((await both(request(`http://127.0.0.1:${port}/a`, post), never)).text).toBe('ok')
    const [told] = servers[1]?.seen ?? []
    expect(told).toMatchObject({ method: 'GET', url: '/b', body: '', headers: { 'x-a': 'kept' } })
    expect([told?.headers.authorization, told?.headers.cookie]).toEqual([undefined, undefined])
    const one = fetchFor([`127.0.0.1:${port}`])
    await expect(one(request(`http://127.0.0.1:${port}/a`), never)).rejects.toMatchObject({ code: 'consent-needed' })
    answers['/a'] = { status: 307, headers: { location: '/c' } }
    expect((await one(request(`http://127.0.0.1:${port}/a`, post), never)).text).toBe('ok')
    expect(seen.at(-1)).toMatchObject({ method: 'POST', url: '/c', body: 'hello', headers: secrets })
    answers['/c'] = { status: 307, headers: { location: '/a' } }
    await expect(one(request(`http://127.0.0.1:${port}/a`), never)).rejects.toThrow(/redirected more than 5 times/)
    answers['/a'] = { status: 301, headers: { location: 'file:///etc/passwd' } }
    await expect(one(request(`http://127.0.0.1:${port}/a`), never)).rejects.toThrow(/use http or https/)
  })

  it('unpacks and bounds answers, and says what cannot be reached or sent', async () => {
    const closed = await startLoopback()
    await closed.close()
    const send = fetchFor([`127.0.0.1:${port}`, `127.0.0.1:${closed.port}`])
    answers['/packed'] = { headers: { 'content-encoding': 'gzip' }, body: gzipSync('größer') }
    expect((await send(request(`http://127.0.0.1:${port}/packed`), never)).text).toBe('größer')
    for (const body of ['x'.repeat(5_000_001), gzipSync('x'.repeat(5_000_001))]) {
      answers['/big'] = { headers: typeof body === 'string' ? {} : { 'content-encoding': 'gzip' }, body }
      await expect(send(request(`http://127.0.0.1:${port}/big`), never)).rejects.toThrow(
        'baton.fetch failed: the answer is larger than 5 MB.',
      )
    }
    await expect(send(request(closed.base), never)).rejects.toThrow(`baton.fetch failed: ECONNREFUSED`)
    await expect(send(request(`http://user:secret@127.0.0.1:${port}/`), never)).rejects.toThrow(
      `baton.fetch failed: the address of 127.0.0.1:${port} has a user name or a password in it`,
    )
    for (const init of [{ method: 'CONNECT' }, { headers: [1] }, { body: { a: 1 } }, { headers: { a: 1 } }])
      await expect(send(request(`http://127.0.0.1:${port}/`, init), never)).rejects.toThrow(/takes an address/)
    await expect(send(request(`http://127.0.0.1:${port}/`, { headers: { 'x\r\ny': '1' } }), never)).rejects.toThrow(
      /^baton\.fetch failed: [^]*header name/i,
    )
    const stop = new AbortController()
    const stopped = send(request(`http://127.0.0.1:${port}/`), stop.signal)
    stop.abort()
    await expect(stopped).rejects.toThrow()
  })
})
