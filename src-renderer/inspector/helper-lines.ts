/** The lines of the helpers list: each drawn edge in the very words in which a model reads of it. */
import { globalEdges, samplesText } from '../../src-shared/agents/intents'
import { offersOf, type Offer } from '../../src-shared/agents/offers'
import { edgesFrom, flowGraph, type EdgeEntry } from '../../src-shared/flow/graph'
import type { Flow } from '../../src-shared/flow/records'
import { intentEdgeSchema } from '../../src-shared/kinds/edges'
import { kindOf } from '../../src-shared/kinds/index'
import type { Kind, OutPort } from '../../src-shared/kinds/kind'
import { isAlways, lookOf } from '../kinds/edge-looks'

export type HelperLine = {
  edge: string
  /** The kind that the edge leads to. */
  kind: Kind | null
  /** What the model reads, word for word; for things with a name of their own, the name. */
  name: string
  /** More of what the model reads, on lines of their own. */
  words: string
  /** Where the edge leads, where that is not said already. */
  leadsTo: string | null
  /** The model does not read of it. */
  isOff: boolean
  isGlobal: boolean
}

/** The edges that leave a port, in order. */
export function helperLines(flow: Flow, node: string, port: OutPort): HelperLine[] {
  const graph = flowGraph(flow)
  const entries = edgesFrom(flow, node, port.id)
  if (port.edge === 'intent') return intentLines(flow, entries)
  const offers = new Map(offersOf(graph, node).map((offer) => [offer.edgeId, offer]))
  return entries.map((entry) => lineOf(flow, entry, offers.get(entry.id)))
}

/** The intents that a graph's worker is left by from anywhere, and that its model reads after its own. */
export function globalLines(flow: Flow, node: string, port: OutPort): HelperLine[] {
  if (port.edge !== 'intent' || kindOf(flow.nodes[node] ?? { kind: '' })?.ports.some(isFirst) !== true) return []
  const graph = flowGraph(flow)
  const own = edgesFrom(flow, node, port.id)
  const known = new Set(own.map(({ id }) => id))
  return intentLines(
    flow,
    globalEdges(graph, node).filter(({ id }) => !known.has(id)),
    own.filter(({ edge }) => !isAlways(edge)).length,
  )
}

/** Only what leads a graph has a port to its first worker. */
function isFirst(port: OutPort): boolean {
  return port.id === 'start'
}

function intentLines(flow: Flow, entries: readonly EdgeEntry[], before = 0): HelperLine[] {
  let number = before
  return entries.map(({ id, edge }) => {
    const data = intentEdgeSchema.safeParse(edge.data)
    const { intent, samples, global } = data.success ? data.data : intentEdgeSchema.parse({})
    const target = flow.nodes[edge.to.node]
    const isAsked = !isAlways(edge) && intent.trim() !== ''
    if (isAsked) number += 1
    return {
      edge: id,
      kind: target === undefined ? null : kindOf(target),
      name: isAsked ? `${number}. ${intent.trim()}` : (lookOf(edge).label(edge) ?? ''),
      words: samplesText(samples),
      leadsTo: target?.name ?? null,
      isOff: !isAsked && !isAlways(edge),
      isGlobal: global,
    }
  })
}

function lineOf(flow: Flow, { id, edge }: EdgeEntry, offer: Offer | undefined): HelperLine {
  const node = flow.nodes[edge.to.node]
  const kind = node === undefined ? null : kindOf(node)
  const line = { edge: id, kind, leadsTo: null, isGlobal: false }
  if (edge.kind === 'candidate' && node !== undefined) {
    const described = node.data['description']
    return { ...line, name: `${node.name}: ${typeof described === 'string' ? described : ''}`, words: '', isOff: false }
  }
  const words = offer?.description ?? lookOf(edge).label(edge) ?? ''
  return { ...line, name: offer?.name ?? node?.name ?? '', words, isOff: offer?.enabled === false }
}
