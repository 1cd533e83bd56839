/** Checks of what models are offered: names that differ, also over several pools of tools, and pools that rename in order (Workbench 14, 16). */
import { asMessage, inARow, message as sentence, quoted, type Message } from '../../languages/translate'
import { isToolName } from '../../agents/names/names'
import { atToolPorts, offersOf, type Offer, type OffersOfNode } from '../../agents/offers/offers'
import { poolOf, poolsOf, SEARCH_TOOLS, type DrawnPool, type UsedPool } from '../../agents/offers/pools'
import { kindOf } from '../../kinds/index'
import type { Problem } from '../../kinds/kind'
import type { EdgeEntry, FlowGraph } from '../graph'

/** Every problem of offers and pools. */
export function checkOffers(graph: FlowGraph, offersAt: OffersOfNode): Problem[] {
  return Object.keys(graph.flow.nodes).flatMap((id) => {
    const pool = poolOf(graph, id)
    return pool === null
      ? [...checkReply(graph, id), ...checkParticipant(graph, id, offersAt(id))]
      : checkPool(graph, pool)
  })
}

/** One tool replies in the place of a queue of chats; there is nobody who could choose one of many. */
function checkReply(graph: FlowGraph, id: string): Problem[] {
  const node = graph.node(id)
  const kind = node === undefined ? null : kindOf(node)
  if (kind?.roles.nested !== true) return []
  const pools = poolsOf(graph, id).map(({ name, edgeId }): Problem => {
    const message = sentence(
      'A pool cannot reply: “{name}” holds any number of tools. Join the one tool that is to reply.',
      { name },
    )
    return { severity: 'error', code: 'pool-replies', message, node: id, edge: edgeId }
  })
  return [...pools, ...sourcesAt(graph, id).map((edge) => sourceReplies(graph, edge))]
}

function sourceReplies(graph: FlowGraph, { id: edge, edge: { from, to } }: EdgeEntry): Problem {
  const name = graph.node(to.node)?.name ?? to.node
  const message = sentence('“{name}” cannot reply: it holds any number of tools. Join the one tool that is to reply.', {
    name,
  })
  return { severity: 'error', code: 'source-replies', message, node: from.node, edge }
}

/** The edges by which a node uses sources of many tools. */
function sourcesAt(graph: FlowGraph, id: string): EdgeEntry[] {
  return atToolPorts(graph, id).filter(({ edge }) => isSource(graph, edge.to.node))
}

function isSource(graph: FlowGraph, id: string): boolean {
  return kindOf(graph.node(id) ?? { kind: '' })?.roles.source === true
}

/** An offer, and the pool that it comes from. */
type SeenOffer = { offer: Pick<Offer, 'name' | 'edgeId' | 'target'>; pool: DrawnPool | null; edge: string }

/** A model cannot tell two things of one name apart. */
function checkParticipant(graph: FlowGraph, id: string, offers: readonly Offer[]): Problem[] {
  return clashesAt(graph, id, offers).map(([first, second]) => ({
    ...clash(graph, first, second),
    node: id,
    edge: second.edge,
  }))
}

/** What a participant is offered twice under one name, but for what is wrong within one of its pools. */
function clashesAt(graph: FlowGraph, id: string, offers: readonly Offer[]): [SeenOffer, SeenOffer][] {
  const pools = poolsOf(graph, id).filter(({ enabled }) => enabled)
  const search = pools.slice(0, 1).flatMap((pool) => (searches(graph, id) ? searchTools(pool) : []))
  const enabled = offers.filter((offer) => offer.enabled)
  // As `withoutDoubles` does it.
  const direct = [
    ...enabled.filter(({ tool }) => tool === undefined),
    ...enabled.filter(({ tool }) => tool !== undefined),
  ]
  const pooled = pools.flatMap((pool) =>
    pool.tools.filter(({ enabled }) => enabled).map((offer): SeenOffer => ({ offer, pool, edge: pool.edgeId })),
  )
  const seen = [...search, ...direct.map((offer): SeenOffer => ({ offer, pool: null, edge: offer.edgeId })), ...pooled]
  return clashes(seen).filter(([first, second]) => first.pool === null || first.pool !== second.pool)
}

/** Whether it is offered the tools that search its pools. */
function searches(graph: FlowGraph, id: string): boolean {
  const toolUse = graph.node(id)?.data['toolUse']
  return toolUse === 'search' || toolUse === 'load'
}

function searchTools(pool: UsedPool): SeenOffer[] {
  return Object.values(SEARCH_TOOLS).map(({ name }) => ({
    offer: { name, edgeId: pool.edgeId, target: pool.id },
    pool,
    edge: pool.edgeId,
  }))
}

/** Each offer whose name an earlier one has, with that one; the same tool may come in several ways. */
function clashes(seen: readonly SeenOffer[]): [SeenOffer, SeenOffer][] {
  const first = new Map<string, SeenOffer>()
  return seen.flatMap((one): [SeenOffer, SeenOffer][] => {
    const other = first.get(one.offer.name)
    if (other === undefined) first.set(one.offer.name, one)
    return other === undefined || other.offer.target === one.offer.target ? [] : [[other, one]]
  })
}

function clash(graph: FlowGraph, first: SeenOffer, second: SeenOffer): Problem {
  const pool = second.pool ?? first.pool
  const fix =
    pool === null || first.pool === second.pool ? asMessage('Give one of them another tool name.') : prefixFix(pool)
  const message = sentence('{first} and {second} are both offered under the tool name “{name}”. {fix}', {
    first: words(graph, first),
    second: words(graph, second),
    name: first.offer.name,
    fix,
  })
  return { severity: 'error', code: 'duplicate-tool', message }
}

function prefixFix({ name }: DrawnPool): Message {
  return sentence('Prefix with pool name: switch that on in “{name}”, or give one of them another tool name.', { name })
}

/**
 * Names that a participant's heard sources have in common with something else that it is offered, in words; the first of each name is
 * used. One for each two nodes.
 */
export function sourceClashes(graph: FlowGraph, id: string): Message[] {
  const within = poolsOf(graph, id)
    .filter(({ enabled }) => enabled)
    .flatMap((pool) => clashes(seenIn(pool)))
  const pairs = new Map<string, [SeenOffer, SeenOffer][]>()
  for (const pair of [...clashesAt(graph, id, offersOf(graph, id)), ...within]) {
    const key = pair.map(({ offer, pool }) => `${offer.target} ${pool?.id ?? ''}`).join(' ')
    if (pair.some(({ offer }) => isSource(graph, offer.target))) pairs.set(key, [...(pairs.get(key) ?? []), pair])
  }
  return [...pairs.values()].map((alike) => commonNames(graph, alike))
}

const TOLD_NAMES = 5

function commonNames(graph: FlowGraph, alike: readonly [SeenOffer, SeenOffer][]): Message {
  const [pair] = alike
  if (pair === undefined) return { text: '', values: {} }
  const [first, second] = pair
  const told = alike.slice(0, TOLD_NAMES).map(([{ offer }]) => quoted(offer.name))
  const more = alike.length - told.length
  const names =
    more === 0 ? inARow(told, ', ') : sentence('{names} and {count} more', { names: inARow(told, ', '), count: more })
  const pool = second.pool ?? first.pool
  const fix =
    pool === null || first.pool === second.pool
      ? asMessage('Join one of them through a tool pool of its own, and switch on “Prefix with pool name” there.')
      : prefixFix(pool)
  return sentence('{first} and {second} both offer {names}; what {first} offers is used. {fix}', {
    first: words(graph, first),
    second: words(graph, second),
    names,
    fix,
  })
}

function words(graph: FlowGraph, { offer, pool }: SeenOffer): Message {
  const name = quoted(graph.node(offer.target)?.name ?? offer.target)
  return pool === null || pool.id === offer.target ? name : sentence('{name} of “{pool}”', { name, pool: pool.name })
}

function checkPool(graph: FlowGraph, pool: DrawnPool): Problem[] {
  const doubles = clashes(seenIn(pool)).map(([first, second]) => {
    const problem = clash(graph, { ...first, pool: null }, { ...second, pool: null })
    return { ...problem, node: pool.id, edge: second.edge }
  })
  return [...doubles, ...checkOverrides(graph, pool), ...checkInner(graph, pool)]
}

function seenIn(pool: DrawnPool): SeenOffer[] {
  return pool.tools.filter(({ enabled }) => enabled).map((offer): SeenOffer => ({ offer, pool, edge: offer.edgeId }))
}

/** New names must be names, and nobody else's; those of tools that are renamed away count too (Workbench 14, WB-10). */
function checkOverrides(graph: FlowGraph, { id, tools, settings }: DrawnPool): Problem[] {
  // What sources have is not known here.
  const isKnown = sourcesAt(graph, id).length === 0
  return Object.entries(settings.overrides).flatMap(([source, override]): Problem[] => {
    const at = { node: id, field: 'overrides' }
    const name = override.name.trim()
    if (isKnown && !tools.some((tool) => tool.source === source)) {
      const message = sentence(
        'The pool has no tool “{source}” that could get another name or description. Correct the name, or remove it.',
        { source },
      )
      return [{ severity: 'warning', code: 'unknown-override', message, ...at }]
    }
    if (name === '') return []
    if (!isToolName(name)) {
      const message = sentence(
        '“{name}”, the other name of “{source}”, is not a valid tool name. Use letters, digits, _ and -, at most 64.',
        { name: name.slice(0, 80), source },
      )
      return [{ severity: 'error', code: 'bad-tool-name', message, ...at }]
    }
    if (!tools.some((tool) => tool.source !== source && (tool.source === name || tool.name === name))) return []
    const message = sentence(
      '“{source}” cannot be renamed to “{name}”: another tool of the pool has that name. Choose another name.',
      { source, name },
    )
    return [{ severity: 'error', code: 'override-clash', message, ...at }]
  })
}

function checkInner(graph: FlowGraph, { id }: DrawnPool): Problem[] {
  return poolsOf(graph, id).map((inner) => {
    const message = sentence('A pool cannot be in another pool. Join “{name}” to the participants that use it.', {
      name: inner.name,
    })
    return { severity: 'error', code: 'pool-in-pool', message, node: id, edge: inner.edgeId }
  })
}
