/** The MCP servers of the core: over the network each reaches the host of its own address, as a person allows it, and no other. */
import { AppError } from '../../../src-shared/errors'
import { hostNeed } from '../../../src-shared/kinds/needs'
import type { Clock } from '../../clock'
import { createMcpServers, type McpServers } from './mcp-servers'
import type { LocateProgram } from './server-process'
import type { ProcessStore } from './process-records'
import { createGuardedFetch, type GuardedFetch } from '../net/guarded-fetch'
import { refusalError } from '../net/refusal'

/** `version` is that of the program, which servers are told; `records`: where it is on record which processes were started. */
type Options = { version: string; clock: Clock; records?: ProcessStore; locate?: LocateProgram }

/** None is started yet. */
export function createMcp({ version, clock, records, locate }: Options): McpServers {
  const guards = new Map<string, GuardedFetch>()
  const servers = createMcpServers({
    info: { name: 'baton', version },
    clock,
    records,
    locate,
    fetchFor(address) {
      const host = hostOf(address) ?? ''
      const guard = guards.get(host) ?? guardFor(host)
      guards.set(host, guard)
      return guard.fetch
    },
  })
  return {
    open: servers.open,
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
  return createGuardedFetch({
    purpose: { why: 'mcp', permit: { by: 'consent' } },
    mayReach: (url) => (hostOf(url.href) === host ? 'anywhere' : 'no'),
    refuse: (refusal) =>
      refusal.why === 'host'
        ? new AppError('tool-failed', 'The MCP server sent Baton to another host than its own, which is not followed.')
        : refusalError(refusal),
  })
}
