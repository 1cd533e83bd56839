/** The tests' own tools: an HTTP server on loopback that answers `/<tool>?q=<input>`, counts calls and does what a test tells it to. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** One call; `at` is when it arrived and `end` when it was answered, in milliseconds since the process began. */
export type ToolCall = { tool: string; input: string; body: string; at: number; end: number | null }

/** What a tool answers with; `status` 400 and up is a failure, `hang` never answers. */
export type ToolAnswer =
  | string
  | { text?: string; status?: number; delayMs?: number; gate?: Promise<unknown>; hang?: true }

export type ToolServer = {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  readonly calls: readonly ToolCall[]
  /** Inputs that a tool got, in order of arrival. */
  inputsOf: (tool: string) => string[]
  on: (tool: string, answer: (call: { input: string; body: string; nth: number }) => ToolAnswer) => void
  /** Resolves when so many calls have arrived. */
  waitForCalls: (count: number) => Promise<void>
  close: () => Promise<void>
}

/** Starts a server on a free port. A tool without an answer of its own says `<T>(<input>)`, T being its first letter. */
export async function startToolServer(): Promise<ToolServer> {
  const calls: ToolCall[] = []
  const answers = new Map<string, (call: { input: string; body: string; nth: number }) => ToolAnswer>()
  const closing = new AbortController()
  let wake: (() => void)[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://tools')
    const tool = url.pathname.slice(1)
    const input = url.searchParams.get('q') ?? ''
    const call: ToolCall = { tool, input, body: '', at: performance.now(), end: null }
    const answer = async () => {
      for await (const chunk of request) call.body += String(chunk)
      calls.push(call)
      const waiting = wake
      wake = []
      for (const resolve of waiting) resolve()
      const nth = calls.filter((one) => one.tool === tool).length
      const given = answers.get(tool)?.({ input, body: call.body, nth }) ?? `${tool.charAt(0)}(${input})`
      const { text = '', status = 200, delayMs = 0, gate, hang } = typeof given === 'string' ? { text: given } : given
      if (hang === true) return
      await gate
      if (delayMs > 0) await sleep(delayMs, undefined, { signal: closing.signal })
      call.end = performance.now()
      response.writeHead(status).end(text)
    }
    answer().catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    inputsOf: (tool) => calls.filter((call) => call.tool === tool).map(({ input }) => input),
    on: (tool, answer) => void answers.set(tool, answer),
    async waitForCalls(count) {
      while (calls.length < count) await new Promise<void>((resolve) => wake.push(resolve))
    },
    async close() {
      closing.abort()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
