/** A server on a port, as its clients see it. */
import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { closeServer, listen } from './listen'

test('a connection stays open for longer than a proxy keeps it, unless serving stops', async () => {
  const server = createServer((_request, response) => response.end())
  const port = await listen(server, 0)
  const [response] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  expect(response.headers['keep-alive']).toBe('timeout=75')
  await closeServer(server, () => Promise.resolve())
  expect(server.listening).toBe(false)
})
