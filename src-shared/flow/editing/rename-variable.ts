/** Renaming a declared variable wherever the drawing names it: prompts and other templates of participants, and what edges say. */
import { variablesIn } from '../../agents/expressions/expression'
import { EDGES } from '../../kinds/edges'
import { isEdgeKind } from '../../kinds/edge-kinds'
import { kindOf } from '../../kinds/index'
import { isExpression as givesExpression } from '../../agents/templates/assignment'
import { slotsIn } from '../../agents/answers/slots'
import type { FieldHint } from '../../kinds/kind'
import { isSameJson } from '../json'
import { readSettings, type Flow, type FlowEdge, type Json, type JsonObject } from '../records'

/** The flow with a variable called otherwise; the same flow where it declares none of that name, or has the new name already. */
export function renameVariable(flow: Flow, from: string, to: string): Flow {
  const declared = flow.settings['variables']
  if (!isObject(declared) || !Object.hasOwn(declared, from) || Object.hasOwn(declared, to)) return flow
  const variables = Object.fromEntries(
    Object.entries(declared).map(([name, variable]) => [name === from ? to : name, variable]),
  )
  const nodes = Object.entries(flow.nodes).map(([id, node]) => {
    const texts = mapFields(node.data, templateFields(node.kind), (text) => inTemplate(text, from, to))
    const written = mapFields(texts, expressionFields(node.kind), (text) => inExpression(text, from, to))
    const called = mapFields(written, nameFields(node.kind), (text) => (text === from ? to : text))
    const data = mapRows(called, rowFields(node.kind), (row) => renamedInRow(flow, row, [from, to]))
    const named = renamedOutput(renamedSlots(node.kind, data, [from, to]), from, to)
    return [id, named === node.data ? node : { ...node, data: named }] as const
  })
  const edges = Object.entries(flow.edges).map(([id, edge]) => {
    const data = mapFields(edge.data, Object.keys(edge.data), (text, field) =>
      isExpression(edge, field) ? inExpression(text, from, to) : inTemplate(text, from, to),
    )
    return [id, data === edge.data ? edge : { ...edge, data }] as const
  })
  return {
    ...flow,
    settings: { ...flow.settings, variables },
    nodes: Object.fromEntries(nodes),
    edges: Object.fromEntries(edges),
  }
}

/** Fields that are filled in with variables. Those of tools have slots of their own: the arguments of a call. */
function templateFields(kind: string): string[] {
  const known = kindOf({ kind })
  if (known === null || known.roles.tool === true) return []
  const isTemplate = (type: FieldHint['type']) =>
    type === 'prompt' || (type === 'text' && known.roles.participant === true)
  return known.fields.filter(({ type }) => isTemplate(type)).map(({ key }) => key)
}

/** The variables in which slots are kept, those that have the name of their slot among them: the slot keeps its name. */
function renamedSlots(kind: string, data: JsonObject, [from, to]: readonly [string, string]): JsonObject {
  const changed: JsonObject = {}
  for (const field of kindOf({ kind })?.fields ?? []) {
    if (field.type !== 'pairs' || field.variablesOf === undefined) continue
    const [given, slots] = [data[field.key], data[field.variablesOf]]
    const pairs = isObject(given) ? given : {}
    const own = slotsIn(isObject(slots) ? slots : {}).filter(({ name }) => name === from && !Object.hasOwn(pairs, name))
    const renamed = Object.entries(pairs).map(([slot, name]) => [slot, name === from ? to : name] as const)
    const all = Object.fromEntries([...renamed, ...own.map(({ name }) => [name, to] as const)])
    if (!isSameJson(all, pairs)) changed[field.key] = all
  }
  return Object.keys(changed).length === 0 ? data : { ...data, ...changed }
}

/** The variable that keeps a structured output. */
function renamedOutput(data: JsonObject, from: string, to: string): JsonObject {
  const { output } = data
  return isObject(output) && output['variable'] === from ? { ...data, output: { ...output, variable: to } } : data
}

function expressionFields(kind: string): string[] {
  const fields = kindOf({ kind })?.fields ?? []
  return fields.filter(({ type }) => type === 'expression').map(({ key }) => key)
}

/** Fields that hold the name of a variable. */
function nameFields(kind: string): string[] {
  const fields = kindOf({ kind })?.fields ?? []
  return fields.filter((field) => field.type === 'line' && field.isVariable === true).map(({ key }) => key)
}

/** Fields of rows in which variables are named. */
function rowFields(kind: string): string[] {
  const fields = kindOf({ kind })?.fields ?? []
  return fields.filter(({ type }) => type === 'branches' || type === 'assignments').map(({ key }) => key)
}

/** A branch has an expression; of a variable that is set, its name and what it gets. */
function renamedInRow(flow: Flow, row: JsonObject, [from, to]: readonly [string, string]): JsonObject {
  const { name, when, value } = row
  const type = typeof name === 'string' ? readSettings(flow).variables[name]?.type : undefined
  const changed: JsonObject = { ...row }
  if (typeof when === 'string') changed['when'] = inExpression(when, from, to)
  if (typeof value === 'string')
    changed['value'] = givesExpression({ type, value }) ? inExpression(value, from, to) : inTemplate(value, from, to)
  if (typeof value === 'string' && name === from) changed['name'] = to
  return isSameJson(changed, row) ? row : changed
}

function mapRows(data: JsonObject, fields: readonly string[], map: (row: JsonObject) => JsonObject): JsonObject {
  const changed: JsonObject = {}
  for (const field of fields) {
    const rows = data[field]
    if (!Array.isArray(rows)) continue
    const mapped = rows.map((row) => (isObject(row) ? map(row) : row))
    if (mapped.some((row, at) => row !== rows[at])) changed[field] = mapped
  }
  return Object.keys(changed).length === 0 ? data : { ...data, ...changed }
}

function mapFields(
  data: JsonObject,
  fields: readonly string[],
  map: (text: string, field: string) => string,
): JsonObject {
  const changed: JsonObject = {}
  for (const field of fields) {
    const text = data[field]
    if (typeof text !== 'string') continue
    const mapped = map(text, field)
    if (mapped !== text) changed[field] = mapped
  }
  return Object.keys(changed).length === 0 ? data : { ...data, ...changed }
}

/** Doubled braces are literal: `{{name}}` is no slot. */
function inTemplate(text: string, from: string, to: string): string {
  return text.replace(/\{\{|\{([\p{L}_][\p{L}\p{N}_]*)\}/gu, (token, name?: string) =>
    name === from ? `{${to}}` : token,
  )
}

/** Whether a field of an edge is an expression; a hand-off's condition is one only where variables decide. */
function isExpression({ kind, data }: FlowEdge, field: string): boolean {
  if (!isEdgeKind(kind)) return false
  const fields: readonly FieldHint[] = EDGES[kind].fields
  return fields.some(({ key, type, when }) => {
    return key === field && type === 'expression' && (when === undefined || data[when.key] === when.is)
  })
}

/** Every spelling becomes the one that Baton writes, `${name}`, but for a name that stands there alone. */
function inExpression(text: string, from: string, to: string): string {
  const written = variablesIn(text).filter(({ name }) => name === from)
  return written.toReversed().reduce((changed, { start, end, isBare }) => {
    const isAlone = isBare && text.trim() === from
    return `${changed.slice(0, start)}${isAlone ? to : `\${${to}}`}${changed.slice(end)}`
  }, text)
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
