/** Posts over real HTTP: bodies come piece by piece and unpacked, redirects are answers, and whoever stops is answered at once. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import type { Purpose } from '../outbound/purpose'
import { post } from './post'

const server = createServer((request, response) => answering(request, response))
let answering: RequestListener = (_request, response) => response.end()
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  if (server.listening) await once(server, 'close')
})

async function open(answer: RequestListener): Promise<string> {
  answering = answer
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

const purpose: Purpose = { why: 'model', permit: { by: 'person' } }
const plain = (signal = new AbortController().signal) => ({
  headers: { 'x-own': 'yes' },
  body: 'äsked',
  signal,
  purpose,
})

async function whole({ read }: Awaited<ReturnType<typeof post>>): Promise<string> {
  const pieces: Uint8Array[] = []
  for (let piece = await read(); piece !== undefined; piece = await read()) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

it('sends the body with its length and headers, and does not follow redirects', async () => {
  const heard: unknown[] = []
  const url = await open((request, response) => {
    const { method, headers } = request
    heard.push(method, headers['x-own'], headers['content-length'], headers['transfer-encoding'])
    request.on('data', (piece: Buffer) => heard.push(piece.toString('utf8')))
    request.on('end', () => response.writeHead(307, { location: '/v2', 'x-a': ['1', '2'] }).end('elsewhere'))
  })
  const answer = await post(url, plain())
  expect([answer.status, answer.headers.get('location'), answer.headers.get('x-a')]).toEqual([307, '/v2', '1, 2'])
  expect(await whole(answer)).toBe('elsewhere')
  expect(heard).toEqual(['POST', 'yes', '6', undefined, 'äsked'])
})

it.each([
  ['gzip', gzipSync('packed')],
  ['deflate', deflateSync('packed')],
  ['br', brotliCompressSync('packed')],
  ['identity', Buffer.from('packed')],
])('unpacks %s', async (encoding, body) => {
  const url = await open((_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body))
  expect(await whole(await post(url, plain()))).toBe('packed')
})

it('a packed piece is there before the next one is sent', async () => {
  const gzip = createGzip()
  const url = await open((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    gzip.pipe(response)
    gzip.write('first')
    gzip.flush()
  })
  const { read } = await post(url, plain())
  expect(Buffer.from((await read()) ?? []).toString('utf8')).toBe('first')
  gzip.end('last')
  expect(Buffer.from((await read()) ?? []).toString('utf8')).toBe('last')
  expect(await read()).toBeUndefined()
})

it('what is cancelled ends, also for who waits for the next piece; the connection is closed', async () => {
  const url = await open((_request, response) => response.writeHead(200).write('first'))
  const closed = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)))
  const answer = await post(url, plain())
  await answer.read()
  const next = answer.read()
  answer.cancel()
  expect(await next).toBeUndefined()
  await closed
})

it('the signal ends it before the head and in the middle, also while nobody reads', async () => {
  const url = await open((_request, response) => void response.writeHead(200).write('first'))
  const [early, late] = [new AbortController(), new AbortController()]
  early.abort()
  await expect(post(url, plain(early.signal))).rejects.toThrow('aborted')
  const answer = await post(url, plain(late.signal))
  await answer.read()
  late.abort()
  await expect(answer.read()).rejects.toThrow('aborted')
})

it('a server that breaks off is a failure with a code', async () => {
  const url = await open((_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('first')
    setImmediate(() => response.destroy())
  })
  const answer = await post(url, plain())
  const failure = await whole(answer).catch(({ code }: NodeJS.ErrnoException) => code)
  expect(['UND_ERR_SOCKET', 'ECONNRESET']).toContain(failure)
})
