/** A server of MCP as of 2026-07-28 over HTTP on loopback, made with the protocol's own package, for tests. */
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type HttpHost = {
  url: string
  /** The requests that came. */
  heard: { method: string; headers: IncomingMessage['headers'] }[]
  close: () => void
}

/** `legacy`: what is done with who speaks as of 2025. */
export async function startHttpHost(create: () => McpServer, legacy: 'reject' | 'stateless'): Promise<HttpHost> {
  const heard: HttpHost['heard'] = []
  const { fetch } = createMcpHandler(create, { legacy })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    heard.push({ method: String(request.headers['mcp-method'] ?? ''), headers: request.headers })
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
    const asked = new Request(url, { method: 'POST', headers, body: request.method === 'POST' ? body : null })
    const given = await fetch(asked)
    response.writeHead(given.status, Object.fromEntries(given.headers))
    for await (const chunk of given.body ?? []) response.write(chunk)
    response.end()
  }
  const http = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/mcp`
  return {
    url,
    heard,
    close() {
      http.closeAllConnections()
      http.close()
    },
  }
}
