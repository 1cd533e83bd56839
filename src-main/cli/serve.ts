/** `baton serve`: flows behind an OpenAI-compatible endpoint on loopback, so that any chat client can talk to them. */
import { once } from 'node:events'
import { visibleLine } from '../../src-shared/kinds/visible'
import { createServer } from '../platform/http-server'
import { refuseProblems } from '../run/compiled-flows'
import { openAllowed } from './consent'
import { readFlowFile, type RunOptions, type CommandStreams } from './options'
import { hashOf, newKey } from './serving/access'
import { handleRequest } from './serving/endpoint'
import { givenKeys } from './serving/keys'
import { closeServer, listen } from './serving/listen'
import { servedModels } from './serving/models'
import { createTranscripts } from './serving/transcripts'

export type ServeCommand = RunOptions & { port?: number; key?: string[]; origin?: string[] }

/** Serves until the signal aborts. Flows are read once, when it starts; one that cannot run is refused then. */
export async function serveCommand(
  files: readonly string[],
  options: ServeCommand,
  around: CommandStreams,
): Promise<number> {
  const given = givenKeys(options, { env: around.env, command: 'baton serve', variable: 'BATON_SERVE_KEY' })
  const flows = files.map((file) => readFlowFile(file))
  for (const { flow } of flows) refuseProblems(flow)
  const core = await openAllowed({ flows, files }, options, around)
  try {
    const served = new Set(flows.map(({ flow }) => flow.id))
    core.services.deadlines.keep(({ flowId }) => served.has(flowId))
    const models = servedModels(flows)
    const keys = given.keys.length > 0 ? given.keys : [newKey()]
    const origins = new Set((options.origin ?? []).map((origin) => origin.replace(/\/+$/, '')))
    const access = { keys: keys.map(hashOf), origins, command: 'baton serve' }
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
    await closeServer(server, () => core.services.runner.close())
    return 0
  } finally {
    await core.close()
  }
}
