/** The one hand-off idea behind all agent systems: pick a target, record why, move the baton, store it. */
import { seenFrom } from '../../../src-shared/flow/inner-ids'
import { codeOfDialog, dialogSchema } from '../../../src-shared/kinds/dialog'
import { builtInText } from '../../../src-shared/agents/prompts'
import type { LimitReached } from '../../../src-shared/run/log/limits'
import { renderTemplate } from '../../../src-shared/agents/templates/template'
import { edgeDefinition } from '../../../src-shared/kinds/edge-facts'
import { isInterruption, type MoveCause, type MoveReason } from '../../../src-shared/run/log/facts'
import { innerScope, isInner, MAIN_SCOPE, type LogEntry, type Scope } from '../../../src-shared/run/log/log'
import { beginTop } from './begin'
import { append, endTurn, leadingStep, logOf, setSession, topFrame, userEntryOf, type Draft } from '../state/draft'
import { frameOf, type FrameRole } from '../contract/frames'
import { participantOf, stepName, type CompiledFlow, type StepContext } from '../contract/runtime'
import { sayHeld } from './messages'
import type { Frame, Session, Sessions } from '../state/state'

/** Why and over which drawn edge the baton moves. */
export type Move = {
  to: string
  edge: string | null
  by: MoveReason
  reason: string
  /** Why, where nobody gave a reason. */
  cause?: MoveCause | undefined
  /** How many items a list that begins has. */
  items?: number
  returnTo?: string | null
  /** The tool call that asks for it. */
  call?: string
  /** What the target reads; absent: nothing but the conversation. */
  message?: string
}

/** So often one node may bring in the same other one within a turn: more is a loop. */
const PAIR_LIMIT = 3

/** Whether one more move is within the turn's hops; ends the turn when it is not. */
function takeHop(draft: Draft, flow: CompiledFlow): boolean {
  if (draft.turn.hops >= flow.settings.limits.hops) {
    endByLimit(draft, flow, { limit: 'hops', most: flow.settings.limits.hops })
    return false
  }
  draft.turn.hops += 1
  return true
}

/** Whether bringing in a dialog or worker once more is no loop; hand-offs between agents are bounded by hops and rounds alone. */
function takePair(draft: Draft, flow: CompiledFlow, to: string): boolean {
  const from = topFrame(draft).node
  const pair = `${from}>${to}`
  const times = (draft.turn.pairs[pair] ?? 0) + 1
  if (times > PAIR_LIMIT) {
    endByLimit(draft, flow, { limit: 'loop', most: PAIR_LIMIT, from: flow.nameOf(from), to: flow.nameOf(to) })
    return false
  }
  draft.turn.pairs[pair] = times
  return true
}

/** One of the limits with its facts, without the flow's language. */
export type FlowLimit = LimitReached extends infer Limit
  ? Limit extends { language: unknown }
    ? Omit<Limit, 'language'>
    : never
  : never

/** Ends the turn in order, and says at which limit. */
export function endByLimit(draft: Draft, flow: CompiledFlow, limit: FlowLimit): void {
  endTurn(draft, { reason: 'limit', limit: { ...limit, language: flow.language } })
}

/** Passes the baton over a drawn edge, in the way in which its target takes it. */
export function passBaton(draft: Draft, context: StepContext, asked: Move): void {
  const move = { ...asked, ...drawnMessage(draft, context.flow, asked.edge) }
  const { arrival } = participantOf(context.flow, move.to)
  if (arrival === 'session') enterDialog(draft, context, move)
  else if (arrival === 'nested') enterNested(draft, context, move)
  else if (arrival === 'guest' && isCall(context.flow, move)) putOnTop(draft, context, { move, as: { isGuest: true } })
  else if (isCall(context.flow, move)) callWorker(draft, context, move)
  else replaceHolder(draft, context, move)
}

/** What a drawn hand-off says to the one who takes it, with the values that variables have now. */
function drawnMessage(draft: Draft, flow: CompiledFlow, edge: string | null): Pick<Move, 'message'> {
  const drawn = flow.graph.flow.edges[edge ?? '']
  const template = drawn === undefined ? '' : (edgeDefinition(drawn.kind)?.message(drawn.data) ?? '')
  const message = renderTemplate(template, draft.variables)
  return message.trim() === '' ? {} : { message }
}

/** Whether a model, a tool or a switch check asks a helper to work for somebody; only edges that offer a dialog lead to helpers. */
function isCall(flow: CompiledFlow, { by, edge }: Move): boolean {
  const kind = flow.graph.flow.edges[edge ?? '']?.kind ?? ''
  return (by === 'model' || by === 'tool' || by === 'pick') && edgeDefinition(kind)?.offersAs === 'dialog'
}

/** Lets a node work for the one on top, in the same conversation; `workerDone` of the one on top follows. */
export function callWorker(draft: Draft, context: StepContext, move: Move): void {
  putOnTop(draft, context, { move, as: { isWorker: true } })
}

/** Puts a node on top of whoever holds the baton, in the same conversation: to work for them, or as a guest that is brought in. */
function putOnTop(
  draft: Draft,
  context: StepContext,
  { move, as }: { move: Move; as: Pick<Frame, 'isWorker' | 'isGuest'> },
): void {
  const from = topFrame(draft)
  if (!takePair(draft, context.flow, move.to) || !takeHop(draft, context.flow)) return
  append(draft, { ...moveEntry(move, from), scope: from.scope, carries: [] })
  from.todo = []
  draft.frames = [...draft.frames, frameFor(move, from.scope, as)]
  enterTop(draft, context)
}

/** Lets somebody answer in the conversation that the frame on top leads, which goes on when that is done; a dialog does so in a session. */
export function callRecipient(draft: Draft, context: StepContext, move: Move): void {
  if (takeHop(draft, context.flow)) letAnswer(draft, context, move)
}

/** The same without a hop, where something else says how often. */
export function letAnswer(draft: Draft, context: StepContext, move: Move): void {
  const chat = topFrame(draft)
  if (participantOf(context.flow, move.to).arrival === 'session') {
    pushDialog(draft, context, move)
    return
  }
  append(draft, { ...moveEntry(move, chat), scope: chat.scope, carries: [] })
  chat.todo = []
  draft.frames = [...draft.frames, frameFor(move, chat.scope, { isWorker: true })]
  enterTop(draft, context)
}

/** Lets whoever had the baton in the chat on top go on with its new message. */
export function resumeStack(draft: Draft, flow: CompiledFlow, stack: readonly Frame[]): void {
  const chat = topFrame(draft)
  if (!takeHop(draft, flow)) return
  chat.todo = []
  draft.frames = [...draft.frames, ...stack.map((frame) => ({ ...frame }))]
  const top = topFrame(draft)
  const move = { to: top.node, edge: null, by: 'recipient' as const, reason: '' }
  append(draft, { ...moveEntry(move, chat), scope: top.scope, carries: [] })
  top.todo = beginTop(draft, flow)
}

/** Takes the baton back from the worker on top and lets the one below go on. */
export function leaveWorker(draft: Draft, context: StepContext): void {
  const worker = topFrame(draft)
  const host = draft.frames.at(-2)
  if (host === undefined) return
  const back = { to: host.node, edge: worker.edge, by: 'returns' as const, reason: '' }
  append(draft, { ...moveEntry(back, worker), scope: host.scope, carries: [] })
  draft.frames = draft.frames.slice(0, -1)
  const { hosts } = participantOf(context.flow, host.node)
  if (hosts === undefined) endTurn(draft)
  else hosts.workerDone(draft, context, seenFrom(host.node, worker.node))
}

/** Passes the baton to a node of the same conversation: the top frame is replaced. */
function replaceHolder(draft: Draft, context: StepContext, move: Move): void {
  const from = topFrame(draft)
  if (!takeHop(draft, context.flow)) return
  append(draft, { ...moveEntry(move, from), scope: from.scope, carries: [] })
  const { isWorker, isGuest } = from
  const role = { ...(isWorker === true ? { isWorker } : {}), ...(isGuest === true ? { isGuest } : {}) }
  const frame = frameFor({ ...move, returnTo: returnAfter(move, from) }, from.scope, role)
  draft.frames = [...draft.frames.slice(0, -1), frame]
  enterTop(draft, context)
}

/** Who waits for a node goes on waiting while the baton stays inside the same sub-flow. */
function returnAfter({ to, returnTo }: Move, from: Frame): string | null {
  const waiting = returnTo ?? from.returnTo
  if (waiting === null || waiting === returnTo) return waiting
  return seenFrom(waiting, to) !== to && seenFrom(waiting, to) === seenFrom(waiting, from.node) ? waiting : null
}

/** Brings in a dialog on top of whoever holds the baton: its own session, its own history. */
function enterDialog(draft: Draft, context: StepContext, move: Move): void {
  if (takePair(draft, context.flow, move.to) && takeHop(draft, context.flow)) pushDialog(draft, context, move)
}

function pushDialog(draft: Draft, context: StepContext, move: Move): void {
  const from = topFrame(draft)
  const session = openSession(draft, context.flow, { scope: from.scope, dialog: move.to })
  append(draft, { ...moveEntry(move, from), scope: session.scope, carries: unansweredFor(draft, session.scope) })
  from.todo = []
  draft.frames = [...draft.frames, frameFor(move, session.scope)]
  enterTop(draft, context)
}

/**
 * What a move takes along into a scope: the message that is to be answered, and before it what the user said in turns that came to no end,
 * as far as that was not said or brought there already.
 */
function unansweredFor(draft: Draft, scope: Scope): string[] {
  const heard = userEntryOf(draft)
  const { unanswered } = draft.turn
  if (heard === null || unanswered === undefined || isInner(scope)) return heard === null ? [] : [heard.id]
  const recent = logOf(draft).filter(({ turn }) => turn >= unanswered)
  const there = new Set(
    recent.flatMap((entry) => (entry.kind === 'handoff' && entry.scope === scope ? entry.carries : [])),
  )
  const isMissed = (entry: LogEntry) =>
    entry.kind === 'text' &&
    entry.author === 'user' &&
    entry.scope !== scope &&
    !isInner(entry.scope) &&
    !there.has(entry.id)
  return recent.filter((entry) => entry.id === heard.id || isMissed(entry)).map(({ id }) => id)
}

/** Brings in a nested chat on top of whoever holds the baton, who speaks again when it is through (swarm 13, 14). */
function enterNested(draft: Draft, context: StepContext, move: Move): void {
  const from = topFrame(draft)
  if (!takeHop(draft, context.flow)) return
  const key = sessionKey(from.scope, move.to)
  const number = (draft.sessions[key]?.number ?? 0) + 1
  const scope = innerScope(from.scope, move.to, number)
  setSession(draft, key, { scope, number, state: 'active', slots: {} })
  append(draft, { ...moveEntry(move, from), scope, carries: [] })
  from.todo = [stepName.think(from.node), ...from.todo.slice(1)]
  from.toolRounds = 0
  const call = move.call === undefined ? {} : { call: move.call }
  draft.frames = [...draft.frames, frameFor(move, scope, { isWorker: true, ...call })]
  enterTop(draft, context)
}

/** Gives the baton back to the one that called the nested chat on top. */
export function leaveNested(draft: Draft): void {
  const nested = topFrame(draft)
  const host = draft.frames.at(-2)
  if (host === undefined) return
  const key = sessionKey(host.scope, nested.node)
  const session = draft.sessions[key]
  if (session !== undefined) setSession(draft, key, { ...session, state: 'finished' })
  const back = { to: host.node, edge: nested.edge, by: 'returns' as const, reason: '' }
  append(draft, { ...moveEntry(back, nested), scope: host.scope, carries: [] })
  draft.frames = draft.frames.slice(0, -1)
}

/** Takes the baton back from the dialog or the guest on top. `state` is what becomes of its session; `isUnanswered`: the one below answers the user's message. */
export function leaveDialog(
  draft: Draft,
  flow: CompiledFlow,
  leave: { by: MoveReason; reason: string; state: Session['state']; isUnanswered?: boolean },
): void {
  const dialog = topFrame(draft)
  const parent = draft.frames.at(-2)
  if (parent === undefined) return
  if (dialog.isGuest === true) {
    const back = { to: parent.node, edge: dialog.edge, by: leave.by, reason: leave.reason }
    append(draft, { ...moveEntry(back, dialog), scope: parent.scope, carries: [] })
    draft.frames = draft.frames.slice(0, -1)
    return
  }
  const isHandedOn = leave.isUnanswered === true || (leave.state === 'interrupted' && isInterruption(leave.by))
  const carries = isHandedOn ? unansweredFor(draft, parent.scope) : []
  const back = { to: parent.node, edge: dialog.edge, by: leave.by, reason: leave.reason }
  append(draft, { ...moveEntry(back, dialog), scope: parent.scope, carries })
  const key = sessionKey(parent.scope, dialog.node)
  const session = draft.sessions[key]
  if (session !== undefined) setSession(draft, key, { ...session, state: leave.state })
  // A dialog that returns the baton after each reply reports what it said, as nobody else sees its session (DialogSupervisor 15).
  if (leave.state === 'finished' || leave.by === 'returns')
    appendDialogResult(draft, flow, { dialog, parentScope: parent.scope, session })
  draft.frames = draft.frames.slice(0, -1)
}

/** Takes the baton back from the dialog or the guest on top when an observer has found it finished. False: none has, or it is neither. */
export function leaveFinished(draft: Draft, flow: CompiledFlow): boolean {
  const frame = topFrame(draft)
  const { ending } = frame
  delete frame.ending
  if (ending === undefined || ending.watched !== 'participant') return false
  if (frame.isGuest !== true && topSession(draft) === null) return false
  const { observer, isUnanswered } = ending
  leaveDialog(draft, flow, { by: 'finished', reason: observer, state: 'finished', isUnanswered })
  return true
}

/** Stops the dialog on top for this message and lets the one below answer it (DialogSupervisor 9, 13, 14). */
export function interruptDialog(
  draft: Draft,
  flow: CompiledFlow,
  at: { by: 'switch' | 'observer'; reason: string },
): void {
  leaveDialog(draft, flow, { ...at, state: 'interrupted' })
  const frame = topFrame(draft)
  // Below a participant that was asked as a tool there is no frame that could answer the user.
  if (leadingStep(frame) !== null) endTurn(draft)
  else frame.todo = beginTop(draft, flow)
}

/** The reply of the top frame is complete: runs what is left of its steps, then settles it. What held the reply back has passed it. */
export function advance(draft: Draft, context: StepContext): void {
  const frame = topFrame(draft)
  if (frame.held?.until === frame.todo[0]) sayHeld(draft, { goesOn: true })
  frame.todo = frame.todo.slice(1)
  if (frame.todo.length === 0) participantOf(context.flow, frame.node).settle(draft, context)
}

/** The session of the dialog on top of the stack; null when the top is no dialog. */
export function topSession(draft: Draft): { key: string; session: Session } | null {
  return sessionOf(draft.sessions, draft.frames)
}

/** The session of whoever is on top of a stack; null when that has none. */
export function sessionOf(sessions: Sessions, frames: readonly Frame[]): { key: string; session: Session } | null {
  const [parent, frame] = frames.slice(-2)
  if (parent === undefined || frame === undefined) return null
  const key = sessionKey(parent.scope, frame.node)
  const session = sessions[key]
  return session === undefined ? null : { key, session }
}

function enterTop(draft: Draft, context: StepContext): void {
  const frame = topFrame(draft)
  frame.todo = participantOf(context.flow, frame.node).enter(draft, context.flow)
  if (frame.todo.length === 0 && draft.turn.end === null) participantOf(context.flow, frame.node).settle(draft, context)
}

function frameFor(move: Move, scope: Scope, role: FrameRole = {}): Frame {
  return frameOf({ node: move.to, scope, edge: move.edge, returnTo: move.returnTo ?? null }, role)
}

/** What the log says of a move; where it went and what it carries is up to who moves. */
export function moveEntry(move: Move, from: Frame) {
  return {
    kind: 'handoff' as const,
    author: from.node,
    from: from.node,
    to: move.to,
    edge: move.edge,
    by: move.by,
    reason: move.reason,
    ...(move.cause === undefined ? {} : { cause: move.cause }),
    ...(move.items === undefined ? {} : { items: move.items }),
    fromScope: from.scope,
    ...(move.message === undefined ? {} : { message: move.message }),
  }
}

function sessionKey(parentScope: Scope, dialog: string): string {
  return parentScope === MAIN_SCOPE ? dialog : `${parentScope}/${dialog}`
}

/** The session that a started dialog goes on with, or a fresh one (DialogSupervisor 13, 16, 17). */
function openSession(draft: Draft, flow: CompiledFlow, at: { scope: Scope; dialog: string }): Session {
  const key = sessionKey(at.scope, at.dialog)
  const last = draft.sessions[key]
  const restart = dialogSchema.parse(flow.graph.node(at.dialog)?.data ?? {}).restart
  const goesOn = last !== undefined && (last.state !== 'finished' || restart === 'continue')
  const number = goesOn ? last.number : (last?.number ?? 0) + 1
  const session: Session = goesOn
    ? { ...last, state: 'active' }
    : { scope: `${at.scope}/${at.dialog}:${number}`, number, state: 'active', slots: {} }
  setSession(draft, key, session)
  return session
}

/** Shows the supervisor what its finished dialog came to (DialogSupervisor 15). */
function appendDialogResult(
  draft: Draft,
  flow: CompiledFlow,
  { dialog, parentScope, session }: { dialog: Frame; parentScope: Scope; session: Session | undefined },
): void {
  const node = flow.graph.node(dialog.node)
  const code = node === undefined ? dialog.node : codeOfDialog(node)
  const result = { dialog_code: code, slots: session?.slots ?? {}, last_message: lastWords(draft, dialog) }
  const text = builtInText(flow.language, 'dialogResult', { code, result: JSON.stringify(result) })
  append(draft, { kind: 'system', author: 'flow', scope: parentScope, text })
}

function lastWords(draft: Draft, frame: Frame): string {
  const isOwn = (entry: { kind: string; scope: string; author: string }) =>
    entry.kind === 'text' && entry.scope === frame.scope && entry.author === frame.node
  const own = draft.added.findLast(isOwn) ?? draft.state.log.findLast(isOwn)
  return own?.kind === 'text' ? own.text : ''
}
