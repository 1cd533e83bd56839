/** How edges look and what their label says, by edge kind. Colour, pattern and end mark tell them apart together. */
import type { Translate } from '../../src-shared/languages/translate'
import { z } from 'zod'
import {
  afterWorkEdgeSchema,
  delegateEdgeSchema,
  EDGES,
  handoffEdgeSchema,
  intentEdgeSchema,
  recipientEdgeSchema,
  useEdgeSchema,
} from '../../src-shared/kinds/edges'
import { isAsked } from '../../src-shared/kinds/edge-facts'
import { isEdgeKind, type EdgeKind } from '../../src-shared/kinds/edge-kinds'
import { hasTrait } from '../../src-shared/kinds/field-types'
import { kindOf } from '../../src-shared/kinds/index'
import type { FlowEdge, FlowNode, JsonObject } from '../../src-shared/flow/records'

/** The end mark: an SVG marker of the canvas. */
export type EndMark = 'arrow' | 'chevron' | 'vee' | 'hollow' | 'ring' | 'kite' | 'none'

export type EdgeLook = {
  end: EndMark
  isDouble: boolean
  /** Its pill says something as a rule, so that a new node leaves room for it. */
  isWorded: boolean
  /** What the pill on the edge says; null: no pill. */
  label: (edge: FlowEdge, t: Translate) => string | null
  /** The field that the pill shows, which is written in place. */
  writes?: string
  /** Without words it means nothing to whoever decides on it. */
  asksForWords?: boolean
  /** The whole meaning on hover, where the pill cannot hold it. */
  about?: (edge: FlowEdge, t: Translate) => string | null
  /** Taken from anywhere, not only from where it is drawn. */
  isGlobal?: (edge: FlowEdge) => boolean
  /** Taken without asking. */
  isAlways?: (data: JsonObject) => boolean
  /** The pill numbers the edge among its siblings, also where no order was given; `several`: only where it has any. */
  isNumbered?: 'always' | 'several'
}

const orderSchema = z.object({ order: z.number() })

export const EDGE_LOOKS = {
  next: { end: 'arrow', isDouble: false, isWorded: false, label: () => null },
  delegate: {
    end: 'chevron',
    isDouble: true,
    isWorded: false,
    label(edge, t) {
      const data = delegateEdgeSchema.safeParse(edge.data)
      return data.success && data.data.returns === 'when-done' ? t('comes back when done') : null
    },
  },
  handoff: {
    end: 'vee',
    isDouble: false,
    isWorded: true,
    writes: 'condition',
    asksForWords: true,
    isNumbered: 'several',
    label(edge, t) {
      const data = handoffEdgeSchema.safeParse(edge.data)
      if (!data.success) return null
      const condition = data.data.condition.trim() || data.data.available?.trim() || ''
      if (condition === '') return null
      return data.data.by === 'context' ? t('if {condition}', { condition }) : condition
    },
  },
  intent: {
    end: 'kite',
    isDouble: false,
    isWorded: false,
    writes: 'intent',
    asksForWords: true,
    label: intentWords,
    about: intentAbout,
    isGlobal: (edge) => edge.data['global'] === true,
    isAlways: ({ intent }) => typeof intent === 'string' && intent.trim().toLowerCase() === 'none',
  },
  candidate: { end: 'chevron', isDouble: false, isWorded: false, label: () => null, isNumbered: 'always' },
  'after-work': {
    end: 'hollow',
    isDouble: false,
    isWorded: false,
    writes: 'when',
    isNumbered: 'several',
    label(edge, t) {
      const data = afterWorkEdgeSchema.safeParse(edge.data)
      if (!data.success) return null
      const parts = [
        t.known(optionLabel(data.data.option)),
        data.data.when === null ? '' : t('if {condition}', { condition: data.data.when }),
      ]
      return parts.filter((part) => part !== '').join(', ') || null
    },
  },
  recipient: {
    end: 'arrow',
    isDouble: false,
    isWorded: true,
    writes: 'message',
    asksForWords: true,
    label: recipientWords,
    about: recipientAbout,
    isNumbered: 'always',
  },
  observe: { end: 'ring', isDouble: false, isWorded: false, label: () => null },
  use: {
    end: 'none',
    isDouble: false,
    isWorded: false,
    writes: 'available',
    label(edge, t) {
      const available = useEdgeSchema.safeParse(edge.data).data?.available?.trim() ?? ''
      return available === '' ? null : t('if {condition}', { condition: available })
    },
  },
} as const satisfies { [K in EdgeKind]: EdgeLook }

/** The first words of what the recipient is told. */
function recipientWords(edge: FlowEdge): string | null {
  const data = recipientEdgeSchema.safeParse(edge.data)
  const message = data.success ? (data.data.message ?? '').trim() : ''
  return message === '' ? null : message
}

function recipientAbout(edge: FlowEdge, t: Translate): string | null {
  const data = recipientEdgeSchema.safeParse(edge.data)
  if (!data.success) return null
  const { chatId, prerequisites, maxTurns } = data.data
  const parts = [
    recipientWords(edge) ?? t('No message of its own'),
    maxTurns === null ? '' : t('{count, plural, one {At most # reply} other {At most # replies}}', { count: maxTurns }),
    chatId === '' ? '' : t('Id: {id}', { id: chatId }),
    prerequisites.length === 0 ? '' : t('After: {names}', { names: prerequisites.join(', ') }),
  ]
  return parts.filter((part) => part !== '').join('\n')
}

/** Whether an edge is taken without asking, where its kind asks. */
export function isAlways(edge: FlowEdge): boolean {
  return lookOf(edge).isAlways?.(edge.data) === true
}

/** Whether it waits for the words by which somebody decides on it. */
export function isWordless(edge: FlowEdge): boolean {
  const { asksForWords, writes } = lookOf(edge)
  const words = writes === undefined ? undefined : edge.data[writes]
  return asksForWords === true && (typeof words !== 'string' || words.trim() === '')
}

function intentWords(edge: FlowEdge, t: Translate): string {
  const data = intentEdgeSchema.safeParse(edge.data)
  const intent = data.success ? data.data.intent.trim() : ''
  if (isAlways(edge)) return t('always')
  return intent === '' ? t('no intent yet') : intent
}

function intentAbout(edge: FlowEdge, t: Translate): string | null {
  const data = intentEdgeSchema.safeParse(edge.data)
  if (!data.success) return null
  const samples = data.data.samples.map((sample) => t('“{words}”', { words: sample }))
  const parts = [intentWords(edge, t), ...samples, data.data.global ? t('From anywhere in the graph') : '']
  return parts.filter((part) => part !== '').join('\n')
}

const UNKNOWN: EdgeLook = { end: 'arrow', isDouble: false, isWorded: true, label: (edge) => edge.kind }

export function lookOf(edge: FlowEdge): EdgeLook {
  return isEdgeKind(edge.kind) ? EDGE_LOOKS[edge.kind] : UNKNOWN
}

/** A `use` edge that leads to another participant: that one is asked, and nothing is called. */
export const ASK_LOOK: EdgeLook = {
  end: 'ring',
  isDouble: false,
  isWorded: true,
  label(edge, t) {
    const data = useEdgeSchema.safeParse(edge.data).data
    const available = data?.available?.trim() ?? ''
    return available === '' ? t('asks') : t('asks, if {condition}', { condition: available })
  },
}

/** Whether a `use` edge leads to a node that is asked: one that takes part. */
export function isAsk(edge: FlowEdge, target: FlowNode | undefined): boolean {
  return isAsked(edge.kind, target === undefined ? null : kindOf(target))
}

/** The field that holds the words of an edge; null: it has none. */
export function wordsField(edge: FlowEdge): string | null {
  return lookOf(edge).writes ?? null
}

/** What a person calls the edge's kind. */
export function edgeLabel(edge: FlowEdge): string {
  return isEdgeKind(edge.kind) ? EDGES[edge.kind].label : edge.kind
}

/** The edge's place among its siblings; null where none was given. */
export function orderOf(edge: FlowEdge): number | null {
  const data = orderSchema.safeParse(edge.data)
  return data.success ? data.data.order : null
}

/** What a person calls an after-work option. */
export function optionLabel(option: string | null): string {
  if (option === null) return ''
  const fields = EDGES['after-work'].fields
  for (const field of fields) {
    if (!hasTrait(field, 'hasChoices', true)) continue
    const found = field.options.find((choice) => choice.value === option)
    if (found !== undefined) return found.label
  }
  return option
}
