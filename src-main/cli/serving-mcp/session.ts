/** One session of `baton mcp`: the protocol's server over a transport, whose calls run the flows. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type CallToolRequest,
  type CallToolResult,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js'
import { toAppError } from '../../../src-shared/errors'
import type { Flow } from '../../../src-shared/flow/records'
import type { Core } from '../../core'
import { appVersion } from '../../platform/app-root'
import type { ServedModels } from '../serving/models'
import { callAnswer, callFlow, type AskPerson, type CallContext, type CallSession } from './calls'
import { createProgress } from './progress'
import { formOf } from './question-forms'
import { ANSWER_TOOL, answerTool, flowTool, readAnswerCall, readFlowCall, refusalOf, resultOf } from './tools'

/** What all sessions share. */
export type McpDoor = { core: Core; models: ServedModels }

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

/** A person may take their time: as long as a timer can be set. */
const ASK_MS = 2_147_000_000

export type McpSession = { closed: Promise<void>; close: () => Promise<void>; isBusy: () => boolean }

/** Serves one client until its transport closes. `caller`: whose threads it may have. */
export async function openSession(door: McpDoor, caller: string, transport: Transport): Promise<McpSession> {
  const { core, models } = door
  let isOver = false
  let running = 0
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const flows = new Map(models.all.map(({ given }) => [given.flow.id, given]))
  const session: CallSession = { core, caller, flows, current: new Map(), isOver: () => isOver }
  const server = new Server(
    { name: 'baton', version: appVersion() },
    {
      capabilities: { tools: {} },
      instructions:
        'Each tool is a conversation with a flow of agents. Results say which thread they are of; give it as "thread" to go on there.',
    },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...models.all.map(flowTool), answerTool()] }))
  server.setRequestHandler(CallToolRequestSchema, async (request, extra) => {
    running += 1
    try {
      return await callTool({ session, models, server }, request, extra)
    } finally {
      running -= 1
    }
  })
  await server.connect(transport)
  // Before the protocol ends what runs: a session that is over leaves its turns, only a call that is cancelled stops one.
  const { onclose } = transport
  transport.onclose = () => {
    isOver = true
    onclose?.()
    resolve()
  }
  return {
    closed,
    close: () => server.close(),
    isBusy: () => running > 0,
  }
}

type CallRoom = { session: CallSession; models: ServedModels; server: Server }

/** A call from its arguments to its result; what fails is a result that says so (it is a door, as rpc is). */
async function callTool(room: CallRoom, request: CallToolRequest, extra: Extra): Promise<CallToolResult> {
  const { session, models } = room
  const { name, arguments: given } = request.params
  try {
    if (name === ANSWER_TOOL) {
      const call = readAnswerCall(given)
      return resultOf(await withContext(room, null, extra, (context) => callAnswer(session, call, context)))
    }
    const model = models.all.find(({ id }) => id === name)
    if (model === undefined) {
      const there = models.all.map(({ id }) => id).join(', ')
      return refusalOf(`There is no tool "${name.slice(0, 200)}" here. There is ${there} and ${ANSWER_TOOL}.`)
    }
    const call = readFlowCall(model.given.flow, given)
    const report = await withContext(room, model.given.flow, extra, (context) =>
      callFlow(session, { given: model.given, call }, context),
    )
    return resultOf(report)
  } catch (cause) {
    const { message, code } = toAppError(cause)
    const next = code === 'run-active' ? ' "new_thread": true begins another one at once.' : ''
    return refusalOf(`${message} (${code})${next}`)
  }
}

async function withContext<Result>(
  { server }: CallRoom,
  flow: Flow | null,
  extra: Extra,
  work: (context: CallContext) => Promise<Result>,
): Promise<Result> {
  const token = extra._meta?.progressToken
  // One after the other, and all of them before the result.
  let sending = Promise.resolve()
  const send = (progress: number, message: string) => {
    if (token === undefined || extra.signal.aborted) return
    sending = sending.then(() =>
      extra
        .sendNotification({ method: 'notifications/progress', params: { progressToken: token, progress, message } })
        .catch(() => undefined),
    )
  }
  const nodes = flow ?? { nodes: {} }
  const onEvent = createProgress(nodes, send)
  const canAsk = server.getClientCapabilities()?.elicitation?.form !== undefined
  const result = await work({ signal: extra.signal, ask: canAsk ? asker(server, extra) : null, onEvent })
  await sending
  return result
}

/** Asks the person of the host by the protocol's own form; null: they did not answer, or the host could not ask. */
function asker(server: Server, extra: Extra): AskPerson {
  return async ({ question }) => {
    const form = formOf(question)
    if (form === null || extra.signal.aborted) return null
    const { signal, requestId } = extra
    try {
      const given = await server.elicitInput(form.params, { signal, relatedRequestId: requestId, timeout: ASK_MS })
      return given.action === 'accept' ? form.read(given.content ?? {}) : null
    } catch {
      // The result says what is asked, and can be answered otherwise.
      return null
    }
  }
}
