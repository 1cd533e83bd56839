/** Every piece of code in a flow, with where it stands. */
import { message as sentence } from '../languages/translate'
import { isJsonObject } from '../flow/json'
import type { Flow, Json } from '../flow/records'
import { FIELD_TYPES, meantHints, type CodePlace } from './field-types'
import { fieldsOf } from './fields-of'
import type { Problem } from './kind'
import { swarmCodes } from './swarm-codes'

export type CodeText = { code: string; at: Pick<Problem, 'node' | 'edge' | 'field'> }

const CODE_IN = {
  program: (value) => (typeof value === 'string' ? value : ''),
  callable: codeOf,
  carryover: (value) => (isJsonObject(value) ? codeOf(value['summaryCode']) : ''),
} as const satisfies { [P in CodePlace]: (value: Json | undefined) => string }

/** The code of nodes, of edges and of the swarm; empty code is none. */
export function codeTexts({ nodes, edges, settings }: Flow): CodeText[] {
  const all = [
    ...Object.entries(nodes).flatMap(([node, record]) => textsOf(record).map((text) => placed(text, { node }))),
    ...Object.entries(edges).flatMap(([edge, record]) =>
      textsOf(record).map((text) => placed(text, { edge, node: record.from.node })),
    ),
    ...swarmCodes(settings['swarm']).map(({ field, value: { code } }) => ({
      code,
      at: { field: `settings.swarm.${field}` },
    })),
  ]
  return all.filter(({ code }) => code.trim() !== '')
}

type FieldCode = { code: string; field: string }

function textsOf(record: Flow['nodes'][string] | Flow['edges'][string]): FieldCode[] {
  return meantHints(fieldsOf(record), record.data).flatMap(({ key, type }) => {
    const { code } = FIELD_TYPES[type]
    return code === null ? [] : [{ code: CODE_IN[code](record.data[key]), field: key }]
  })
}

function placed({ code, field }: FieldCode, at: CodeText['at']): CodeText {
  return { code, at: { ...at, field } }
}

function codeOf(value: Json | undefined): string {
  const code = isJsonObject(value) ? value['code'] : undefined
  return typeof code === 'string' ? code : ''
}

/** A mistake in code: the line, from 1, and what the parser says of it. */
export type CodeFault = { line: number; message: string }

/** A mistake as a problem of the flow. */
export function codeProblem({ at }: CodeText, { line, message }: CodeFault): Problem {
  return {
    severity: 'error',
    code: 'bad-code',
    message: sentence('Line {line} of the code cannot be read: {message}. Correct it.', { line, message }),
    ...at,
  }
}
