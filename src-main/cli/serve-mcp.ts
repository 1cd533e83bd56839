/** `baton mcp`: flows as tools of an MCP server, over standard input and output or over HTTP on loopback. */
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { systemClock } from '../clock'
import { refuseProblems } from '../run/compiled-flows'
import { openAllowed } from './consent'
import { overridesOf, readFlowFile, UsageError, type CommandStreams, type RunOptions } from './options'
import { hashOf, LOOPBACK_ONLY } from './serving/access'
import { closeServer, listen, openServer, REQUEST_BOUNDS } from './serving/listen'
import { givenKeys } from './serving/keys'
import { createStrangers } from './serving/limits'
import { servedModels } from './serving/models'
import { noteUnreachable } from './serving/unreachable'
import { createEndpoint, MCP_PATH } from './serving-mcp/http'
import { openSession, type McpDoor } from './serving-mcp/session'

export type McpCommand = RunOptions & { http?: boolean; port?: number; key?: string[]; origin?: string[] }

/** Whose threads those of standard input and output are: nobody else's, and no other caller has them. */
const STDIO_CALLER = hashOf('baton mcp over standard input and output')
const MOST_LINE = 10_000_000

/** Serves until the signal aborts, or its client closes standard input. `out` gets the protocol alone, unchanged. */
export async function serveMcpCommand(
  files: readonly string[],
  options: McpCommand,
  around: CommandStreams,
): Promise<number> {
  const isHttp = options.http === true
  if (!isHttp && (options.port ?? options.key ?? options.origin) !== undefined)
    throw new UsageError(
      '--port, --key and --origin are of --http: without it, "baton mcp" talks over standard input and output.',
    )
  const keys = isHttp ? givenKeys(options, { env: around.env, command: 'baton mcp', variable: 'BATON_MCP_KEY' }) : null
  const flows = files.map((file) => readFlowFile(file))
  for (const { flow } of flows) refuseProblems(flow)
  const core = await openAllowed({ flows, files }, options, around)
  try {
    const served = new Set(flows.map(({ flow }) => flow.id))
    core.services.deadlines.keep(({ flowId }) => served.has(flowId))
    noteUnreachable({ core, flows, overrides: overridesOf(options, around.env) }, around.note)
    const door: McpDoor = { core, models: servedModels(flows) }
    return keys === null ? await overStdio(door, around) : await overHttp(door, { ...options, given: keys }, around)
  } finally {
    await core.close()
  }
}

async function overStdio(door: McpDoor, { stdin, out, note, signal }: CommandStreams): Promise<number> {
  const stdout = new Writable({
    decodeStrings: false,
    write(text, _encoding, done) {
      out(String(text))
      done()
    },
  })
  const transport = new StdioServerTransport(stdin as typeof process.stdin, stdout, { maxBufferSize: MOST_LINE })
  let failure: string | null = null
  const session = await openSession(door, STDIO_CALLER, transport)
  const { onerror } = transport
  transport.onerror = (error) => {
    onerror?.(error)
    failure = error.message
  }
  const end = () => void session.close()
  for (const event of ['end', 'close'] as const) stdin.once(event, end)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  let isAsked = false
  stdin.once('end', () => (isAsked = true))
  await session.closed
  signal.removeEventListener('abort', end)
  if (isAsked || signal.aborted) return 0
  note(`The connection is over: ${failure ?? 'its client closed it'}.`)
  return failure === null ? 0 : 1
}

type HttpOptions = McpCommand & { given: ReturnType<typeof givenKeys> }

async function overHttp(door: McpDoor, options: HttpOptions, around: CommandStreams): Promise<number> {
  const { given } = options
  const origins = new Set((options.origin ?? []).map((origin) => origin.replace(/\/+$/, '')))
  const strangers = createStrangers(systemClock)
  const access = { keys: given.keys, origins, hosts: LOOPBACK_ONLY, command: 'baton mcp', strangers }
  const endpoint = createEndpoint(door, access)
  const server = openServer((request, response) => void endpoint.handle(request, response), REQUEST_BOUNDS)
  const port = await listen(server, options.port ?? 0)
  const ids = door.models.all.map(({ id }) => id).join(', ')
  around.out(`Baton serves the tools ${ids} at http://127.0.0.1:${port}${MCP_PATH}\n`)
  around.out(`Key: ${given.printed}\n`)
  if (!around.signal.aborted) await once(around.signal, 'abort')
  await closeServer(server, async () => {
    await endpoint.close()
    await door.core.services.runner.close()
  })
  return 0
}
