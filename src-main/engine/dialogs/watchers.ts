/** Which observers look at whom and when, and how a reply waits for those that hold it back. */
import { holdersOf } from '../../../src-shared/flow/inner-ids'
import { observeEdgeSchema } from '../../../src-shared/kinds/edges'
import { holdsReply, observerSchema, observerWhen, type ObserverData } from '../../../src-shared/kinds/observer'
import { isInner } from '../../../src-shared/run/log/log'
import { leadingStep, logOf, setSession, topFrame, userEntryOf, type Draft } from '../state/draft'
import { ENTRY_PORT } from '../expand/expand'
import { topSession } from '../moves/moves'
import { stepName, type CompiledFlow, type FlowFacts } from '../contract/runtime'
import { say } from '../moves/messages'
import type { Frame, HeldReply, ReplyText } from '../state/state'

/** One observer of a participant, of a sub-flow or of the whole flow, and the step in which it looks. */
export type Watcher = { observer: string; data: ObserverData; step: string; onFirstMessage: boolean }

/** The observers at a node, in drawn order; those at the start watch the whole flow. */
function watchersAt({ graph }: FlowFacts, node: string, step: (observer: string) => string): Watcher[] {
  return graph.from(node, 'observers').map(({ edge }) => {
    const observer = edge.to.node
    const data = observerSchema.parse(graph.node(observer)?.data ?? {})
    return { observer, data, step: step(observer), onFirstMessage: observeEdgeSchema.parse(edge.data).firstMessage }
  })
}

/** The observers of a participant. */
function watchersOf(flow: FlowFacts, node: string): Watcher[] {
  return watchersAt(flow, node, stepName.watch)
}

/** The observers of the whole flow. */
function overseersOf(flow: CompiledFlow): Watcher[] {
  return flow.entry.start === null ? [] : watchersAt(flow, flow.entry.start, stepName.oversee)
}

/** Whether a node is a sub-flow, whose observers are joined to its own start. */
export function isSubflow({ graph }: FlowFacts, node: string): boolean {
  return graph.from(node, ENTRY_PORT).length > 0
}

/** The observers of a sub-flow. */
function overseersAt(flow: FlowFacts, subflow: string): Watcher[] {
  return watchersAt(flow, subflow, stepName.oversee)
}

/** Whether a sub-flow has observers that look before anybody in it replies. */
export function isOverseen(flow: FlowFacts, subflow: string): boolean {
  return overseersAt(flow, subflow).some(isBefore)
}

/** The steps that come before anybody in a sub-flow hears the message that leads to it; none without a message. */
export function stepsBeforeSubflow(draft: Draft, flow: FlowFacts, subflow: string): string[] {
  return userEntryOf(draft) === null ? [] : overseersAt(flow, subflow).filter(isBefore).map(stepOf)
}

/** The same for the next message to whoever is on top, of all sub-flows that it is inside, the outermost first. */
export function stepsBeforeMessage(draft: Draft, flow: FlowFacts): string[] {
  const around = holdersOf(topFrame(draft).node).toReversed()
  return around.flatMap((subflow) => stepsBeforeSubflow(draft, flow, subflow))
}

/** The observers of the sub-flows that somebody is inside, the innermost first; not of those within which it is only asked. */
function overseersAround(draft: Draft, flow: FlowFacts, { node }: Frame): Watcher[] {
  const asking = new Set(holdersOf(draft.frames.findLast((frame) => leadingStep(frame) !== null)?.node ?? ''))
  return holdersOf(node).flatMap((subflow) => (asking.has(subflow) ? [] : overseersAt(flow, subflow)))
}

/** All who look at what somebody does: its own observers, those of the sub-flows that it is inside, and those of the whole flow. */
export function allWatchers(draft: Draft, flow: CompiledFlow, frame: Frame): Watcher[] {
  const overseers = isInner(frame.scope) ? [] : overseersOf(flow)
  return [...watchersOf(flow, frame.node), ...overseersAround(draft, flow, frame), ...overseers]
}

/** Whether it looks at replies. */
export const isAfter = (watcher: Watcher) => !isBefore(watcher)
function isBefore({ data }: Watcher): boolean {
  return observerWhen(data) === 'before'
}
const stepOf = ({ step }: Watcher) => step

/** The steps that come before anybody answers a message of the user. */
export function stepsBeforeTurn(draft: Draft, flow: CompiledFlow): string[] {
  return draft.turn.userEntry === null ? [] : overseersOf(flow).filter(isBefore).map(stepOf)
}

/** The steps that come before the reply of the one on top; none where there is no message, or where it gave this one away already (DialogSupervisor 7, 12). */
export function stepsBeforeReply(draft: Draft, flow: FlowFacts, { onEntry }: { onEntry: boolean }): string[] {
  const { node } = topFrame(draft)
  const before = watchersOf(flow, node).filter((one) => isBefore(one) && (!onEntry || one.onFirstMessage))
  if (before.length === 0 || userEntryOf(draft) === null || hasHandedOn(draft, node)) return []
  return before.map(stepOf)
}

/** Whether an observer of the node has passed this turn's message on already. */
function hasHandedOn(draft: Draft, node: string): boolean {
  return logOf(draft).some(
    (entry) =>
      entry.kind === 'handoff' && entry.turn === draft.turn.number && entry.from === node && entry.by === 'observer',
  )
}

/** Those that look at what somebody says: first those that hold it back. What is said in a nested chat is not said to the user, so the whole flow's do not. */
function watchersAfter(draft: Draft, flow: CompiledFlow, frame: Frame): { holding: Watcher[]; others: Watcher[] } {
  const all = allWatchers(draft, flow, frame).filter(isAfter)
  return {
    holding: all.filter(({ data }) => holdsReply(data)),
    others: all.filter(({ data }) => !holdsReply(data)),
  }
}

/** Whether a reply of the one on top may be shown while it streams. */
export function mayStream(draft: Draft, flow: CompiledFlow): boolean {
  return watchersAfter(draft, flow, topFrame(draft)).holding.length === 0
}

/** Says the reply of the one on top, or holds it back. Gives the steps of those that look at it, which come next. */
export function speak(draft: Draft, flow: CompiledFlow, said: string | ReplyText): string[] {
  const frame = topFrame(draft)
  const { holding, others } = watchersAfter(draft, flow, frame)
  const last = holding.at(-1)
  if (last === undefined) say(draft, frame.node, said)
  else frame.held = { ...(typeof said === 'string' ? { text: said } : said), until: last.step }
  return [...holding, ...others].map(stepOf)
}

/**
 * Holds back what is said to the other side and is no whole reply: words beside calls, a greeting, the result of a nested chat. Only those
 * that hold replies look at it. Gives their steps; none where nobody does, and it may be said at once.
 */
export function holdBack(
  draft: Draft,
  flow: CompiledFlow,
  { frame, words }: { frame: Frame; words: Omit<HeldReply, 'until'> },
): string[] {
  const { holding } = watchersAfter(draft, flow, frame)
  const last = holding.at(-1)
  if (last === undefined || words.text.trim() === '') return []
  frame.held = { ...words, until: last.step }
  return holding.map(stepOf)
}

/** Says the reply of the one on top, as the last step before those that look at it. */
export function speakAndWatch(draft: Draft, flow: CompiledFlow, said: string | ReplyText): void {
  const frame = topFrame(draft)
  const steps = speak(draft, flow, said)
  frame.todo = [...frame.todo.slice(0, 1), ...steps, ...frame.todo.slice(1)]
}

/** Instructions that observers left for the next reply of the one on top. */
export function takeLaterSteer(draft: Draft): void {
  const frame = topFrame(draft)
  const current = topSession(draft)
  const steer = [...(current?.session.steer ?? []), ...(frame.later ?? [])]
  if (steer.length === 0) return
  frame.steer.push(...steer)
  delete frame.later
  if (current !== null) setSession(draft, current.key, { ...current.session, steer: [] })
}

/** The reply is said already: the instruction waits for the next one. */
export function steerNextReply(draft: Draft, text: string): void {
  const frame = topFrame(draft)
  const current = topSession(draft)
  if (current === null) frame.later = [...(frame.later ?? []), text]
  else setSession(draft, current.key, { ...current.session, steer: [...(current.session.steer ?? []), text] })
}
