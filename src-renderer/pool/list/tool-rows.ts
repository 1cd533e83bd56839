/** The tools of a pool or of a source as rows: as models see them, where they come from, and what is wrong with their names. */
import { message, type Message } from '../../../src-shared/languages/translate'
import { atToolPorts, offersOf } from '../../../src-shared/agents/offers/offers'
import { poolOf, poolsOf, type DrawnPool, type PooledTool } from '../../../src-shared/agents/offers/pools'
import { flowGraph, type FlowGraph, type Listings } from '../../../src-shared/flow/graph'
import type { Flow, Json } from '../../../src-shared/flow/records'
import { useEdgeSchema } from '../../../src-shared/kinds/edges'
import { kindOf } from '../../../src-shared/kinds/index'
import type { Kind } from '../../../src-shared/kinds/kind'

/** A tool. `given` and `givenDescription`: as its node calls it, which is the key of what the pool changes about it. */
export type ToolRow = {
  key: string
  name: string
  description: string
  given: string
  givenDescription: string
  parameters: { readonly [name: string]: Json }
  enabled: boolean
  /** The edge over which the pool has it; null: it is looked at in its source. */
  edge: string | null
  /** The node that it comes from. */
  source: string
  /** It is one of many that its source holds, so that it is switched off by its name. */
  isOfMany: boolean
  /** The source's edge is switched off, and it with it. */
  isOffWithSource: boolean
  /** What the pool says in the place of the name and the description; empty: nothing. */
  override: { name: string; description: string }
  clash: NameClash | null
}

/** Somebody else is called the same. `byPrefix`: other names for the tools of this pool would help. */
export type NameClash = { with: Message; byPrefix: boolean }

/** A source of many tools. `isOff`: its edge is switched off; `edge` null: it is the very node that is looked at. */
export type SourceRow = {
  id: string
  name: string
  kind: Kind | null
  edge: string | null
  isOff: boolean
  count: number
  on: number
}

/** What stands in the list, in the order of the edges: a source before its tools. */
export type ListItem = { type: 'source'; key: string; source: SourceRow } | { type: 'tool'; key: string; tool: ToolRow }

export type ToolRows = {
  tools: readonly ToolRow[]
  sources: readonly SourceRow[]
  items: readonly ListItem[]
  on: number
}

/** The rows of a pool, or of a source of many; `listings`: what its sources were heard to offer. */
export function toolRows(flow: Flow, id: string, listings: Listings): ToolRows {
  const graph = flowGraph(flow, listings)
  const pool = poolOf(graph, id)
  const tools = pool === null ? ownTools(graph, id) : pooledTools(graph, pool)
  const bySource = Map.groupBy(tools, (tool) => tool.source)
  const sources = new Map(
    sourcesAt(graph, id).map((one) => [one.id, { ...one, ...countsOf(bySource.get(one.id) ?? []) }]),
  )
  const places = pool === null ? [id] : atToolPorts(graph, id).map(({ edge }) => edge.to.node)
  const items = [...new Set(places)].flatMap((place): ListItem[] => {
    const source = sources.get(place)
    const own = (bySource.get(place) ?? []).map((tool): ListItem => ({ type: 'tool', key: tool.key, tool }))
    return source === undefined || pool === null ? own : [{ type: 'source', key: place, source }, ...own]
  })
  return { tools, sources: [...sources.values()], items, on: countsOf(tools).on }
}

function countsOf(tools: readonly ToolRow[]): { count: number; on: number } {
  return { count: tools.length, on: tools.filter(({ enabled }) => enabled).length }
}

function isSource(graph: FlowGraph, id: string): boolean {
  return kindOf(graph.node(id) ?? { kind: '' })?.roles.source === true
}

type Source = Omit<SourceRow, 'count' | 'on'>

function sourcesAt(graph: FlowGraph, id: string): Source[] {
  const of = (node: string) => ({
    id: node,
    name: graph.node(node)?.name ?? '',
    kind: kindOf(graph.node(node) ?? { kind: '' }),
  })
  if (isSource(graph, id)) return [{ ...of(id), edge: null, isOff: false }]
  return atToolPorts(graph, id).flatMap(({ id: edgeId, edge }) => {
    if (!isSource(graph, edge.to.node)) return []
    return [{ ...of(edge.to.node), edge: edgeId, isOff: useEdgeSchema.safeParse(edge.data).data?.enabled !== true }]
  })
}

/** The tools of a source, as it offers them. */
function ownTools(graph: FlowGraph, id: string): ToolRow[] {
  return graph.listed(id).map(({ name, description, parameters }) => ({
    key: name,
    name,
    description,
    given: name,
    givenDescription: description,
    parameters,
    enabled: true,
    edge: null,
    source: id,
    isOfMany: true,
    isOffWithSource: false,
    override: NO_OVERRIDE,
    clash: null,
  }))
}

const NO_OVERRIDE = { name: '', description: '' }

function pooledTools(graph: FlowGraph, pool: DrawnPool): ToolRow[] {
  const clashOf = clashesOf(graph, pool)
  const { overrides } = pool.settings
  const off = new Set(sourcesAt(graph, pool.id).flatMap(({ edge, isOff }) => (isOff ? [edge] : [])))
  return pool.tools.map((tool) => ({
    key: `${tool.edgeId} ${tool.source}`,
    name: tool.name,
    description: tool.description,
    given: tool.source,
    givenDescription: tool.sourceDescription,
    parameters: tool.parameters,
    enabled: tool.enabled,
    edge: tool.edgeId,
    source: tool.target,
    isOfMany: isSource(graph, tool.target),
    isOffWithSource: off.has(tool.edgeId),
    override: Object.hasOwn(overrides, tool.source) ? (overrides[tool.source] ?? NO_OVERRIDE) : NO_OVERRIDE,
    clash: tool.enabled ? clashOf(tool) : null,
  }))
}

/** Who else has a tool's name: another tool of the pool, or one that a participant with this pool is offered beside it. */
function clashesOf(graph: FlowGraph, pool: DrawnPool): (tool: PooledTool) => NameClash | null {
  const within = Map.groupBy(
    pool.tools.filter(({ enabled }) => enabled),
    ({ name }) => name,
  )
  const beside = new Map<string, { target: string; words: Message }>()
  for (const { edge } of graph.into(pool.id)) {
    const owner = edge.from.node
    for (const offer of offersOf(graph, owner)) {
      if (offer.enabled)
        beside.set(offer.name, {
          target: offer.target,
          words: message('“{words}”', { words: graph.node(offer.target)?.name ?? '' }),
        })
    }
    for (const other of poolsOf(graph, owner)) {
      if (other.id === pool.id || !other.enabled) continue
      for (const { name, target, enabled } of other.tools) {
        if (enabled) beside.set(name, { target, words: message('a tool of “{name}”', { name: other.name }) })
      }
    }
  }
  return (tool) => {
    const other = within.get(tool.name)?.find(({ target }) => target !== tool.target)
    if (other !== undefined)
      return { with: message('“{name}” in this pool', { name: graph.node(other.target)?.name ?? '' }), byPrefix: false }
    const outside = beside.get(tool.name)
    return outside === undefined || outside.target === tool.target ? null : { with: outside.words, byPrefix: true }
  }
}

/** The items whose tools have every one of the words in their names, descriptions or sources. */
export function filteredItems(
  { items }: ToolRows,
  words: string,
  nameOf: (source: string) => string,
): readonly ListItem[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (wanted.length === 0) return items
  const shown = items.filter((item) => {
    if (item.type === 'source') return true
    const { name, given, description, source } = item.tool
    const text = `${name} ${given} ${description} ${nameOf(source)}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
  const left = new Set(shown.flatMap((item) => (item.type === 'tool' ? [item.tool.source] : [])))
  return shown.filter((item) => item.type === 'tool' || left.has(item.source.id))
}
