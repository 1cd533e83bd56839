/** What leads out of a dialog again: an observer, the edge over which it was brought in, or a check by whoever brought it in. */
import { edgesFrom, edgesOfFlow, type EdgeEntry } from '../flow/graph'
import type { Flow } from '../flow/records'
import { handoffEdgeSchema } from './edges'
import { canEnd, observerSchema } from './observer'

/** Whether an observer of a dialog can finish or interrupt it. */
export function hasEndingObserver(flow: Flow, dialog: string): boolean {
  return edgesFrom(flow, dialog, 'observers').some(({ edge }) => {
    const parsed = observerSchema.safeParse(flow.nodes[edge.to.node]?.data)
    return parsed.success && canEnd(parsed.data)
  })
}

/** The edges over which a dialog is brought in and from which nothing leads out of it: the user stays in it for good. */
export function edgesWithoutExit(flow: Flow, dialog: string): EdgeEntry[] {
  if (hasEndingObserver(flow, dialog)) return []
  return edgesOfFlow(flow).filter(
    ({ edge }) => edge.to.node === dialog && edge.data['returns'] !== 'when-done' && !isChecked(flow, edge),
  )
}

/** Whether whoever brings the dialog in checks, before each of its replies, if the user wants something else. */
function isChecked(flow: Flow, { kind, from, data }: EdgeEntry['edge']): boolean {
  const { kind: holder = '', data: own = {} } = flow.nodes[from.node] ?? {}
  if (kind === 'delegate') return holder !== 'supervisor' || own['switchObserver'] !== false
  return kind !== 'handoff' || isLeftByCheck(data)
}

/** Whether a hand-off to a dialog is one that its agent checks: one by variables would lead straight back. */
export function isLeftByCheck(data: { readonly [field: string]: unknown }): boolean {
  const parsed = handoffEdgeSchema.safeParse(data)
  return parsed.success && parsed.data.by === 'model'
}
