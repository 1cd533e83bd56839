/** What a row of the outline says: its name, what stands beside it, and the sentence for those who do not see the tree. */
import { isDisabled, isLocked } from '../../src-shared/flow/node-marks'
import type { Flow, FlowEdge, FlowNode } from '../../src-shared/flow/records'
import { edgeDefinition, isOption, isSwitchedOff } from '../../src-shared/kinds/edge-facts'
import { isEdgeKind, type EdgeKind } from '../../src-shared/kinds/edge-kinds'
import { kindOf } from '../../src-shared/kinds/index'
import type { EdgeIndex } from '../editor/edge-index'
import { edgeLabel, isAlways, isAsk, lookOf } from '../kinds/edge-looks'
import { plainWords } from '../ui/markdown/plain-words'
import type { OutlineRow } from './outline-rows'

export type RowWords = {
  /** What goes before the name, such as what an edge is. */
  lead: string
  name: string
  about: string
  /** All of it, as one sentence. */
  spoken: string
}

/** A flow, with the places of its edges. */
export type WordSource = { flow: Flow; index: EdgeIndex }

export function rowWords(source: WordSource, row: OutlineRow): RowWords {
  switch (row.what) {
    case 'group':
      return { lead: '', name: 'Not in the conversation', about: '', spoken: 'Not in the conversation' }
    case 'prompt':
      return promptWords(source.flow.nodes[row.node], row.field)
    case 'node':
      return nodeWords(source, row)
    case 'edge':
      return edgeWords(source, row.edge, isDisabled(source.flow.nodes[row.target]) ? 'which is disabled' : '')
  }
}

export function nameOf(flow: Flow, id: string): string {
  return flow.nodes[id]?.name || 'Unnamed'
}

function promptWords(node: FlowNode | undefined, field: string): RowWords {
  const label = node === undefined ? '' : (kindOf(node)?.fields.find(({ key }) => key === field)?.label ?? field)
  const text = node?.data[field]
  const about = typeof text === 'string' && text.trim() !== '' ? text.trim().replace(/\s+/g, ' ') : 'built in'
  return { lead: label, name: '', about, spoken: `${label}: ${about}` }
}

function nodeWords(source: WordSource, { node, edge }: { node: string; edge: string | null }): RowWords {
  const { flow } = source
  const record = flow.nodes[node]
  const kind = record === undefined ? null : kindOf(record)
  const label = kind?.label ?? `Unknown kind: ${record?.kind ?? ''}`
  const summary = record === undefined || kind === null ? '' : kind.summary(record, { flow, nodeId: node })
  const name = kind?.shape === 'paper' && summary !== '' ? plainWords(summary) : nameOf(flow, node)
  if (edge === null) {
    const isTold = (kind?.shape === 'card' || kind?.shape === 'frame') && summary !== ''
    const kindWords = isSaid(label, name) ? '' : label
    const spoken = said([name, inSentence(kindWords), isTold ? summary : '', ...marksOf(record)])
    return { lead: '', name, about: said([kindWords, ...marksOf(record)]), spoken }
  }
  const { lead, about, place } = edgeWords(source, edge)
  return {
    lead: '',
    name,
    about: said([label, about, ...marksOf(record)]),
    spoken: said([`${lead} ${name}`, inSentence(label), about, place, ...marksOf(record)]),
  }
}

/** What a node is marked as. */
function marksOf(record: FlowNode | undefined): string[] {
  return [...(isDisabled(record) ? ['disabled'] : []), ...(isLocked(record) ? ['locked'] : [])]
}

type EdgeWords = RowWords & { place: string }

const NO_EDGE: EdgeWords = { lead: '', name: '', about: '', spoken: '', place: '' }

/** `mark`: what is said of the node at its end. */
function edgeWords({ flow, index }: WordSource, id: string, mark = ''): EdgeWords {
  const edge = flow.edges[id]
  if (edge === undefined) return NO_EDGE
  const { to, says } = isEdgeKind(edge.kind) ? SAYS[edge.kind] : { to: edgeLabel(edge), says: asItIs }
  const label = lookOf(edge).label(edge)?.trim() ?? ''
  const count = index.count(flow, id)
  const place = count > 1 ? `${index.place(flow, id) + 1} of ${count}` : ''
  const off = isSwitchedOff(edge) ? 'switched off' : ''
  if (isOption(edge)) {
    const lead = edgeLabel(edge)
    return { lead, name: label, about: off, place, spoken: said([`${lead}: ${label}`, off, place]) }
  }
  const lead = isAsk(edge, flow.nodes[edge.to.node]) ? 'Asks' : (portLead(flow, edge) ?? to)
  const name = nameOf(flow, edge.to.node)
  const about = said([label === '' ? '' : says(label, edge), onlyWhen(edge, label), off, mark])
  return { lead, name, about, place, spoken: said([`${lead} ${name}`, about, place]) }
}

/** Where the ports of a node have names of their own, the edge is known by that of its port. */
function portLead(flow: Flow, { from }: FlowEdge): string | null {
  const source = flow.nodes[from.node]
  const ports = source === undefined ? [] : (kindOf(source)?.ports(source.data) ?? [])
  const port = ports.find(({ id }) => id === from.port)
  return port?.isNamed === true ? `${port.label}: to` : null
}

/** The condition under which the edge is open, where its label does not say it. */
function onlyWhen({ kind, data }: FlowEdge, label: string): string {
  const field = edgeDefinition(kind)?.onlyWhen ?? null
  const value = field === null ? null : data[field]
  const condition = typeof value === 'string' ? value.trim() : ''
  return condition === '' || label === condition || label.endsWith(`if ${condition}`) ? '' : `only if ${condition}`
}

type Says = {
  /** What goes before the name of whoever is at the other end. */
  to: string
  /** The words on the edge, within a sentence. */
  says: (label: string, edge: FlowEdge) => string
}

const SAYS: { readonly [K in EdgeKind]: Says } = {
  next: { to: 'Then', says: asItIs },
  delegate: { to: 'Delegates to', says: asItIs },
  observe: { to: 'Observed by', says: asItIs },
  intent: {
    to: 'Intent to',
    says: (label, edge) => (isAlways(edge) || edge.data['intent'] === undefined ? label : `“${label}”`),
  },
  candidate: { to: 'May choose', says: asItIs },
  handoff: { to: 'Hand-off to', says: (label) => (label.startsWith('if ') ? label : `when ${inSentence(label)}`) },
  'after-work': { to: 'After work to', says: asItIs },
  recipient: { to: 'Chat with', says: (label) => `told “${label}”` },
  use: { to: 'Uses', says: asItIs },
}

function asItIs(label: string): string {
  return label
}

/** `Agent` as it stands within a sentence: `agent`; what begins with capitals stays. */
function inSentence(text: string): string {
  return /^\p{Lu}(?:\p{Ll}|\s|$)/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

/** Whether a name says the kind already. */
function isSaid(label: string, name: string): boolean {
  return name.toLowerCase().startsWith(label.toLowerCase())
}

function said(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ')
}
