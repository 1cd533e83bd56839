/** Servers that answer with another version of MCP than they were asked for, or that speak another one after they were started again. */
import { createMcpHandler } from '@modelcontextprotocol/server'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMcpServers, type McpServer, type McpServers } from './mcp-servers'
import { newestServer } from './testing/newest-server'
import { calling, INFO, never, odd, opening } from './testing/servers'

let servers: McpServers
beforeEach(() => {
  servers = createMcpServers({ info: INFO })
})
afterEach(() => servers.close())

it.each([
  [
    'answers with a version of its own',
    '1999-01-01',
    /could not be started\. It speaks MCP 1999-01-01, which Baton does not\./,
  ],
  ['answers as of 2025 that it speaks 2026', '2026-07-28', /It speaks MCP 2026-07-28, which Baton does not\./],
  ['names no version', 'missing', /It answered something that is not MCP\./],
  ['knows neither version', 'error--32022', /refused to start: No\./],
  ['knows 2025 only where it is asked for 2026, and 2026 only otherwise', 'discover-old', /refused to start: No\./],
  ['names versions that are none', 'discover-odd', /refused to start: No\./],
])('a program that %s', async (_what, version, message) => {
  await expect(servers.open(odd(`version ${version}`), opening({ timeout: 60_000 }))).rejects.toMatchObject({
    code: 'tool-failed',
    message: expect.stringMatching(message) as string,
  })
})

it('a program that speaks another version after its restart is greeted anew', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'baton-versions-'))
  const file = path.join(folder, 'program')
  const write = (name: string, mode: string) =>
    writeFileSync(file, `exec "${process.execPath}" "${path.join(import.meta.dirname, 'testing', name)}" ${mode}`)
  const namesOf = async (server: McpServer) => {
    const tools = await server.tools(never())
    return [server.describe().name, tools[0]?.name]
  }
  try {
    write('odd-server.mjs', 'fine')
    const server = await servers.open({ type: 'stdio', command: 'sh', args: [file], env: {} }, opening())
    expect(await namesOf(server)).toEqual(['odd', 'list-1'])
    for (const [name, mode, names] of [
      ['newest-server.ts', 'newest', ['newest', 'echo']],
      ['odd-server.mjs', 'fine', ['odd', 'list-1']],
    ] as const) {
      write(name, mode)
      process.kill(server.pid() ?? 0, 'SIGKILL')
      await expect.poll(() => server.pid()).toBe(null)
      expect(await namesOf(server)).toEqual(names)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('over HTTP, a server that speaks another version from one call to the next is greeted anew; no call that was carried out is made again', async () => {
  const { fetch: newest } = createMcpHandler(newestServer, { legacy: 'reject' })
  let speaks: 'newest' | 'sessions' | 'no sessions' = 'newest'
  let session = ''
  const calls: string[] = []
  const http = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/mcp`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    if (speaks !== 'newest') return before2026(request, response, body)
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
    const method = request.method ?? 'POST'
    const given = await newest(new Request(url, { method, headers, body: method === 'POST' ? body : null }))
    response.writeHead(given.status, Object.fromEntries(given.headers))
    for await (const chunk of given.body ?? []) response.write(chunk)
    response.end()
  }
  function before2026(request: IncomingMessage, response: ServerResponse, body: string): void {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const { id = null, method } = JSON.parse(body) as { id?: number; method: string }
    const send = (status: number, message: object, headers = {}) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...message }))
    if (method === 'initialize') {
      session = `session-${id}`
      const result = {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'old', version: '1' },
      }
      return send(200, { result }, speaks === 'sessions' ? { 'mcp-session-id': session } : {})
    }
    if (speaks === 'sessions' && request.headers['mcp-session-id'] !== session)
      return send(400, { error: { code: -32000, message: 'Bad Request: No valid session ID provided' } })
    if (method.startsWith('notifications/')) return void response.writeHead(202).end()
    if (method !== 'tools/call') return send(200, { error: { code: -32601, message: 'Method not found' } })
    calls.push(speaks)
    return send(200, { result: { content: [{ type: 'text', text: speaks }] } })
  }

  try {
    const server = await servers.open({ type: 'http', url, headers: {} }, opening())
    const call = () =>
      server.callTool('echo', { text: 'newest' }, calling()).then(
        (result) => ('parts' in result && result.parts[0]?.type === 'text' ? result.parts[0].text : 'no text'),
        (cause: unknown) => String(cause),
      )
    const both = async (next: typeof speaks) => {
      speaks = next
      return [await call(), await call()]
    }
    expect(await both('newest')).toEqual(['newest', 'newest'])
    expect(await both('sessions')).toEqual(['sessions', 'sessions'])
    expect(await both('newest')).toEqual(['newest', 'newest'])
    calls.length = 0
    // It does not ask for a session: the call was made, and its answer is not what was agreed on.
    expect(await both('no sessions')).toEqual([
      expect.stringMatching(/failed at "echo"\. It answered something that is not MCP\.$/),
      'no sessions',
    ])
    expect(calls).toHaveLength(2)
    expect(await both('newest')).toEqual(['newest', 'newest'])
  } finally {
    await servers.close()
    http.closeAllConnections()
    http.close()
  }
})
