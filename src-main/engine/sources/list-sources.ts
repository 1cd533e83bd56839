/**
 * What tool sources offer is known only when they are asked. Each step of a node that uses some hears them first, so that it works with what
 * they offer right now; a source that cannot be asked is done without, and the trace says why.
 */
import { inWords } from '../../../src-shared/errors'
import type { Message } from '../../../src-shared/languages/translate'
import { saidAsFault } from '../../../src-shared/run/log/reasons'
import { atToolPorts } from '../../../src-shared/agents/offers/offers'
import { flowGraph, type FlowGraph, type Listings, type ListedTool } from '../../../src-shared/flow/graph'
import { sourceClashes } from '../../../src-shared/flow/checks/offers'
import type { FlowEdge } from '../../../src-shared/flow/records'
import { useEdgeSchema } from '../../../src-shared/kinds/edges'
import { kindOf } from '../../../src-shared/kinds'
import { hashOf } from '../../json-hash'
import { changedTools, fingerprintsOf, type ToolChanges } from './changed-tools'
import { listSource } from './source-listings'
import type { CompiledFlow, EngineServices, FlowFacts, Step, StepContext } from '../contract/runtime'
import { aroundStep } from '../contract/step'

/** What sources answered: what they offer, and in words why some could not be asked. */
export type ListedSources = { listings: Listings; faults: ReadonlyMap<string, Message> }

/** The sources that a node uses, itself or through its pools, over edges that are switched on. */
export function sourcesUsedBy(graph: FlowGraph, id: string): string[] {
  return sourcesOver(graph, id, isEnabled)
}

/** The sources that a node is joined to, itself or through its pools. */
export function sourcesOf(graph: FlowGraph, id: string): string[] {
  return sourcesOver(graph, id, () => true)
}

function sourcesOver(graph: FlowGraph, id: string, accepts: Accepts): string[] {
  const of = (node: string) => usedBy(graph, node, accepts)
  const used = of(id).flatMap((target) => (isPool(graph, target) ? of(target) : [target]))
  return [...new Set(used)].filter((target) => isSource(graph, target))
}

/** Whether a node holds any number of tools, which are known only when it is asked. */
export function isSource(graph: FlowGraph, id: string): boolean {
  return kindOf(graph.node(id) ?? { kind: '' })?.roles.source === true
}

function isPool(graph: FlowGraph, id: string): boolean {
  const node = graph.node(id)
  return node !== undefined && (kindOf(node)?.pool(node) ?? null) !== null
}

type Accepts = (edge: FlowEdge) => boolean

function isEnabled(edge: FlowEdge): boolean {
  return useEdgeSchema.safeParse(edge.data).data?.enabled === true
}

function usedBy(graph: FlowGraph, id: string, accepts: Accepts): string[] {
  return atToolPorts(graph, id)
    .filter(({ edge }) => accepts(edge))
    .map(({ edge }) => edge.to.node)
}

/** Asks sources side by side. Throws only when stopped. */
async function askSources(
  flow: Pick<CompiledFlow, 'sources'>,
  ids: readonly string[],
  around: { services: EngineServices; signal: AbortSignal },
): Promise<ListedSources> {
  const listings = new Map<string, readonly ListedTool[]>()
  const faults = new Map<string, Message>()
  const ask = async (id: string): Promise<void> => {
    const { listed } = around.services
    const list =
      listed === undefined ? async () => (await flow.sources.get(id)?.list(around)) ?? [] : async () => listed(id)
    const heard = await listSource(list, around.signal)
    if ('list' in heard) listings.set(id, heard.list)
    else faults.set(id, heard.fault)
  }
  await Promise.all(ids.map(ask))
  // In the order in which they are drawn, not in that of their answers.
  return { listings: new Map(ids.flatMap((id) => entryOf(listings, id))), faults }
}

function entryOf(listings: Listings, id: string): [string, readonly ListedTool[]][] {
  const listed = listings.get(id)
  return listed === undefined ? [] : [[id, listed]]
}

/** A flow as a node's steps see it: with what the sources that it uses offer. */
export type SourceReader = (
  id: string,
  around: Pick<StepContext, 'services' | 'signal' | 'warnOnce' | 'sourcesDown'>,
) => Promise<CompiledFlow>

/** Asks a flow's sources for their tools. While they offer the same, the same flow object is returned, with all that is cached for it. */
export function createSourceReader(flow: CompiledFlow, factsWith: (graph: FlowGraph) => FlowFacts): SourceReader {
  const used = new Map(Object.keys(flow.graph.flow.nodes).map((id) => [id, sourcesUsedBy(flow.graph, id)]))
  const known = new Map<string, { listings: Listings; flow: CompiledFlow }>()
  return async (id, around) => {
    const ids = (used.get(id) ?? []).filter((source) => !around.sourcesDown.has(source))
    if (ids.length === 0) return flow
    const { listings, faults } = await askSources(flow, ids, around)
    for (const [node, fault] of faults) {
      around.sourcesDown.add(node)
      const facts = { name: flow.nameOf(node), ...saidAsFault(fault) }
      around.warnOnce({ type: 'warning', node, code: 'source-failed', facts })
    }
    const before = known.get(id)
    if (before !== undefined && isSame(before.listings, listings)) return before.flow
    for (const [node, tools] of listings) {
      const changes = before?.listings.get(node) === tools ? null : changesOf(flow, { node, tools }, around.services)
      if (changes === null) continue
      const facts = { name: flow.nameOf(node), ...changes }
      around.warnOnce({ type: 'warning', node, code: 'tools-changed', facts })
    }
    const heard = { ...flow, ...factsWith(flowGraph(flow.graph.flow, listings)) }
    for (const clash of sourceClashes(heard.graph, id)) {
      const { message, ...more } = inWords(clash)
      around.warnOnce({ type: 'warning', node: id, code: 'duplicate-tool', facts: { clash: message, ...more } })
    }
    known.set(id, { listings, flow: heard })
    return heard
  }
}

type NodeTools = { node: string; tools: readonly ListedTool[] }

/** What a source offers differently than when this flow last asked it, also in another process; null: nothing, or it was not asked yet. */
function changesOf(
  { graph }: CompiledFlow,
  { node, tools }: NodeTools,
  { offeredTools }: EngineServices,
): ToolChanges | null {
  const place = { flow: graph.flow.id, node, source: hashOf(graph.node(node)?.data ?? null) }
  const now = fingerprintsOf(tools)
  return changedTools(offeredTools.replace(place, now) ?? now, now)
}

/** Lists that did not change are the same lists. */
function isSame(first: Listings, second: Listings): boolean {
  return first.size === second.size && [...first].every(([id, tools]) => second.get(id) === tools)
}

/** A step before which its node's sources are asked for their tools. */
export function stepWithSources(id: string, readSources: SourceReader, drawn: Step): Step {
  return aroundStep(drawn, async (inner, state, context) => {
    const flow = await readSources(id, context)
    return inner(state, flow === context.flow ? context : { ...context, flow })
  })
}
