/** The lines of the helpers list: each drawn edge in the very words in which a model reads of it. */
import type { Translate } from '../../../src-shared/languages/translate'
import { globalEdges, samplesText } from '../../../src-shared/agents/routing/intents'
import { offersOf, type Offer } from '../../../src-shared/agents/offers/offers'
import { edgesFrom, flowGraph, type EdgeEntry } from '../../../src-shared/flow/graph'
import { isDisabled } from '../../../src-shared/flow/node-marks'
import type { Flow, FlowEdge } from '../../../src-shared/flow/records'
import type { EdgeKind } from '../../../src-shared/kinds/edge-kinds'
import { afterWorkEdgeSchema, intentEdgeSchema } from '../../../src-shared/kinds/edges'
import { kindOf } from '../../../src-shared/kinds/index'
import type { Kind, OutPort } from '../../../src-shared/kinds/kind'
import { EDGE_LOOKS, isAlways, lookOf, optionLabel, type EdgeLook } from '../../kinds/edge-looks'

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

/** A port of a node, and the language in which what no model reads is said. */
type PortPlace = { node: string; port: OutPort; t: Translate }

/** The edges that leave a port, in order. */
export function helperLines(flow: Flow, { node, port, t }: PortPlace): HelperLine[] {
  const graph = flowGraph(flow)
  const entries = edgesFrom(flow, node, port.id)
  const lines = LINES[port.edge](flow, entries, {
    t,
    offers: () => new Map(offersOf(graph, node).map((offer) => [offer.edgeId, offer])),
  })
  return lines.map((line) => (isDisabled(flow.nodes[flow.edges[line.edge]?.to.node ?? '']) ? asOff(line, t) : line))
}

/** What leads to a disabled node is there for nobody. */
function asOff(line: HelperLine, t: Translate): HelperLine {
  return { ...line, isOff: true, words: t('Disabled') }
}

/** The intents that a graph's worker is left by from anywhere, and that its model reads after its own. */
export function globalLines(flow: Flow, { node, port, t }: PortPlace): HelperLine[] {
  const own = flow.nodes[node]
  const look: EdgeLook = EDGE_LOOKS[port.edge]
  if (look.isGlobal === undefined || own === undefined || kindOf(own)?.ports(own.data).some(isFirst) !== true) return []
  const graph = flowGraph(flow)
  const drawn = edgesFrom(flow, node, port.id)
  const known = new Set(drawn.map(({ id }) => id))
  return intentLines(
    flow,
    globalEdges(graph, node).filter(({ id }) => !known.has(id)),
    { t, before: drawn.filter(({ edge }) => !isAlways(edge)).length },
  )
}

/** Only what leads a graph has a port to its first worker. */
function isFirst(port: OutPort): boolean {
  return port.id === 'start'
}

type IntentWords = { t: Translate; before?: number }

function intentLines(flow: Flow, entries: readonly EdgeEntry[], { t, before = 0 }: IntentWords): HelperLine[] {
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
      name: isAsked ? `${number}. ${intent.trim()}` : (lookOf(edge).label(edge, t) ?? ''),
      isCalled: true,
      words: samplesText(samples),
      leadsTo: target?.name ?? null,
      isOff: !isAsked && !isAlways(edge),
      isGlobal: global,
    }
  })
}

type LinesContext = { t: Translate; offers: () => ReadonlyMap<string, Offer> }
type LinesOf = (flow: Flow, entries: readonly EdgeEntry[], context: LinesContext) => HelperLine[]

/** The lines of a port, by the kind of its edges. */
const LINES: { readonly [K in EdgeKind]: LinesOf } = {
  next: (flow, entries) => unread(flow, entries, () => ({ name: null, words: '' })),
  'after-work': (flow, entries, { t }) => unread(flow, entries, (edge) => afterWorkWords(edge, t)),
  recipient: (flow, entries, { t }) =>
    unread(flow, entries, (edge) => ({
      name: null,
      words: lookOf(edge).label(edge, t) ?? t('The last message of the conversation'),
    })),
  intent: (flow, entries, { t }) => intentLines(flow, entries, { t }),
  candidate: (flow, entries) => entries.map((entry) => candidateLine(flow, entry)),
  delegate: offered,
  observe: offered,
  use: offered,
  handoff: handoffLines,
}

/** What is the same in every line. */
function lineTo(flow: Flow, { id, edge }: EdgeEntry) {
  const node = flow.nodes[edge.to.node]
  const kind = node === undefined ? null : kindOf(node)
  return { node, line: { edge: id, kind, leadsTo: null, isGlobal: false, isOff: false, isCalled: true } }
}

function candidateLine(flow: Flow, entry: EdgeEntry): HelperLine {
  const { node, line } = lineTo(flow, entry)
  if (node === undefined) return { ...line, name: '', words: '' }
  const described = node.data['description']
  return { ...line, name: `${node.name}: ${typeof described === 'string' ? described : ''}`, words: '' }
}

/** What the model is offered there, in its words; where it is offered nothing, those of the edge. */
function offered(flow: Flow, entries: readonly EdgeEntry[], { t, offers: offersAt }: LinesContext): HelperLine[] {
  const offers = offersAt()
  return entries.map((entry) => {
    const { node, line } = lineTo(flow, entry)
    const offer = offers.get(entry.id)
    const words = offer?.description ?? lookOf(entry.edge).label(entry.edge, t) ?? ''
    return { ...line, name: offer?.name ?? node?.name ?? '', words, isOff: offer?.enabled === false }
  })
}

function handoffLines(flow: Flow, entries: readonly EdgeEntry[], { t, offers: offersAt }: LinesContext): HelperLine[] {
  const offers = offersAt()
  return offered(flow, entries, { t, offers: () => offers }).map((line, at) => {
    const { id = '', edge } = entries[at] ?? {}
    const target = flow.nodes[edge?.to.node ?? '']?.name ?? ''
    const leadsTo = [target, edge === undefined ? '' : onlyWhen(edge, t)].filter((part) => part !== '').join(', ')
    const offer = offers.get(id)
    return {
      ...line,
      name: offer?.name ?? t('By variables, without the model'),
      leadsTo,
      isCalled: offer !== undefined,
    }
  })
}

function onlyWhen({ data }: FlowEdge, t: Translate): string {
  const available = data['available']
  return typeof available === 'string' && available.trim() !== ''
    ? t('only when {condition}', { condition: available.trim() })
    : ''
}

type UnreadLine = { name: string | null; words: string }

/** Edges of which no model reads: whose name is a node's or an option's, with what is written on them. */
function unread(flow: Flow, entries: readonly EdgeEntry[], words: (edge: FlowEdge) => UnreadLine): HelperLine[] {
  return entries.map((entry) => {
    const { node, line } = lineTo(flow, entry)
    const own = words(entry.edge)
    return { ...line, isCalled: false, name: own.name ?? node?.name ?? '', words: own.words }
  })
}

function afterWorkWords(edge: FlowEdge, t: Translate): UnreadLine {
  const parsed = afterWorkEdgeSchema.safeParse(edge.data)
  const { option, when } = parsed.success ? parsed.data : afterWorkEdgeSchema.parse({})
  const words = when === null || when.trim() === '' ? t('always') : t('if {condition}', { condition: when.trim() })
  return { name: option === null ? null : t.known(optionLabel(option)), words }
}
