/** How an MCP server is reached, with all secrets filled in: its types, its identity, and what of it may be shown. */
import { createHash } from 'node:crypto'
import path from 'node:path'
import { createRedactor, type Redactor } from '../../redaction/redactor'

export type StdioServer = {
  type: 'stdio'
  command: string
  args: readonly string[]
  /** Added to the few variables that every server gets (PATH, HOME and so on). */
  env: { readonly [variable: string]: string }
  cwd?: string | undefined
}

export type HttpServer = { type: 'http' | 'sse'; url: string; headers: { readonly [name: string]: string } }

export type McpTransport = StdioServer | HttpServer

/** The same text for the same server. A hash, because a transport holds secrets. */
export function transportKey(transport: McpTransport): string {
  const parts =
    transport.type === 'stdio'
      ? ['stdio', transport.command, transport.args, sorted(transport.env), transport.cwd ?? null]
      : [transport.type, transport.url, sorted(transport.headers)]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** What messages call a server: its command without the folder, or its host. Never arguments or addresses, which may hold secrets. */
export function serverName(transport: McpTransport): string {
  if (transport.type === 'stdio') return path.basename(transport.command)
  return URL.canParse(transport.url) ? new URL(transport.url).host : transport.url.slice(0, 100)
}

/** What takes the values that a server was given out of what it says. */
export function redactorOf(transport: McpTransport): Redactor {
  return createRedactor(secretsIn(transport).flatMap((value) => [value, value.replace(/^\w+ /, '')]))
}

function secretsIn(transport: McpTransport): string[] {
  if (transport.type === 'stdio') return Object.values(transport.env)
  const headers = Object.values(transport.headers)
  if (!URL.canParse(transport.url)) return headers
  const { username, password, searchParams } = new URL(transport.url)
  const inAddress = [username, password, ...searchParams.values()]
  return [...headers, ...inAddress]
}

function sorted(record: { readonly [name: string]: string }): [string, string][] {
  return Object.entries(record).sort(([first], [second]) => (first < second ? -1 : 1))
}
