/** Renaming a declared variable wherever the drawing names it: prompts and other templates of participants, and what edges say. */
import { isExpression } from '../../agents/templates/assignment'
import { variablesIn } from '../../agents/expressions/expression'
import { slotsIn } from '../../agents/answers/slots'
import { FIELD_TYPES, meantHints, type VariableUse } from '../../kinds/field-types'
import { edgeFieldsOf, nodeFieldsOf } from '../../kinds/fields-of'
import { kindOf } from '../../kinds/index'
import type { FieldHint } from '../../kinds/kind'
import { isJsonObject, isSameJson } from '../json'
import { readSettings, type Flow, type FlowEdge, type FlowNode, type Json, type JsonObject } from '../records'

/** The flow with a variable called otherwise; the same flow where it declares none of that name, or has the new name already. */
export function renameVariable(flow: Flow, from: string, to: string): Flow {
  const declared = flow.settings['variables']
  if (!isJsonObject(declared) || !Object.hasOwn(declared, from) || Object.hasOwn(declared, to)) return flow
  const variables = Object.fromEntries(
    Object.entries(declared).map(([name, variable]) => [name === from ? to : name, variable]),
  )
  const renaming = { flow, from, to }
  const inNode = (node: FlowNode) =>
    renamed(node, { ...renaming, fields: nodeFieldsOf(node), templates: templatesOf(node) })
  const inEdge = (edge: FlowEdge) => renamed(edge, { ...renaming, fields: edgeFieldsOf(edge), templates: 'all' })
  return {
    ...flow,
    settings: { ...flow.settings, variables },
    nodes: Object.fromEntries(Object.entries(flow.nodes).map(([id, node]) => [id, inNode(node)])),
    edges: Object.fromEntries(Object.entries(flow.edges).map(([id, edge]) => [id, inEdge(edge)])),
  }
}

/** Which templates are filled in with variables. Those of tools have slots of their own, the arguments of a call; only participants say texts. */
type FilledTemplates = 'all' | 'prompts' | 'none'

function templatesOf(node: FlowNode): FilledTemplates {
  const roles = kindOf(node)?.roles
  if (roles === undefined || roles.tool === true) return 'none'
  return roles.participant === true ? 'all' : 'prompts'
}

type Renaming = { flow: Flow; from: string; to: string; templates: FilledTemplates }

/** A node or an edge with the variable renamed in its data; the same where that does not name it. */
function renamed<Of extends { data: JsonObject }>(
  of: Of,
  { fields, ...renaming }: Renaming & { fields: readonly FieldHint[] },
): Of {
  const { data } = of
  const changed: JsonObject = {}
  for (const hint of meantHints(fields, data)) {
    const use = FIELD_TYPES[hint.type].variables
    if (use === null) continue
    const before = data[hint.key]
    const value = RENAMERS[use](before, { ...renaming, hint, data })
    if (value !== undefined && !isSameJson(value, before ?? null)) changed[hint.key] = value
  }
  return Object.keys(changed).length === 0 ? of : { ...of, data: { ...data, ...changed } }
}

type FieldRenaming = Renaming & { hint: FieldHint; data: JsonObject }
type RenameField = (value: Json | undefined, field: FieldRenaming) => Json | undefined

const RENAMERS: { readonly [Use in VariableUse]: RenameField } = {
  template: (value, { from, to, templates }) =>
    typeof value === 'string' && templates !== 'none' ? inTemplate(value, from, to) : value,
  text: (value, { from, to, templates }) =>
    typeof value === 'string' && templates === 'all' ? inTemplate(value, from, to) : value,
  templates(value, field) {
    if (!isJsonObject(value)) return value
    const texts = Object.entries(value).map(([key, text]) => [key, RENAMERS.template(text, field) ?? text] as const)
    return Object.fromEntries(texts)
  },
  expression: (value, { from, to }) => (typeof value === 'string' ? inExpression(value, from, to) : value),
  name: (value, { hint, from, to }) =>
    'isVariable' in hint && hint.isVariable === true && value === from ? to : value,
  branches: (value, { from, to }) =>
    inRows(value, (row) =>
      typeof row['when'] === 'string' ? { ...row, when: inExpression(row['when'], from, to) } : row,
    ),
  assignments: (value, field) => inRows(value, (row) => renamedAssignment(row, field)),
  slots: renamedSlots,
  output: (value, { from, to }) =>
    isJsonObject(value) && value['variable'] === from ? { ...value, variable: to } : value,
}

/** The variables in which slots are kept, those that have the name of their slot among them: the slot keeps its name. */
function renamedSlots(value: Json | undefined, { hint, data, from, to }: FieldRenaming): Json | undefined {
  if (!('variablesOf' in hint) || hint.variablesOf === undefined) return value
  const slots = data[hint.variablesOf]
  const pairs = isJsonObject(value) ? value : {}
  const own = slotsIn(isJsonObject(slots) ? slots : {}).filter(
    ({ name }) => name === from && !Object.hasOwn(pairs, name),
  )
  const all = Object.entries(pairs).map(([slot, name]) => [slot, name === from ? to : name] as const)
  const result = Object.fromEntries([...all, ...own.map(({ name }) => [name, to] as const)])
  return isSameJson(result, pairs) ? value : result
}

/** Of a variable that is set, its name and what it gets. */
function renamedAssignment(row: JsonObject, { flow, from, to }: FieldRenaming): JsonObject {
  const { name, value } = row
  if (typeof value !== 'string') return row
  const type = typeof name === 'string' ? readSettings(flow).variables[name]?.type : undefined
  const written = isExpression({ type, value }) ? inExpression(value, from, to) : inTemplate(value, from, to)
  return { ...row, value: written, ...(name === from ? { name: to } : {}) }
}

function inRows(value: Json | undefined, map: (row: JsonObject) => JsonObject): Json | undefined {
  return Array.isArray(value) ? value.map((row: Json) => (isJsonObject(row) ? map(row) : row)) : value
}

/** Doubled braces are literal: `{{name}}` is no slot. */
function inTemplate(text: string, from: string, to: string): string {
  return text.replace(/\{\{|\{([\p{L}_][\p{L}\p{N}_]*)\}/gu, (token, name?: string) =>
    name === from ? `{${to}}` : token,
  )
}

/** Every spelling becomes the one that Baton writes, `${name}`, but for a name that stands there alone. */
function inExpression(text: string, from: string, to: string): string {
  const written = variablesIn(text).filter(({ name }) => name === from)
  return written.toReversed().reduce((changed, { start, end, isBare }) => {
    const isAlone = isBare && text.trim() === from
    return `${changed.slice(0, start)}${isAlone ? to : `\${${to}}`}${changed.slice(end)}`
  }, text)
}
