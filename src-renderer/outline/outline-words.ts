/** What a row of the outline says: its name, what stands beside it, and the sentence for those who do not see the tree. */
import type { PlainText, Translate } from '../../src-shared/languages/translate'
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

/** A flow with the places of its edges, and the language. */
export type WordSource = { flow: Flow; index: EdgeIndex; t: Translate }

export function rowWords(source: WordSource, row: OutlineRow): RowWords {
  const { flow, t } = source
  switch (row.what) {
    case 'group':
      return { lead: '', name: t('Not in the conversation'), about: '', spoken: t('Not in the conversation') }
    case 'prompt':
      return promptWords(flow.nodes[row.node], row.field, t)
    case 'node':
      return nodeWords(source, row)
    case 'edge':
      return edgeWords(source, row.edge, isDisabled(flow.nodes[row.target]) ? t('which is disabled') : '')
  }
}

export function nameOf({ flow, t }: Pick<WordSource, 'flow' | 't'>, id: string): string {
  return flow.nodes[id]?.name || t('Unnamed')
}

function promptWords(node: FlowNode | undefined, field: string, t: Translate): RowWords {
  const label = node === undefined ? '' : t.known(kindOf(node)?.fields.find(({ key }) => key === field)?.label ?? field)
  const text = node?.data[field]
  const about = typeof text === 'string' && text.trim() !== '' ? text.trim().replace(/\s+/g, ' ') : t('built in')
  return { lead: label, name: '', about, spoken: `${label}: ${about}` }
}

function nodeWords(source: WordSource, { node, edge }: { node: string; edge: string | null }): RowWords {
  const { flow, t } = source
  const record = flow.nodes[node]
  const kind = record === undefined ? null : kindOf(record)
  const label = kind === null ? t('Unknown kind: {kind}', { kind: record?.kind ?? '' }) : t.known(kind.label)
  const summary = record === undefined || kind === null ? '' : t.message(kind.summary(record, { flow, nodeId: node }))
  const name = kind?.shape === 'paper' && summary !== '' ? plainWords(summary) : nameOf(source, node)
  if (edge === null) {
    const isTold = (kind?.shape === 'card' || kind?.shape === 'frame') && summary !== ''
    const kindWords = isSaid(label, name) ? '' : label
    const spoken = said([name, t.within(kindWords), isTold ? summary : '', ...marksOf(record, t)])
    return { lead: '', name, about: said([kindWords, ...marksOf(record, t)]), spoken }
  }
  const { lead, about, place } = edgeWords(source, edge)
  return {
    lead: '',
    name,
    about: said([label, about, ...marksOf(record, t)]),
    spoken: said([`${lead} ${name}`, t.within(label), about, place, ...marksOf(record, t)]),
  }
}

/** What a node is marked as. */
function marksOf(record: FlowNode | undefined, t: Translate): string[] {
  return [...(isDisabled(record) ? [t('disabled')] : []), ...(isLocked(record) ? [t('locked')] : [])]
}

type EdgeWords = RowWords & { place: string }

const NO_EDGE: EdgeWords = { lead: '', name: '', about: '', spoken: '', place: '' }

/** `mark`: what is said of the node at its end. */
function edgeWords(source: WordSource, id: string, mark = ''): EdgeWords {
  const { flow, index, t } = source
  const edge = flow.edges[id]
  if (edge === undefined) return NO_EDGE
  const { to, says } = isEdgeKind(edge.kind) ? SAYS[edge.kind] : { to: null, says: asItIs }
  const label = lookOf(edge).label(edge, t)?.trim() ?? ''
  const count = index.count(flow, id)
  const place = count > 1 ? t('{place} of {count}', { place: index.place(flow, id) + 1, count }) : ''
  const off = isSwitchedOff(edge) ? t('switched off') : ''
  if (isOption(edge)) {
    const lead = t.known(edgeLabel(edge))
    return { lead, name: label, about: off, place, spoken: said([`${lead}: ${label}`, off, place]) }
  }
  const lead = isAsk(edge, flow.nodes[edge.to.node])
    ? t('Asks')
    : (portLead(source, edge) ?? (to === null ? edgeLabel(edge) : t(to)))
  const name = nameOf(source, edge.to.node)
  const about = said([label === '' ? '' : says(label, edge, t), onlyWhen(edge, label, t), off, mark])
  return { lead, name, about, place, spoken: said([`${lead} ${name}`, about, place]) }
}

/** Where the ports of a node have names of their own, the edge is known by that of its port. */
function portLead({ flow, t }: WordSource, { from }: FlowEdge): string | null {
  const source = flow.nodes[from.node]
  const ports = source === undefined ? [] : (kindOf(source)?.ports(source.data) ?? [])
  const port = ports.find(({ id }) => id === from.port)
  return port?.isNamed === true ? t('{port}: to', { port: t.known(port.label) }) : null
}

/** The condition under which the edge is open, where its label does not say it. */
function onlyWhen({ kind, data }: FlowEdge, label: string, t: Translate): string {
  const field = edgeDefinition(kind)?.onlyWhen ?? null
  const value = field === null ? null : data[field]
  const condition = typeof value === 'string' ? value.trim() : ''
  const isSaidThere = label === condition || label.endsWith(t('if {condition}', { condition }))
  return condition === '' || isSaidThere ? '' : t('only if {condition}', { condition })
}

type Says = {
  /** What goes before the name of whoever is at the other end. */
  to: PlainText
  /** The words on the edge, within a sentence. */
  says: (label: string, edge: FlowEdge, t: Translate) => string
}

const SAYS: { readonly [K in EdgeKind]: Says } = {
  next: { to: 'Then', says: asItIs },
  delegate: { to: 'Delegates to', says: asItIs },
  observe: { to: 'Observed by', says: asItIs },
  intent: {
    to: 'Intent to',
    says: (label, edge, t) =>
      isAlways(edge) || edge.data['intent'] === undefined ? label : t('“{words}”', { words: label }),
  },
  candidate: { to: 'May choose', says: asItIs },
  handoff: { to: 'Hand-off to', says: handoffSays },
  'after-work': { to: 'After work to', says: asItIs },
  recipient: { to: 'Chat with', says: (label, _edge, t) => t('told “{words}”', { words: label }) },
  use: { to: 'Uses', says: asItIs },
}

function asItIs(label: string): string {
  return label
}

/** A condition over variables is a clause already; one that a model reads is put into words by whoever wrote it. */
function handoffSays(label: string, { data }: FlowEdge, t: Translate): string {
  return data['by'] === 'context' || label.startsWith('if ')
    ? label
    : t('when {condition}', { condition: t.within(label) })
}

/** Whether a name says the kind already. */
function isSaid(label: string, name: string): boolean {
  return name.toLowerCase().startsWith(label.toLowerCase())
}

function said(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ')
}
