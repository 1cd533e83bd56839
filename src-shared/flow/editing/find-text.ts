/** Every text that a person wrote in a flow, what is found in it, and what it is replaced by. Ids, tool names and codes are no texts. */
import { variablesIn } from '../../agents/expressions/expression'
import { FIELD_TYPES, meantHints, type FieldType } from '../../kinds/field-types'
import { edgeFieldsOf, nodeFieldsOf } from '../../kinds/fields-of'
import type { FieldHint } from '../../kinds/kind'
import { isJsonObject } from '../json'
import type { Flow, Json, JsonObject } from '../records'
import { setEdgeData, setNodeData, setNodeName, setSettings } from './edits'

/** Whose text it is: a node, an edge, or the settings of the flow. */
export type TextOwner = { of: 'node' | 'edge'; id: string } | { of: 'flow' }

/** `path` leads from the field on, where a field has several texts. The field `name` of a node is its name. */
export type TextPlace = {
  owner: TextOwner
  field: string
  path: readonly (string | number)[]
  label: string
  text: string
  /** Variables stand in it as in an expression, or in braces. */
  isExpression: boolean
}

/** Where something was found. `isVariable`: it is a part of the name of a variable, which is renamed in the settings of the flow. */
export type TextHit = { place: TextPlace; start: number; end: number; isVariable: boolean }

export type FindOptions = { isCaseKept?: boolean; isWholeWord?: boolean }

/** The texts of a flow: names first, then what each node and each edge says, then what is said of the whole. */
export function textsOf(flow: Flow): TextPlace[] {
  const nodes = Object.entries(flow.nodes).flatMap(([id, node]) => {
    const owner: TextOwner = { of: 'node', id }
    const name = { owner, field: 'name', path: [], label: 'Name', text: node.name, isExpression: false }
    return [name, ...textsIn(owner, nodeFieldsOf(node), node.data)]
  })
  const edges = Object.entries(flow.edges).flatMap(([id, edge]) =>
    textsIn({ of: 'edge', id }, edgeFieldsOf(edge), edge.data),
  )
  const starters = textsAt({ owner: { of: 'flow' }, field: 'starters', label: 'Starters' }, flow.settings['starters'])
  return [...nodes, ...edges, ...starters].filter(({ text }) => text !== '')
}

function textsIn(owner: TextOwner, fields: readonly FieldHint[], data: JsonObject): TextPlace[] {
  return meantHints(fields, data).flatMap((hint) => {
    if (isOwnName(hint) || !HOLDS_WORDS[hint.type]) return []
    const { variables } = FIELD_TYPES[hint.type]
    const isExpression = variables === 'expression' || variables === 'branches'
    return textsAt({ owner, field: hint.key, label: hint.label, isExpression }, data[hint.key])
  })
}

/** What others know the node by, and names of variables. */
function isOwnName(hint: FieldHint): boolean {
  return ('names' in hint && hint.names !== undefined) || ('isVariable' in hint && hint.isVariable === true)
}

/** Which fields hold what a person wrote in words; code is a program, whose names belong together. */
const HOLDS_WORDS = {
  switch: false,
  line: true,
  text: true,
  expression: true,
  place: false,
  earlierChats: false,
  chatIds: false,
  prompt: true,
  prompts: true,
  number: false,
  choice: false,
  json: false,
  code: false,
  callable: false,
  pairs: false,
  list: true,
  model: false,
  carryover: false,
  summaryArgs: false,
  outcomes: true,
  branches: true,
  assignments: true,
  output: false,
  documents: false,
  node: false,
  apiDocument: false,
  apiOperations: false,
  flow: false,
  flowDescription: true,
  mcpTransport: false,
  connection: false,
  color: false,
} as const satisfies { [T in FieldType]: boolean }

/** Names of rows and of variables are left out. */
const NAMES: ReadonlySet<string> = new Set(['name', 'then', 'answer'])

type Field = { owner: TextOwner; field: string; label: string; isExpression?: boolean }

function textsAt(field: Field, value: Json | undefined, path: readonly (string | number)[] = []): TextPlace[] {
  const { isExpression = false, ...rest } = field
  if (typeof value === 'string') return [{ ...rest, isExpression, path, text: value }]
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => textsAt(field, item, [...path, index]))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, item]) => (NAMES.has(key) ? [] : textsAt(field, item, [...path, key])))
}

/** Everything that is found, in the order of the texts. */
export function findText(texts: readonly TextPlace[], query: string, options: FindOptions = {}): TextHit[] {
  if (query === '') return []
  const pattern = patternOf(query, options)
  return texts.flatMap((place) => {
    const found = [...place.text.matchAll(pattern)]
    if (found.length === 0) return []
    const names = namesIn(place)
    return found.map(({ 0: hit, index }): TextHit => {
      const end = index + hit.length
      return { place, start: index, end, isVariable: names.some((name) => index < name.end && end > name.start) }
    })
  })
}

/** Only what means something in a pattern is escaped: a pattern of Unicode refuses to have anything else escaped, such as a hyphen. */
function patternOf(query: string, { isCaseKept = false, isWholeWord = false }: FindOptions): RegExp {
  const escaped = query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const source = isWholeWord ? `(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])` : escaped
  return new RegExp(source, isCaseKept ? 'gu' : 'giu')
}

/** Where names of variables stand in a text. */
function namesIn({ text, isExpression }: TextPlace): readonly { start: number; end: number }[] {
  if (isExpression) return variablesIn(text)
  return [...text.matchAll(/\{\{|\{[\p{L}_][\p{L}\p{N}_]*\}/gu)].flatMap(({ 0: token, index }) =>
    token === '{{' ? [] : [{ start: index, end: index + token.length }],
  )
}

/** The flow with each hit replaced, but for those in names of variables, which stay. What cannot be stays as it was. */
export function replaceText(flow: Flow, hits: readonly TextHit[], replacement: string): Flow {
  const byPlace = new Map<TextPlace, TextHit[]>()
  for (const hit of hits.filter(({ isVariable }) => !isVariable))
    byPlace.set(hit.place, [...(byPlace.get(hit.place) ?? []), hit])
  return [...byPlace].reduce((changed, [place, found]) => {
    const text = found
      .toSorted((one, other) => other.start - one.start)
      .reduce((before, { start, end }) => `${before.slice(0, start)}${replacement}${before.slice(end)}`, place.text)
    return withText(changed, place, text)
  }, flow)
}

function withText(flow: Flow, { owner, field, path }: TextPlace, text: string): Flow {
  if (owner.of === 'flow') return setSettings(flow, { [field]: placed(flow.settings[field], path, text) })
  if (owner.of === 'edge') {
    const edge = flow.edges[owner.id]
    return edge === undefined ? flow : setEdgeData(flow, owner.id, { [field]: placed(edge.data[field], path, text) })
  }
  const node = flow.nodes[owner.id]
  if (node === undefined) return flow
  if (field === 'name') return setNodeName(flow, owner.id, text)
  return setNodeData(flow, owner.id, { [field]: placed(node.data[field], path, text) })
}

/** A value with a text in the place that a path leads to. */
function placed(value: Json | undefined, [step, ...rest]: readonly (string | number)[], text: string): Json {
  if (step === undefined) return text
  if (Array.isArray(value)) return value.map((item: Json, index) => (index === step ? placed(item, rest, text) : item))
  return isJsonObject(value) ? { ...value, [step]: placed(value[step], rest, text) } : (value ?? text)
}
