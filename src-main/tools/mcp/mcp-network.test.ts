/** MCP over HTTP reaches the host of its own address, and no other. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../../clock'
import { createMcp } from './mcp-network'

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Counts its visitors; sends them where it is told. */
async function listen(redirect: string | null = null) {
  let visits = 0
  const server = createServer((_request, response) => {
    visits += 1
    if (redirect === null) response.writeHead(404).end()
    else response.writeHead(307, { location: redirect }).end()
  }).listen(0, '127.0.0.1')
  open.push(server)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}/mcp`, visits: () => visits }
}

test.each(['http', 'sse'] as const)('%s: a redirect to another host is not followed', async (type) => {
  const other = await listen()
  const server = await listen(other.url)
  const mcp = createMcp({ version: '0', clock: systemClock })
  const { signal } = new AbortController()
  const failure = mcp.open({ type, url: server.url, headers: {} }, { timeout: 5000, signal })
  await expect(failure).rejects.toMatchObject({ name: 'AppError' })
  await mcp.close()
  expect([server.visits() > 0, other.visits()]).toEqual([true, 0])
})
