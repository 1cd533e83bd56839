/** The one place that says what a participant's model is offered: tools, others to ask, dialogs and hand-offs, by the drawn edges. */
import type { FlowGraph, EdgeEntry, ListedTool, ToolOffer } from '../../flow/graph'
import type { EdgeEnd, FlowEdge, FlowNode, Json } from '../../flow/records'
import type { OffersAs } from '../../kinds/edge-definition'
import { isAsked, toolPorts } from '../../kinds/edge-facts'
import { EDGES, handoffEdgeSchema, useEdgeSchema } from '../../kinds/edges'
import { kindOf } from '../../kinds/index'
import { askToolNames, handoffToolNames, nestedChatName } from '../names/names'
import { renderTemplate } from '../templates/template'
import type { Transliterate } from '../names/transliterate'

/** One thing that a model may call. `parameters` is a JSON schema of type object; `target` a node id. */
export type Offer = {
  type: OffersAs | 'ask'
  name: string
  description: string
  parameters: { readonly [name: string]: Json }
  edgeId: string
  target: string
  /** What the target itself calls it, where that is a source of many tools. */
  tool?: string
  /** False: drawn but switched off, so the model must not see it. A hand-off's `available` is not looked at here. */
  enabled: boolean
}

export type OfferOptions = {
  /** Fills `{name}` in hand-off conditions; without it they stay as written. */
  variables?: { readonly [name: string]: Json }
  /** For hand-off names. */
  transliterate?: Transliterate
}

/** The argument of an ask: all that the one who is asked hears. */
export const ASK_ARGUMENT = 'message'

const ASKED: Offer['parameters'] = {
  type: 'object',
  properties: {
    [ASK_ARGUMENT]: {
      type: 'string',
      description: 'What you ask. Nothing else of this conversation is seen, so say all that is needed.',
    },
  },
  required: [ASK_ARGUMENT],
}

/** Whether the baton stays with the one who calls it: a tool, or somebody who is asked. */
export function isUsed({ type }: Pick<Offer, 'type'>): boolean {
  return type === 'tool' || type === 'ask'
}

const REASON = {
  type: 'object',
  properties: { reason: { type: 'string', description: 'Why, in a few words' } },
} as const

/** What a participant's model is offered: tools, others to ask, dialogs, and hand-offs that the model decides, each in the order of its edges. */
export function offersOf(graph: FlowGraph, nodeId: string, options: OfferOptions = {}): Offer[] {
  return Object.values(OFFERS).flatMap((offersAt) => offersAt(graph, nodeId, options))
}

/** What each participant's model is offered. */
export type OffersOfNode = (nodeId: string) => readonly Offer[]

/** `offersOf` of a graph, worked out once for each participant. */
export function knownOffers(graph: FlowGraph): OffersOfNode {
  const known = new Map<string, readonly Offer[]>()
  return (nodeId) => {
    const offers = known.get(nodeId) ?? offersOf(graph, nodeId)
    known.set(nodeId, offers)
    return offers
  }
}

type OffersAt = (graph: FlowGraph, nodeId: string, options: OfferOptions) => readonly Offer[]

/** By what may be on offer, in the order in which a model reads it. */
const OFFERS: { readonly [A in OffersAs]: OffersAt } = {
  tool(graph, nodeId, options) {
    const uses = edgesOffered(graph, nodeId, 'tool')
    const tools = uses.filter((entry) => !isAsk(graph, entry))
    return [...offersOver('tool', tools, graph), ...asksOf(graph, uses, options)]
  },
  dialog: (graph, nodeId) => offersOver('dialog', edgesOffered(graph, nodeId, 'dialog'), graph),
  handoff: handoffsOf,
}

/**
 * Offers as a model can be given them: of several with one name the first; what is drawn by itself comes before the tools of sources,
 * so that no server takes the name of a hand-off.
 */
export function withoutDoubles(offers: readonly Offer[]): Offer[] {
  const isOwn = ({ tool }: Offer) => tool === undefined
  const taken = new Set(offers.filter((offer) => isOwn(offer) && offer.enabled).map(({ name }) => name))
  return offers.filter((offer) => {
    if (isOwn(offer) || !offer.enabled) return true
    const isFirst = !taken.has(offer.name)
    taken.add(offer.name)
    return isFirst
  })
}

/** Whether a `use` edge leads to somebody who is asked. */
function isAsk(graph: FlowGraph, { edge }: EdgeEntry): boolean {
  return isAsked(edge.kind, kindOf(graph.node(edge.to.node) ?? { kind: '' }))
}

/** The `use` edges over which a node asks others, in order. */
export function asksFrom(graph: FlowGraph, nodeId: string): EdgeEntry[] {
  return edgesOffered(graph, nodeId, 'tool').filter((entry) => isAsk(graph, entry))
}

/** Others who are asked, as `ask_<name>` or by the name of their edge. */
function asksOf(graph: FlowGraph, uses: readonly EdgeEntry[], { transliterate }: OfferOptions): Offer[] {
  const asked = uses.flatMap((entry) => {
    const target = isAsk(graph, entry) ? graph.node(entry.edge.to.node) : undefined
    return target === undefined ? [] : [{ ...entry, target }]
  })
  const names = askToolNames(
    asked.map(({ id, edge, target }) => ({
      edgeId: id,
      targetName: target.name,
      ownName: useEdgeSchema.safeParse(edge.data).data?.name.trim() ?? '',
    })),
    transliterate,
  )
  return asked.map(({ id, edge, target }) => {
    const parsed = useEdgeSchema.safeParse(edge.data)
    return {
      type: 'ask',
      name: names.get(id) ?? id,
      description: `Asks ${introduced(target)}`,
      parameters: ASKED,
      edgeId: id,
      target: edge.to.node,
      enabled: parsed.success && parsed.data.enabled,
    }
  })
}

/** The edges that leave a node at its ports for tools, those of another kind that were drawn there among them. */
export function atToolPorts(graph: FlowGraph, nodeId: string): EdgeEntry[] {
  const node = graph.node(nodeId)
  const ports = node === undefined ? [] : toolPorts(kindOf(node), node.data)
  return ports.flatMap((port) => graph.from(nodeId, port.id))
}

/** The edges that leave a node's ports for an edge kind of which this is on offer, and are of that kind. */
function edgesOffered(graph: FlowGraph, nodeId: string, as: OffersAs): EdgeEntry[] {
  const node = graph.node(nodeId)
  const ports = (node === undefined ? null : kindOf(node))?.ports(node?.data) ?? []
  return ports
    .filter((port) => EDGES[port.edge].offersAs === as)
    .flatMap((port) => graph.from(nodeId, port.id).filter(({ edge }) => edge.kind === port.edge))
}

/** What a model reads before a helper at a port that is only meant where it is named, such as a supervisor's `default`. */
const FOR_ALL_ELSE = 'Used for anything that none of the others fits.'

function isForAllElse(graph: FlowGraph, { node, port }: EdgeEnd): boolean {
  const source = graph.node(node)
  const kind = source === undefined ? null : kindOf(source)
  return kind?.ports(source?.data).some((candidate) => candidate.id === port && candidate.explicit === true) ?? false
}

function offersOver(type: 'tool' | 'dialog', edges: readonly EdgeEntry[], graph: FlowGraph): Offer[] {
  return edges.flatMap(({ id, edge }) => {
    const target = graph.node(edge.to.node)
    const parsed = useEdgeSchema.safeParse(edge.data)
    const enabled = type === 'dialog' || (parsed.success && parsed.data.enabled)
    return (target === undefined ? [] : toolsOf(graph, edge.to.node, target)).map((offer): Offer => {
      const description = isForAllElse(graph, edge.from) ? `${FOR_ALL_ELSE} ${offer.description}` : offer.description
      return { type, ...offer, description, edgeId: id, target: edge.to.node, enabled }
    })
  })
}

/** What a node is offered as: itself, or the tools that it was heard to hold. */
function toolsOf(graph: FlowGraph, id: string, node: FlowNode): readonly (ToolOffer | ListedTool)[] {
  const kind = kindOf(node)
  if (kind?.roles.source === true) return graph.listed(id)
  const offer = kind?.offer(node) ?? null
  return offer === null ? [] : [offer]
}

function handoffsOf(graph: FlowGraph, nodeId: string, { variables = {}, transliterate }: OfferOptions): Offer[] {
  const drawn = edgesOffered(graph, nodeId, 'handoff').flatMap(({ id, edge }) => {
    const target = graph.node(edge.to.node)
    const data = handoffEdgeSchema.safeParse(edge.data)
    return target === undefined || !data.success || data.data.by !== 'model'
      ? []
      : [{ id, edge, target, data: data.data }]
  })
  const targets = drawn.map(({ id, edge, target, data }) => ({
    edgeId: id,
    ownName: data.name.trim(),
    targetName: nestedNameOf(graph, edge, transliterate) ?? target.name,
  }))
  const names = handoffToolNames(graph.node(nodeId)?.name ?? nodeId, targets, transliterate)
  return drawn.map(({ id, edge, target, data }) => ({
    type: 'handoff',
    name: names.get(id) ?? id,
    description: renderTemplate(data.condition, variables).trim() || introduction(target),
    parameters: REASON,
    edgeId: id,
    target: edge.to.node,
    enabled: true,
  }))
}

/** The name of the nested chat that an edge leads to: they are counted for each agent, in the order of its edges (swarm 13); null: it leads elsewhere. */
export function nestedNameOf(graph: FlowGraph, edge: FlowEdge, transliterate?: Transliterate): string | null {
  if (!isNested(graph, edge.to.node)) return null
  const nested = graph.from(edge.from.node, edge.from.port).filter((entry) => isNested(graph, entry.edge.to.node))
  const ids = [...new Set(nested.map((entry) => entry.edge.to.node))]
  const place = ids.indexOf(edge.to.node)
  const agent = graph.node(edge.from.node)?.name ?? edge.from.node
  return nestedChatName(agent, place + 1, transliterate)
}

function isNested(graph: FlowGraph, id: string): boolean {
  const node = graph.node(id)
  return node !== undefined && kindOf(node)?.roles.nested === true
}

/** What to say of a target whose hand-off has no condition. */
function introduction(target: FlowNode): string {
  return `Hand the conversation over to ${introduced(target)}`
}

/** A node by its name, with what it says that it does. */
function introduced({ name, data }: FlowNode): string {
  const own = [data['description'], data['toolDescription']].find(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  )
  return own === undefined ? name : `${name}: ${own.trim()}`
}
