/** The parameters of a connection as they lie in the library, and what of them cannot be sent. */
import { message, type Sentence } from '../../src-shared/languages/translate'
import {
  headerFault,
  modelParametersSchema,
  reservedIn,
  saidFields,
  type ModelParameters,
} from '../../src-shared/flow/model-settings'

/** The parameters in a row; null for none, or for what a newer version wrote. */
export function readParameters(text: string | null): ModelParameters | null {
  if (text === null) return null
  const read = modelParametersSchema.safeParse(JSON.parse(text))
  return read.success ? read.data : null
}

/** As they are stored: what says nothing is left out, null for none at all. */
export function writtenParameters(parameters: ModelParameters): string | null {
  const said = saidFields(parameters)
  return Object.keys(said).length === 0 ? null : JSON.stringify(said)
}

/** Why parameters cannot be used, with the field that is at fault. */
export function parametersFault({
  body = {},
  headers = {},
}: ModelParameters): { field: string; said: Sentence } | null {
  const [reserved] = reservedIn(body)
  if (reserved !== undefined)
    return {
      field: 'body',
      said: message("The extra field “{name}” is Baton's own. Take it out.", { name: reserved }),
    }
  const fault = Object.entries(headers).flatMap(([name, value]) => headerFault(name, value, 'connection') ?? [])
  return fault[0] === undefined ? null : { field: 'headers', said: fault[0] }
}
