/** A server of MCP over the older SSE transport on loopback, made with the SDK of its time, for tests: its one tool cancels the call of it. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export type SseHost = { url: string; close: () => void }

export async function startSseHost(): Promise<SseHost> {
  const sessions = new Map<string, SSEServerTransport>()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (request.method === 'GET' && pathname === '/sse') {
      const session = new SSEServerTransport('/messages', response)
      sessions.set(session.sessionId, session)
      await cancellingServer().connect(session)
      return
    }
    const session = sessions.get(searchParams.get('sessionId') ?? '')
    if (session !== undefined) await session.handlePostMessage(request, response)
    else response.writeHead(404).end()
  }
  const http = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/sse`,
    close() {
      http.closeAllConnections()
      http.close()
    },
  }
}

function cancellingServer(): McpServer {
  const server = new McpServer({ name: 'cancelling', version: '1' })
  server.registerTool('cancel', { description: 'Cancels the call' }, async ({ requestId, sendNotification }) => {
    await sendNotification({ method: 'notifications/cancelled', params: { requestId, reason: 'closing time' } })
    return await new Promise<never>(() => undefined)
  })
  return server
}
