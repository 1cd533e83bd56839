/** Requests to `baton serve` that come a little at a time: within the bounds they are served, beyond them they are ended. */
import { once } from 'node:events'
import { connect } from 'node:net'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ModelServer } from '../testing/model-server'
import { startModelServer } from '../testing/model-server'
import { serveCommand } from './serve'
import { REQUEST_BOUNDS, type RequestBounds } from './serving/listen'
import { host, KEY, user } from './testing/chat-client'
import { openTerminal, type Terminal } from './testing/terminal'

let models: ModelServer
let terminal: Terminal
beforeEach(async () => {
  models = await startModelServer()
  terminal = openTerminal()
})
afterEach(async () => {
  terminal.close()
  await models.close()
})

/** Serves while `work` asks; the lines of its log. */
async function whileServing(bounds: RequestBounds, work: (port: number) => Promise<void>): Promise<object[]> {
  const ending = new AbortController()
  const notes: string[] = []
  const told = new PassThrough({ encoding: 'utf8' })
  const around = {
    env: {},
    stdin: new PassThrough(),
    out: (text: string) => void told.write(text),
    note: (line: string) => void notes.push(line),
    signal: ending.signal,
  }
  const limits = { perMinute: 600, atOnce: 32, body: 1, idle: 30, grace: 0, lease: 15 }
  const answering = { baseUrl: models.baseUrl, model: 'm', data: path.join(terminal.folder, 'data') }
  const command = { ...limits, ...answering, key: [KEY], log: true }
  const serving = serveCommand([terminal.file(host().build())], command, around, bounds)
  try {
    const [first] = (await Promise.race([once(told, 'data'), serving.then(() => ['it ended'])])) as [string]
    await work(Number(/:(\d+)\/v1/.exec(first)?.[1]))
  } finally {
    ending.abort()
    await serving
  }
  return notes.map((line) => JSON.parse(line) as object)
}

/** Sends `head`, then each of the pieces by itself, for as long as the server listens; what it answered. */
async function drip(port: number, head: string, pieces: Iterable<string>): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (part) => (answer += part.toString()))
  // The server ends a connection in the middle of what is sent.
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.setNoDelay(true)
  socket.write(head)
  for (const piece of pieces) {
    await Promise.race([pause(5), closed])
    if (socket.destroyed || answer !== '') break
    socket.write(piece)
  }
  await closed
  return answer
}

function* forever(piece: string): Generator<string> {
  for (;;) yield piece
}

const POST = `POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${KEY}\r\nConnection: close\r\n`

test('a body that goes on and on is ended with 408, whatever comes of it meanwhile', async () => {
  let answer = ''
  const log = await whileServing({ ...REQUEST_BOUNDS, bodyMs: 100 }, async (port) => {
    answer = await drip(port, `${POST}Content-Length: 1000000\r\n\r\n{`, forever(' '))
  })
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toMatch(/The body did not come to its end within 0\.1 s\.[^]*body_too_slow/)
  expect(log).toEqual([expect.objectContaining({ route: '/v1/chat/completions', status: 408 })])
  expect(models.calls).toBe(0)
})

test('one that is slow comes to its end within the bound, and is served', async () => {
  models.reply({ text: 'No hurry.' })
  const body = JSON.stringify({ model: 'host', messages: [user('Hi')] })
  let answer = ''
  const log = await whileServing(REQUEST_BOUNDS, async (port) => {
    answer = await drip(port, `${POST}Content-Length: ${body.length}\r\n\r\n`, body)
  })
  expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*No hurry\./)
  expect(log).toEqual([expect.objectContaining({ status: 200 })])
})

test('headers that go on and on are ended with 408 too, and nobody is asked for them', async () => {
  let answer = ''
  const log = await whileServing({ ...REQUEST_BOUNDS, headersMs: 50 }, async (port) => {
    answer = await drip(port, `${POST}X-Long: `, forever('x'))
  })
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(log).toEqual([])
})

test('a connection on which nothing comes is ended as well', async () => {
  let answer = ''
  await whileServing({ ...REQUEST_BOUNDS, headersMs: 50 }, async (port) => {
    answer = await drip(port, '', [])
  })
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
})

test('the bounds are a minute and five minutes, as the documentation says', () => {
  expect(REQUEST_BOUNDS).toEqual({ headersMs: 60_000, bodyMs: 300_000 })
})
