/** What a person calls a field that differs: as the inspector shows it. */
import type { PlainText, Translate } from '../../languages/translate'
import type { z } from 'zod'
import { edgeDefinition } from '../../kinds/edge-facts'
import { kindOf } from '../../kinds/index'
import { firstLine } from '../../kinds/words'
import { type modelFieldsSchema } from '../model-settings'
import {
  type settingsSchema,
  type variableSchema,
  type FlowEdge,
  type FlowNode,
  type Json,
  type JsonObject,
} from '../records'
import { hintFor, type Path } from './parts'

type Labels<Schema extends z.ZodObject> = { readonly [Field in keyof Schema['shape']]: PlainText }
type Group<Field extends keyof typeof settingsSchema.shape> = (typeof settingsSchema.shape)[Field] extends {
  unwrap: () => infer Inner extends z.ZodObject
}
  ? Labels<Inner>
  : never

const SETTINGS = {
  model: 'Model',
  embedding: 'Search documents by meaning',
  language: 'Language of the prompts',
  speaksFirst: 'Who speaks first',
  starters: 'Starters',
  variables: 'Variables',
  limits: 'Limits',
  swarm: 'Swarm',
  rehearsal: 'Rehearsal script',
  routing: 'Lines',
  whileWorking: 'Messages sent during a turn',
} satisfies Labels<typeof settingsSchema>

const MODEL = {
  connection: 'Connection',
  model: 'Model',
  temperature: 'Temperature',
  maxTokens: 'Tokens of a reply, at most',
  contextTokens: 'Context',
  whenTooLong: 'When the conversation is too long',
  topP: 'Top P',
  seed: 'Seed',
  stop: 'Stop texts',
  reasoningEffort: 'Reasoning effort',
  toolChoice: 'Tool choice',
  body: 'Extra fields',
  headers: 'Extra headers',
} satisfies Labels<typeof modelFieldsSchema>

const LIMITS = {
  hops: 'Hand-offs',
  rounds: 'Rounds of the swarm',
  modelCalls: 'Model calls',
  seconds: 'Seconds',
  tokens: 'Tokens',
  dollars: 'Dollars',
  threadTokens: 'Tokens of a thread',
  threadDollars: 'Dollars of a thread',
  threadSeconds: 'Seconds of a thread',
} satisfies Group<'limits'>

const SWARM = {
  initial: 'Who begins',
  afterWork: 'When an agent has answered',
  pattern: 'Who speaks next where nothing is drawn',
  order: 'Order of the agents',
  seed: 'Seed',
  managerModel: 'Model of the manager',
  managerPrompt: 'Prompt of the manager',
  managerPromptCode: 'Prompt of the manager by code',
  afterWorkCode: 'Who speaks next by code',
  hideTransit: 'Hide hand-off calls from agents',
  severalHandoffs: 'Several hand-offs in one reply',
} satisfies Group<'swarm'>

const VARIABLE = { type: 'Type', default: 'Value at the start', description: 'Description' } satisfies Labels<
  typeof variableSchema
>

/** Of the fields that stand beside `data`. */
const OUTER = {
  kind: 'Kind',
  name: 'Name',
  from: 'Where it begins',
  to: 'Where it ends',
  data: 'Data',
} as const satisfies { [field: string]: PlainText }
const HEAD = { name: 'Name', description: 'Description', id: 'Id' } as const satisfies { [field: string]: PlainText }

/** Of a setting, such as `['limits', 'hops']`. */
export function settingLabel([group, ...inner]: Path, t: Translate): string {
  const label = t.known(own(SETTINGS, group))
  const part =
    inner[0] === undefined ? null : own(group === 'model' ? MODEL : group === 'limits' ? LIMITS : SWARM, inner[0])
  return part === null ? label : `${label}, ${t.within(part)}`
}

export function variableLabel([field]: Path, t: Translate): string {
  return t.known(own(VARIABLE, field))
}

export function headLabel([field]: Path, t: Translate): string {
  return t.known(own(HEAD, field))
}

/** A node or an edge, as it stands among the others of its sort. */
export type LabelledRecord = { root: 'nodes' | 'edges'; record: JsonObject }

/** Of a field of a node or an edge, such as `['data', 'model', 'temperature']`. */
export function recordLabel({ root, record }: LabelledRecord, [field, key, part]: Path, t: Translate): string {
  if (field !== 'data' || key === undefined) return t.known(own(OUTER, field))
  const hint = hintFor(root, record, key)
  const label = t.known(hint?.label ?? (key === 'enabled' ? 'Switched on' : key))
  if (part === undefined) return label
  if (hint?.type === 'prompts') return t.known(hint.parts.find((one) => one.key === part)?.label ?? part)
  return `${label}, ${t.within(hint?.type === 'model' ? own(MODEL, part) : part)}`
}

/** A value in one line, as a person would say it; null where it is too long to be said. */
export function shortValue(value: Json | undefined, t: Translate): string | null {
  if (value === undefined || value === null || value === '') return t('nothing')
  if (typeof value === 'boolean') return value ? t('on') : t('off')
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return null
  return value.length > 40 || value.includes('\n') ? null : t('“{words}”', { words: value })
}

/** A whole value as text with lines: texts as they are, all else as JSON. */
export function wholeValue(value: Json | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** `Agent Refunds`: what a person calls a node. */
export function nodeTitle(node: FlowNode | undefined, t: Translate): string {
  if (node === undefined) return t('a node that is not there')
  const kind = kindOf(node)
  if (kind?.shape === 'paper')
    return t('{kind} “{words}”', {
      kind: t.known(kind.label),
      words: firstLine(t.message(kind.summary(node, NO_CONTEXT)) || node.name, 40),
    })
  return node.name === '' ? t('{kind} without a name', { kind: t.known(kind?.label ?? node.kind) }) : node.name
}

/** `agent`: the kind in the middle of a sentence. */
export function kindWord(node: FlowNode, t: Translate): string {
  return lower(t.known(kindOf(node)?.label ?? node.kind))
}

/** `Hand-off from Triage to Refunds`. */
export function edgeTitle(edge: FlowEdge, nodes: { readonly [id: string]: FlowNode }, t: Translate): string {
  const nameOf = (id: string): string => {
    const node = Object.hasOwn(nodes, id) ? nodes[id] : undefined
    return node === undefined ? id : nodeTitle(node, t)
  }
  const from = Object.hasOwn(nodes, edge.from.node) ? nodes[edge.from.node] : undefined
  const port = (from === undefined ? null : kindOf(from))
    ?.ports(from?.data)
    .find(({ id, isNamed }) => id === edge.from.port && isNamed === true)
  const kind = t.known(edgeDefinition(edge.kind)?.label ?? edge.kind)
  const begin = nameOf(edge.from.node)
  const ends =
    edge.from.node === edge.to.node
      ? t('{kind} of {name}', { kind, name: begin })
      : t('{kind} from {from} to {to}', { kind, from: begin, to: nameOf(edge.to.node) })
  return port === undefined ? ends : t('{edge} over “{port}”', { edge: ends, port: t.known(port.label) })
}

export function lower(text: string): string {
  return /^[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

function own(labels: { readonly [field: string]: string }, field: string | undefined): string {
  if (field === undefined) return WHOLE
  return Object.hasOwn(labels, field) ? (labels[field] ?? field) : field
}

const WHOLE = 'all of it' satisfies PlainText

const NO_CONTEXT = {
  flow: {
    format: 'baton/flow',
    version: 1,
    id: 'none',
    name: '',
    description: '',
    settings: {},
    nodes: {},
    edges: {},
    layout: { nodes: {} },
  },
  nodeId: '',
} as const
