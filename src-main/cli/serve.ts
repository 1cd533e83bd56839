/** `baton serve`: flows behind an OpenAI-compatible endpoint on loopback, so that any chat client can talk to them. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { AppError } from '../../src-shared/errors'
import { toolNamePart } from '../../src-shared/agents/names'
import { refuseProblems } from '../run/runner'
import { requireConsent } from './consent'
import { openCore, readFlowFile, type GivenFlow, type RunOptions, type Surroundings } from './options'
import { handleRequest } from './serving/endpoint'
import { createTranscripts } from './serving/transcripts'

export type ServeCommand = RunOptions & { port?: number }

/** Serves until the signal aborts. Flows are read once, when it starts; one that cannot run is refused then. */
export async function serveCommand(
  files: readonly string[],
  options: ServeCommand,
  around: Surroundings,
): Promise<number> {
  const flows = files.map((file) => readFlowFile(file))
  for (const { flow } of flows) refuseProblems(flow)
  const core = await openCore(options, around, files)
  try {
    requireConsent({ core, flows }, options, around)
    const models = modelsOf(flows)
    const startedAt = Math.floor(Date.now() / 1000)
    const serving = { core, note: around.note, transcripts: createTranscripts() }
    const endpoint = { ...serving, models, startedAt, toldSystem: new Set<string>() }
    const server = createServer((request, response) => {
      // Connections outlive their answers; once nothing more is taken, the last answer is their end.
      response.once('close', () => setImmediate(() => !server.listening && server.closeIdleConnections()))
      void handleRequest(endpoint, request, response)
    })
    const port = await listen(server, options.port ?? 0)
    around.out(`Baton serves ${[...models.keys()].join(', ')} at http://127.0.0.1:${port}/v1\n`)
    if (!around.signal.aborted) await once(around.signal, 'abort')
    await close(server, () => core.services.runner.close())
    return 0
  } finally {
    await core.close()
  }
}

/** A model name for each flow: its own name in small letters, digits and `-`; repeats get a number. */
function modelsOf(flows: readonly GivenFlow[]): Map<string, GivenFlow> {
  const models = new Map<string, GivenFlow>()
  for (const given of flows) {
    const slug = toolNamePart(given.flow.name).toLowerCase().replace(/_+/g, '-').replace(/^-|-$/g, '')
    let name = slug
    for (let count = 2; models.has(name); count += 1) name = `${slug}-${count}`
    models.set(name, given)
  }
  return models
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
