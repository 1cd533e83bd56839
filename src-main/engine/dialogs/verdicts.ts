/** What follows from an observer's verdict, by whom it looks at: a dialog, a participant without a session, or the whole flow. */
import type { ObserverAnswer } from '../../../src-shared/agents/answers/observer-answer'
import { holderOf } from '../../../src-shared/flow/inner-ids'
import { endTurn, leadingStep, topFrame, type Draft } from '../state/draft'
import { advance, interruptDialog, leaveDialog, leaveFinished, passBaton } from '../moves/moves'
import { participantOf, type CompiledFlow, type StepContext } from '../contract/runtime'
import { replaced, say, sayHeld } from '../moves/messages'
import { endOrReturn, endSubflow, isAwaited } from '../moves/after-reply'
import type { Frame, WatchedScope } from '../state/state'
import { allWatchers, isAfter, steerNextReply } from './watchers'

/** `isBefore`: it looked before the reply. */
export type Verdict = { observer: string; watched: WatchedScope; isBefore: boolean; read: ObserverAnswer }

/** One that takes the conversation away; `isUnanswered`: the message has no reply that was said, or is to be. */
type OwnVerdict = { frame: Frame; watched: WatchedScope; reason: string; isBefore: boolean; isUnanswered: boolean }

/** Does what an observer says. Once the participant has finished, those that hold its last reply back and those that gather are all that is left. */
export function takeVerdict(draft: Draft, context: StepContext, verdict: Verdict): void {
  const { observer, watched, isBefore, read } = verdict
  const frame = topFrame(draft)
  const own = { frame, watched, reason: context.flow.nameOf(observer), isBefore, isUnanswered: isBefore }
  if (frame.ending !== undefined) {
    if (read.then === 'reply' && frame.held !== undefined) frame.held = replaced(frame.held, read.text ?? '')
    if (read.then === 'interrupt') delete frame.held
    finish(draft, context, own)
    return
  }
  switch (read.then) {
    case 'continue':
      advance(draft, context)
      return
    case 'steer':
      if (isBefore) frame.steer.push(read.text ?? '')
      else steerNextReply(draft, read.text ?? '')
      advance(draft, context)
      return
    case 'reply':
      replyInstead(draft, context, { ...verdict, text: read.text ?? '' })
      return
    case 'finish':
      finish(draft, context, own)
      return
    case 'interrupt':
      interrupt(draft, context, own)
  }
}

/** Says a text in the place of a reply: before the model is asked, in the place of one that is held back, or after one that was said. */
function replyInstead(
  draft: Draft,
  context: StepContext,
  { watched, isBefore, text }: Verdict & { text: string },
): void {
  const frame = topFrame(draft)
  if (!isBefore && frame.held !== undefined) frame.held = replaced(frame.held, text)
  else say(draft, frame.node, text)
  if (isBefore) {
    draft.turn.rounds += 1
    frame.todo = frame.todo.slice(0, 1)
  }
  if (!isBefore || watched === 'participant') advance(draft, context)
  else if (watched === 'flow') endTurn(draft)
  else endSubflow(draft, context, { ...watched, leadsOn: true })
}

/** Takes the message from the one on top; a reply that is held back is not said. */
function interrupt(draft: Draft, context: StepContext, verdict: OwnVerdict): void {
  const { flow } = context
  const { frame, watched, reason, isBefore } = verdict
  const isUnanswered = isBefore || frame.held !== undefined
  delete frame.held
  if (watched === 'flow') {
    endTurn(draft)
    return
  }
  if (watched !== 'participant') {
    endSubflow(draft, context, { ...watched, leadsOn: false })
    return
  }
  if (!isBroughtIn(flow, frame)) {
    returnBaton(draft, context, { ...verdict, isUnanswered })
    return
  }
  if (isUnanswered && draft.frames.length > 1) interruptDialog(draft, flow, { by: 'observer', reason })
  else {
    leaveDialog(draft, flow, { by: 'observer', reason, state: 'interrupted' })
    endTurn(draft)
  }
}

/** Returns the baton to the participant that passed it, which answers the message if nobody has yet. */
function returnBaton(draft: Draft, context: StepContext, { frame, reason, isUnanswered }: OwnVerdict): void {
  const { flow } = context
  if (isAwaited(draft, frame.node)) {
    endOrReturn(draft, context)
    return
  }
  const to = previousHolder(flow, frame)
  if (to === null) {
    if (isUnanswered) warnUnanswered(context, { node: frame.node, reason })
    endTurn(draft)
    return
  }
  passBaton(draft, context, { to, edge: frame.edge, by: 'observer', reason })
  if (!isUnanswered) endTurn(draft)
}

/** The node that passed the baton to a frame over a drawn edge; null: the conversation began at this frame. */
function previousHolder(flow: CompiledFlow, { node, edge }: Frame): string | null {
  const from = flow.graph.flow.edges[edge ?? '']?.from.node
  return from === undefined || from === node || from === holderOf(node) || !flow.participants.has(from) ? null : from
}

function warnUnanswered(context: StepContext, { node, reason }: { node: string; reason: string }): void {
  const facts = { name: context.flow.nameOf(node), by: reason }
  context.emit({ type: 'warning', node, code: 'nobody-answers', facts })
}

/** Ends a participant's work, or the turn, once all that gathers has looked at its last words, wherever it is drawn (DialogSupervisor 15). */
function finish(draft: Draft, context: StepContext, verdict: OwnVerdict): void {
  const { flow } = context
  const { frame, watched, reason, isBefore, isUnanswered } = verdict
  const watchers = allWatchers(draft, flow, frame)
  const gathering = new Set(watchers.filter(({ data }) => data.type === 'collect').map(({ step }) => step))
  const toCome = isBefore && frame.ending === undefined ? watchers.filter(isAfter).map(({ step }) => step) : []
  const left = [...frame.todo.slice(1), ...toCome]
  const guards = left.slice(0, left.indexOf(frame.held?.until ?? '') + 1)
  if (guards.length === 0) sayHeld(draft, { goesOn: false })
  frame.ending ??= { observer: reason, isUnanswered, watched }
  frame.todo = left.filter((step) => guards.includes(step) || gathering.has(step))
  if (frame.todo.length === 0) endDialog(draft, context, frame, frame.ending)
}

function endDialog(draft: Draft, context: StepContext, frame: Frame, ending: NonNullable<Frame['ending']>): void {
  const { flow } = context
  const { watched } = ending
  if (watched !== 'participant' || !isBroughtIn(flow, frame)) {
    delete frame.ending
    const { afterWork, settle } = participantOf(flow, frame.node)
    if (watched === 'flow') endTurn(draft)
    else if (watched !== 'participant') endSubflow(draft, context, { ...watched, leadsOn: true })
    else if (afterWork === undefined) settle(draft, context)
    else afterWork.finish(draft, context)
    return
  }
  leaveFinished(draft, flow)
  const below = topFrame(draft)
  if (!ending.isUnanswered || below === frame || leadingStep(below) !== null) endTurn(draft)
  else below.todo = participantOf(flow, below.node).enter(draft, flow)
}

/** Whether it stands on top of whoever brought it in: a dialog, or a guest. */
function isBroughtIn(flow: CompiledFlow, { node, isGuest }: Frame): boolean {
  return isGuest === true || participantOf(flow, node).arrival === 'session'
}
