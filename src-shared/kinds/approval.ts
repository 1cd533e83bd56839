/** The kind `approval`: asks a person, and passes the baton on over the port of the answer. */
import { asMessage, message as sentence, type Sentence } from '../languages/translate'
import { z } from 'zod'
import { slotsIn, type Slot } from '../agents/answers/slots'
import { APPROVAL_OUTCOMES, type ApprovalOutcome } from '../flow/approval-outcomes'
import { readSettings, type Variable } from '../flow/records'
import { isVariableName } from '../flow/variables'
import { checkTemplate } from './expression-checks'
import { defineKind, type CheckContext, type KindProblem } from './kind'
import { checkSchemaWords } from './schema-checks'

const PORT_LABELS = {
  approved: 'Approved',
  refused: 'Refused',
  timeout: 'Timed out',
} as const satisfies { [O in ApprovalOutcome]: string }

/** Half a year. */
const MOST_SECONDS = 15_768_000

const approvalSchema = z.looseObject({
  /** A template. */
  message: z.string().default(''),
  /** A JSON schema of what is filled in with the answer; each value is kept as the variable of its name. Without properties: nothing is. */
  form: z.record(z.string(), z.json()).default({}),
  /** How many seconds are waited for an answer; null: as long as it takes. */
  timeout: z.number().int().min(1).max(MOST_SECONDS).nullable().default(null),
})
export type ApprovalData = z.infer<typeof approvalSchema>

export const approvalKind = defineKind({
  kind: 'approval',
  label: 'Approval',
  group: 'control',
  description: 'Asks a person, and goes on along the port of the answer.',
  keywords: ['approve', 'human', 'person', 'ask', 'confirm', 'form', 'wait', 'review', 'decide'],
  shape: 'card',
  roles: { participant: true, step: true, way: true },
  schema: approvalSchema,
  accepts: ['next', 'handoff', 'after-work'],
  ports: APPROVAL_OUTCOMES.map((id) => ({ id, label: PORT_LABELS[id], edge: 'next', max: 1, isNamed: true })),
  fields: [
    {
      key: 'message',
      label: 'What is asked',
      group: 'does',
      type: 'text',
      placeholder: 'Refund {amount} to {customer}?',
      help: 'What a person reads before they approve or refuse. {name} is the value of a variable.',
      variables: true,
    },
    {
      key: 'form',
      label: 'Form',
      group: 'does',
      type: 'json',
      schema: true,
      help: 'What the person fills in. A field starts with the value of the variable of the same name, and its answer is kept there.',
    },
    {
      key: 'timeout',
      label: 'Seconds to wait for an answer',
      group: 'does',
      type: 'number',
      min: 1,
      max: MOST_SECONDS,
      placeholder: 'as long as it takes',
      help: 'After that it goes on at “Timed out”, also where Baton was closed meanwhile.',
    },
  ],
  summary: ({ message }) => message.trim() || 'No question yet',
  check: (data, context) => checkApproval(data, context),
  fills: ({ form }) => formVariables(form),
})

/** The names of a form's fields that can be variables. */
export function formVariables(form: ApprovalData['form']): string[] {
  return slotsIn(form).flatMap(({ name }) => (isKeepable(name) ? [name] : []))
}

function isKeepable(name: string): boolean {
  return isVariableName(name) && name !== '__proto__'
}

function checkApproval(data: ApprovalData, { flow, graph, nodeId, declared }: CheckContext): KindProblem[] {
  const { message, form, timeout } = data
  const asks: KindProblem[] =
    message.trim() === ''
      ? [error('no-question', 'message', 'There is no question yet. Write what the person is asked.')]
      : [...checkTemplate(message, { field: 'message', label: 'What is asked', declared })]
  const { variables } = readSettings(flow)
  const fields = slotsIn(form).flatMap((slot) => {
    const { name } = slot
    return checkField(slot, Object.hasOwn(variables, name) ? variables[name] : undefined)
  })
  const leads = (port: ApprovalOutcome) => graph.from(nodeId, port).length > 0
  const ways = APPROVAL_OUTCOMES.flatMap((port): KindProblem[] => {
    // Where nothing is drawn at "Refused", nothing follows: that needs no drawing.
    if (leads(port) || port === 'refused' || (port === 'timeout' && timeout === null)) return []
    const words = sentence(
      '“{port}” leads nowhere: there the sequence ends. Draw an edge from it, or lead it to an End.',
      { port: asMessage(PORT_LABELS[port]) },
    )
    return [{ severity: 'warning', code: 'branch-leads-nowhere', message: words }]
  })
  const never: KindProblem[] =
    timeout === null && leads('timeout')
      ? [
          {
            severity: 'warning',
            code: 'no-timeout',
            field: 'timeout',
            message: 'Nothing ever goes on at “Timed out”, since there is no time limit. Set one, or remove the edge.',
          },
        ]
      : []
  return [...asks, ...checkSchemaWords(form, { field: 'form', what: 'The form' }), ...fields, ...ways, ...never]
}

/** Fields are kept as variables, so they need names and types of variables. */
function checkField({ name, types }: Slot, variable: Variable | undefined): KindProblem[] {
  if (!isKeepable(name)) {
    const message = sentence(
      '“{name}” cannot be the name of a variable, in which the field is kept. Letters, digits and _, a letter first, at most 64.',
      { name: name.slice(0, 80) },
    )
    return [error('bad-slot', 'form', message)]
  }
  const isOfType = (type: string): boolean => (type === 'integer' ? 'number' : type) === variable?.type
  if (variable === undefined || variable.type === 'json' || types.every(isOfType)) return []
  const message = sentence(
    'The field “{name}” is {types}, and the variable of that name is {type}. Give both one type.',
    { name, types: types.join(', '), type: variable.type },
  )
  return [error('slot-type', 'form', message)]
}

function error(code: KindProblem['code'], field: string, message: Sentence): KindProblem {
  return { severity: 'error', code, field, message }
}
