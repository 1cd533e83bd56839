import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { OutgoingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createClient } from '../../src-shared/rpc/client'
import { whenOpen } from '../../src-shared/rpc/link'
import type { Link } from '../../src-shared/rpc/link'
import { reconnectingLink } from '../../src-shared/rpc/socket-link'
import type { Socket, SocketEvents } from '../../src-shared/rpc/socket-link'
import { describeLink } from '../../src-shared/testing/link-conformance'
import { createProbe, probeContract } from '../../src-shared/testing/link-probe'
import { startWebHost } from './web-host'
import type { WebHost } from './web-host'

const folder = mkdtempSync(path.join(tmpdir(), 'baton-web-'))
const rendererDir = path.join(folder, 'renderer')

beforeAll(() => {
  mkdirSync(path.join(rendererDir, 'assets'), { recursive: true })
  mkdirSync(path.join(rendererDir, 'folder.js'))
  writeFileSync(path.join(rendererDir, 'index.html'), '<!doctype html><title>Baton</title>')
  writeFileSync(path.join(rendererDir, 'assets', 'app-4f2a.js'), 'export {}')
  writeFileSync(path.join(folder, 'secrets.key'), 'not for the web')
  symlinkSync(path.join(folder, 'secrets.key'), path.join(rendererDir, 'link.txt'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Opens real sockets to a web host, as the page does. */
function socketOpener(host: WebHost, opened: WebSocket[] = []): (events: SocketEvents) => Socket {
  return (events) => {
    const socket = new WebSocket(`ws://127.0.0.1:${host.port}/link`, { headers: pageHeaders(host) })
    opened.push(socket)
    socket.on('open', () => events.opened())
    socket.on('message', (data) => Buffer.isBuffer(data) && events.text(data.toString()))
    socket.on('close', () => events.closed())
    socket.on('error', () => undefined)
    return { send: (text) => socket.send(text), close: () => socket.close() }
  }
}

function pageHeaders(host: WebHost): Record<string, string> {
  const token = new URL(host.url).searchParams.get('token') ?? ''
  return { Origin: `http://127.0.0.1:${host.port}`, Cookie: `baton-${host.port}=${token}` }
}

const soon = (run: () => void): (() => void) => {
  const timer = setTimeout(run, 1)
  return () => clearTimeout(timer)
}

describeLink('the web host', async (core) => {
  const host = await startWebHost({ core, port: 0, rendererDir })
  const sockets: WebSocket[] = []
  const links: Link[] = []
  const open = (): Link => {
    const link = reconnectingLink({ openSocket: socketOpener(host, sockets), schedule: soon })
    links.push(link)
    return link
  }
  const first = open()
  return {
    link: first,
    async reload() {
      first.close()
      const next = open()
      await whenOpen(next)
      return next
    },
    async drop() {
      const closed = new Promise<void>((resolve) => {
        first.onState((state) => state === 'closed' && resolve())
      })
      sockets.at(-1)?.terminate()
      await closed
      await whenOpen(first)
    },
    async close() {
      for (const link of links) link.close()
      await host.close()
    },
  }
})

type Reply = { status: number; headers: Record<string, unknown>; body: string }

/** One request such as `/` or `POST /`, exactly as written: no address is tidied up and no header is added. */
function ask(host: WebHost, target: string, headers: OutgoingHttpHeaders = {}): Promise<Reply> {
  const [method = 'GET', path = ''] = target.includes(' ') ? target.split(' ') : ['GET', target]
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: host.port, path, method, headers, agent: false }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => (body += text))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    sent.on('error', reject).end()
  })
}

/** Tries to open the link; what the refusal says, or `open`. */
async function tryLink(host: WebHost, headers: Record<string, string>, path = '/link'): Promise<string> {
  const socket = new WebSocket(`ws://127.0.0.1:${host.port}${path}`, { headers })
  return new Promise((resolve) => {
    socket.on('open', () => {
      socket.terminate()
      resolve('open')
    })
    socket.on('error', () => undefined)
    socket.on('unexpected-response', (_request, response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => (body += text))
      response.on('end', () => resolve(`${response.statusCode ?? 0} ${body.trim()}`))
    })
  })
}

describe('The web host', () => {
  let host: WebHost
  beforeAll(async () => {
    host = await startWebHost({ core: createProbe().service, port: 0, rendererDir })
  })
  afterAll(() => host.close())

  test('lets a browser in with the token, keeps the token out of the address, and works after a reload.', async () => {
    const entrance = new URL(host.url)
    expect(entrance.origin).toBe(`http://127.0.0.1:${host.port}`)
    const token = entrance.searchParams.get('token') ?? ''
    expect(Buffer.from(token, 'base64url').length).toBe(32)
    const first = await ask(host, entrance.pathname + entrance.search, { 'Sec-Fetch-Site': 'none' })
    expect([first.status, first.headers['location'], first.headers['set-cookie']]).toEqual([
      303,
      '/',
      [`baton-${host.port}=${token}; Path=/; HttpOnly; SameSite=Strict`],
    ])
    const cookie = `other=1; baton-${host.port}=${token}`
    for (let reload = 0; reload < 2; reload += 1) {
      const page = await ask(host, '/', { Cookie: cookie })
      expect([page.status, page.body]).toEqual([200, '<!doctype html><title>Baton</title>'])
    }
    const stale = await ask(host, '/?token=old', { Cookie: cookie })
    expect([stale.status, stale.headers['location']]).toEqual([303, '/'])
  })

  test('sends a visitor that comes by a link on another site over a page of its own.', async () => {
    const { search } = new URL(host.url)
    const reply = await ask(host, `/${search}`, { 'Sec-Fetch-Site': 'cross-site' })
    expect([reply.status, reply.headers['set-cookie'] !== undefined]).toEqual([200, true])
    expect(reply.body).toContain('<meta http-equiv="refresh" content="0;url=/">')
  })

  test('refuses pages without the token in words that help.', async () => {
    const { search } = new URL(host.url)
    const strangers: OutgoingHttpHeaders[] = [
      {},
      { Cookie: `baton-${host.port}=wrong` },
      { Cookie: `baton-1${search}` },
    ]
    for (const headers of strangers) {
      const reply = await ask(host, '/', headers)
      expect([reply.status, reply.body.includes('Open the whole address that Baton printed')]).toEqual([403, true])
      expect((await ask(host, '/assets/app-4f2a.js', headers)).status).toBe(403)
    }
    expect((await ask(host, '/?token=wrong')).status).toBe(403)
    expect((await ask(host, `/assets/app-4f2a.js${search}`)).status).toBe(403)
  })

  test('refuses a foreign Host, whatever else the request has.', async () => {
    for (const name of ['baton.example', `baton.example:${host.port}`, '127.0.0.1', `127.0.0.1.example:${host.port}`]) {
      const reply = await ask(host, '/', { ...pageHeaders(host), Host: name })
      expect([name, reply.status, reply.body]).toEqual([name, 403, 'The Host of this request is not Baton.\n'])
    }
    expect((await ask(host, '/', { ...pageHeaders(host), Host: `localhost:${host.port}` })).status).toBe(200)
  })

  test('sends the security headers with every answer.', async () => {
    const policy = [
      "default-src 'self'",
      `connect-src 'self' ws://127.0.0.1:${host.port} ws://localhost:${host.port}`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self' data:",
      "worker-src 'self' blob:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; ')
    for (const address of ['/', '/assets/app-4f2a.js', '/nothing.js', '/?token=wrong']) {
      for (const headers of [{}, pageHeaders(host)]) {
        expect((await ask(host, address, headers)).headers).toMatchObject({
          'content-security-policy': policy,
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
        })
      }
    }
  })

  test('serves the files of the interface, each with its type, and the hashed ones for good.', async () => {
    const script = await ask(host, '/assets/app-4f2a.js', pageHeaders(host))
    expect([script.status, script.body, script.headers['content-type'], script.headers['cache-control']]).toEqual([
      200,
      'export {}',
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ])
    const page = await ask(host, '/', pageHeaders(host))
    expect([page.headers['content-type'], page.headers['cache-control']]).toEqual([
      'text/html; charset=utf-8',
      'no-cache',
    ])
    const head = await ask(host, 'HEAD /', pageHeaders(host))
    expect([head.status, head.body, head.headers['content-length']]).toEqual([200, '', String(page.body.length)])
  })

  test('serves nothing else: no file outside, no folder, no link out, no other method.', async () => {
    const outside = ['/../secrets.key', '/%2e%2e/secrets.key', '/..%2fsecrets.key', '/assets/../../secrets.key']
    const others = [
      '/link.txt',
      '/folder.js',
      '/assets',
      '/assets/',
      '/%',
      '/%00.js',
      '/..%5csecrets.key',
      '//secrets.key',
    ]
    for (const address of [...outside, ...others, '/nothing.js', '/api/flows', 'http://', '*']) {
      const reply = await ask(host, address, pageHeaders(host))
      expect([address, reply.status, reply.body]).toEqual([address, 404, 'There is no such file.\n'])
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await ask(host, `${method} /`, pageHeaders(host))).status).toBe(405)
    }
  })

  test('opens the link only for its own page with the token.', async () => {
    const good = pageHeaders(host)
    const origin = `http://localhost:${host.port}`
    const local = { ...good, Host: `localhost:${host.port}`, Origin: origin }
    const { Origin: _origin, ...withoutOrigin } = good
    const { Cookie: _cookie, ...withoutCookie } = good
    const tries: [Record<string, string>, string, string?][] = [
      [good, 'open'],
      [local, 'open'],
      [{ ...good, Host: 'baton.example' }, '403 The Host of this request is not Baton.'],
      [
        { ...good, Host: 'baton.example', Origin: 'http://baton.example' },
        '403 The Host of this request is not Baton.',
      ],
      [{ ...good, Origin: 'https://example.org' }, '403 The Origin of this request is not Baton.'],
      [{ ...good, Origin: 'null' }, '403 The Origin of this request is not Baton.'],
      [{ ...good, Origin: `http://127.0.0.1:${host.port + 1}` }, '403 The Origin of this request is not Baton.'],
      [{ ...good, Origin: origin }, '403 The Origin of this request is not Baton.'],
      [withoutOrigin, '403 The Origin of this request is not Baton.'],
      [withoutCookie, '403 This browser does not have the token of this launch.'],
      [{ ...good, Cookie: `baton-${host.port}=wrong` }, '403 This browser does not have the token of this launch.'],
      [good, '404 There is no link here.', '/api/link'],
    ]
    for (const [headers, expected, address] of tries) {
      expect([headers, await tryLink(host, headers, address)]).toEqual([headers, expected])
    }
  })

  test('closes a socket that sends more than 64 MB at once, and serves on.', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${host.port}/link`, { headers: pageHeaders(host) })
    socket.on('error', () => undefined)
    await once(socket, 'open')
    socket.send('x'.repeat(64 * 1024 * 1024 + 1))
    expect((await once(socket, 'close'))[0]).toBe(1009)
    expect(await tryLink(host, pageHeaders(host))).toBe('open')
  })

  test('survives text, bytes and garbage that are no frames.', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${host.port}/link`, { headers: pageHeaders(host) })
    await once(socket, 'open')
    for (const garbage of ['', 'null', '{"kind"', '[]', Buffer.from([0, 1, 2])]) socket.send(garbage)
    socket.send('{"kind":"call","id":1,"name":"probe.echo","input":{"text":"still here"}}')
    const [data] = (await once(socket, 'message')) as [Buffer]
    expect(JSON.parse(data.toString())).toEqual({ kind: 'result', id: 1, value: { text: 'still here' } })
    socket.terminate()
    const raw = connect(host.port, '127.0.0.1')
    raw.on('error', () => undefined)
    raw.resume()
    raw.end('GET /link HTTP/1.1\r\nnonsense')
    await once(raw, 'close')
    expect((await ask(host, '/', pageHeaders(host))).status).toBe(200)
  })
})

test('The web host listens on 127.0.0.1 only, and a taken port is said clearly.', async () => {
  const core = createProbe().service
  const host = await startWebHost({ core, port: 0, rendererDir, token: 'abc' })
  expect(host.url).toBe(`http://127.0.0.1:${host.port}/?token=abc`)
  await expect(startWebHost({ core, port: host.port, rendererDir })).rejects.toMatchObject({
    code: 'unavailable',
    message: `Port ${host.port} is taken by another program. Close that program, or start Baton with another --port.`,
  })
  const elsewhere = connect(host.port, '127.0.0.2')
  const [cause] = (await once(elsewhere, 'error')) as [NodeJS.ErrnoException]
  expect(cause.code).toBe('ECONNREFUSED')
  await host.close()
})

test('A socket that does not answer pings is ended, and its work is aborted.', async () => {
  const probe = createProbe()
  const host = await startWebHost({ core: probe.service, port: 0, rendererDir, pingEvery: 20 })
  const silent = new WebSocket(`ws://127.0.0.1:${host.port}/link`, { headers: pageHeaders(host), autoPong: false })
  await once(silent, 'open')
  silent.send('{"kind":"call","id":1,"name":"probe.wait","input":{"label":"a"}}')
  await probe.noted('aborted a')
  await host.close()
})

test('Closing the host ends its sockets and aborts their work.', async () => {
  const probe = createProbe()
  const host = await startWebHost({ core: probe.service, port: 0, rendererDir })
  const link = reconnectingLink({ openSocket: socketOpener(host), schedule: () => () => undefined })
  const client = createClient(probeContract, link)
  await whenOpen(link)
  const call = client.call('probe.wait', { label: 'a' }).catch((error: unknown) => error)
  await probe.noted('wait a')
  await host.close()
  expect(await call).toMatchObject({ code: 'disconnected' })
  await probe.noted('aborted a')
  client.close()
})
