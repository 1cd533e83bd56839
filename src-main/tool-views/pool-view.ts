/**
 * The tools of a flow and what a query finds among them, without a run: for the app and `baton tools`. Sources of many tools are asked only
 * where the caller wants them connected, and only after the consent gate; else what they are known to offer counts.
 */
import { poolOf, poolsOf, type DrawnPool, type PooledTool } from '../../src-shared/agents/offers/pools'
import { offersOf, type Offer } from '../../src-shared/agents/offers/offers'
import { AppError, inWords } from '../../src-shared/errors'
import { message as sentence, type Message } from '../../src-shared/languages/translate'
import { flowGraph, type FlowGraph, type Listings, type ListedTool } from '../../src-shared/flow/graph'
import { readSettings, type Flow, type FlowNode } from '../../src-shared/flow/records'
import { isKindName } from '../../src-shared/kinds'
import type { SourceState, ViewedTool } from '../../src-shared/rpc/tools'
import { atOnce, type Slices } from '../../src-shared/slices'
import type { ConsentGate } from '../consent/gate'
import { itemsOfNode, keyedByHand, keyedItems, type KeyedItem } from '../consent/keys'
import { freezingFlow, type FlowSource } from '../flows/freeze'
import { inSlices } from '../in-slices'
import type { SearchRequest, SearchResult } from '../tools/pool/pool'
import { factsOf } from '../engine/compile/compile'
import { expandFlow } from '../engine/expand/expand'
import { isSource, sourcesOf, sourcesUsedBy } from '../engine/sources/list-sources'
import {
  createListingMemory,
  listSource,
  type SourceListing,
  type ListingMemory,
} from '../engine/sources/source-listings'
import { RUNTIMES } from '../engine/kinds'
import { redactedSource } from '../engine/sources/redacted-tools'
import type { EngineServices, FlowFacts, KindRuntime, ToolSource } from '../engine/contract/runtime'
import { requestOf } from '../engine/pools/tool-pools'

/** A node of a flow as it is stored; `connect`: its sources may be started and contacted, if that was allowed. */
export type AskedNode = { flowId: string; flow: Flow; node: string; connect: boolean; signal: AbortSignal }

/** What is undefined is as the pool has it. */
type AskedLimits = { [Limit in 'topK' | 'minSimilarity' | 'mode' | 'told']?: SearchRequest[Limit] | undefined }
export type AskedSearch = AskedNode & AskedLimits & { query: string }

export type PoolView = {
  /**
   * The tools of a pool, of a source of many, or of a participant with its pools; and its sources. Throws `not-found` for another node, and
   * with `connect` `consent-needed` before anything is touched.
   */
  list: (asked: AskedNode) => Promise<{ tools: ViewedTool[]; sources: SourceState[] }>
  /** What a query finds in a pool, by its settings where the caller says nothing else. Throws as `list` does. */
  search: (asked: AskedSearch) => Promise<SearchResult>
  /** Gets the vectors that the pool's tools lack; `tell` hears how many of them are there. Throws as `list` does, and when it is stopped. */
  index: (asked: AskedNode, tell: (done: number, all: number) => void) => Promise<void>
}

export type PoolViewOptions = {
  services: EngineServices
  flowOf: FlowSource
  gate: ConsentGate
  /** As before a run. */
  permit: (flowId: string, items: readonly KeyedItem[]) => void
}

export function createPoolView(options: PoolViewOptions): PoolView {
  const memory = createListingMemory<ListedTool>()
  const openedFlow = rememberingFlow(options.flowOf)
  const graphOf = rememberingGraph()
  const hear = async (asked: AskedNode): Promise<HeardFlow> => {
    const opened = await openedFlow(asked)
    const sources = sourcesAt(opened.graph, asked.node)
    if (asked.connect) await connect(options, { asked, opened, memory })
    const around = { services: options.services, signal: asked.signal }
    const heard = new Map<string, SourceListing<ListedTool>>()
    for (const id of sources) {
      const known = memory.of(nodeAt(opened.graph, id)) ?? (await knownOf(opened, id, around))
      if (known !== null) heard.set(id, known)
    }
    const listings: Listings = new Map([...heard].flatMap(([id, one]) => ('list' in one ? [[id, one.list]] : [])))
    return { ...opened, ...graphOf(opened.whole, listings), sources, heard }
  }
  const open = async (asked: AskedNode) => {
    const { poolAt, whole } = await hear(asked)
    const drawn = poolAt(asked.node)
    if (drawn === null)
      throw notFound(sentence('There is no tool pool in the flow as it is saved. It may have been removed meanwhile.'))
    return { drawn, pool: await options.services.toolPool(drawn.tools, readSettings(whole).embedding) }
  }
  return {
    async list(asked) {
      const heard = await hear(asked)
      return {
        tools: toolsAt(heard.graph, asked.node),
        sources: heard.sources.map((id) => sourceState(options, { asked, heard, id })),
      }
    },
    async search({ query, topK, minSimilarity, mode, told, ...asked }) {
      const { drawn, pool } = await open(asked)
      const own = Object.entries({ topK, minSimilarity, mode, told }).filter(([, value]) => value !== undefined)
      return pool.search({ ...requestOf(drawn, query), ...Object.fromEntries(own), signal: asked.signal })
    },
    async index(asked, tell) {
      const { pool } = await open(asked)
      await pool.prepare({ signal: asked.signal, onProgress: tell })
    },
  }
}

/** `whole`: with its sub-flows drawn in, where that is needed. `items`: what it would use; `byHand`: what its tools that nobody uses would. `sourceAt`: the same source for the same node. */
type OpenedFlow = {
  whole: Flow
  graph: FlowGraph
  items: readonly KeyedItem[]
  byHand: readonly KeyedItem[]
  sourceAt: (id: string) => ToolSource | undefined
}
/** A graph with what its sources list; `poolAt` gives the same pool for the same node. */
type ListedGraph = { graph: FlowGraph; poolAt: (id: string) => DrawnPool | null }
type HeardFlow = OpenedFlow &
  ListedGraph & { sources: readonly string[]; heard: ReadonlyMap<string, SourceListing<ListedTool>> }

/** Opens flows; the one that was opened last is there at once, as while somebody types a query, unless others are drawn into it. */
function rememberingFlow(flowOf: FlowSource): (asked: AskedNode) => Promise<OpenedFlow> {
  let latest: { flow: Flow; opened: OpenedFlow } | null = null
  return async ({ flow, node }) => {
    const isOwn = Object.hasOwn(flow.nodes, node)
    if (isOwn && latest?.flow === flow) return latest.opened
    const { opened, isAlone } = await inSlices(openWhole({ flow, node }, flowOf))
    if (isOwn && isAlone) latest = { flow, opened }
    return opened
  }
}

/** While the sources of a flow list the same, its graph and pools stay the same, and so does a pool's index. */
function rememberingGraph(): (whole: Flow, listings: Listings) => ListedGraph {
  let latest: { whole: Flow; listings: Listings; listed: ListedGraph } | null = null
  return (whole, listings) => {
    if (latest?.whole === whole && sameLists(latest.listings, listings)) return latest.listed
    const graph = flowGraph(whole, listings)
    const pools = new Map<string, DrawnPool | null>()
    const poolAt = (id: string): DrawnPool | null => {
      const pool = pools.has(id) ? (pools.get(id) ?? null) : poolOf(graph, id)
      pools.set(id, pool)
      return pool
    }
    latest = { whole, listings, listed: { graph, poolAt } }
    return latest.listed
  }
}

function sameLists(before: Listings, now: Listings): boolean {
  return before.size === now.size && [...now].every(([id, list]) => before.get(id) === list)
}

/**
 * What is drawn needs no sub-flows, so that a broken one does not keep anybody from looking at a pool beside it. `isAlone`: nothing of the library
 * is drawn in or missing, so that it stays what it is.
 */
function* openWhole(
  { flow, node }: Pick<AskedNode, 'flow' | 'node'>,
  flowOf: FlowSource,
): Slices<{ opened: OpenedFlow; isAlone: boolean }> {
  const { flow: frozen, missing } = yield* freezingFlow(flow, flowOf)
  yield
  const whole = Object.hasOwn(frozen.nodes, node) ? frozen : expandFlow(frozen)
  yield
  const graph = flowGraph(whole)
  const sources = new Map<string, ToolSource | undefined>()
  const sourceOf = (id: string): ToolSource | undefined => {
    const source = sources.get(id) ?? sourceAt(factsOf(whole, graph), id)
    sources.set(id, source)
    return source
  }
  const opened = { whole, graph, items: keyedItems(frozen), byHand: keyedByHand(frozen), sourceAt: sourceOf }
  return { opened, isAlone: frozen === flow && missing.length === 0 }
}

/** The sources that a node is or is joined to, itself or through its pools, switched on or off. */
function sourcesAt(graph: FlowGraph, id: string): string[] {
  if (graph.node(id) === undefined)
    throw notFound(sentence('There is no such node in the flow as it is saved. It may have been removed meanwhile.'))
  return isSource(graph, id) ? [id] : sourcesOf(graph, id)
}

function notFound(said: Message): AppError {
  return new AppError('not-found', said)
}

/** What has to be allowed before `list` and `search` connect a node's sources. Throws as they do for a node that is not there. */
export function neededToConnect(asked: Pick<AskedNode, 'flow' | 'node'>): KeyedItem[] {
  const { opened } = atOnce(openWhole(asked, () => null))
  sourcesAt(opened.graph, asked.node)
  return itemsToConnect(opened, sourcesToConnect(opened.graph, asked.node))
}

/** Those that are switched on. */
function sourcesToConnect(graph: FlowGraph, node: string): string[] {
  return isSource(graph, node) ? [node] : sourcesUsedBy(graph, node)
}

function itemsToConnect(opened: OpenedFlow, ids: readonly string[]): KeyedItem[] {
  return [...new Set(ids.flatMap((id) => itemsOf(opened, id)))]
}

type ConnectContext = { asked: AskedNode; opened: OpenedFlow; memory: ListingMemory<ListedTool> }

/** Asks the sources that are switched on, side by side, and remembers what they said. */
async function connect(options: PoolViewOptions, { asked, opened, memory }: ConnectContext): Promise<void> {
  const { graph } = opened
  const ids = sourcesToConnect(graph, asked.node)
  options.permit(asked.flowId, itemsToConnect(opened, ids))
  const around = { services: options.services, signal: asked.signal }
  const ask = async (id: string): Promise<void> => {
    const source = opened.sourceAt(id)
    memory.keep(nodeAt(graph, id), await listSource(async () => (await source?.list(around)) ?? [], asked.signal))
  }
  await Promise.all(ids.map(ask))
}

/** What it can tell without being started or contacted; null: nothing. */
async function knownOf(
  opened: OpenedFlow,
  id: string,
  around: Parameters<ToolSource['list']>[0],
): Promise<SourceListing<ListedTool> | null> {
  const source = opened.sourceAt(id)
  if (source?.known === undefined) return null
  const { known } = source
  const heard = await listSource(async () => (await known(around)) ?? [], around.signal)
  return 'list' in heard && heard.list.length === 0 ? null : heard
}

/** The source that a node is at run time; undefined: it is none. */
export function sourceAt(flow: FlowFacts, id: string): ToolSource | undefined {
  const kind = flow.graph.node(id)?.kind ?? ''
  if (!isKindName(kind)) return undefined
  const runtime: KindRuntime = RUNTIMES[kind]
  const source = runtime.isSource ? runtime.at(id, flow).source : undefined
  return source === undefined ? undefined : redactedSource(source)
}

function nodeAt(graph: FlowGraph, id: string): FlowNode {
  return graph.node(id) ?? { kind: '', name: id, data: {} }
}

/** The items of a source; by hand, where nobody uses it. Throws `bad-input` where it has none of either, so that nobody could have been asked about it. */
function itemsOf({ items, byHand, graph }: OpenedFlow, id: string): KeyedItem[] {
  const node = nodeAt(graph, id)
  const own = itemsOfNode(node, items) ?? itemsOfNode(node, byHand)
  if (own !== null) return own
  const message = sentence(
    'Nobody uses “{name}”, so it is not connected. Join it to an agent or a tool pool that somebody uses.',
    { name: node.name },
  )
  throw new AppError('bad-input', message, { node: id })
}

type ViewedSource = { asked: AskedNode; heard: HeardFlow; id: string }

function sourceState(options: PoolViewOptions, { asked, heard, id }: ViewedSource): SourceState {
  const source = { node: id, name: heard.graph.node(id)?.name ?? id, message: '', tools: 0 }
  const known = heard.heard.get(id)
  if (known !== undefined && 'list' in known) return { ...source, state: 'ready', tools: known.list.length }
  if (known !== undefined) return { ...source, state: 'failed', ...inWords(known.fault) }
  try {
    const missing = options.gate.missing(asked.flowId, itemsOf(heard, id))
    return { ...source, state: missing.length === 0 ? 'not-asked' : 'needs-consent' }
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    return { ...source, state: 'not-asked', ...inWords(cause.said) }
  }
}

function toolsAt(graph: FlowGraph, id: string): ViewedTool[] {
  const pool = poolOf(graph, id)
  if (pool !== null) return pool.tools.map((tool) => viewedInPool(graph, pool, tool))
  if (isSource(graph, id)) return graph.listed(id).map((tool) => viewed(graph, { ...tool, target: id, enabled: true }))
  const direct = offersOf(graph, id).filter(({ type }) => type === 'tool')
  const pooled = poolsOf(graph, id).flatMap((used) =>
    used.tools.map((tool) => viewedInPool(graph, used, { ...tool, enabled: tool.enabled && used.enabled })),
  )
  return [...direct.map((offer) => viewed(graph, offer)), ...pooled]
}

type NamedOffer = Pick<Offer, 'name' | 'description' | 'parameters' | 'target' | 'enabled' | 'tool'>

function viewed(
  graph: FlowGraph,
  { name, description, parameters, target, enabled, tool = name }: NamedOffer,
): ViewedTool {
  const sourceName = graph.node(target)?.name ?? target
  const own = { given: name, givenDescription: description, renamed: false }
  return { name, tool, source: target, sourceName, description, parameters, enabled, ...own }
}

function viewedInPool(graph: FlowGraph, { settings }: DrawnPool, tool: PooledTool): ViewedTool {
  const override = Object.hasOwn(settings.overrides, tool.source) ? settings.overrides[tool.source] : undefined
  return {
    ...viewed(graph, { ...tool, tool: tool.tool ?? tool.source }),
    given: tool.source,
    givenDescription: tool.sourceDescription,
    renamed: (override?.name.trim() ?? '') !== '',
  }
}
