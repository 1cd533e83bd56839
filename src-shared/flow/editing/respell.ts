/**
 * The one spelling of a variable. An expression reads `x`, `{x}` and `${x}` alike; Baton writes `${x}`, so that is what a flow holds once it was opened.
 * Texts in quotes, templates, and whatever cannot be read stay as they are.
 */
import { parseExpression, nameAlone, variablesIn } from '../../agents/expressions/expression'
import { isExpression } from '../../agents/templates/assignment'
import { FIELD_TYPES, meantHints, type VariableUse } from '../../kinds/field-types'
import { edgeFieldsOf, nodeFieldsOf } from '../../kinds/fields-of'
import type { FieldHint } from '../../kinds/kind'
import { isJsonObject } from '../json'
import { variableSchema, type Flow, type Json, type JsonObject, type Variable } from '../records'

/** The flow with every variable of its expressions in the one spelling; the same flow where it has no other. */
export function respellFlow(flow: Flow): Flow {
  const declared = flow.settings['variables']
  const variables: Variables = isJsonObject(declared) ? declared : {}
  const nodes = mapChanged(flow.nodes, (node) => respelled(node, { fields: nodeFieldsOf(node), variables }))
  const edges = mapChanged(flow.edges, (edge) => respelled(edge, { fields: edgeFieldsOf(edge), variables }))
  return nodes === flow.nodes && edges === flow.edges ? flow : { ...flow, nodes, edges }
}

type Variables = { readonly [name: string]: unknown }

/** The same object where nothing in it changes, so that a flow of thousands of nodes costs a look at each. */
function mapChanged<Of>(all: { [id: string]: Of }, map: (one: Of) => Of): { [id: string]: Of } {
  const changed = Object.entries(all).flatMap(([id, one]): [string, Of][] => {
    const now = map(one)
    return now === one ? [] : [[id, now]]
  })
  return changed.length === 0 ? all : { ...all, ...Object.fromEntries(changed) }
}

type RespellContext = { fields: readonly FieldHint[]; variables: Variables }

function respelled<Of extends { data: JsonObject }>(of: Of, { fields, variables }: RespellContext): Of {
  const { data } = of
  const changes: JsonObject = {}
  for (const hint of meantHints(fields, data)) {
    const use = FIELD_TYPES[hint.type].variables
    const before = data[hint.key]
    if (use === null || before === undefined || before === null) continue
    const after = RESPELLERS[use](before, { hint, variables })
    if (after !== before) changes[hint.key] = after
  }
  return Object.keys(changes).length === 0 ? of : { ...of, data: { ...data, ...changes } }
}

type RespellField = (value: Json, field: { hint: FieldHint; variables: Variables }) => Json

const asItIs: RespellField = (value) => value

const RESPELLERS: { readonly [Use in VariableUse]: RespellField } = {
  template: asItIs,
  text: asItIs,
  templates: asItIs,
  name: asItIs,
  slots: asItIs,
  output: asItIs,
  expression(value, { hint, variables }) {
    if (typeof value !== 'string') return value
    return respellExpressionField(value, { isBare: 'bare' in hint && hint.bare === true, variables })
  },
  branches: (value, { variables }) =>
    inRows(value, (row) =>
      typeof row['when'] === 'string' ? { ...row, when: respellExpression(row['when'], variables) } : row,
    ),
  assignments: (value, { variables }) =>
    inRows(value, (row) => {
      const { name, value: given } = row
      if (typeof given !== 'string') return row
      return {
        ...row,
        value: respellAssignment({ name: typeof name === 'string' ? name : '', value: given }, variables),
      }
    }),
}

/** The text of a field that holds an expression; `isBare`: a name alone stays, since a variable that is missing does not fail it there. */
export function respellExpressionField(text: string, field: { isBare: boolean; variables: Variables }): string {
  return field.isBare && nameAlone(text) !== null ? text : respellExpression(text, field.variables)
}

/** What a variable is set to: respelled where it is an expression, as it is where it is a template. */
export function respellAssignment({ name, value }: { name: string; value: string }, variables: Variables): string {
  return isExpression({ type: typeOf(variables, name), value }) ? respellExpression(value, variables) : value
}

function typeOf(variables: Variables, name: string): Variable['type'] | undefined {
  const declared = Object.hasOwn(variables, name) ? variableSchema.safeParse(variables[name]) : null
  return declared?.data?.type
}

function inRows(value: Json, map: (row: JsonObject) => JsonObject): Json {
  if (!Array.isArray(value)) return value
  const rows = value.map((row: Json) => (isJsonObject(row) ? map(row) : row))
  return JSON.stringify(rows) === JSON.stringify(value) ? value : rows
}

/**
 * An expression with its variables as `${name}`; one that cannot be read stays as it is. A word that is no declared variable stays a word:
 * it may be a text that lacks its quotes, and is told as that.
 */
export function respellExpression(text: string, declared: Variables): string {
  if (text.trim() === '' || !parseExpression(text).ok) return text
  return variablesIn(text).reduceRight((changed, { name, start, end, isBare }) => {
    if (isBare && !Object.hasOwn(declared, name)) return changed
    return `${changed.slice(0, start)}\${${name}}${changed.slice(end)}`
  }, text)
}
