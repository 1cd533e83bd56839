/** Checks of JSON schemas that models are shown: of arguments and of slots. */
import { asMessage, message as sentence, type PlainText } from '../languages/translate'
import type { JsonObject } from '../flow/records'
import { schemaFault } from '../json-schema/schema-fault'
import type { KindProblem } from './kind'

/** A warning where a schema says what no schema can say, such as a type that is none; servers differ in what they make of it. */
export function checkSchemaWords(
  schema: JsonObject,
  { field, what }: { field: string; what: PlainText },
): KindProblem[] {
  const fault = Object.keys(schema).length === 0 ? null : schemaFault({ type: 'object', ...schema })
  if (fault === null || fault === 'its type must be “object”') return []
  const message = sentence('{what} cannot be read as a JSON schema: {fault}. Models may be refused it. Correct it.', {
    what: asMessage(what),
    fault: asMessage(fault),
  })
  return [{ severity: 'warning', code: 'odd-schema', field, message }]
}
