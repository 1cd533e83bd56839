/** Pools of tools as they are drawn: whose they are, and under which names their tools are seen (Workbench 14, 16). */
import type { FlowGraph, ToolOffer } from '../../flow/graph'
import { isToolEdge } from '../../kinds/edge-facts'
import { useEdgeSchema } from '../../kinds/edges'
import { kindOf } from '../../kinds/index'
import type { PoolSettings } from '../../kinds/kind'
import { fittedName } from '../names/names'
import { atToolPorts, offersOf, type Offer } from './offers'

/** A tool of a pool under the name and with the description that models see; `source` and `sourceDescription` are those that its node gives it. */
export type PooledTool = Offer & { source: string; sourceDescription: string }

/** A pool with its tools, in the order of their edges. A tool that is not `enabled` is never offered, but it has a documentation. */
export type DrawnPool = { id: string; name: string; settings: PoolSettings; tools: readonly PooledTool[] }

/** A pool as a participant has it; `enabled` false: it is drawn but switched off. */
export type UsedPool = DrawnPool & { edgeId: string; enabled: boolean }

/** What an agent is offered that only searches its pools: it finds tools and calls none (Workbench 21). */
export const SEARCH_TOOLS = {
  names: {
    name: 'get_tool_names_for_query',
    description: 'Finds tools that fit a query. Gives their names, best first.',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: 'What the tools are to do, in a few words' } },
      required: ['query'],
    },
  },
  documentation: {
    name: 'get_tool_documentation',
    description: 'Gives the documentation of a tool: what it does, and its arguments.',
    parameters: {
      type: 'object',
      properties: { name: { type: 'string', description: 'The exact name of the tool' } },
      required: ['name'],
    },
  },
} as const satisfies { [what: string]: ToolOffer }

/** A node as a pool; null: it is none. */
export function poolOf(graph: FlowGraph, id: string): DrawnPool | null {
  const node = graph.node(id)
  const settings = node === undefined ? null : (kindOf(node)?.pool(node) ?? null)
  if (node === undefined || settings === null) return null
  return { id, name: node.name, settings, tools: offersOf(graph, id).map((offer) => pooled(offer, settings)) }
}

/** The pools that a participant may use, in the order of its edges. */
export function poolsOf(graph: FlowGraph, nodeId: string): UsedPool[] {
  return atToolPorts(graph, nodeId).flatMap(({ id: edgeId, edge }): UsedPool[] => {
    const pool = isToolEdge(edge) ? poolOf(graph, edge.to.node) : null
    if (pool === null) return []
    const data = useEdgeSchema.safeParse(edge.data)
    return [{ ...pool, edgeId, enabled: data.success && data.data.enabled }]
  })
}

function pooled(offer: Offer, { prefix, overrides, disabled }: PoolSettings): PooledTool {
  const own = Object.hasOwn(overrides, offer.name) ? overrides[offer.name] : undefined
  return {
    ...offer,
    source: offer.name,
    sourceDescription: offer.description,
    name: own?.name.trim() || fittedName(prefix + offer.name),
    description: own?.description.trim() || offer.description,
    enabled: offer.enabled && !disabled.includes(offer.name),
  }
}
