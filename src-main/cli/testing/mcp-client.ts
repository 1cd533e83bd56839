/** Talks to `baton mcp` in tests with the protocol's official client: over the terminal's standard input and output, and over HTTP. */
import { PassThrough } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  JSONRPCMessageSchema,
  type ElicitRequest,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js'
import type { CallReport } from '../serving-mcp/tools'
import { KEY } from './chat-client'
import type { CommandResult, Terminal } from './terminal'

/** Answers what a server asks its person; absent: the host cannot ask. */
export type HostPerson = (request: ElicitRequest['params']) => ElicitResult | Promise<ElicitResult>

export function hostClient(person?: HostPerson): Client {
  const capabilities = person === undefined ? {} : { elicitation: {} }
  const client = new Client({ name: 'tests', version: '1' }, { capabilities })
  if (person !== undefined) client.setRequestHandler(ElicitRequestSchema, ({ params }) => person(params))
  return client
}

export type StdioHost = { client: Client; stdin: PassThrough; ended: Promise<CommandResult>; lines: () => string[] }

/** Starts `baton mcp` over standard input and output and connects. `lines`: all that it wrote. */
export async function startStdio(terminal: Terminal, args: readonly string[], person?: HostPerson): Promise<StdioHost> {
  const stdin = new PassThrough()
  let written = ''
  let rest = ''
  const transport: Transport = {
    start: () => Promise.resolve(),
    send(message) {
      stdin.write(`${JSON.stringify(message)}\n`)
      return Promise.resolve()
    },
    close() {
      stdin.end()
      transport.onclose?.()
      return Promise.resolve()
    },
  }
  const onOut = (text: string) => {
    written += text
    rest += text
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) transport.onmessage?.(JSONRPCMessageSchema.parse(JSON.parse(line)))
  }
  const ended = terminal.baton(['mcp', ...args], { stdin, onOut })
  const client = hostClient(person)
  const refused = ended.then(({ notes }) => Promise.reject(new Error(notes.join('\n'))))
  await Promise.race([client.connect(transport), refused])
  refused.catch(() => undefined)
  return { client, stdin, ended, lines: () => written.split('\n').filter((line) => line !== '') }
}

/** Starts `baton mcp --http` with the key of the tests: its address. */
export async function startHttp(terminal: Terminal, args: readonly string[], signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<string>()
  let told = ''
  const ended = terminal.baton(['mcp', '--http', '--key', KEY, ...args], {
    signal,
    onOut(text) {
      told += text
      if (/^Key: /m.test(told)) resolve(/http:\S+/.exec(told)?.[0] ?? '')
    },
  })
  const refused = ended.then(({ notes }) => Promise.reject(new Error(notes.join('\n'))))
  return { url: await Promise.race([promise, refused]), ended }
}

/** A client over HTTP; what it sends goes with these headers. */
export async function connectHttp(url: string, person?: HostPerson, key = KEY) {
  const headers = { authorization: `Bearer ${key}` }
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  const client = hostClient(person)
  await client.connect(transport)
  return { client, transport }
}

/** One call: its report, what is said in words, and whether it failed. */
export async function call(
  client: Client,
  name: string,
  args: Record<string, unknown>,
  options: { signal?: AbortSignal; onProgress?: (line: string) => void } = {},
) {
  const { onProgress, signal } = options
  const result = CallToolResultSchema.parse(
    await client.callTool({ name, arguments: args }, CallToolResultSchema, {
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onprogress: ({ message = '' }) => onProgress(message) }),
    }),
  )
  const words = result.content.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n')
  return { report: result.structuredContent as CallReport, words, isError: result.isError === true }
}
