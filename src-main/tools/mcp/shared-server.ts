/**
 * The life of one MCP server for all who use it: started when it is first needed, ended when nobody has used it for a while, started
 * anew after it died, and left alone for a while when it will not start.
 */
import type { Clock } from '../../clock'
import { AppError } from '../../../src-shared/errors'
import type { CallOptions, PendingConnection, Connection, McpDescription } from './connection'
import type { McpTool } from './listings'
import { isSessionExpired } from './session-expired'
import { createSharedStart } from './shared-start'
import { createStartFailures } from './start-failures'
import { createToolCache } from './tool-cache'
import { serverName, type McpTransport } from './transport'

export type SharedServer = {
  /** Does something with a connection, which is made where there is none. */
  readonly use: <T>(call: CallOptions, work: (connection: Connection) => Promise<T>) => Promise<T>
  readonly tools: (call: CallOptions) => Promise<readonly McpTool[]>
  /** A tool as it was listed last; undefined where nothing is listed, or it is not there. */
  readonly knownTool: (name: string) => McpTool | undefined
  readonly describe: () => McpDescription
  readonly pid: () => number | null
  /** Ends it and waits for that. It does not start again. */
  readonly close: () => Promise<void>
}

type Options = {
  idleMs: number
  clock: Clock
  /** Begins a connection; it tells when the server's tools have changed. */
  connect: (onToolsChanged: () => void) => Promise<PendingConnection>
}

type Work<T> = (connection: Connection) => Promise<T>

/** A server that has not been started. */
export function createSharedServer(transport: McpTransport, { idleMs, clock, connect }: Options): SharedServer {
  let current: Connection | null = null
  let known: McpDescription = { name: '', version: '', instructions: null }
  let uses = 0
  let isClosed = false
  let idle: NodeJS.Timeout | undefined
  const ending = new Set<Promise<void>>()
  const tools = createToolCache()
  const failures = createStartFailures(serverName(transport), clock)

  const end = (what: { close: () => Promise<void> }) => {
    const done = what.close().finally(() => ending.delete(done))
    ending.add(done)
  }
  const drop = () => {
    if (current !== null) end(current)
    current = null
    tools.forget()
  }
  const start = createSharedStart({
    begin: () => connect(tools.forget),
    onReady(connection) {
      current = connection
      known = connection.describe()
      failures.clear()
    },
    onFailure: failures.add,
    end,
  })
  const acquire = async (call: CallOptions): Promise<Connection> => {
    if (isClosed) throw new AppError('unavailable', 'The MCP servers were closed.')
    if (current?.isOpen() === true) return current
    drop()
    if (transport.type === 'stdio') failures.check()
    return start.wait(call)
  }
  const attempt = async <T>(call: CallOptions, work: Work<T>): Promise<T> => {
    const connection = await acquire(call)
    try {
      return await work(connection)
    } catch (cause) {
      if (!isSessionExpired(cause)) throw cause
    }
    return work(await acquire(call))
  }
  const use = async <T>(call: CallOptions, work: Work<T>): Promise<T> => {
    call.signal.throwIfAborted()
    uses += 1
    clearTimeout(idle)
    try {
      return await attempt(call, work)
    } finally {
      uses -= 1
      if (uses === 0 && !isClosed) idle = setTimeout(drop, idleMs).unref()
    }
  }
  return {
    use,
    tools: (call) => use(call, (connection) => tools.list(connection, call)),
    knownTool: tools.known,
    describe: () => known,
    pid: () => (current?.isOpen() === true ? current.pid() : null),
    async close() {
      isClosed = true
      clearTimeout(idle)
      await start.giveUp()
      drop()
      await Promise.all(ending)
    },
  }
}
