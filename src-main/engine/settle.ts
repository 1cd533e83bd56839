/** What follows when a participant's reply is complete, for kinds in a drawn sequence. */
import { endTurn, topFrame, type Draft } from './draft'
import { leaveDialog, leaveWorker, passBaton } from './moves'
import type { StepContext } from './runtime'

/** Follows the edge at `out`: to the next step, or to an end. False: there is none. */
export function followOut(draft: Draft, context: StepContext, id: string): boolean {
  const entry = context.flow.graph.from(id, 'out').at(0)
  if (entry === undefined) return false
  const to = entry.edge.to.node
  if (context.flow.participants.has(to)) {
    passBaton(draft, context, { to, edge: entry.id, by: 'next', reason: '' })
    return true
  }
  draft.frames = draft.frames.slice(0, -1)
  endTurn(draft)
  return true
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
