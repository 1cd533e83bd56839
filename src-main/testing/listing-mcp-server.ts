/** An MCP server over HTTP on loopback, made with the SDK that others use: it offers the tools of a test with their schemas as they are, and keeps what it was called with. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { JsonObject } from '../../src-shared/flow/records'

export type ListingMcpServer = {
  /** The data of its node. */
  data: JsonObject
  /** The calls that reached it, in their order. */
  calls: { tool: string; args: unknown }[]
  close: () => Promise<void>
}

/** Starts a server on a free port; every call of a tool gives back its arguments. */
export async function startListingMcpServer(tools: { [name: string]: JsonObject }): Promise<ListingMcpServer> {
  const calls: ListingMcpServer['calls'] = []
  const answering = () => {
    const server = new Server({ name: 'listing', version: '1' }, { capabilities: { tools: {} } })
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: Object.entries(tools).map(([name, schema]) => {
        return { name, description: `Does ${name}.`, inputSchema: { ...schema, type: 'object' as const } }
      }),
    }))
    server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: args = {} } }) => {
      calls.push({ tool: name, args })
      return { content: [{ type: 'text', text: JSON.stringify(args) }] }
    })
    return server
  }
  const http = createServer((request, response) => {
    const answer = async () => {
      const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
      await answering().connect(transport)
      await transport.handleRequest(request, response)
    }
    answer().catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    data: { transport: { type: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {} } },
    calls,
    async close() {
      const closed = once(http, 'close')
      http.close()
      http.closeAllConnections()
      await closed
    },
  }
}
