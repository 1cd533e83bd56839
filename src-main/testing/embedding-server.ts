/** The tests' own embedding server on loopback: texts get vectors at wanted cosine distances from anything that is looked for. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

export type EmbeddingServer = {
  /** `http://127.0.0.1:PORT/v1` */
  readonly baseUrl: string
  /** The texts of each request. */
  readonly asked: readonly (readonly string[])[]
  /** From now on: answers with this status, or as it should again (null). */
  fail: (status: number | null) => void
  close: () => Promise<void>
}

const requestSchema = z.object({ input: z.array(z.string()) })

/** `distances`: by the word before the first colon of a text; any other text is at distance 0. */
export async function startEmbeddingServer(distances: Readonly<Record<string, number>>): Promise<EmbeddingServer> {
  const asked: string[][] = []
  let failing: number | null = null
  const vectorOf = (text: string) => {
    const cosine = 1 - (distances[text.split(':')[0] ?? ''] ?? 0)
    return [cosine, Math.sqrt(1 - cosine * cosine)]
  }
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { input } = requestSchema.parse(body)
      asked.push(input)
      response.statusCode = failing ?? 200
      response.end(JSON.stringify({ data: input.map((text, index) => ({ index, embedding: vectorOf(text) })) }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    fail: (status) => {
      failing = status
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
