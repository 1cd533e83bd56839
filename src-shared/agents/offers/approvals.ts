/** On which calls a person decides before they run, and which results they look at before a model does: by the tool, and by each `use` edge over which it is called. */
import type { EdgeEntry, FlowGraph } from '../../flow/graph'
import { edgesOfFlow } from '../../flow/graph'
import { isToolEdge } from '../../kinds/edge-facts'
import { kindOf } from '../../kinds/index'

/** Of what is called over `use` edges, what needs a person for whom. */
export type NeededApprovals = { readonly has: (caller: string, called: string) => boolean }

/** `needsApproval`: before the call; `holdResult`: before a model reads what it gave. */
export type PersonField = 'needsApproval' | 'holdResult'

/** Looks at every edge once; a tool of a pool needs it where the pool's edge says so too. */
export function neededApprovals(graph: FlowGraph, field: PersonField): NeededApprovals {
  const needed = new Map<string, Set<string>>()
  for (const { edge } of edgesOfFlow(graph.flow)) {
    if (!isToolEdge(edge)) continue
    const { from, to } = edge
    const asks = isSet(edge, field) || isSet(graph.node(to.node), field)
    if (asks) add(needed, from.node, to.node)
    for (const user of isPool(graph, from.node) ? usersOf(graph, from.node) : [])
      if (asks || isSet(user.edge, field)) add(needed, user.edge.from.node, to.node)
  }
  return { has: (caller, called) => needed.get(caller)?.has(called) === true }
}

type DrawnPart = { readonly data: { readonly [field: string]: unknown } }

function isSet(part: DrawnPart | undefined, field: PersonField): boolean {
  return part?.data[field] === true
}

function isPool(graph: FlowGraph, id: string): boolean {
  const node = graph.node(id)
  return node !== undefined && (kindOf(node)?.pool(node) ?? null) !== null
}

function usersOf(graph: FlowGraph, pool: string): EdgeEntry[] {
  return graph.into(pool).filter(({ edge }) => isToolEdge(edge))
}

function add(needed: Map<string, Set<string>>, caller: string, called: string): void {
  const known = needed.get(caller)
  if (known === undefined) needed.set(caller, new Set([called]))
  else known.add(called)
}
