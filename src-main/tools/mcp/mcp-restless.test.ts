/** Servers that do not come to an end: that want a call to be made again for ever, or cancel one that is under way. */
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMcpServers, type McpServers } from './mcp-servers'
import { startHttpHost, type HttpHost } from './testing/http-host'
import { restlessServer } from './testing/restless-server'
import { startSseHost, type SseHost } from './testing/sse-host'
import { calling, INFO, never, odd, opening, partsOf, signalOf } from './testing/servers'
import type { StdioServer } from './transport'

let servers: McpServers
let host: HttpHost
let sse: SseHost
beforeAll(async () => {
  host = await startHttpHost(restlessServer, 'reject')
  sse = await startSseHost()
  servers = createMcpServers({ info: INFO, betweenRoundsMs: 1 })
})
afterAll(async () => {
  await servers.close()
  host.close()
  sse.close()
})

const PROGRAM = path.join(import.meta.dirname, 'testing/restless-server.ts')
const restless: StdioServer = { type: 'stdio', command: process.execPath, args: [PROGRAM, 'stdio'], env: {} }

it('a call that is to be made again for ever is made twenty times', async () => {
  const server = await servers.open(restless, opening())
  await expect(server.callTool('again', {}, calling())).rejects.toMatchObject({
    code: 'tool-failed',
    message: 'The MCP server wants "again" to be called again and again.',
  })
  expect(partsOf(await server.callTool('rounds', {}, calling()))).toEqual([{ type: 'text', text: '{"again":20}' }])
})

it('a call that is stopped between two rounds ends with the reason of the stop', async () => {
  const patient = createMcpServers({ info: INFO, betweenRoundsMs: 60_000 })
  try {
    const server = await patient.open(restless, opening())
    const { signal, abort } = signalOf()
    const call = server.callTool('again', {}, { signal })
    call.catch(() => undefined)
    // The server answers one request after the other, so the first round is over then.
    await server.callTool('rounds', {}, calling())
    abort()
    await expect(call).rejects.toBe(signal.reason)
  } finally {
    await patient.close()
  }
})

it.each([
  ['the newest version', () => restless],
  ['the newest version, over HTTP,', () => ({ type: 'http' as const, url: host.url, headers: {} })],
  ['the version before', () => odd('')],
  ['the version before, over SSE,', () => ({ type: 'sse' as const, url: sse.url, headers: {} })],
])(
  'a call that a server of %s cancels is over, with its reason, and the server is of use',
  async (_what, transport) => {
    const server = await servers.open(transport(), opening({ timeout: 60_000 }))
    await expect(server.callTool('cancel', {}, calling())).rejects.toMatchObject({
      code: 'tool-failed',
      message: expect.stringMatching(/failed at "cancel"\. It cancelled the request: closing time$/) as string,
    })
    expect(await server.tools(never())).not.toEqual([])
  },
)

it('a server that cancels what it was not asked, or what is over, changes nothing', async () => {
  const server = await servers.open(odd(''), opening())
  expect(partsOf(await server.callTool('cancel-others', {}, calling()))).toEqual([{ type: 'text', text: 'fine' }])
  expect(partsOf(await server.callTool('cancel-others', {}, calling()))).toEqual([{ type: 'text', text: 'fine' }])
})
