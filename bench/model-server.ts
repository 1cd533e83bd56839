/**
 * A model server in a process of its own: answers every chat request at once with a streamed text, whose length stands in the URL:
 * `http://127.0.0.1:PORT/1024/v1`. Prints its port and ends when its standard input closes.
 */
import { createServer, type ServerResponse } from 'node:http'
import { words } from './words'

function chunk(index: number, part: object): string {
  const head = { id: `chatcmpl-${index}`, object: 'chat.completion.chunk', created: 1_700_000_000, model: 'bench' }
  return `data: ${JSON.stringify({ ...head, ...part })}\n\n`
}

function delta(index: number, piece: object, finish: string | null = null): string {
  return chunk(index, { choices: [{ index: 0, delta: piece, finish_reason: finish }] })
}

/** The whole stream is one write: what is measured is the client, not the system calls of this server. */
function answer(response: ServerResponse, index: number, { length, bytes }: { length: number; bytes: number }): void {
  const pieces = words(length, index).match(/\S+\s*/g) ?? []
  const usage = {
    prompt_tokens: Math.ceil(bytes / 4),
    completion_tokens: pieces.length,
    total_tokens: Math.ceil(bytes / 4) + pieces.length,
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(
    [
      delta(index, { role: 'assistant', content: '' }),
      ...pieces.map((content) => delta(index, { content })),
      delta(index, {}, 'stop'),
      chunk(index, { choices: [], usage }),
      'data: [DONE]\n\n',
    ].join(''),
  )
}

const requests = { count: 0 }
const server = createServer((request, response) => {
  const length = Number(/^\/(\d+)\/v1\/chat\/completions$/.exec(request.url ?? '')?.[1] ?? '0')
  let bytes = 0
  request.on('data', (part: Buffer) => {
    bytes += part.length
  })
  request.on('end', () => {
    requests.count += 1
    answer(response, requests.count, { length, bytes })
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? (address?.port ?? 0) : 0}\n`)
})
process.stdin.on('end', () => process.exit(0)).resume()
