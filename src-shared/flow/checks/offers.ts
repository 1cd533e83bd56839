/** Checks of what models are offered: names that differ, also over several pools of tools, and pools that rename in order (Workbench 14, 16). */
import { isToolName } from '../../agents/names'
import { offersOf, type Offer } from '../../agents/offers'
import { poolOf, poolsOf, SEARCH_TOOLS, type DrawnPool, type UsedPool } from '../../agents/pools'
import { kindOf } from '../../kinds/index'
import type { Problem } from '../../kinds/kind'
import type { FlowGraph } from '../graph'

/** Every problem of offers and pools. */
export function checkOffers(graph: FlowGraph): Problem[] {
  return Object.keys(graph.flow.nodes).flatMap((id) => {
    const pool = poolOf(graph, id)
    return pool === null ? [...checkReply(graph, id), ...checkParticipant(graph, id)] : checkPool(graph, pool)
  })
}

/** One tool replies in the place of a queue of chats; there is nobody who could choose one of a pool. */
function checkReply(graph: FlowGraph, id: string): Problem[] {
  const node = graph.node(id)
  if (node === undefined || kindOf(node)?.roles.nested !== true) return []
  return poolsOf(graph, id).map(({ name, edgeId }) => {
    const message = `A pool cannot reply: "${name}" holds any number of tools. Join the one tool that is to reply.`
    return { severity: 'error', code: 'pool-replies', message, node: id, edge: edgeId }
  })
}

/** An offer, and the pool that it comes from. */
type Seen = { offer: Pick<Offer, 'name' | 'edgeId' | 'target'>; pool: DrawnPool | null; edge: string }

/** A model cannot tell two things of one name apart. */
function checkParticipant(graph: FlowGraph, id: string): Problem[] {
  const pools = poolsOf(graph, id).filter(({ enabled }) => enabled)
  const search = pools.slice(0, 1).flatMap((pool) => (searches(graph, id) ? searchTools(pool) : []))
  const direct = offersOf(graph, id).filter(({ enabled }) => enabled)
  const pooled = pools.flatMap((pool) =>
    pool.tools.filter(({ enabled }) => enabled).map((offer): Seen => ({ offer, pool, edge: pool.edgeId })),
  )
  const seen = [...search, ...direct.map((offer): Seen => ({ offer, pool: null, edge: offer.edgeId })), ...pooled]
  return clashes(seen)
    .filter(([first, second]) => first.pool === null || first.pool !== second.pool)
    .map(([first, second]) => ({ ...clash(graph, first, second), node: id, edge: second.edge }))
}

/** Whether it is offered the tools that search its pools. */
function searches(graph: FlowGraph, id: string): boolean {
  const toolUse = graph.node(id)?.data['toolUse']
  return toolUse === 'search' || toolUse === 'load'
}

function searchTools(pool: UsedPool): Seen[] {
  return Object.values(SEARCH_TOOLS).map(({ name }) => ({
    offer: { name, edgeId: pool.edgeId, target: pool.id },
    pool,
    edge: pool.edgeId,
  }))
}

/** Each offer whose name an earlier one has, with that one; the same tool may come in several ways. */
function clashes(seen: readonly Seen[]): [Seen, Seen][] {
  const first = new Map<string, Seen>()
  return seen.flatMap((one): [Seen, Seen][] => {
    const other = first.get(one.offer.name)
    if (other === undefined) first.set(one.offer.name, one)
    return other === undefined || other.offer.target === one.offer.target ? [] : [[other, one]]
  })
}

function clash(graph: FlowGraph, first: Seen, second: Seen): Problem {
  const pool = second.pool ?? first.pool
  const fix =
    pool === null || first.pool === second.pool
      ? 'Give one of them another tool name.'
      : `Prefix with pool name: switch that on in "${pool.name}", or give one of them another tool name.`
  const message = `${words(graph, first)} and ${words(graph, second)} are both offered under the tool name "${first.offer.name}". ${fix}`
  return { severity: 'error', code: 'duplicate-tool', message }
}

function words(graph: FlowGraph, { offer, pool }: Seen): string {
  const name = `"${graph.node(offer.target)?.name ?? offer.target}"`
  return pool === null || pool.id === offer.target ? name : `${name} of "${pool.name}"`
}

function checkPool(graph: FlowGraph, pool: DrawnPool): Problem[] {
  const seen = pool.tools.filter(({ enabled }) => enabled).map((offer): Seen => ({ offer, pool, edge: offer.edgeId }))
  const doubles = clashes(seen).map(([first, second]) => {
    const problem = clash(graph, { ...first, pool: null }, { ...second, pool: null })
    return { ...problem, node: pool.id, edge: second.edge }
  })
  return [...doubles, ...checkOverrides(pool), ...checkInner(graph, pool)]
}

/** New names must be names, and nobody else's; those of tools that are renamed away count too (Workbench 14, WB-10). */
function checkOverrides({ id, tools, settings }: DrawnPool): Problem[] {
  return Object.entries(settings.overrides).flatMap(([source, override]): Problem[] => {
    const at = { node: id, field: 'overrides' }
    const name = override.name.trim()
    if (!tools.some((tool) => tool.source === source)) {
      const message = `The pool has no tool "${source}" that could get another name or description. Correct the name, or remove it.`
      return [{ severity: 'warning', code: 'unknown-override', message, ...at }]
    }
    if (name === '') return []
    if (!isToolName(name)) {
      const message = `"${name.slice(0, 80)}", the other name of "${source}", is no tool name. Use letters, digits, _ and -, at most 64.`
      return [{ severity: 'error', code: 'bad-tool-name', message, ...at }]
    }
    if (!tools.some((tool) => tool.source !== source && (tool.source === name || tool.name === name))) return []
    const message = `"${source}" cannot be renamed to "${name}": another tool of the pool has that name. Choose another name.`
    return [{ severity: 'error', code: 'override-clash', message, ...at }]
  })
}

function checkInner(graph: FlowGraph, { id }: DrawnPool): Problem[] {
  return poolsOf(graph, id).map((inner) => {
    const message = `A pool cannot be in another pool. Join "${inner.name}" to the participants that use it.`
    return { severity: 'error', code: 'pool-in-pool', message, node: id, edge: inner.edgeId }
  })
}
