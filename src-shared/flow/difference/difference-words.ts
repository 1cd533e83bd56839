/** A difference of two flows in plain English: a line for each record, and a sentence for each of its fields. */
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

/** The lines: the flow itself, its settings and variables, nodes, edges. Moves only on request. */
export function differenceLines(
  difference: FlowDifference,
  flows: FlowPair,
  options: { moves?: boolean } = {},
): DifferenceLine[] {
  return [
    ...difference.head.map(headLine),
    ...difference.settings.map(settingLine),
    ...difference.variables.map(variableLine),
    ...difference.nodes.map((change) => nodeLine(change)),
    ...difference.edges.map((change) => edgeLine(change, flows)),
    ...difference.reordered.map(orderLine),
    ...(options.moves === true ? moveLines(difference, flows) : []),
  ]
}

/** `2 nodes added, 1 edge removed, 3 changed`; of none: `No difference`. */
export function differenceSummary(lines: readonly DifferenceLine[]): string {
  const parts = CHANGES.flatMap((change) => {
    const count = lines.filter((line) => line.change === change).length
    return count === 0 ? [] : [`${count} ${change}`]
  })
  return parts.length === 0 ? 'No difference' : parts.join(', ')
}

function headLine({ path, before, after }: FieldChange): DifferenceLine {
  const label = headLabel(path)
  const field = fieldLine({ path, before, after }, label)
  return {
    about: 'flow',
    id: path.join('.'),
    change: 'changed',
    text: `The flow’s ${sentenceOf(field)}`,
    fields: [field],
  }
}

function settingLine(change: FieldChange): DifferenceLine {
  const field = fieldLine(change, settingLabel(change.path))
  return {
    about: 'setting',
    id: change.path.join('.'),
    change: 'changed',
    text: `Settings: ${field.sentence}`,
    fields: [field],
  }
}

function variableLine(change: RecordChange<JsonObject>): DifferenceLine {
  const name = `Variable {${change.id}}`
  const line = { about: 'variable', id: change.id, change: change.change } as const
  if (change.change !== 'changed') {
    const fields = whole(change.record, change.change, ([field]) => [variableLabel([field ?? '']), null])
    return { ...line, text: `${name} was ${change.change}`, fields }
  }
  const fields = change.fields.map((field) => fieldLine(field, variableLabel(field.path)))
  return { ...line, text: changedText(name, fields), fields }
}

function nodeLine(change: RecordChange<FlowNode>): DifferenceLine {
  const line = { about: 'node', id: change.id, change: change.change } as const
  if (change.change !== 'changed') {
    const { record } = change
    return {
      ...line,
      text: `${titled(record)} was ${change.change}`,
      fields: wholeRecord('nodes', record, change.change),
    }
  }
  const { before, after } = change
  const renamed = change.fields.some(({ path }) => path[0] === 'name')
  const fields = change.fields.map((field) => recordField('nodes', after, field))
  if (!renamed) return { ...line, text: changedText(nodeTitle(after), fields), fields }
  const others = fields.filter(({ path }) => path[0] !== 'name')
  const text = `${nodeTitle(before)} was renamed to ${nodeTitle(after)}`
  return { ...line, text: others.length === 0 ? text : `${text}; ${listed(others)}`, fields }
}

function edgeLine(change: RecordChange<FlowEdge>, { before, after }: FlowPair): DifferenceLine {
  const line = { about: 'edge', id: change.id, change: change.change } as const
  if (change.change !== 'changed') {
    const { nodes } = change.change === 'added' ? after : before
    const { data } = change.record
    return {
      ...line,
      text: `${edgeTitle(change.record, nodes)} was ${change.change}`,
      fields: wholeRecord('edges', { ...change.record, data }, change.change),
    }
  }
  const isEnd = ({ path }: { path: Path }): boolean => path[0] === 'from' || path[0] === 'to' || path[0] === 'kind'
  const fields = change.fields.map((field) => recordField('edges', change.after, field))
  const old = edgeTitle(change.before, before.nodes)
  if (!fields.some(isEnd)) return { ...line, text: changedText(edgeTitle(change.after, after.nodes), fields), fields }
  const others = fields.filter((field) => !isEnd(field))
  const text = `${old} became ${lower(edgeTitle(change.after, after.nodes))}`
  return { ...line, text: others.length === 0 ? text : `${text}; ${listed(others)}`, fields }
}

function orderLine(part: 'nodes' | 'edges'): DifferenceLine {
  return { about: 'order', id: part, change: 'changed', text: `The ${part} stand in another order`, fields: [] }
}

function moveLines({ moved, layout }: FlowDifference, { after }: FlowPair): DifferenceLine[] {
  const moves = moved.map(({ id, before, after: place }): DifferenceLine => {
    const node = Object.hasOwn(after.nodes, id) ? after.nodes[id] : undefined
    const said = `${placed(before)} → ${placed(place)}`
    return {
      about: 'node',
      id,
      change: 'moved',
      text: `${node === undefined ? id : nodeTitle(node)} was moved: ${said}`,
      fields: [],
    }
  })
  const rest = layout.map(({ path }): DifferenceLine => {
    return {
      about: 'setting',
      id: `layout.${path.join('.')}`,
      change: 'moved',
      text: `The layout’s ${path.join(' ')} changed`,
      fields: [],
    }
  })
  return [...moves, ...rest]
}

function placed(place: { x: number; y: number } | null): string {
  return place === null ? 'no place' : `${place.x}, ${place.y}`
}

/** `Agent Refunds`; notes say what they are by themselves. */
function titled(node: FlowNode): string {
  const title = nodeTitle(node)
  const kind = kindWord(node)
  return title.toLowerCase().startsWith(kind) ? title : `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${title}`
}

function recordField(root: 'nodes' | 'edges', record: JsonObject, change: FieldChange): FieldLine {
  return fieldLine(change, recordLabel(root, record, change.path), isPrompt(root, record, change.path))
}

function isPrompt(root: 'nodes' | 'edges', record: JsonObject, [field, key]: Path): boolean {
  const hint = field === 'data' && key !== undefined ? hintFor(root, record, key) : undefined
  return hint?.type === 'prompt' || hint?.type === 'prompts'
}

/** Everything that was set of a record that is only in one of the flows. */
function wholeRecord(root: 'nodes' | 'edges', record: FlowNode | FlowEdge, change: 'added' | 'removed'): FieldLine[] {
  return whole(record.data, change, ([key]) => {
    const path = ['data', key ?? '']
    return [recordLabel(root, record, path), path]
  })
}

function whole(
  record: JsonObject,
  change: 'added' | 'removed',
  nameOf: (path: Path) => [string, Path | null],
): FieldLine[] {
  return Object.entries(record).map(([key, value]) => {
    const [label, path] = nameOf([key])
    const pair = change === 'added' ? { before: undefined, after: value } : { before: value, after: undefined }
    return fieldLine({ path: path ?? [key], ...pair }, label)
  })
}

function fieldLine({ path, before, after }: FieldChange, label: string, isText = false): FieldLine {
  const named = isText ? `the ${lower(label)}` : `“${label}”`
  const [old, now] = [shortValue(before), shortValue(after)]
  const isSaid = !isText && old !== null && now !== null
  const sentence = isSaid ? `${named} changed from ${old} to ${now}` : `${named} ${verb(before, after)}`
  return { path, label, sentence, before, after }
}

function verb(before: Json | undefined, after: Json | undefined): string {
  if (isNothing(before)) return 'was written'
  return isNothing(after) ? 'was emptied' : 'changed'
}

function isNothing(value: Json | undefined): boolean {
  return value === undefined || value === null || value === ''
}

function sentenceOf({ sentence }: FieldLine): string {
  return sentence.replace(/^“([^”]+)”/, (_whole, label: string) => label.toLowerCase())
}

function changedText(title: string, fields: readonly FieldLine[]): string {
  return `${title}: ${listed(fields)}`
}

const MOST_LISTED = 3

/** `the instruction changed, “Used for” was written and 2 more`. */
function listed(fields: readonly FieldLine[]): string {
  const [only, ...others] = fields
  if (only === undefined) return 'changed'
  if (others.length === 0) return only.sentence
  const names = fields.slice(0, MOST_LISTED).map(({ sentence }) => sentence)
  const rest = fields.length - names.length
  if (rest > 0) return `${names.join(', ')} and ${rest} more`
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
}
