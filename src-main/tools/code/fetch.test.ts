/** The fetch of code tools against real servers on loopback: which hosts it reaches, also after redirects and by name. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isPublicAddress } from './addresses'
import { fetchFor, type FindAddresses } from './fetch'

type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: string }
type Answer = { status: number; headers?: { [name: string]: string }; body?: string }

let seen: Seen[]
let answers: { [url: string]: Answer }
let servers: Server[]
let port: number
let otherPort: number

beforeEach(async () => {
  seen = []
  answers = {}
  servers = [startServer(), startServer()]
  ;[port = 0, otherPort = 0] = await Promise.all(servers.map(portOf))
})
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

function startServer(): Server {
  return createServer((request, response) => {
    let body = ''
    request.on('data', (data: Buffer) => (body += data.toString()))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push({ method, url, headers, body })
      const answer = answers[url] ?? { status: 200, body: 'ok' }
      response.writeHead(answer.status, answer.headers).end(answer.body ?? '')
    })
  }).listen(0, '127.0.0.1')
}

async function portOf(server: Server): Promise<number> {
  if (!server.listening) await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

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
        headers: { 'x-key': 'k', host: `127.0.0.1:${port}`, 'accept-encoding': 'identity' },
      },
    ])
  })

  it.each([
    'http://127.0.0.1:1/',
    'http://localhost:{port}/',
    'http://127.0.0.1.example:{port}/',
    'http://user@evil.example/',
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
      /may not reach shop.example: it leads to the private address 127.0.0.1/,
    )
    expect(seen).toEqual([])
    expect((await fetchFor([`localhost:${port}`], loopback)(request(`http://localhost:${port}/`), never)).text).toBe(
      'ok',
    )
  })

  it('checks every redirect, follows as browsers do, and tells another origin no secrets', async () => {
    const secrets = { authorization: 'Bearer k', cookie: 'a=b', 'x-a': 'kept', 'content-type': 'text/plain' }
    const post = { method: 'POST', headers: secrets, body: 'hello' }
    const both = fetchFor([`127.0.0.1:${port}`, `127.0.0.1:${otherPort}`])
    answers['/a'] = { status: 302, headers: { location: `http://127.0.0.1:${otherPort}/b` } }
    expect((await both(request(`http://127.0.0.1:${port}/a`, post), never)).text).toBe('ok')
    expect(seen[1]).toMatchObject({ method: 'GET', url: '/b', body: '', headers: { 'x-a': 'kept' } })
    expect(Object.keys(seen[1]?.headers ?? {})).not.toEqual(expect.arrayContaining(['authorization']))
    expect(seen[1]?.headers.cookie).toBeUndefined()
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

  it('bounds answers, does not unpack, and says what cannot be reached or sent', async () => {
    const send = fetchFor([`127.0.0.1:${port}`, '127.0.0.1:1'])
    answers['/big'] = { status: 200, body: 'x'.repeat(5_000_001) }
    await expect(send(request(`http://127.0.0.1:${port}/big`), never)).rejects.toThrow(/more than 5000000 bytes/)
    answers['/zip'] = { status: 200, headers: { 'content-encoding': 'gzip' }, body: 'x' }
    await expect(send(request(`http://127.0.0.1:${port}/zip`), never)).rejects.toThrow(/packed as gzip/)
    await expect(send(request('http://127.0.0.1:1/'), never)).rejects.toThrow(
      /could not reach 127.0.0.1:1: ECONNREFUSED/,
    )
    for (const init of [{ method: 'CONNECT' }, { headers: [1] }, { body: { a: 1 } }, { headers: { a: 1 } }])
      await expect(send(request(`http://127.0.0.1:${port}/`, init), never)).rejects.toThrow(/takes an address/)
    await expect(send(request(`http://127.0.0.1:${port}/`, { headers: { 'x\r\ny': '1' } }), never)).rejects.toThrow(
      /Header name/,
    )
    const stop = new AbortController()
    const stopped = send(request(`http://127.0.0.1:${port}/`), stop.signal)
    stop.abort()
    await expect(stopped).rejects.toThrow()
  })
})

describe('addresses', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it.each([
    '127.0.0.1',
    '127.255.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '2002:7f00:1::',
    '2001:db8::1',
    'example.com',
    '',
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})
