/** Servers that speak MCP as of 2026-07-28, made with the protocol's own package: over stdio and HTTP, alone or beside 2025-11-25. */
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMcpServers, type McpServers } from './mcp-servers'
import { paramHeaders } from './param-headers'
import { startHttpHost, type HttpHost } from './testing/http-host'
import { newestServer } from './testing/newest-server'
import { calling, INFO, never, opening } from './testing/servers'
import type { StdioServer } from './transport'

let servers: McpServers
beforeEach(() => {
  servers = createMcpServers({ info: INFO })
})
afterEach(() => servers.close())

const PROGRAM = path.join(import.meta.dirname, 'testing/newest-server.ts')
const program = (mode: 'newest' | 'both'): StdioServer => ({
  type: 'stdio',
  command: process.execPath,
  args: [PROGRAM, mode],
  env: {},
})

describe.each(['newest', 'both'] as const)('a program that speaks %s', (mode) => {
  it('lists and calls its tools, and tells of new ones', async () => {
    const server = await servers.open(program(mode), opening())
    expect(server.describe()).toEqual({ name: 'newest', version: '26', instructions: 'Ask for an echo.' })
    const tools = await server.tools(never())
    expect(tools.map(({ name }) => name)).toEqual(['echo', 'grow', 'ask', 'fail'])
    expect(tools[0]).toMatchObject({ description: 'Says it again', annotations: { readOnlyHint: true } })
    expect(await server.callTool('echo', { text: 'hello' }, calling())).toEqual({
      parts: [{ type: 'text', text: 'hello' }],
      isError: false,
    })
    expect(await server.callTool('fail', {}, calling())).toMatchObject({ isError: true })
    await expect(server.callTool('none', {}, calling())).rejects.toMatchObject({ code: 'tool-failed' })
    expect(await server.readResource('notes://all', never())).toEqual([{ type: 'text', text: 'one note' }])
    await server.callTool('grow', {}, calling())
    await expect.poll(async () => (await server.tools(never())).map(({ name }) => name)).toContain('grown')
  })
})

describe.each(['reject', 'stateless'] as const)('over HTTP, 2025 being %s', (legacy) => {
  let host: HttpHost
  beforeEach(async () => {
    host = await startHttpHost(newestServer, legacy)
  })
  afterEach(async () => {
    await servers.close()
    host.close()
  })

  it('lists and calls its tools, without a session, arguments in headers where a tool wants them there', async () => {
    const server = await servers.open({ type: 'http', url: host.url, headers: {} }, opening())
    expect((await server.tools(never())).map(({ name }) => name)).toEqual(['echo', 'grow', 'ask', 'fail'])
    expect(await server.callTool('echo', { text: 'hello', region: 'Zürich' }, calling())).toMatchObject({
      parts: [{ text: 'hello Zürich' }],
    })
    const call = host.heard.find(({ method }) => method === 'tools/call')
    expect(call?.headers).toMatchObject({ 'mcp-name': 'echo', 'mcp-param-region': '=?base64?WsO8cmljaA==?=' })
    expect(host.heard.some(({ headers }) => 'mcp-session-id' in headers)).toBe(false)
  })

  it('a call that asks is made again with the answer and what the server wanted back', async () => {
    const server = await servers.open({ type: 'http', url: host.url, headers: {} }, opening())
    const asked = await server.callTool('ask', {}, calling())
    expect(asked).toMatchObject({ questions: [{ key: 'name', message: 'Who are you?' }], state: 'asked before' })
    const answers = {
      state: 'state' in asked ? asked.state : null,
      responses: { name: { action: 'accept' as const, content: { name: 'Ann' } } },
    }
    expect(await server.callTool('ask', {}, { ...calling(), answers })).toMatchObject({
      parts: [{ text: 'Hello Ann, as asked before.' }],
    })
  })
})

it('what is no text, number or truth value stands in no header, nor what a tool does not want there', () => {
  const schema = {
    type: 'object' as const,
    properties: {
      a: { type: 'string', 'x-mcp-header': 'A' },
      b: { type: 'boolean', 'x-mcp-header': 'B' },
      c: { type: 'object', properties: { d: { type: 'integer', 'x-mcp-header': 'D' } } },
      e: { type: 'string', 'x-mcp-header': 'no name\r\n' },
      f: { type: 'string' },
    },
  }
  expect(paramHeaders(schema, { a: ' x', b: false, c: { d: 7 }, e: 'e', f: 'f' })).toEqual({
    'Mcp-Param-A': '=?base64?IHg=?=',
    'Mcp-Param-B': 'false',
    'Mcp-Param-D': '7',
  })
  expect(paramHeaders(schema, { a: ['x'], b: null, c: 'none' })).toEqual({})
  expect(paramHeaders(schema, { a: 'x\r\nAuthorization: none' })['Mcp-Param-A']).toMatch(/^=\?base64\?[\w+/=]+\?=$/)
})
