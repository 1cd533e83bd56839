/** A tool that replies in the place of a nested chat's queue: it gets the conversation and the chats, and may leave them to the queue (swarm 25). */
import { isAvailable } from '../../../src-shared/agents/expressions/expression'
import type { Offer } from '../../../src-shared/agents/offers/offers'
import { AppError } from '../../../src-shared/errors'
import { message as sentence } from '../../../src-shared/languages/translate'
import { newId, type JsonObject } from '../../../src-shared/flow/records'
import { useEdgeSchema } from '../../../src-shared/kinds/edges'
import type { LogCall } from '../../../src-shared/run/log/log'
import { asksCode } from '../availability/available'
import { askAgain, decidedAnswer } from '../tool-calls/call-of-person'
import { callTool, takeCall, tellAgain, uncounted, type CallRecord } from '../tool-calls/call-tool'
import {
  approvalOf,
  askAboutCalls,
  beginOnce,
  callsToRun,
  decidedAt,
  decidingOf,
  isOpen,
  lookAtCalls,
  type DecidingReply,
} from '../tool-calls/decided-calls'
import { isResultHeld } from '../tool-calls/held-results'
import type { DecidedCall } from '../state/decided-call'
import { nextEntryId, topFrame, logOf, type Draft } from '../state/draft'
import { parentScopeOf, type DrawnNestedChat } from './drawn-chats'
import { answerNested, handoffMessage } from './nested-chats'
import { once } from '../tool-calls/once'
import { countTool } from '../calls/call-model'
import { isTaken } from '../calls/pass-error'
import type { CompiledFlow, FlowFacts, Step, StepContext } from '../contract/runtime'
import type { DecidingState, Frame, InnerCall } from '../state/state'
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

/**
 * The step in which the tool is asked. An empty result means that it does not handle this, and the queue runs. Where a person decides on the call,
 * or looks at what it gave, it is several super-steps, as the tool step of a reply is.
 */
export function replyStep(nested: DrawnNestedChat): Step {
  return step(async (draft, context) => {
    const frame = topFrame(draft)
    const text = await replyText(draft, context, { nested, frame })
    if (text === null) return
    // A code tool that returns null gives the text "null".
    if (text.trim() === '' || text === 'null') frame.todo = frame.todo.slice(1)
    else
      answerNested(draft, context.flow, {
        frame,
        text,
        speaker: frame.nested?.speaker ?? context.flow.nameOf(nested.own.id),
      })
  })
}

type NestedReply = { nested: DrawnNestedChat; frame: Frame }
/** `key`: the same whenever the step runs. It is the entry of the reply too, since no entry of the log asks for the call. */
type NestedCall = DecidingReply & { key: string; call: LogCall; tool: string; frame: Frame }

/** What the tool, or a person in its place, replies; empty: nothing, as where the call was refused. Null: a person is asked first. */
async function replyText(draft: Draft, context: StepContext, { nested, frame }: NestedReply): Promise<string | null> {
  const call = nestedCall(draft, context.flow, { nested, frame })
  if (call === null) return ''
  if (await lookAtCalls(draft, context, call)) return null
  const before = decidingOf(draft, call.entry)
  const isRunning = callsToRun(draft, context, call).length > 0
  if (!isRunning && isOpen(before.answers[0])) {
    await askAboutCalls(draft, context, call)
    return null
  }
  const state = isRunning ? await answered(draft, context, { call, state: before }) : before
  const answer = state.answers[0]
  if (answer === undefined || isOpen(answer)) {
    frame.deciding = state
    return null
  }
  delete frame.deciding
  return answer.isError ? '' : answer.text
}

function nestedCall(draft: Draft, flow: CompiledFlow, { nested, frame }: NestedReply): NestedCall | null {
  const { id } = nested.own
  // Whether it replies is asked once: what waits for a person is not taken back by what others set meanwhile.
  const known = frame.deciding?.entry
  const drawn = flow.graph.from(id, 'reply').at(0)
  const tool =
    known === undefined ? replyTool(flow, id, { variables: draft.variables, mayAsk: false }) : drawn?.edge.to.node
  if (tool === null || tool === undefined) return null
  // The id of the entry that the step will append identifies the reply.
  const key = known ?? `reply ${frame.node} ${nextEntryId(draft)}`
  const name = flow.nameOf(tool)
  const json = JSON.stringify(whatToReplyTo(draft, flow, { nested, frame }))
  const call: LogCall = { id: key, name, arguments: json, transit: false }
  // Called with the arguments that the engine defines, whatever schema models are shown.
  const offer: Offer = {
    type: 'tool',
    name,
    description: '',
    parameters: {},
    edgeId: drawn?.id ?? '',
    target: tool,
    enabled: true,
  }
  return { id: frame.node, entry: key, key, call, calls: [{ place: 0, call, offer, key }], tool, frame }
}

type CallAsked = { call: NestedCall; state: DecidingState }

/** Where the call stands after it was made, unless a person said what it comes to, or a kill cut it off before. */
async function answered(draft: Draft, context: StepContext, { call, state }: CallAsked): Promise<DecidingState> {
  const decided = decidedAt(state, 0)
  const byPerson = decided === null ? null : decidedAnswer(context, decided.decision)
  if (byPerson !== null) return { ...state, answers: { 0: { ...byPerson, move: null, kept: [] } } }
  const inner = state.inner?.[0]
  const begun = decided === null ? null : beginOnce(context, 0)
  const made = await once(context, 'reply', async () => {
    if (begun !== null && !(await begun).isNew) return null
    return run(draft, context, { call, decided, inner })
  })
  const { result: record, isNew } = made
  if (record === null) return { ...state, calls: decided === null ? {} : { 0: askAgain(decided) } }
  tellAgain(context, { result: record, isNew })
  if (record.isError) throw failureOf(context.flow, call, record)
  const { text, isError, kept, asks, bookmark, place } = record
  const { since, spent } = uncounted(record, inner?.spent)
  if (asks !== undefined) {
    // Nobody may ever answer.
    countTool(draft, call.id, since)
    const asked = { span: place.span, questions: asks, given: [], ...(spent === undefined ? {} : { spent }) }
    return { ...state, inner: { 0: bookmark === undefined ? asked : { ...asked, bookmark } } }
  }
  takeCall(draft, since)
  const held = isResultHeld(context, record) ? { held: true as const } : {}
  return { ...state, inner: {}, answers: { 0: { text, isError, move: null, kept, ...held } } }
}

type ReplyRun = { call: NestedCall; decided: DecidedCall | null; inner: InnerCall | undefined }

/** Runs the tool. A failure is the failure of the run, since nobody would read it as a result. */
async function run(draft: Draft, context: StepContext, { call, decided, inner }: ReplyRun): Promise<CallRecord> {
  const { flow } = context
  const { key, tool, frame } = call
  const span = inner?.span ?? newId('s')
  const outcome = await callTool(draft, context, {
    node: frame.node,
    span,
    callId: span,
    key,
    tool: flow.nameOf(tool),
    toolNode: tool,
    sourceTool: flow.nameOf(tool),
    parameters: null,
    arguments: decided === null ? call.call.arguments : JSON.stringify(decided.arguments),
    run: flow.tools.get(tool),
    isUnlogged: true,
    approval: approvalOf(decided),
    answers: inner?.given ?? [],
    bookmark: inner?.bookmark,
    counted: inner?.spent,
  })
  // A call that fails the run is not stored, so that a retry of the turn calls the tool again.
  const failure = failureOf(flow, call, outcome)
  if (outcome.isError && !isTaken(draft.state, context, failure)) throw failure
  return outcome
}

function failureOf(flow: CompiledFlow, { tool, frame }: NestedCall, { text }: CallRecord): AppError {
  return new AppError(
    'tool-failed',
    sentence('{tool} could not reply for {name}: {text}', {
      tool: flow.nameOf(tool),
      name: flow.nameOf(frame.node),
      text,
    }),
    {
      node: tool,
    },
  )
}

/** `messages`: the conversation as it stands, each with its speaker; `chats`: the drawn queue. */
function whatToReplyTo(draft: Draft, flow: CompiledFlow, { nested, frame }: NestedReply): JsonObject {
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
