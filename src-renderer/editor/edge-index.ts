/** The edges of a flow by the nodes that they touch, rebuilt only when an edge changed. */
import { sortEdges, type EdgeEntry } from '../../src-shared/flow/graph'
import type { Flow, FlowEdge } from '../../src-shared/flow/records'
import { kindOf } from '../../src-shared/kinds/index'

export type EdgeIndex = {
  /** A text that changes when any edge at the node changes. */
  stamp: (flow: Flow, node: string) => string
  /** The edge's place among the edges that leave its port, from 0. */
  place: (flow: Flow, edge: string) => number
  /** How many edges leave the edge's port, itself among them. */
  count: (flow: Flow, edge: string) => number
  /** How far from the middle the edge lies among those that join the same two ports: 0 for one, -0.5 and 0.5 for two. */
  lane: (flow: Flow, edge: string) => number
  /**
   * Whether several edges leave its port (`out`), or end where it ends (`in`), or both; edges between the same ports count once. One
   * that leaves a port whose name is shown turns late, as one of those that end together.
   */
  fan: (flow: Flow, edge: string) => EdgeFan
}

export type EdgeFan = 'none' | 'out' | 'in' | 'both'

/** An index of one editor's own. */
export function createEdgeIndex(): EdgeIndex {
  let edges: Flow['edges'] | null = null
  let index: Index = { stamps: new Map(), places: new Map(), lanes: new Map(), counts: new Map(), fans: new Map() }
  const fresh = (flow: Flow): Index => {
    if (edges !== flow.edges) {
      edges = flow.edges
      index = build(flow)
    }
    return index
  }
  return {
    stamp: (flow, node) => fresh(flow).stamps.get(node) ?? '',
    place: (flow, edge) => fresh(flow).places.get(edge) ?? 0,
    count: (flow, edge) => fresh(flow).counts.get(edge) ?? 0,
    lane: (flow, edge) => fresh(flow).lanes.get(edge) ?? 0,
    fan: (flow, edge) => fresh(flow).fans.get(edge) ?? 'none',
  }
}

type Index = {
  stamps: Map<string, string>
  places: Map<string, number>
  lanes: Map<string, number>
  counts: Map<string, number>
  fans: Map<string, EdgeFan>
}

function build(flow: Flow): Index {
  const stamps = new Map<string, string>()
  const leaving = new Map<string, EdgeEntry[]>()
  const joining = new Map<string, string[]>()
  for (const [id, edge] of Object.entries(flow.edges)) {
    const stamp = `${id}>${edge.from.port}>${edge.to.node};`
    stamps.set(edge.from.node, (stamps.get(edge.from.node) ?? '') + stamp)
    if (edge.to.node !== edge.from.node) stamps.set(edge.to.node, (stamps.get(edge.to.node) ?? '') + stamp)
    const port = `${edge.from.node} ${edge.from.port}`
    append(leaving, port, { id, edge })
    append(joining, `${port} ${edge.to.node} ${edge.to.port}`, id)
  }
  const places = new Map<string, number>()
  const counts = new Map<string, number>()
  for (const entries of leaving.values()) {
    sortEdges(entries).forEach((entry, place) => places.set(entry.id, place))
    for (const { id } of entries) counts.set(id, entries.length)
  }
  const lanes = new Map<string, number>()
  for (const ids of joining.values()) ids.forEach((id, at) => lanes.set(id, at - (ids.length - 1) / 2))
  return { stamps, places, lanes, counts, fans: fansOf(flow, leaving) }
}

/** `leaving`: by their ports. */
function fansOf(flow: Flow, leaving: ReadonlyMap<string, readonly EdgeEntry[]>): Map<string, EdgeFan> {
  const sources = new Map<string, Set<string>>()
  for (const { from, to } of Object.values(flow.edges)) addTo(sources, to.node, from.node)
  const fans = new Map<string, EdgeFan>()
  for (const entries of leaving.values()) {
    const [first] = entries
    if (first === undefined) continue
    const target = first.edge.to.node
    const isOut = entries.some(({ edge }) => edge.to.node !== target)
    const isShown = isNamed(flow, first.edge.from)
    for (const { id, edge } of entries) {
      const isIn = (sources.get(edge.to.node)?.size ?? 0) > 1
      fans.set(id, isShown ? 'in' : isOut ? (isIn ? 'both' : 'out') : isIn ? 'in' : 'none')
    }
  }
  return fans
}

/** Whether the name of a port is shown always. */
function isNamed(flow: Flow, { node, port }: FlowEdge['from']): boolean {
  const source = flow.nodes[node]
  const ports = source === undefined ? [] : (kindOf(source)?.ports(source.data) ?? [])
  return ports.some(({ id, isNamed: isShown }) => id === port && isShown === true)
}

function addTo(map: Map<string, Set<string>>, key: string, item: string): void {
  const items = map.get(key)
  if (items === undefined) map.set(key, new Set([item]))
  else items.add(item)
}

function append<T>(map: Map<string, T[]>, key: string, item: T): void {
  const items = map.get(key)
  if (items === undefined) map.set(key, [item])
  else items.push(item)
}
