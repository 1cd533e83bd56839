/** A field of JSON: a schema as a table, anything else as text. */
import type { FieldProps } from '../field-types'
import { JsonField } from './JsonField'
import { SchemaField } from './SchemaField'

export function AnyJsonField(props: FieldProps<'json'>) {
  return props.hint.schema === true ? <SchemaField {...props} /> : <JsonField {...props} />
}
