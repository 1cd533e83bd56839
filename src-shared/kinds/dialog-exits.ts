/** What leads out of a dialog again: an observer, the edge over which it was brought in, or a check by whoever brought it in. */
import { message as sentence } from '../languages/translate'
import type { EdgeEntry, FlowGraph } from '../flow/graph'
import type { Flow } from '../flow/records'
import { handoffEdgeSchema } from './edges'
import type { KindProblem } from './kind'
import { canEnd, observerSchema } from './observer'

/** Whether an observer of a dialog can finish or interrupt it. */
export function hasEndingObserver(graph: FlowGraph, dialog: string): boolean {
  return graph.from(dialog, 'observers').some(({ edge }) => {
    const parsed = observerSchema.safeParse(graph.node(edge.to.node)?.data)
    return parsed.success && canEnd(parsed.data)
  })
}

/** The edges over which a dialog is brought in and from which nothing leads out of it: the user stays in it for good. */
export function edgesWithoutExit(graph: FlowGraph, dialog: string): EdgeEntry[] {
  if (hasEndingObserver(graph, dialog)) return []
  return graph.into(dialog).filter(({ edge }) => edge.data['returns'] !== 'when-done' && !isChecked(graph.flow, edge))
}

/** An agent or a supervisor that a supervisor brings in for good: nobody looks whether the user wants something else. */
export function checkGuest({ flow, into }: FlowGraph, id: string): KindProblem[] {
  const edges = into(id).filter(({ edge }) => edge.kind === 'delegate')
  const stuck = edges.filter(({ edge }) => edge.data['returns'] !== 'when-done' && !isChecked(flow, edge))
  return stuck.map(({ id: edgeId, edge }) => {
    const name = flow.nodes[edge.from.node]?.name ?? edge.from.node
    const message = sentence(
      'Once “{name}” has brought the user here, nothing leads back. Switch on “Watch for topic switches” in “{name}”, or set “Hands back” of the edge to “When it has answered”.',
      { name },
    )
    return { severity: 'warning', code: 'no-way-out', message, edge: edgeId }
  })
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
