/** Trying a failed turn again with the flow as it is now: at the step that failed, or from its message where the flow has changed under it. */
import type { Flow, JsonObject } from '../../../src-shared/flow/records'
import type { FlowChange } from '../../../src-shared/run/log/warnings'
import { append, cursorOf, draftOf, findEntry, setSession, topFrame, updateOf, type Draft } from '../state/draft'
import type { RunnableFlow } from './compile'
import { sessionOf } from '../moves/moves'
import type { CompiledFlow } from '../contract/runtime'
import { stepName } from '../state/step-names'
import { newTurn, spentByNode, spentInThread, type BatonState, type BatonUpdate, type Frame } from '../state/state'
import { beginReply, liveFrames, withDefaults } from '../turns/turn'

/**
 * Why a turn cannot go on where it stands; null: it can. `before` is the flow with which it came
 * there, drawn out; null: that one cannot be read any more.
 */
function retryObstacle(runnable: RunnableFlow, state: BatonState, before: Flow | null): FlowChange | null {
  const look: RetryContext = { runnable, state, before }
  for (const edge of Object.keys(state.branches))
    if (!hasStep(runnable, stepName.branch(edge))) return { change: 'branches' }
  for (const frame of [state.frames, ...Object.values(state.branches)].flat()) {
    const reason = frameObstacle(look, frame)
    if (reason !== null) return reason
  }
  return null
}

/** Why a turn that came to no end cannot go on where it stands; null: it can, or only the end of it is missing. */
export function turnObstacle(runnable: RunnableFlow, state: BatonState, before: Flow | null): FlowChange | null {
  const { end } = state.turn
  return end !== null && end.reason !== 'failed' ? null : retryObstacle(runnable, state, before)
}

type RetryContext = { runnable: RunnableFlow; state: BatonState; before: Flow | null }

function frameObstacle(look: RetryContext, frame: Frame): FlowChange | null {
  const { runnable, state, before } = look
  const { flow } = runnable
  const name = before?.nodes[frame.node]?.name ?? flow.nameOf(frame.node)
  if (isOtherNode(look, frame.node) || !flow.participants.has(frame.node))
    return flow.graph.node(frame.node) === undefined ? { change: 'gone', name } : { change: 'other-kind', name }
  if (!frame.todo.every((step) => hasStep(runnable, step))) return { change: 'other-steps', name }
  const isEntered = frame.isWorker === true || frame !== state.frames[0]
  const edges = [
    ...(isEntered && frame.edge !== null ? [frame.edge] : []),
    ...(frame.nested?.chats.map(({ edge }) => edge) ?? []),
    ...(frame.asking?.asks.map(({ edge }) => edge) ?? []),
  ]
  if (edges.some((edge) => isOtherEdge(look, edge))) return { change: 'other-edge', name }
  return partObstacle(look, frame.node)
}

/** Where a task graph stands, and the tools that are left in a plan. */
function partObstacle(look: RetryContext, node: string): FlowChange | null {
  const { flow } = look.runnable
  const { state } = look
  const cursor = state.cursors[node]
  if (cursor?.turn === state.turn.number && cursor.at !== null && !flow.participants.has(cursor.at))
    return { change: 'gone', name: look.before?.nodes[cursor.at]?.name ?? cursor.at }
  const places = Object.entries(state.plans).filter(([place]) => place === node || place.startsWith(`${node} `))
  const steps = places.flatMap(([, plan]) => (plan.turn === state.turn.number ? plan.steps : []))
  const left = steps.filter(({ result }) => result === null || result.state === 'failed')
  const gone = left.find(({ toolNode }) => toolNode !== null && isOtherNode(look, toolNode))
  return gone === undefined ? null : { change: 'other-tool', name: gone.tool }
}

function hasStep({ graph }: RunnableFlow, step: string): boolean {
  return Object.hasOwn(graph.nodes, step)
}

function isOtherNode({ runnable, before }: RetryContext, id: string): boolean {
  const now = runnable.flow.graph.node(id)
  if (now === undefined) return true
  return before !== null && before.nodes[id]?.kind !== now.kind
}

function isOtherEdge({ runnable, before }: RetryContext, id: string): boolean {
  const now = runnable.flow.graph.flow.edges[id]
  if (now === undefined) return true
  const then = before?.edges[id] ?? now
  return then.kind !== now.kind || then.from.node !== now.from.node || then.to.node !== now.to.node
}

/** `before`: the thread's state when the turn began. `edits`: what the person set in the variables since it failed. */
export type RetryRequest = { before: BatonState; at: string; edits: JsonObject }

/**
 * The update that begins a turn again with its message. What was said and set in it stays, as what tools did stays done; who
 * had the baton, and where task graphs stood, is as it was when the turn began.
 */
export function beginAgain(flow: CompiledFlow, state: BatonState, { before, at, edits }: RetryRequest): BatonUpdate {
  const draft = draftOf(state, at)
  const { number, userEntry, unanswered } = state.turn
  draft.turn = {
    ...newTurn(number, userEntry, spentInThread(state.turn)),
    ...(unanswered === undefined ? {} : { unanswered }),
  }
  draft.frames = liveFrames(flow, before.frames)
  for (const edge of Object.keys(state.branches)) draft.branches[edge] = null
  draft.variables = withDefaults(flow, { ...state.variables, ...edits })
  takeCursorsBack(draft, before)
  takeSessionsBack(draft, before)
  hearAgain(draft)
  beginReply(draft, flow)
  return { ...updateOf(draft), spentBefore: spentByNode(state.spentBefore, state.turn) }
}

/** What was delivered once stays delivered. */
function takeCursorsBack(draft: Draft, before: BatonState): void {
  for (const [node, { greeted }] of Object.entries(draft.cursors)) {
    const cursor = before.cursors[node] ?? { ...cursorOf({ ...draft, cursors: {} }, node), turn: 0 }
    draft.cursors = { ...draft.cursors, [node]: { ...cursor, greeted: greeted || cursor.greeted } }
  }
}

/** Dialogs that had the conversation have it again, though they ended in the turn. Numbers that were given out stay so. */
function takeSessionsBack(draft: Draft, before: BatonState): void {
  for (const depth of draft.frames.keys()) {
    const known = sessionOf(before.sessions, draft.frames.slice(0, depth + 1))
    const number = known === null ? undefined : draft.sessions[known.key]?.number
    if (known !== null && number !== undefined) setSession(draft, known.key, { ...known.session, number })
  }
}

/** A message that was said where nobody is any more is handed to whoever answers it now. */
function hearAgain(draft: Draft): void {
  const { userEntry } = draft.turn
  const message = userEntry === null ? null : findEntry(draft, userEntry)
  const { scope, node: to, edge } = topFrame(draft)
  if (message === null || message.scope === scope) return
  const move = { from: null, to, edge, by: 'start' as const, reason: '', fromScope: message.scope }
  append(draft, { kind: 'handoff', author: to, scope, ...move, carries: [message.id] })
}
