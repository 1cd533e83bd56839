/** What a participant's model is offered, in order: the one place that says so, for the engine, the checks and the inspector. */
import type { EdgeEntry, FlowGraph } from '../flow/graph'
import type { Json } from '../flow/records'
import { kindOf } from '../kinds'
import { handoffEdgeSchema, useEdgeSchema } from '../kinds/edges'
import { handoffToolNames } from './names'
import { renderTemplate } from './template'

/** One tool as a model sees it. `dialog` and `handoff` pass the baton to `target`; `enabled` false is never offered. */
export type Offer = {
  type: 'tool' | 'dialog' | 'handoff'
  name: string
  description: string
  /** JSON schema of type object. */
  parameters: { readonly [name: string]: Json }
  edgeId: string
  /** Node id of the tool, dialog or participant. */
  target: string
  enabled: boolean
}

/** Parameters of calls that pass the baton. */
const MOVE_PARAMETERS = {
  type: 'object',
  properties: { reason: { type: 'string', description: 'Why, in a few words' } },
} as const satisfies Json

/** Everything that a participant is offered: tools, then dialogs, then hand-offs by model, each in drawn order. `variables` fill conditions. */
export function offersOf(graph: FlowGraph, nodeId: string, variables: { readonly [name: string]: unknown } = {}): Offer[] {
  return [
    ...graph.from(nodeId, 'tools').flatMap((entry) => toolOffers(graph, entry)),
    ...graph.from(nodeId, 'dialogs').flatMap((entry) => ownOffer(graph, entry, 'dialog')),
    ...handoffOffers(graph, nodeId, variables),
  ]
}

function toolOffers(graph: FlowGraph, entry: EdgeEntry): Offer[] {
  const data = useEdgeSchema.safeParse(entry.edge.data)
  const enabled = data.success && data.data.enabled
  return ownOffer(graph, entry, 'tool').map((offer) => ({ ...offer, enabled }))
}

/** A node offers itself by its kind; nodes that cannot are left to `check`. */
function ownOffer(graph: FlowGraph, { id, edge }: EdgeEntry, type: 'tool' | 'dialog'): Offer[] {
  const node = graph.node(edge.to.node)
  const offer = node === undefined ? null : (kindOf(node)?.offer(node) ?? null)
  return offer === null ? [] : [{ ...offer, type, edgeId: id, target: edge.to.node, enabled: true }]
}

function handoffOffers(graph: FlowGraph, nodeId: string, variables: { readonly [name: string]: unknown }): Offer[] {
  const agent = graph.node(nodeId)?.name ?? nodeId
  const entries = graph.from(nodeId, 'handoffs').flatMap((entry) => {
    const data = handoffEdgeSchema.safeParse(entry.edge.data)
    const target = graph.node(entry.edge.to.node)
    return data.success && data.data.by === 'model' && target !== undefined ? [{ ...entry, data: data.data, target }] : []
  })
  const names = handoffToolNames(agent, entries.map(({ id, target }) => ({ edgeId: id, targetName: target.name })))
  return entries.map(({ id, edge, data, target }) => ({
    type: 'handoff',
    name: names.get(id) ?? '',
    description: renderTemplate(data.condition, variables).trim() || describeTarget(target),
    parameters: MOVE_PARAMETERS,
    edgeId: id,
    target: edge.to.node,
    enabled: true,
  }))
}

function describeTarget(target: { name: string; data: { [name: string]: Json } }): string {
  const described = target.data['description'] ?? target.data['toolDescription']
  const what = typeof described === 'string' && described.trim() !== '' ? `: ${described.trim()}` : ''
  return `Hand the conversation over to ${target.name}${what}`
}
