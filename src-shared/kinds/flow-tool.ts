/** The kind `flow-tool`: another flow as a tool; each call is one turn of it, in a conversation that begins and ends with the call. */
import { message as sentence } from '../languages/translate'
import { toolNamePart } from '../agents/names/names'
import { isJsonObject } from '../flow/json'
import { variableSchema, type JsonObject, type Variable } from '../flow/records'
import { isVariableName } from '../flow/variables'
import { SEQUENTIAL_FIELD, sequentialSchema } from './call-order'
import { NOT_DESCRIBED, own, textOf } from './flow-description'
import { HOLD_RESULT_FIELD, holdResultSchema } from './hold-result'
import { NEEDS_APPROVAL_FIELD, needsApprovalSchema } from './needs-approval'
import { defineKind } from './kind'
import { subflowSchema } from './subflow'
import { EFFECT_FIELD, effectSchema } from './tool-effect'
import { firstLine } from './words'

const flowToolSchema = subflowSchema.extend({
  sequential: sequentialSchema,
  effect: effectSchema,
  needsApproval: needsApprovalSchema,
  holdResult: holdResultSchema,
})

/** The argument that the inner flow gets as its user's message; a variable of this name cannot be given. */
export const MESSAGE_ARGUMENT = 'message'

export const flowToolKind = defineKind({
  kind: 'flow-tool',
  label: 'Flow tool',
  group: 'tools',
  description: 'Another flow as a tool.',
  keywords: ['nested', 'reuse', 'module', 'delegate', 'subflow'],
  shape: 'pill',
  roles: { tool: true },
  schema: flowToolSchema,
  accepts: ['use'],
  ports: [],
  fields: [
    {
      key: 'flow',
      label: 'Flow',
      group: 'does',
      help: 'The flow that runs when a model calls the tool.',
      type: 'flow',
      emptyLabel: 'None yet',
    },
    {
      key: 'toolName',
      label: 'Tool name',
      group: 'does',
      help: 'The name by which models call it.',
      type: 'line',
      names: 'tool',
    },
    {
      key: 'description',
      label: 'What it does',
      group: 'does',
      type: 'flowDescription',
      flow: 'flow',
      placeholder: 'Finds out when a parcel arrives',
      help: 'The model reads it; empty, it reads the description of the flow. It is called with a message, and with values for the variables of the flow. What the flow says is the result.',
    },
    NEEDS_APPROVAL_FIELD,
    HOLD_RESULT_FIELD,
    SEQUENTIAL_FIELD,
    EFFECT_FIELD,
  ],
  summary(data) {
    const described = firstLine(data.description)
    if (described !== '') return described
    if (data.flow === '') return 'No flow chosen yet'
    const inner = typeof data.flow === 'string' ? '' : textOf(data.flow, 'name')
    return inner === '' ? 'Calls another flow' : sentence('Calls “{name}”', { name: firstLine(inner, 60) })
  },
  check(data) {
    const isSilent =
      typeof data.flow !== 'string' && data.description.trim() === '' && textOf(data.flow, 'description') === ''
    return isSilent
      ? [{ severity: 'warning', code: 'not-described', field: 'description', message: NOT_DESCRIBED }]
      : []
  },
  offer: (data, name) => ({
    name: data.toolName || toolNamePart(name).slice(0, 64),
    description:
      data.description.trim() || (typeof data.flow === 'string' ? '' : textOf(data.flow, 'description')) || name,
    parameters: parametersOf(typeof data.flow === 'string' ? {} : variablesOf(data.flow)),
  }),
  keepsOrder: ({ sequential }) => sequential,
  effect: ({ effect }) => effect || 'unknown',
})

/** The variables that may be given to a flow with a call: those that it declares. */
export function variablesOf(flow: JsonObject): { [name: string]: Variable } {
  const settings = own(flow, 'settings')
  const declared = isJsonObject(settings) ? own(settings, 'variables') : undefined
  if (!isJsonObject(declared)) return {}
  return Object.fromEntries(
    Object.entries(declared).flatMap(([name, variable]): [string, Variable][] => {
      const parsed = variableSchema.safeParse(variable)
      return parsed.success && isVariableName(name) && name !== MESSAGE_ARGUMENT ? [[name, parsed.data]] : []
    }),
  )
}

function parametersOf(variables: { [name: string]: Variable }): JsonObject {
  const given = Object.entries(variables).map(([name, { type, description }]): [string, JsonObject] => [
    name,
    { ...(type === 'json' ? {} : { type }), ...(description === '' ? {} : { description }) },
  ])
  const message = { type: 'string', description: 'What the flow is told, as its user would write it' }
  return {
    type: 'object',
    properties: { [MESSAGE_ARGUMENT]: message, ...Object.fromEntries(given) },
    required: [MESSAGE_ARGUMENT],
  }
}
