/** What a flow would use outside of Baton, as a person is asked for it: commands, hosts, files, code and secrets, each once with the nodes that use it. */
import { flowGraph, type FlowGraph } from '../flow/graph'
import { heldFlow, MAX_FLOW_DEPTH } from '../flow/held-flow'
import { drawnNode } from '../flow/inner-ids'
import { openFlow } from '../flow/open'
import type { Flow, FlowNode } from '../flow/records'
import { useEdgeSchema } from '../kinds/edges'
import { kindOf } from '../kinds/index'
import type { ConsentNeed } from '../kinds/kind'

/** `nodes`: those on the canvas that use it, themselves or by a flow that they hold. */
export type ConsentItem = ConsentNeed & { nodes: { id: string; name: string }[] }

/** Everything that a flow with all that it holds would use; tools that nobody is joined to over a switched-on edge use nothing. */
export function consentItems(flow: Flow): ConsentItem[] {
  const items = new Map<string, ConsentItem>()
  collect(items, flow, { drawn: null, depth: 0 })
  return [...items.values()]
}

type Place = { drawn: { id: string; name: string } | null; depth: number }

function collect(items: Map<string, ConsentItem>, flow: Flow, { drawn, depth }: Place): void {
  if (depth > MAX_FLOW_DEPTH) return
  const graph = flowGraph(flow)
  for (const [id, node] of Object.entries(flow.nodes)) {
    if (!isUsed(graph, id, node)) continue
    const outer = drawnNode(id)
    const at = drawn ?? { id: outer, name: flow.nodes[outer]?.name ?? node.name }
    for (const need of kindOf(node)?.needs(node) ?? []) add(items, need, at)
    const held = heldFlow(node)
    const opened = held?.by === 'value' ? openFlow(held.value) : null
    if (opened?.ok === true) collect(items, opened.flow, { drawn: at, depth: depth + 1 })
  }
}

function add(items: Map<string, ConsentItem>, need: ConsentNeed, at: { id: string; name: string }): void {
  const key = JSON.stringify([need.type, need.value, need.content])
  const known = items.get(key)
  if (known === undefined) items.set(key, { ...need, nodes: [at] })
  else if (!known.nodes.some(({ id }) => id === at.id)) known.nodes.push(at)
}

/** Whoever takes part by itself does; a tool where somebody may call it. */
function isUsed(graph: FlowGraph, id: string, node: FlowNode): boolean {
  if (kindOf(node)?.roles.tool !== true) return true
  return graph
    .into(id)
    .some(({ edge }) => edge.kind === 'use' && useEdgeSchema.safeParse(edge.data).data?.enabled === true)
}
