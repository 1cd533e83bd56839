/**
 * A model server in a process of its own: answers every chat request at once with a streamed text, whose length stands in the URL:
 * `http://127.0.0.1:PORT/1024/v1`. At `.../swarm/1024/v1` an agent (`You are B.`) calls its first tool until the one that the
 * user's last message names (`[for C]`) is asked. At `.../rewoo/1024/v1` a planner gets the plan that stands in the question
 * (`<plan>...</plan>`). At `.../paced/1024/v1` the text comes as 200 tokens a second. `/wait?q=57 ms` is a tool that takes as long. Prints its port and ends when its standard input closes.
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
function answer(response: ServerResponse, index: number, { text, bytes }: { text: string; bytes: number }): void {
  const pieces = text.match(/\S+\s*/g) ?? []
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

/** How often pieces are sent, and how many tokens a second they come to. */
const PACE = { everyMs: 20, tokens: 200 }

/** As fast as a quick model speaks; what came too late of a tick comes with the next. */
function answerPaced(response: ServerResponse, index: number, text: string): void {
  const pieces = text.match(/\S+\s*/g) ?? []
  const begun = performance.now()
  let sent = 0
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(delta(index, { role: 'assistant', content: '' }))
  const timer = setInterval(() => {
    const due = Math.min(pieces.length, Math.floor(((performance.now() - begun) / 1000) * PACE.tokens))
    for (; sent < due; sent += 1) response.write(delta(index, { content: pieces[sent] ?? '' }))
    if (sent < pieces.length && !response.destroyed) return
    clearInterval(timer)
    response.end(`${delta(index, {}, 'stop')}data: [DONE]\n\n`)
  }, PACE.everyMs)
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

/** What a wait gives: it tells a solver's prompt from a planner's. */
const WAITED = 'waited-for-'

/** The plan that a planner is asked for; null: what was waited for is there already, so a solver asks. */
function planIn(body: string): string | null {
  if (body.includes(WAITED)) return null
  const { messages } = JSON.parse(body) as { messages: { content: string }[] }
  const texts = messages.map(({ content }) => /<plan>([^]*)<\/plan>/.exec(content)?.[1])
  return texts.findLast((text) => text !== undefined) ?? null
}

function wait(response: ServerResponse, url: string): void {
  const ms = Number.parseInt(new URL(url, 'http://bench').searchParams.get('q') ?? '0', 10)
  setTimeout(() => response.end(`${WAITED}${ms}`), ms)
}

const requests = { count: 0 }
const server = createServer((request, response) => {
  if (request.url?.startsWith('/wait?') === true) return wait(response, request.url)
  const [, part, length] = /^(?:\/(swarm|rewoo|paced))?\/(\d+)\/v1\/chat\/completions$/.exec(request.url ?? '') ?? []
  const parts: Buffer[] = []
  request.on('data', (piece: Buffer) => void parts.push(piece))
  request.on('end', () => {
    requests.count += 1
    if (part === 'paced') return answerPaced(response, requests.count, words(Number(length ?? '0'), requests.count))
    const body = part === undefined ? '' : Buffer.concat(parts).toString('utf8')
    const name = part === 'swarm' ? handOff(body) : null
    const plan = part === 'rewoo' ? planIn(body) : null
    const bytes = parts.reduce((sum, piece) => sum + piece.length, 0)
    const text = plan ?? words(Number(length ?? '0'), requests.count)
    if (name === null) answer(response, requests.count, { text, bytes })
    else call(response, requests.count, name)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? (address?.port ?? 0) : 0}\n`)
})
process.stdin.on('end', () => process.exit(0)).resume()
