/** A real HTTP server on loopback for tests of what goes over HTTP: it keeps what it was asked and answers as told. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

export type SeenRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

export type LoopbackAnswer = {
  status?: number
  headers?: { [name: string]: string | string[] }
  body?: string | Uint8Array
}

export type Loopback = {
  port: number
  /** `http://127.0.0.1:<port>` */
  base: string
  seen: SeenRequest[]
  /** By path with query; a function answers itself. What is not named is answered with `ok`. */
  answers: { [url: string]: LoopbackAnswer | ((response: ServerResponse) => void) }
  close: () => Promise<void>
}

export async function startLoopback(): Promise<Loopback> {
  const seen: SeenRequest[] = []
  const answers: Loopback['answers'] = {}
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (data: Buffer) => (body += data.toString()))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push({ method, url, headers, body })
      const answer = answers[url] ?? { body: 'ok' }
      if (typeof answer === 'function') answer(response)
      else response.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? '')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { port, base: `http://127.0.0.1:${port}`, seen, answers, close }
}
