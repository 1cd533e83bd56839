/** `baton serve`: flows behind an OpenAI-compatible endpoint, so that any chat client can talk to them. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { visibleLine } from '../../src-shared/kinds/visible'
import { systemClock } from '../clock'
import { refuseProblems } from '../run/compiled-flows'
import type { Core } from '../core'
import { openAllowed, type ToRun } from './consent'
import { overridesOf, readFlowFile, type RunOptions, type CommandStreams } from './options'
import { isLoopback, type HostNames } from './serving/access'
import { handleRequest, type Endpoint } from './serving/endpoint'
import { givenKeys, refuseOpenHost } from './serving/keys'
import { createLimiter, createStrangers } from './serving/limits'
import { closeServer, listen, LOOPBACK, openServer, REQUEST_BOUNDS, type RequestBounds } from './serving/listen'
import { servedModels, type ServedModels } from './serving/models'
import { readiness } from './serving/probes'
import { createRequestLog } from './serving/request-log'
import { createTranscripts } from './serving/transcripts'
import { openSharedThreads, type SharedThreads } from './serving/shared-threads'
import { createUnderway } from './serving/underway'
import { noteUnreachable } from './serving/unreachable'
import { createChatPage } from './serving-chat/chat-page'
import { readPageOptions } from './serving-chat/page-options'

export type ServeCommand = RunOptions & {
  port?: number
  host?: string
  hostName?: string[]
  key?: string[]
  keys?: string
  origin?: string[]
  perMinute: number
  atOnce: number
  /** In MB. */
  body: number
  /** In seconds. */
  idle: number
  grace: number
  log?: boolean
  chat?: boolean
  pageKey?: string
  embedOn?: string[]
  visitorsDecide?: boolean
  database?: string
  /** In seconds. */
  lease: number
}

/** Serves until the signal aborts. Flows are read once, when it starts; one that cannot run is refused then. */
export async function serveCommand(
  files: readonly string[],
  options: ServeCommand,
  around: CommandStreams,
  bounds = REQUEST_BOUNDS,
): Promise<number> {
  const source = { env: around.env, command: 'baton serve', variable: 'BATON_SERVE_KEY' }
  const given = givenKeys(options, source)
  const { host = LOOPBACK } = options
  refuseOpenHost({ host, hostName: options.hostName }, given, source)
  const pageOptions = readPageOptions(options, around, given.keys)
  const flows = files.map((file) => readFlowFile(file))
  for (const { flow } of flows) refuseProblems(flow)
  const shared = await openSharedThreads(options, around)
  const core = await openServed({ flows, files }, { ...options, shared }, around)
  try {
    const served = new Set(flows.map(({ flow }) => flow.id))
    // Of threads that others may have by now, this process has an older copy.
    if (shared === null) core.services.deadlines.keep(({ flowId }) => served.has(flowId))
    const stopping = new AbortController()
    const models = servedModels(flows)
    const overrides = overridesOf(options, around.env)
    const hosts: HostNames = {
      names: new Set((options.hostName ?? []).map((name) => name.toLowerCase())),
      addresses: !isLoopback(host),
    }
    const underway = createUnderway(stopping.signal)
    const strangers = createStrangers(systemClock)
    const endpoint: Endpoint = {
      core,
      note: around.note,
      transcripts: createTranscripts(),
      shared,
      stopping: stopping.signal,
      models,
      access: {
        keys: given.keys,
        origins: new Set((options.origin ?? []).map((origin) => origin.replace(/\/+$/, ''))),
        hosts,
        command: 'baton serve',
        strangers,
      },
      page:
        pageOptions === null
          ? null
          : createChatPage({
              ...pageOptions,
              core,
              models,
              hosts,
              underway,
              strangers,
              perMinute: options.perMinute,
              atOnce: options.atOnce,
            }),
      limiter: createLimiter({ perMinute: options.perMinute, atOnce: options.atOnce }, systemClock),
      body: { megabytes: options.body, idleMs: options.idle * 1000, wholeMs: bounds.bodyMs },
      log: options.log === true ? createRequestLog(around.note, systemClock) : null,
      underway,
      readiness: () => readiness({ core, flows, overrides, stopping: stopping.signal }),
      startedAt: Math.floor(Date.now() / 1000),
      toldSystem: new Set(),
    }
    const server = serverOf(endpoint, bounds)
    shared?.takeTurns(core, stopping.signal)
    const port = await listen(server, options.port ?? 0, host)
    noteUnreachable({ core, flows, overrides }, around.note)
    announce(around, { address: `http://${inAddress(host)}:${port}`, models, key: given.printed, page: pageOptions })
    if (!around.signal.aborted) await once(around.signal, 'abort')
    stopping.abort()
    core.services.runner.queue.pause()
    await endpoint.underway.rest(options.grace * 1000)
    await closeServer(server, () => core.services.runner.close())
    await shared?.handOver()
    return 0
  } finally {
    await core.close()
    await shared?.close()
  }
}

function serverOf(endpoint: Endpoint, bounds: RequestBounds): Server {
  const server = openServer((request, response) => {
    // Connections outlive their answers; once nothing more is taken, the last answer is their end.
    response.once('close', () => setImmediate(() => !server.listening && server.closeIdleConnections()))
    void handleRequest(endpoint, request, response)
  }, bounds)
  return server
}

/** The core of what is served; with a database it works on a copy that is shared through it. */
async function openServed(
  toRun: ToRun,
  { shared, ...options }: ServeCommand & { shared: SharedThreads | null },
  around: CommandStreams,
): Promise<Core> {
  try {
    const core = await openAllowed(toRun, { ...options, copy: shared?.copy }, around)
    shared?.serve(core)
    return core
  } catch (cause) {
    await shared?.close()
    throw cause
  }
}

type ServedPlace = { address: string; models: ServedModels; key: string; page: { printed: string } | null }

function announce({ out }: Pick<CommandStreams, 'out'>, { address, models, key, page }: ServedPlace): void {
  out(`Baton serves ${models.all.map(({ id }) => id).join(', ')} at ${address}/v1\n`)
  for (const { id, given } of models.all) out(`Model ${id}: the flow "${visibleLine(given.flow.name)}"\n`)
  out(`Key: ${key}\n`)
  if (page !== null) out(`Chat page: ${address}/chat${page.printed}\n`)
}

function inAddress(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
