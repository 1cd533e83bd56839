/** The tests' shop: an HTTP server on loopback whose every answer is a price, unless a test has it end otherwise. */
import { once } from 'node:events'
import { createServer } from 'node:http'

/** What becomes of a call. */
export type ShopFate = 'answered' | 'unanswered' | 'cut'

export type Shop = {
  /** `http://127.0.0.1:PORT/` */
  readonly url: string
  /** So many calls have come. */
  readonly calls: () => number
  readonly close: () => Promise<void>
}

/** Starts a shop on a free port; `onCall` says what becomes of a call, as it comes. */
export async function startShop(onCall: () => ShopFate = () => 'answered'): Promise<Shop> {
  let calls = 0
  const server = createServer((_request, response) => {
    calls += 1
    const fate = onCall()
    if (fate === 'answered') response.end('12 euro')
    if (fate === 'cut') response.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    calls: () => calls,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
