/** A difference of two flows in words: a line for each record, and a sentence for each of its fields. */
import type { PlainText, Translate } from '../../languages/translate'
import type { Flow, FlowEdge, FlowNode, Json, JsonObject } from '../records'
import type { FieldChange, FlowDifference, RecordChange } from './difference'
import {
  edgeTitle,
  headLabel,
  kindWord,
  lower,
  nodeTitle,
  recordLabel,
  settingLabel,
  shortValue,
  variableLabel,
  type LabelledRecord,
} from './field-labels'
import { hintFor, type Path } from './parts'

export const CHANGES = ['added', 'removed', 'changed', 'moved'] as const
export type ChangeWord = (typeof CHANGES)[number]

/** A field of a changed record as it is shown: its label and both values. */
export type FieldLine = {
  path: Path
  label: string
  sentence: string
  before: Json | undefined
  after: Json | undefined
}

/** One record of a difference in words. `about` with `id` say which one it is. */
export type DifferenceLine = {
  about: 'flow' | 'setting' | 'variable' | 'node' | 'edge' | 'order'
  id: string
  change: ChangeWord
  text: string
  /** Of a changed record, and all that was set of one that is only in one of the flows. */
  fields: readonly FieldLine[]
}

/** The flows that a difference is between. */
export type FlowPair = { before: Flow; after: Flow }

/** `moves`: what was only moved is told too. */
export type DifferenceOptions = { moves?: boolean; t: Translate }

/** The lines: the flow itself, its settings and variables, nodes, edges. Moves only on request. */
export function differenceLines(
  difference: FlowDifference,
  flows: FlowPair,
  { moves = false, t }: DifferenceOptions,
): DifferenceLine[] {
  return [
    ...difference.head.map((change) => headLine(change, t)),
    ...difference.settings.map((change) => settingLine(change, t)),
    ...difference.variables.map((change) => variableLine(change, t)),
    ...difference.nodes.map((change) => nodeLine(change, t)),
    ...difference.edges.map((change) => edgeLine(change, flows, t)),
    ...difference.reordered.map((part) => orderLine(part, t)),
    ...(moves ? moveLines(difference, flows, t) : []),
  ]
}

function headLine(change: FieldChange, t: Translate): DifferenceLine {
  const label = headLabel(change.path, t)
  return {
    about: 'flow',
    id: change.path.join('.'),
    change: 'changed',
    text: changeSentence(t('The flow’s {field}', { field: t.within(label) }), change, t),
    fields: [fieldLine(change, label, t)],
  }
}

function settingLine(change: FieldChange, t: Translate): DifferenceLine {
  const field = fieldLine(change, settingLabel(change.path, t), t)
  return {
    about: 'setting',
    id: change.path.join('.'),
    change: 'changed',
    text: t('Settings: {change}', { change: field.sentence }),
    fields: [field],
  }
}

const CAME_OR_WENT = { added: '{name} was added', removed: '{name} was removed' } as const

function variableLine(change: RecordChange<JsonObject>, t: Translate): DifferenceLine {
  const name = t('Variable {name}', { name: `{${change.id}}` })
  const line = { about: 'variable', id: change.id, change: change.change } as const
  if (change.change !== 'changed') {
    const fields = whole(change, ([field]) => [variableLabel([field ?? ''], t), null], t)
    return { ...line, text: t(CAME_OR_WENT[change.change], { name }), fields }
  }
  const fields = change.fields.map((field) => fieldLine(field, variableLabel(field.path, t), t))
  return { ...line, text: changedText(name, fields, t), fields }
}

function nodeLine(change: RecordChange<FlowNode>, t: Translate): DifferenceLine {
  const line = { about: 'node', id: change.id, change: change.change } as const
  if (change.change !== 'changed')
    return {
      ...line,
      text: t(CAME_OR_WENT[change.change], { name: titled(change.record, t) }),
      fields: wholeRecord('nodes', change, t),
    }
  const { before, after } = change
  const renamed = change.fields.some(({ path }) => path[0] === 'name')
  const fields = change.fields.map((field) => recordField({ root: 'nodes', record: after }, field, t))
  if (!renamed) return { ...line, text: changedText(nodeTitle(after, t), fields, t), fields }
  const others = fields.filter(({ path }) => path[0] !== 'name')
  const text = t('{name} was renamed to {now}', { name: nodeTitle(before, t), now: nodeTitle(after, t) })
  return { ...line, text: others.length === 0 ? text : `${text}; ${listed(others, t)}`, fields }
}

function edgeLine(change: RecordChange<FlowEdge>, { before, after }: FlowPair, t: Translate): DifferenceLine {
  const line = { about: 'edge', id: change.id, change: change.change } as const
  if (change.change !== 'changed') {
    const { nodes } = change.change === 'added' ? after : before
    return {
      ...line,
      text: t(CAME_OR_WENT[change.change], { name: edgeTitle(change.record, nodes, t) }),
      fields: wholeRecord('edges', change, t),
    }
  }
  const isEnd = ({ path }: { path: Path }): boolean => path[0] === 'from' || path[0] === 'to' || path[0] === 'kind'
  const fields = change.fields.map((field) => recordField({ root: 'edges', record: change.after }, field, t))
  const now = edgeTitle(change.after, after.nodes, t)
  if (!fields.some(isEnd)) return { ...line, text: changedText(now, fields, t), fields }
  const others = fields.filter((field) => !isEnd(field))
  const text = t('{old} became {now}', { old: edgeTitle(change.before, before.nodes, t), now: lower(now) })
  return { ...line, text: others.length === 0 ? text : `${text}; ${listed(others, t)}`, fields }
}

const ORDERS = {
  nodes: 'The nodes stand in another order',
  edges: 'The edges stand in another order',
} as const satisfies { [Part in 'nodes' | 'edges']: PlainText }

function orderLine(part: 'nodes' | 'edges', t: Translate): DifferenceLine {
  return { about: 'order', id: part, change: 'changed', text: t(ORDERS[part]), fields: [] }
}

function moveLines({ moved, layout }: FlowDifference, { after }: FlowPair, t: Translate): DifferenceLine[] {
  const moves = moved.map(({ id, before, after: place }): DifferenceLine => {
    const node = Object.hasOwn(after.nodes, id) ? after.nodes[id] : undefined
    const name = node === undefined ? id : nodeTitle(node, t)
    const way = `${placed(before, t)} → ${placed(place, t)}`
    return { about: 'node', id, change: 'moved', text: t('{name} was moved: {way}', { name, way }), fields: [] }
  })
  const rest = layout.map(({ path }): DifferenceLine => {
    const text = t('The layout’s {field} changed', { field: path.join(' ') })
    return { about: 'setting', id: `layout.${path.join('.')}`, change: 'moved', text, fields: [] }
  })
  return [...moves, ...rest]
}

function placed(place: { x: number; y: number } | null, t: Translate): string {
  return place === null ? t('no place') : `${place.x}, ${place.y}`
}

/** `Agent Refunds`; notes say what they are by themselves. */
function titled(node: FlowNode, t: Translate): string {
  const title = nodeTitle(node, t)
  const kind = kindWord(node, t)
  return title.toLowerCase().startsWith(kind) ? title : `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${title}`
}

function recordField(of: LabelledRecord, change: FieldChange, t: Translate): FieldLine {
  const label = recordLabel(of, change.path, t)
  if (!isPrompt(of, change.path)) return fieldLine(change, label, t)
  const sentence = verbSentence(t('the {field}', { field: t.within(label) }), change, t)
  return { ...change, label, sentence }
}

function isPrompt({ root, record }: LabelledRecord, [field, key]: Path): boolean {
  const hint = field === 'data' && key !== undefined ? hintFor(root, record, key) : undefined
  return hint?.type === 'prompt' || hint?.type === 'prompts'
}

type CameOrWent<Record> = { record: Record; change: 'added' | 'removed' }

/** Everything that was set of a record that is only in one of the flows. */
function wholeRecord(
  root: 'nodes' | 'edges',
  { record, change }: CameOrWent<FlowNode | FlowEdge>,
  t: Translate,
): FieldLine[] {
  const labelOf = ([key]: Path): [string, Path] => {
    const path = ['data', key ?? '']
    return [recordLabel({ root, record }, path, t), path]
  }
  return whole({ record: record.data, change }, labelOf, t)
}

function whole(
  { record, change }: CameOrWent<JsonObject>,
  nameOf: (path: Path) => [string, Path | null],
  t: Translate,
): FieldLine[] {
  return Object.entries(record).map(([key, value]) => {
    const [label, path] = nameOf([key])
    const pair = change === 'added' ? { before: undefined, after: value } : { before: value, after: undefined }
    return fieldLine({ path: path ?? [key], ...pair }, label, t)
  })
}

function fieldLine({ path, before, after }: FieldChange, label: string, t: Translate): FieldLine {
  return {
    path,
    label,
    sentence: changeSentence(t('“{words}”', { words: label }), { path, before, after }, t),
    before,
    after,
  }
}

/** What a field was and is, or, where that is too long to be said, that it changed. */
function changeSentence(field: string, change: FieldChange, t: Translate): string {
  const [old, now] = [shortValue(change.before, t), shortValue(change.after, t)]
  if (old === null || now === null) return verbSentence(field, change, t)
  return t('{field} changed from {old} to {now}', { field, old, now })
}

function verbSentence(field: string, { before, after }: FieldChange, t: Translate): string {
  if (isNothing(before)) return t('{field} was written', { field })
  return isNothing(after) ? t('{field} was emptied', { field }) : t('{field} changed', { field })
}

function isNothing(value: Json | undefined): boolean {
  return value === undefined || value === null || value === ''
}

function changedText(title: string, fields: readonly FieldLine[], t: Translate): string {
  return `${title}: ${listed(fields, t)}`
}

const MOST_LISTED = 3

/** `the instruction changed, “Used for” was written and 2 more`. */
function listed(fields: readonly FieldLine[], t: Translate): string {
  if (fields.length === 0) return t('changed')
  const names = fields.slice(0, MOST_LISTED).map(({ sentence }) => sentence)
  const rest = fields.length - names.length
  return rest > 0 ? t('{names} and {count} more', { names: names.join(', '), count: rest }) : t.list(names)
}
