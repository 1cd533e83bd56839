/** MCP over streamable HTTP and SSE: a server that others wrote, and small ones that misbehave. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../src-shared/errors'
import { asWritten } from '../../../src-shared/languages/translate'
import type { McpProgress } from './connection'
import { createMcpServers, type McpServers } from './mcp-servers'
import { calling, EVERYTHING, INFO, never, opening, signalOf } from './testing/servers'
import { createShare } from './share'
import type { HttpServer } from './transport'
import { watchFetch } from './watched-fetch'

let servers: McpServers
beforeEach(() => {
  servers = createMcpServers({ info: INFO })
})
afterEach(() => servers.close())

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  server.close()
  await once(server, 'close')
  return port
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

/** Resolves when the server says that it listens. */
async function startEverything(mode: 'sse' | 'streamableHttp', port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [EVERYTHING, mode], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<ChildProcess>()
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (said.includes(`on port ${port}`)) resolve(child)
  })
  child.once('exit', () => reject(new Error(said)))
  return promise
}

async function kill(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe.each([
  ['http', 'streamableHttp', '/mcp'],
  ['sse', 'sse', '/sse'],
] as const)('server-everything over %s', (type, mode, path) => {
  let child: ChildProcess | undefined
  let port = 0
  const transport = (): HttpServer => ({ type, url: `http://127.0.0.1:${port}${path}`, headers: {} })
  beforeAll(async () => {
    port = await freePort()
    child = await startEverything(mode, port)
  })
  afterAll(() => kill(child))

  it('lists, calls, tells progress, reads resources, and is stopped', async () => {
    const server = await servers.open(transport(), opening())
    expect(server.pid()).toBeNull()
    expect(server.describe()).toMatchObject({ name: 'mcp-servers/everything', version: '2.0.0' })
    expect((await server.tools(never())).map(({ name }) => name)).toContain('echo')
    expect(await server.callTool('echo', { message: 'hi' }, calling())).toEqual({
      parts: [{ type: 'text', text: 'Echo: hi' }],
      isError: false,
    })
    const seen: McpProgress[] = []
    const onProgress = (progress: McpProgress) => seen.push(progress)
    await server.callTool('trigger-long-running-operation', { duration: 0.4, steps: 2 }, { ...calling(), onProgress })
    // The SDK may lose the last one to the result behind it.
    expect(seen[0]).toEqual({ progress: 1, total: 2, message: null })
    expect(await server.readResource('demo://resource/dynamic/text/1', never())).toEqual([
      { type: 'text', text: expect.stringContaining('plaintext') as string },
    ])
    const { signal, abort } = signalOf()
    const call = server.callTool(
      'trigger-long-running-operation',
      { duration: 30, steps: 300 },
      { signal, onProgress: abort },
    )
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('says so when it is killed in mid-call, and goes on with the server that comes after it', async () => {
    const server = await servers.open(transport(), opening())
    const call = server.callTool(
      'trigger-long-running-operation',
      { duration: 30, steps: 300 },
      { ...calling(), onProgress: () => child?.kill('SIGKILL') },
    )
    await expect(call).rejects.toMatchObject({
      code: 'tool-failed',
      message: expect.stringMatching(/^The MCP server "127\.0\.0\.1:\d+" failed at "trigger-long/) as string,
    })
    // Its port may be open for a moment after its connections are gone.
    await kill(child)
    await expect(server.callTool('echo', { message: 'hi' }, calling())).rejects.toMatchObject({
      code: 'tool-failed',
      message: expect.stringContaining('ECONNREFUSED') as string,
    })
    child = await startEverything(mode, port)
    expect(await server.callTool('echo', { message: 'again' }, calling())).toMatchObject({ isError: false })
  })
})

type Answer = (request: IncomingMessage, response: ServerResponse, body: { id?: number; method?: string }) => void

describe('servers that misbehave', () => {
  let http: Server
  let answer: Answer
  let url = ''
  let asked: string[] = []
  beforeEach(async () => {
    asked = []
    http = createServer((request, response) => {
      void text(request).then((content) => {
        const body = (content === '' ? {} : JSON.parse(content)) as { id?: number; method?: string }
        asked.push(`${request.method} ${body.method ?? ''}`)
        answer(request, response, body)
      })
    }).listen(0, '127.0.0.1')
    await once(http, 'listening')
    url = `http://127.0.0.1:${portOf(http)}/mcp`
  })
  afterEach(async () => {
    await servers.close()
    http.closeAllConnections()
    http.close()
  })
  const transport = (type: 'http' | 'sse' = 'http', headers = {}): HttpServer => ({ type, url, headers })
  const json = (response: ServerResponse, id: number | undefined, result: object) =>
    response
      .writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': `session-${asked.length}` })
      .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  const initialized = {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'small', version: '1' },
  }
  /** Shakes hands; the rest is for the callback. */
  const polite = (rest: Answer): Answer => {
    return (request, response, body) => {
      if (body.method === 'server/discover') response.writeHead(400).end('Bad Request: no session')
      else if (body.method === 'initialize') json(response, body.id, initialized)
      else if (body.method?.startsWith('notifications/') === true) response.writeHead(202).end()
      else if (request.method !== 'POST') response.writeHead(405).end()
      else rest(request, response, body)
    }
  }
  const open = (type: 'http' | 'sse' = 'http', headers = {}) =>
    servers.open(transport(type, headers), opening({ timeout: 2000 }))
  const failure = (message: RegExp) => ({ code: 'tool-failed', message: expect.stringMatching(message) as string })

  it('one that only knows SSE, or only HTTP', async () => {
    answer = (_request, response) => response.writeHead(405).end()
    await expect(open()).rejects.toMatchObject(failure(/could not be started\. It answered HTTP 405\. .*choose SSE/))
    await expect(open('sse')).rejects.toMatchObject(
      failure(/could not be started\. It answered HTTP 405\. .*choose HTTP/),
    )
    expect(asked).toEqual(['POST server/discover', 'POST initialize', 'GET '])
  })

  it('one that refuses the key, which is not repeated', async () => {
    answer = (_request, response) => response.writeHead(401).end('bad key')
    await expect(open('http', { authorization: 'Bearer secret-key' })).rejects.toMatchObject(
      failure(/It answered HTTP 401\. Check its headers and the secrets in them\.$/),
    )
  })

  it.each(['http', 'sse'] as const)('one that never answers, over %s', async (type) => {
    answer = () => undefined
    await expect(servers.open(transport(type), opening({ timeout: 200 }))).rejects.toMatchObject(
      failure(/It did not answer within 0\.2 s\.$/),
    )
  })

  it('one that answers what is not MCP', async () => {
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('<html>')
    await expect(open()).rejects.toMatchObject(failure(/It answered something that is not MCP\.$/))
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
    await expect(open()).rejects.toMatchObject(failure(/Unexpected content type: text\/html/))
  })

  it('a session that is over is begun anew, once', async () => {
    let isOver = true
    answer = polite((_request, response, { id }) => {
      if (isOver) response.writeHead(404).end('session not found')
      else json(response, id, { content: [{ type: 'text', text: 'here' }] })
      isOver = false
    })
    const server = await open()
    expect(await server.callTool('any', {}, calling())).toMatchObject({ parts: [{ text: 'here' }] })
    expect(asked.filter((one) => one === 'POST initialize')).toHaveLength(2)
    answer = polite((_request, response) => response.writeHead(404).end('session not found'))
    await expect(server.callTool('any', {}, calling())).rejects.toMatchObject(
      failure(/failed at "any"\. It answered HTTP 404/),
    )
    expect(asked.filter((one) => one === 'POST initialize')).toHaveLength(3)
  })

  it('answers that are too large, as JSON and as a stream', async () => {
    const part = 'x'.repeat(1_000_000)
    const large = (type: string, start: string): Answer =>
      polite((_request, response) => {
        response.writeHead(200, { 'content-type': type }).write(start)
        const more = (left: number): unknown =>
          left === 0 ? response.end() : response.write(part, () => more(left - 1))
        more(100)
      })
    // A busy machine takes a while for twenty megabytes.
    const patient = { ...calling(), timeout: 60_000 }
    const tooLarge = failure(/failed at "any"\. It sent a message of more than 20 MB\.$/)
    answer = large('application/json', '{"a":"')
    const server = await open()
    await expect(server.callTool('any', {}, patient)).rejects.toMatchObject(tooLarge)
    answer = large('text/event-stream', 'data: ')
    await expect(server.callTool('any', {}, patient)).rejects.toMatchObject(tooLarge)
  })

  it('a stream that ends before the answer', async () => {
    answer = polite((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': nothing\n\n')
    })
    const server = await open()
    await expect(server.callTool('any', {}, calling())).rejects.toMatchObject(
      failure(/failed at "any"\. The connection was cut before the answer came\.$/),
    )
  })

  it.each(['http', 'sse'] as const)('a fetch that refuses says so itself, over %s', async (type) => {
    const guarded = createMcpServers({
      info: INFO,
      fetchFor: () => () => Promise.reject(new AppError('consent-needed', asWritten('That host was not allowed.'))),
    })
    await expect(guarded.open(transport(type), opening())).rejects.toMatchObject({
      code: 'consent-needed',
      message: 'That host was not allowed.',
    })
    await guarded.close()
  })

  it('what is no address, and one where nobody listens', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}/mcp`
    await expect(servers.open({ type: 'http', url: nowhere, headers: {} }, opening())).rejects.toMatchObject(
      failure(/It could not be reached: ECONNREFUSED\.$/),
    )
    const secret = nowhere.replace('//', '//me:pass-word@')
    await expect(servers.open({ type: 'http', url: secret, headers: {} }, opening())).rejects.toMatchObject({
      message: expect.not.stringContaining('pass-word') as string,
    })
    await expect(servers.open({ type: 'http', url: 'file:///etc', headers: {} }, opening())).rejects.toMatchObject(
      failure(/is not an http or https address/),
    )
  })
})

it('a stream that floods is not read on before others have had their part, and what is one large message is', async () => {
  const rested = Promise.withResolvers<undefined>()
  let asked = 0
  const share = createShare({
    now: () => 0,
    wait: (ms) => {
      asked = ms
      return rested.promise
    },
  })
  const nothing = () => undefined
  const watch = { maxBytes: 1e6, share, onRequest: nothing, onCancelled: nothing, onEnd: nothing, onFailure: nothing }
  const reading = async (chunk: string) => {
    const body = ReadableStream.from([chunk, 'data: the rest\n\n'].map((part) => Buffer.from(part)))
    const headers = { 'content-type': 'text/event-stream' }
    const fetch = watchFetch(() => Promise.resolve(new Response(body, { headers })), watch)
    const response = await fetch('http://127.0.0.1/')
    const reader = response.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(chunk)
    return reader
  }
  const large = await reading(`data: ${'x'.repeat(900_000)}\n\n`)
  expect(Buffer.from((await large?.read())?.value ?? []).toString()).toBe('data: the rest\n\n')
  expect(asked).toBe(0)
  const flood = await reading('data: 1\n\n'.repeat(1000))
  const next = flood?.read()
  expect(await Promise.race([next, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe('waits')
  expect(asked).toBe(100)
  rested.resolve(undefined)
  expect((await next)?.done).toBe(false)
})
