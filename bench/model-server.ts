/**
 * A model server in a process of its own: answers every chat request at once with a streamed text, whose length stands in the URL:
 * `http://127.0.0.1:PORT/1024/v1`. At `.../swarm/1024/v1` an agent (`You are B.`) calls its first tool until the one that the
 * user's last message names (`[for C]`) is asked. Prints its port and ends when its standard input closes.
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

/** The whole stream of a reply that calls a tool without arguments. */
function call(response: ServerResponse, index: number, name: string): void {
  const asked = { index: 0, id: `call_${index}`, type: 'function', function: { name, arguments: '{}' } }
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(
    [
      delta(index, { role: 'assistant', content: '' }),
      delta(index, { tool_calls: [asked] }),
      delta(index, {}, 'tool_calls'),
      chunk(index, { choices: [], usage }),
      'data: [DONE]\n\n',
    ].join(''),
  )
}

/** The tool that an agent of a swarm calls; null: it was asked itself. */
function handOff(body: string): string | null {
  const asked = [...body.matchAll(/\[for (\w)\]/g)].at(-1)?.[1]
  const own = /You are (\w)\./.exec(body)?.[1]
  if (asked === undefined || asked === own) return null
  return (
    /"name":"(transfer_\w+)"[^}]*"parameters"|"function":\{"name":"(transfer_\w+)"/
      .exec(body)
      ?.slice(1)
      .find(Boolean) ?? null
  )
}

const requests = { count: 0 }
const server = createServer((request, response) => {
  const [, swarm, length] = /^(\/swarm)?\/(\d+)\/v1\/chat\/completions$/.exec(request.url ?? '') ?? []
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => void parts.push(part))
  request.on('end', () => {
    requests.count += 1
    const body = swarm === undefined ? null : Buffer.concat(parts).toString('utf8')
    const name = body === null ? null : handOff(body)
    const bytes = parts.reduce((sum, part) => sum + part.length, 0)
    if (name === null) answer(response, requests.count, { length: Number(length ?? '0'), bytes })
    else call(response, requests.count, name)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? (address?.port ?? 0) : 0}\n`)
})
process.stdin.on('end', () => process.exit(0)).resume()
