/** `baton serve`: flows behind an OpenAI-compatible endpoint on loopback, so that any chat client can talk to them. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { AppError } from '../../src-shared/errors'
import { visibleLine } from '../../src-shared/kinds/visible'
import { createServer } from '../platform/http-server'
import { refuseProblems } from '../run/compiled-flows'
import { openAllowed } from './consent'
import { readFlowFile, UsageError, type RunOptions, type CommandStreams } from './options'
import { hashOf, newKey } from './serving/access'
import { handleRequest } from './serving/endpoint'
import { servedModels } from './serving/models'
import { createTranscripts } from './serving/transcripts'

export type ServeCommand = RunOptions & { port?: number; key?: string[]; origin?: string[] }

/** Serves until the signal aborts. Flows are read once, when it starts; one that cannot run is refused then. */
export async function serveCommand(
  files: readonly string[],
  options: ServeCommand,
  around: CommandStreams,
): Promise<number> {
  const given = givenKeys(options, around.env)
  const flows = files.map((file) => readFlowFile(file))
  for (const { flow } of flows) refuseProblems(flow)
  const core = await openAllowed({ flows, files }, options, around)
  try {
    const served = new Set(flows.map(({ flow }) => flow.id))
    core.services.deadlines.keep(({ flowId }) => served.has(flowId))
    const models = servedModels(flows)
    const keys = given.keys.length > 0 ? given.keys : [newKey()]
    const origins = new Set((options.origin ?? []).map((origin) => origin.replace(/\/+$/, '')))
    const access = { keys: keys.map(hashOf), origins }
    const startedAt = Math.floor(Date.now() / 1000)
    const serving = { core, note: around.note, transcripts: createTranscripts() }
    const endpoint = { ...serving, models, access, startedAt, toldSystem: new Set<string>() }
    const server = createServer((request, response) => {
      // Connections outlive their answers; once nothing more is taken, the last answer is their end.
      response.once('close', () => setImmediate(() => !server.listening && server.closeIdleConnections()))
      void handleRequest(endpoint, request, response)
    })
    const port = await listen(server, options.port ?? 0)
    const ids = models.all.map(({ id }) => id).join(', ')
    around.out(`Baton serves ${ids} at http://127.0.0.1:${port}/v1\n`)
    for (const { id, given: named } of models.all)
      around.out(`Model ${id}: the flow "${visibleLine(named.flow.name)}"\n`)
    around.out(`Key: ${given.source ?? keys.join(', ')}\n`)
    if (!around.signal.aborted) await once(around.signal, 'abort')
    await close(server, () => core.services.runner.close())
    return 0
  } finally {
    await core.close()
  }
}

/** Keys that the person chose, and where they said them; none: one is made. Throws UsageError for what cannot be sent as a key. */
function givenKeys({ key }: ServeCommand, env: NodeJS.ProcessEnv): { keys: readonly string[]; source: string | null } {
  const inEnv = env['BATON_SERVE_KEY']?.trim() ?? ''
  const keys = key ?? (inEnv === '' ? [] : [inEnv])
  if (keys.some((one) => !/^[\x21-\x7e]+$/.test(one)))
    throw new UsageError('A key of "baton serve" has no blanks and only characters of ASCII, and it is not empty.')
  const source = key === undefined ? 'the one of BATON_SERVE_KEY' : 'as given with --key'
  return { keys, source: keys.length === 0 ? null : source }
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE' ? 'it is taken' : String(cause)
    throw new AppError('unavailable', `Baton cannot listen on port ${port}: ${why}. Choose another one with --port.`)
  }
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

/** Takes no more requests, leaves the turns that run to be resumed, and lets their clients hear of it. */
async function close(server: Server, leaveRuns: () => Promise<void>): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  await leaveRuns()
  const patience = setTimeout(() => server.closeAllConnections(), 1000)
  await closed
  clearTimeout(patience)
}
