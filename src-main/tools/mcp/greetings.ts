/**
 * How MCP servers are greeted: as of 2025 (`initialize`, a session) or as of 2026 (`server/discover`, every request by itself), by what each
 * understands; and the client that does so.
 */
import { Client } from '@modelcontextprotocol/client'
import type { McpTransport } from './transport'

export type Greeting = 'initialize' | 'discover'

/**
 * In this order; the next is tried where the one before was not understood. Many local programs end, or never answer, when the first thing that
 * they hear is not `initialize`, and one that knows 2026 only says so; over HTTP it is a request like another. The older SSE is of before 2026.
 */
export const GREETINGS: {
  readonly [T in McpTransport['type']]: readonly [first: Greeting, ...others: readonly Greeting[]]
} = {
  stdio: ['initialize', 'discover'],
  http: ['discover', 'initialize'],
  sse: ['initialize'],
}

const NEWEST = '2026-07-28'
/** Some leave unanswered what they do not know: so long they are waited for, in ms, before they are greeted otherwise. */
const MOST_SILENCE = 10_000

type Options = { info: { name: string; version: string }; onToolsChanged: () => void }

/** A client that is not connected yet. It keeps no answers, fetches no list and answers no question by itself. */
export function clientFor(greeting: Greeting, { info, onToolsChanged }: Options): Client {
  const client = new Client(info, {
    // A question of 2026 ends the call, which is made again with the answer, days later if need be; one of 2025 would keep it waiting.
    capabilities: greeting === 'discover' ? { elicitation: { form: {} } } : {},
    // Nothing is checked by the schemas of a server's results: compiling a stranger's schema is work that it chooses.
    jsonSchemaValidator: NO_VALIDATOR,
    versionNegotiation:
      greeting === 'discover' ? { mode: { pin: NEWEST }, probe: { timeoutMs: MOST_SILENCE } } : { mode: 'legacy' },
    inputRequired: { autoFulfill: false },
    listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged } },
  })
  // Some tell of changes without having said that they would.
  client.setNotificationHandler('notifications/tools/list_changed', onToolsChanged)
  return client
}

const NO_VALIDATOR = {
  getValidator(): never {
    throw new Error("Results are not checked by a server's own schemas.")
  },
}
