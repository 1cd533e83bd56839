/** What a flow would use outside of Baton, as a person is asked for it: commands, hosts, files, code and secrets, each once with the nodes that use it. */
import { flowGraph, type FlowGraph } from '../flow/graph'
import { heldFlow, MAX_FLOW_DEPTH } from '../flow/held-flow'
import { drawnNode } from '../flow/inner-ids'
import { openFlow } from '../flow/open'
import type { Flow, FlowNode, JsonObject } from '../flow/records'
import { EDGES, isEdgeKind, useEdgeSchema, type EdgeDefinition } from '../kinds/edges'
import { kindOf } from '../kinds/index'
import type { ConsentNeed } from '../kinds/kind'

/** `nodes`: those on the canvas that use it, themselves or by a flow that they hold. */
export type ConsentItem = ConsentNeed & { nodes: { id: string; name: string }[] }

/** Everything that a flow with all that it holds would use; tools that nobody is joined to over a switched-on edge use nothing. */
export function consentItems(flow: Flow): ConsentItem[] {
  const found: Found = new Map()
  collect(found, flow, { drawn: null, depth: 0 })
  return [...found.values()].map(({ need, nodes }) => ({
    ...need,
    nodes: [...nodes].map(([id, name]) => ({ id, name })),
  }))
}

/** Needs by all that they say, with the names of their nodes by id. */
type Found = Map<string, { need: ConsentNeed; nodes: Map<string, string> }>

type Place = { drawn: { id: string; name: string } | null; depth: number }

function collect(found: Found, flow: Flow, { drawn, depth }: Place): void {
  if (depth > MAX_FLOW_DEPTH) return
  const graph = flowGraph(flow)
  for (const { kind, from, to, data } of Object.values(flow.edges)) {
    const outer = drawnNode(from.node)
    const nameOf = (id: string) => flow.nodes[id]?.name ?? id
    const at = drawn ?? { id: outer, name: nameOf(outer) }
    for (const need of edgeNeeds(kind, data, { from: nameOf(from.node), to: nameOf(to.node) })) add(found, need, at)
  }
  for (const [id, node] of Object.entries(flow.nodes)) {
    if (!isUsed(graph, id, node)) continue
    const outer = drawnNode(id)
    const at = drawn ?? { id: outer, name: flow.nodes[outer]?.name ?? node.name }
    for (const need of kindOf(node)?.needs(node) ?? []) add(found, need, at)
    const held = heldFlow(node)
    const opened = held?.by === 'value' ? openFlow(held.value) : null
    if (opened?.ok === true) collect(found, opened.flow, { drawn: at, depth: depth + 1 })
  }
}

/** What an edge would use; nothing where its data is broken, since that cannot run. */
function edgeNeeds(kind: string, data: JsonObject, ends: { from: string; to: string }): readonly ConsentNeed[] {
  const edge: EdgeDefinition | null = isEdgeKind(kind) ? EDGES[kind] : null
  return edge?.schema.safeParse(data).success === true ? (edge.needs?.(data, ends) ?? []) : []
}

function add(found: Found, need: ConsentNeed, at: { id: string; name: string }): void {
  const key = JSON.stringify([need.type, need.value, need.content])
  const known = found.get(key) ?? { need, nodes: new Map<string, string>() }
  known.nodes.set(at.id, at.name)
  found.set(key, known)
}

/** Whoever takes part by itself does; a tool where an edge ends at it, unless that is switched off. */
function isUsed(graph: FlowGraph, id: string, node: FlowNode): boolean {
  if (kindOf(node)?.roles.tool !== true) return true
  return graph
    .into(id)
    .some(({ edge }) => edge.kind !== 'use' || useEdgeSchema.safeParse(edge.data).data?.enabled !== false)
}
