/** The MCP servers of the core: over the network each reaches the host of its own address, as a person allows it, and no other. */
import { AppError } from '../../src-shared/errors'
import { hostNeed } from '../../src-shared/kinds/needs'
import type { Clock } from '../clock'
import { createMcpServers, type McpServers } from './mcp/mcp-servers'
import { createGuardedFetch, type GuardedFetch } from './net/guarded-fetch'

/** None is started yet. `version` is that of the program, which servers are told. */
export function createMcp({ version, clock }: { version: string; clock: Clock }): McpServers {
  const guards = new Map<string, GuardedFetch>()
  const servers = createMcpServers({
    info: { name: 'baton', version },
    clock,
    fetch: async (input, init) => {
      const url = input instanceof Request ? input.url : String(input)
      const guard = guards.get(hostOf(url) ?? '')
      if (guard === undefined)
        throw new AppError(
          'tool-failed',
          'The MCP server sent Baton to another host than its own, which is not followed.',
        )
      return guard.fetch(input, init)
    },
  })
  return {
    async open(transport, options) {
      const host = transport.type === 'stdio' ? null : hostOf(transport.url)
      if (host !== null && !guards.has(host)) guards.set(host, guardFor(host))
      return servers.open(transport, options)
    },
    async close() {
      await servers.close()
      await Promise.all([...guards.values()].map((guard) => guard.close()))
    },
  }
}

/** What a person was asked to allow for an address. */
function hostOf(address: string): string | null {
  return hostNeed(address)?.content ?? null
}

function guardFor(host: string): GuardedFetch {
  return createGuardedFetch({ mayReach: (url) => (hostOf(url.href) === host ? 'anywhere' : 'no') })
}
