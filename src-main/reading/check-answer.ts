/** Holds a value against a JSON schema, with Ajv. What the schema's author may have made slow is looked at in the reading thread. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { plainForm } from '../../src-shared/json-schema/plain-form'
import type { Json, JsonObject } from '../../src-shared/flow/records'
import type { Reader } from './reader'

/** What is wrong with a value, place by place; empty: it fits. */
export type CheckAnswer = (schema: JsonObject, value: Json, signal: AbortSignal) => Promise<readonly string[]>

/** So many faults tell a model enough. */
const MOST_FAULTS = 8

/** Says whether a schema is one. Compiling what schemas must be takes longer than anything else here, so it is done once; it keeps no schema. */
const schemas = new Ajv2020({ strict: false, validateFormats: false, logger: false })

/** The check of a core. Throws AppError `bad-input` where the schema itself takes too long. */
export function createCheckAnswer(reader: Reader): CheckAnswer {
  return async (schema, value, signal) =>
    plainForm(schema).danger === 'none'
      ? faultsOf(schema, value)
      : reader.read({ what: 'answer', schema, value }, signal)
}

/** The faults in the words of the validator. A schema that it cannot read is the one fault. Formats are told to models, not checked. */
export function faultsOf(schema: JsonObject, value: Json): string[] {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    meta: false,
    validateSchema: false,
    validateFormats: false,
    logger: false,
    addUsedSchema: false,
  })
  try {
    void schemas.validateSchema(schema, true)
    const fits = ajv.compile(schema)
    return fits(value) ? [] : [...new Set((fits.errors ?? []).map(words))].slice(0, MOST_FAULTS)
  } catch (cause) {
    return [`The schema cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`]
  }
}

function words({ instancePath, keyword, message = 'does not fit', params }: ErrorObject): string {
  const place = instancePath === '' ? 'The answer' : instancePath.slice(1).replaceAll('/', '.')
  const more = keyword === 'additionalProperties' ? `: ${JSON.stringify(params['additionalProperty'])}` : ''
  const allowed = keyword === 'enum' ? `: ${JSON.stringify(params['allowedValues'])}` : ''
  return `${place} ${message}${more}${allowed}`
}
