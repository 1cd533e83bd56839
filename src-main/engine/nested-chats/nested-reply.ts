/** A tool that replies in the place of a nested chat's queue: it gets the conversation and the chats, and may leave them to the queue (swarm 25). */
import { isAvailable } from '../../../src-shared/agents/expressions/expression'
import { AppError } from '../../../src-shared/errors'
import { newId, type JsonObject } from '../../../src-shared/flow/records'
import { useEdgeSchema } from '../../../src-shared/kinds/edges'
import { asksCode } from '../availability/available'
import { callTool, takeCall, tellAgain, type CallRecord } from '../tool-calls/call-tool'
import { nextEntryId, topFrame, logOf, type Draft } from '../state/draft'
import { parentScopeOf, type DrawnNestedChat } from './drawn-chats'
import { answerNested, handoffMessage } from './nested-chats'
import { once } from '../tool-calls/once'
import { isTaken } from '../calls/pass-error'
import type { CompiledFlow, FlowFacts, Step, StepContext } from '../contract/runtime'
import type { Frame } from '../state/state'
import { step } from '../contract/step'

/** The tool that is drawn to reply, and whose condition holds; null: the queue runs. */
export function replyTool(
  { graph }: FlowFacts,
  id: string,
  { variables, mayAsk }: Pick<Draft, 'variables'> & { mayAsk: boolean },
): string | null {
  const edge = graph.from(id, 'reply').at(0)?.edge
  if (edge === undefined) return null
  // A condition that is code is evaluated within the step.
  if (mayAsk && asksCode(edge)) return edge.to.node
  return isAvailable(useEdgeSchema.parse(edge.data).available, variables) ? edge.to.node : null
}

/** The step in which the tool is asked. An empty result means that it does not handle this, and the queue runs. */
export function replyStep(nested: DrawnNestedChat): Step {
  const { id } = nested.own
  return step(async (draft, context) => {
    const frame = topFrame(draft)
    const tool = replyTool(context.flow, id, { variables: draft.variables, mayAsk: false })
    const outcome = tool === null ? null : await run(draft, context, { nested, frame, tool })
    // A code tool that returns null gives the text "null".
    const text = outcome?.text === 'null' ? '' : (outcome?.text ?? '')
    if (text.trim() === '') frame.todo = frame.todo.slice(1)
    else answerNested(draft, context.flow, { frame, text, speaker: frame.nested?.speaker ?? context.flow.nameOf(id) })
  })
}

type NestedCall = { nested: DrawnNestedChat; frame: Frame; tool: string }

/** Runs the tool. A failure is the failure of the run, since nobody would read it as a result. */
async function run(draft: Draft, context: StepContext, { nested, frame, tool }: NestedCall): Promise<CallRecord> {
  const { flow } = context
  const span = newId('s')
  const failure = ({ text }: CallRecord) =>
    new AppError('tool-failed', `${flow.nameOf(tool)} could not reply for ${flow.nameOf(frame.node)}: ${text}`, {
      node: tool,
    })
  const made = await once(context, 'reply', async () => {
    const outcome = await callTool(draft, context, {
      node: frame.node,
      span,
      callId: span,
      // The id of the entry that the step will append identifies the reply.
      key: `reply ${frame.node} ${nextEntryId(draft)}`,
      tool: flow.nameOf(tool),
      toolNode: tool,
      sourceTool: flow.nameOf(tool),
      // Called with the arguments that the engine defines, whatever schema models are shown.
      parameters: null,
      arguments: JSON.stringify(whatToReplyTo(draft, flow, { nested, frame })),
      run: flow.tools.get(tool),
      isUnlogged: true,
      approval: { by: 'nobody' },
    })
    // A call that fails the run is not stored, so that a retry of the turn calls the tool again.
    if (outcome.isError && !isTaken(draft.state, context, failure(outcome))) throw failure(outcome)
    return outcome
  })
  tellAgain(context, made)
  if (made.result.isError) throw failure(made.result)
  takeCall(draft, made.result)
  return made.result
}

/** `messages`: the conversation as it stands, each with its speaker; `chats`: the drawn queue. */
function whatToReplyTo(draft: Draft, flow: CompiledFlow, { nested, frame }: Omit<NestedCall, 'tool'>): JsonObject {
  const scope = parentScopeOf(draft, frame)
  const messages = logOf(draft).flatMap((entry) => {
    if (entry.kind !== 'text' || entry.scope !== scope) return []
    const isUser = entry.author === 'user' || entry.asUser === true
    return [{ speaker: isUser ? 'user' : (entry.speaker ?? flow.nameOf(entry.author)), text: entry.text }]
  })
  const chats = (frame.nested?.chats ?? []).map(({ edge }) => {
    const { to, data } = nested.chat(edge)
    return { recipient: flow.nameOf(to), message: data.message }
  })
  const told = handoffMessage(draft, frame)
  const last = told === null ? [] : [{ speaker: flow.nameOf(told.from), text: told.text }]
  return { messages: [...messages, ...last], chats }
}
