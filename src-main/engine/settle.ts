/** What follows when a participant's reply is complete, for kinds in a drawn sequence. */
import { endTurn, topFrame, type Draft } from './draft'
import { leaveDialog, passBaton } from './moves'
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

/** Gives the baton back where the edge says that it returns when the reply is done; the turn ends either way. */
export function endOrReturn(draft: Draft, context: StepContext): void {
  const frame = topFrame(draft)
  const { returnTo } = frame
  if (returnTo !== null && draft.frames.at(-2)?.node === returnTo)
    leaveDialog(draft, context.flow, { by: 'returns', reason: '', state: 'interrupted' })
  else if (returnTo !== null && context.flow.participants.has(returnTo))
    passBaton(draft, context, { to: returnTo, edge: frame.edge, by: 'returns', reason: '' })
  endTurn(draft)
}
