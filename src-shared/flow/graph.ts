/** Reading a flow as a graph: edges in the order in which they count. */
import { withoutDisabled } from './node-marks'
import type { Flow, FlowEdge, FlowNode, Json } from './records'
import type { ToolEffect } from './tool-effects'

/** How a node is offered to a model as a tool; `parameters` is a JSON schema of type object. */
export type ToolOffer = { name: string; description: string; parameters: { readonly [name: string]: Json } }

/**
 * A tool as a source of many lists it. `name` is one that models take; `tool` is what the source itself calls it; `effect` is what the
 * source lets know of it, absent: nothing. `request` is what it sends where, as of an API.
 */
export type ListedTool = ToolOffer & { tool: string; effect?: ToolEffect; request?: string }

/** What sources of tools were heard to offer, by node id; one that was not asked yet is absent. */
export type Listings = ReadonlyMap<string, readonly ListedTool[]>

/** An edge with its id. */
export type EdgeEntry = { id: string; edge: FlowEdge }

function orderOf(edge: FlowEdge): number {
  const order = edge.data['order']
  return typeof order === 'number' ? order : 0
}

/** Sorts edges by their `order`, ties in the order of drawing. */
export function sortEdges(entries: readonly EdgeEntry[]): EdgeEntry[] {
  return [...entries].sort((first, second) => orderOf(first.edge) - orderOf(second.edge))
}

/** The edges that leave one port, in order. Reads every edge: for many look-ups build a `flowGraph`. */
export function edgesFrom(flow: Pick<Flow, 'edges'>, node: string, port: string): EdgeEntry[] {
  const found: EdgeEntry[] = []
  for (const [id, edge] of Object.entries(flow.edges)) {
    if (edge.from.node === node && edge.from.port === port) found.push({ id, edge })
  }
  return sortEdges(found)
}

/** An index over a flow's edges. */
export type FlowGraph = {
  flow: Flow
  /** Edges that leave a port, in order. */
  from: (node: string, port: string) => readonly EdgeEntry[]
  /** Edges that end at a node, in order of drawing. */
  into: (node: string) => readonly EdgeEntry[]
  node: (id: string) => FlowNode | undefined
  /** What a source of tools offers, as far as it is known. */
  listed: (id: string) => readonly ListedTool[]
}

/** Indexes a flow once, so that look-ups cost nothing. Disabled nodes are not in it. */
export function flowGraph(drawn: Flow, listings: Listings = new Map()): FlowGraph {
  const flow = withoutDisabled(drawn)
  const leaving = new Map<string, EdgeEntry[]>()
  const ending = new Map<string, EdgeEntry[]>()
  for (const [id, edge] of Object.entries(flow.edges)) {
    const entry = { id, edge }
    append(leaving, `${edge.from.node} ${edge.from.port}`, entry)
    append(ending, edge.to.node, entry)
  }
  for (const [key, entries] of leaving) leaving.set(key, sortEdges(entries))
  return {
    flow,
    from: (node, port) => leaving.get(`${node} ${port}`) ?? [],
    into: (node) => ending.get(node) ?? [],
    node: (id) => (Object.hasOwn(flow.nodes, id) ? flow.nodes[id] : undefined),
    listed: (id) => listings.get(id) ?? [],
  }
}

function append(map: Map<string, EdgeEntry[]>, key: string, entry: EdgeEntry): void {
  const entries = map.get(key)
  if (entries === undefined) map.set(key, [entry])
  else entries.push(entry)
}

/** Every edge of a flow, in order of drawing. */
export function edgesOfFlow(flow: Pick<Flow, 'edges'>): EdgeEntry[] {
  return Object.entries(flow.edges).map(([id, edge]) => ({ id, edge }))
}
