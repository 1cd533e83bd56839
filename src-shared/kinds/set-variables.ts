/** The kind `set-variables`: gives variables new values and passes the baton on. */
import { asMessage, message as sentence } from '../languages/translate'
import { z } from 'zod'
import { assignmentSchema } from './assignments'
import { checkTemplate } from './expression-checks'
import { readSettings } from '../flow/records'
import { isVariableName } from '../flow/variables'
import { assignmentFault, namedIn } from '../agents/templates/assignment'
import { defineKind, type CheckContext, type KindProblem } from './kind'

const setVariablesSchema = z.looseObject({ set: z.array(assignmentSchema).default([]) })
type SetVariablesData = z.infer<typeof setVariablesSchema>

export const setVariablesKind = defineKind({
  kind: 'set-variables',
  label: 'Set variables',
  group: 'control',
  description: 'Gives variables new values, without a model call.',
  keywords: ['assign', 'count', 'remember', 'context', 'let'],
  shape: 'card',
  roles: { participant: true, step: true, way: true },
  schema: setVariablesSchema,
  accepts: ['next', 'handoff', 'after-work'],
  ports: [{ id: 'out', label: 'Then', edge: 'next', max: 1 }],
  fields: [
    {
      key: 'set',
      label: 'Set',
      group: 'does',
      type: 'assignments',
      help: 'From top to bottom. With ${name}: an expression, such as ${tries} + 1. Else a text, {name} filled in.',
    },
  ],
  summary({ set }) {
    const [first] = set
    if (first === undefined) return 'Nothing to set yet'
    const words = `${first.name} = ${first.value}`
    return set.length === 1 ? words : sentence('{first}, and {count} more', { first: words, count: set.length - 1 })
  },
  check: (data, context) => checkSet(data, context),
})

function checkSet({ set }: SetVariablesData, { flow, declared }: CheckContext): KindProblem[] {
  const { variables } = readSettings(flow)
  const field = 'set'
  if (set.length === 0) {
    const message = 'Nothing is set yet. Add a variable and its value.'
    return [{ severity: 'error', code: 'nothing-set', field, message }]
  }
  return set.flatMap(({ name, value }, at): readonly KindProblem[] => {
    if (!isVariableName(name) || name === '__proto__') {
      const message = sentence(
        'Row {number}: “{name}” cannot be the name of a variable. Letters, digits and _, a letter first, at most 64.',
        { number: at + 1, name: name.slice(0, 80) },
      )
      return [{ severity: 'error', code: 'bad-variable-name', field, message }]
    }
    const fault = assignmentFault(value)
    if (fault !== null) {
      const message = sentence('“{name}” cannot be read at character {position}: {fault}. Correct the expression.', {
        name,
        position: fault.position + 1,
        fault: asMessage(fault.message),
      })
      return [{ severity: 'error', code: 'bad-expression', field, message }]
    }
    const named = [...new Set([name, ...namedIn({ type: variables[name]?.type, value })])]
      .map((one) => `{${one}}`)
      .join(' ')
    return checkTemplate(named, { field, label: name, declared })
  })
}
