/** What follows when a participant's reply is complete, for kinds in a drawn sequence. */
import { holderOf, holdersOf, isBeside } from '../../../src-shared/flow/inner-ids'
import { endTurn, innerFrames, topFrame, type Draft } from '../state/draft'
import { leaveDialog, leaveWorker, passBaton } from './moves'
import type { StepContext } from '../contract/runtime'

/** Follows the edge at `out`: to the next step, or to an end; where a sub-flow ends with the node, that of the sub-flow. False: there is none. */
export function followOut(draft: Draft, context: StepContext, id: string): boolean {
  const entry = context.flow.graph.from(id, 'out').at(0)
  const to = entry?.edge.to.node
  if (entry !== undefined && to !== undefined && context.flow.participants.has(to)) {
    passBaton(draft, context, { to, edge: entry.id, by: 'next', reason: '' })
    return true
  }
  if (leaveSubflow(draft, context, id)) return true
  return entry !== undefined && endSequence(draft, id)
}

/**
 * Passes the baton on from a node that only shows the way: over the edge at a port, and whoever waits for an answer goes on waiting. Where
 * nothing more is drawn, the sequence is over, as at an end.
 */
export function leadOn(
  draft: Draft,
  context: StepContext,
  { id, port, reason }: { id: string; port: string; reason: string },
): void {
  const entry = context.flow.graph.from(id, port).at(0)
  const to = entry?.edge.to.node
  if (entry !== undefined && to !== undefined && context.flow.participants.has(to)) {
    const { returnTo } = topFrame(draft)
    passBaton(draft, context, { to, edge: entry.id, by: 'next', reason, returnTo: returnTo === to ? null : returnTo })
  } else if (isAwaited(draft, id)) endOrReturn(draft, context)
  else if (!leaveSubflow(draft, context, id) && !endSequence(draft, id)) endOrReturn(draft, context)
}

/** Ends the turn so that the next message begins at the start again: that of the sub-flow. False: somebody waits for the sub-flow. */
function endSequence(draft: Draft, id: string): boolean {
  const holder = holderOf(id)
  if (holder === null) draft.frames = draft.frames.slice(0, -1)
  else if (isAwaited(draft, holder)) return false
  else topFrame(draft).node = holder
  endTurn(draft)
  return true
}

/** Leaves the sub-flow that a node is inside over the edge drawn at it. False: there is none, or somebody waits for it. */
export function leaveSubflow(draft: Draft, context: StepContext, id: string): boolean {
  const holder = holderOf(id)
  if (holder === null || isAwaited(draft, id) || isAwaited(draft, holder)) return false
  return followOut(draft, context, holder)
}

/**
 * Ends what a sub-flow does with a message, whoever has the baton inside: whoever waits for it goes on; else the baton goes on over its edge,
 * where it `leadsOn` and one is drawn; else the turn ends and the baton stays where it is.
 */
export function endSubflow(
  draft: Draft,
  context: StepContext,
  { subflow, leadsOn }: { subflow: string; leadsOn: boolean },
): void {
  const { frames } = draft
  const outside = frames.length - innerFrames(frames).length
  const lowest = frames.findIndex(({ node }, at) => at >= outside && holdersOf(node).includes(subflow))
  draft.frames = frames.slice(0, lowest + 1)
  if (isAwaited(draft, subflow)) {
    topFrame(draft).todo = []
    endOrReturn(draft, context)
  } else if (!leadsOn || !followOut(draft, context, subflow)) {
    draft.frames = frames
    endTurn(draft)
  }
}

/** Whether the one on top is of the sequence that works on an item of a list. */
export function isOfItem({ frames }: Draft): boolean {
  return frames.at(-1)?.isWorker === true && frames.at(-2)?.item !== undefined
}

/** Whether the baton goes back when this node is done: it works for somebody beside it, or was asked to return. */
export function isAwaited(draft: Draft, id: string): boolean {
  const frame = topFrame(draft)
  // The nodes that work on an item of a list are a sequence of their own, which ends with the item.
  if (isOfItem(draft)) return false
  const waiting = frame.isWorker === true ? draft.frames.at(-2)?.node : frame.returnTo
  return waiting != null && isBeside(waiting, id)
}

/** The reply is complete and leads nowhere else: a worker gives the baton back and its caller goes on; else the turn ends, and the baton goes back where the edge says so. */
export function endOrReturn(draft: Draft, context: StepContext): void {
  const frame = topFrame(draft)
  if (frame.isWorker === true) {
    leaveWorker(draft, context)
    return
  }
  const { returnTo } = frame
  if (returnTo !== null && draft.frames.at(-2)?.node === returnTo)
    leaveDialog(draft, context.flow, { by: 'returns', reason: '', state: 'interrupted' })
  else if (returnTo !== null && context.flow.participants.has(returnTo))
    passBaton(draft, context, { to: returnTo, edge: frame.edge, by: 'returns', reason: '' })
  endTurn(draft)
}
