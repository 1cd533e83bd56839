/** The structured output of a node: its reply is one JSON object by a schema, which may be kept as a variable. */
import { asMessage, message as sentence, type Sentence } from '../languages/translate'
import { z } from 'zod'
import { checkTemplate } from './expression-checks'
import { schemaFault } from '../json-schema/schema-fault'
import { readSettings, type Json } from '../flow/records'
import { isVariableName } from '../flow/variables'
import type { CheckContext, FieldHint, KindProblem } from './kind'

export const outputSchema = z
  .looseObject({
    /** A JSON schema of type object. */
    schema: z.record(z.string(), z.json()).default({ type: 'object', properties: {} }),
    /** Empty: it is said and not kept. */
    variable: z.string().default(''),
  })
  .nullable()
  .default(null)
/** Null: the node answers in words. */
export type Output = z.infer<typeof outputSchema>

export const OUTPUT_FIELD = {
  key: 'output',
  label: 'Structured output',
  group: 'advanced',
  type: 'output',
  help: 'The reply is one JSON object by a schema. It is checked, asked for again with what is wrong, and kept as a variable.',
} as const satisfies FieldHint

/** Wrong with an output: a schema that is none, a variable that cannot hold an object or is not declared. */
export function checkOutput(output: Output, { flow, declared }: CheckContext): KindProblem[] {
  if (output === null) return []
  return [...checkSchema(output), ...checkVariable(output.variable, { flow, declared })]
}

function checkSchema({ schema }: NonNullable<Output>): KindProblem[] {
  const fault = schemaFault(schema)
  if (fault !== null)
    return [
      problem(
        'error',
        'bad-schema',
        sentence('The schema of the structured output is not a JSON schema: {fault}. Correct it.', {
          fault: asMessage(fault),
        }),
      ),
    ]
  const holds = ['properties', 'patternProperties', 'additionalProperties', '$ref', 'anyOf', 'oneOf', 'allOf']
  if (holds.some((key) => holdsSomething(schema[key]))) return []
  const words =
    'The schema of the structured output names no fields, so any object would do. Name what the reply holds under “properties”.'
  return [problem('warning', 'no-fields', words)]
}

function holdsSomething(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : typeof value === 'string'
}

function checkVariable(name: string, { flow, declared }: Pick<CheckContext, 'flow' | 'declared'>): KindProblem[] {
  if (name === '') return []
  if (!isVariableName(name) || name === '__proto__') {
    const words = sentence(
      '“{name}” cannot be the name of a variable. Letters, digits and _, a letter first, at most 64.',
      { name: name.slice(0, 80) },
    )
    return [problem('error', 'bad-variable-name', words)]
  }
  const { variables } = readSettings(flow)
  const variable = Object.hasOwn(variables, name) ? variables[name] : undefined
  if (variable !== undefined && variable.type !== 'json') {
    const words = sentence(
      'The variable “{name}” holds a {type}, and the structured output is a JSON object. Make it a variable of type JSON, or choose another.',
      { name, type: variable.type },
    )
    return [problem('error', 'bad-variable-type', words)]
  }
  return checkTemplate(`{${name}}`, { field: 'output', label: 'Structured output', declared })
}

function problem(severity: KindProblem['severity'], code: KindProblem['code'], message: Sentence): KindProblem {
  return { severity, code, field: 'output', message }
}
