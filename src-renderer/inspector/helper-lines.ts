/** The lines of the helpers list: each drawn edge in the very words in which a model reads of it. */
import { globalEdges, samplesText } from '../../src-shared/agents/intents'
import { offersOf, type Offer } from '../../src-shared/agents/offers'
import { edgesFrom, flowGraph, type EdgeEntry } from '../../src-shared/flow/graph'
import type { Flow, FlowEdge } from '../../src-shared/flow/records'
import { afterWorkEdgeSchema, intentEdgeSchema } from '../../src-shared/kinds/edges'
import { kindOf } from '../../src-shared/kinds/index'
import type { Kind, OutPort } from '../../src-shared/kinds/kind'
import { isAlways, lookOf, optionLabel } from '../kinds/edge-looks'

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
  /** The model reads the name as a name of something to call. */
  isCalled: boolean
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
  const own = flow.nodes[node]
  if (port.edge !== 'intent' || own === undefined || kindOf(own)?.ports(own.data).some(isFirst) !== true) return []
  const graph = flowGraph(flow)
  const drawn = edgesFrom(flow, node, port.id)
  const known = new Set(drawn.map(({ id }) => id))
  return intentLines(
    flow,
    globalEdges(graph, node).filter(({ id }) => !known.has(id)),
    drawn.filter(({ edge }) => !isAlways(edge)).length,
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
      isCalled: true,
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
  const line = { edge: id, kind, leadsTo: null, isGlobal: false, isOff: offer?.enabled === false, isCalled: true }
  const own = UNREAD.get(edge.kind)?.(edge)
  if (own !== undefined)
    return { ...line, isCalled: false, name: own.name ?? node?.name ?? '', words: own.words, isOff: false }
  if (edge.kind === 'candidate' && node !== undefined) {
    const described = node.data['description']
    return { ...line, name: `${node.name}: ${typeof described === 'string' ? described : ''}`, words: '', isOff: false }
  }
  const words = offer?.description ?? lookOf(edge).label(edge) ?? ''
  if (edge.kind !== 'handoff') return { ...line, name: offer?.name ?? node?.name ?? '', words }
  const leadsTo = [node?.name ?? '', onlyWhen(edge)].filter((part) => part !== '').join(', ')
  const isCalled = offer !== undefined
  return { ...line, name: offer?.name ?? 'By variables, without the model', words, leadsTo, isCalled }
}

function onlyWhen({ data }: FlowEdge): string {
  const available = data['available']
  return typeof available === 'string' && available.trim() !== '' ? `only when ${available.trim()}` : ''
}

type Unread = { name: string | null; words: string }

/** Edges of which no model reads: whose name is a node's or an option's, with what is written on them. */
const UNREAD: ReadonlyMap<string, (edge: FlowEdge) => Unread> = new Map([
  ['recipient', (edge) => ({ name: null, words: lookOf(edge).label(edge) ?? 'The last message of the conversation' })],
  ['after-work', afterWorkWords],
  ['next', () => ({ name: null, words: '' })],
])

function afterWorkWords(edge: FlowEdge): Unread {
  const parsed = afterWorkEdgeSchema.safeParse(edge.data)
  const { option, when } = parsed.success ? parsed.data : afterWorkEdgeSchema.parse({})
  const words = when === null || when.trim() === '' ? 'always' : `if ${when.trim()}`
  return { name: option === null ? null : optionLabel(option), words }
}
