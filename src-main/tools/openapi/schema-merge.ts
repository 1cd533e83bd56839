/** One schema out of the parts of an `allOf`, where that is plain; and a schema that also takes null. */
import { isJsonObject } from '../../../src-shared/flow/json'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import { listField } from './references'

/** A schema for a model, with what those who use it need to know. Never changed once made: it may stand in several places. */
export type Simple = {
  readonly schema: JsonObject
  /** About how many characters it has as JSON. */
  readonly size: number
  /** Properties that were left out because only the server writes them. */
  readonly hidden: readonly string[]
  readonly isReadOnly: boolean
}

/** Everything that all parts say; where two disagree, the earlier counts. */
export function allOf(parts: readonly Simple[]): Simple {
  const [first, ...others] = parts
  if (first === undefined) return { schema: {}, size: 2, hidden: [], isReadOnly: false }
  if (others.length === 0) return first
  const hidden = [...new Set(parts.flatMap((part) => part.hidden))]
  const schema = others.reduce((merged, part) => both(merged, part.schema), first.schema)
  return {
    schema: withoutHidden(schema, hidden),
    size: parts.reduce((sum, part) => sum + part.size, 0),
    hidden,
    isReadOnly: parts.some((part) => part.isReadOnly),
  }
}

/** The schema, taking null as well. */
export function withNull(schema: JsonObject): JsonObject {
  const { type, enum: values, const: constant } = schema
  const made: JsonObject = { ...schema }
  if (type !== undefined) made['type'] = [...new Set([...(Array.isArray(type) ? type : [type]), 'null'])]
  if (Array.isArray(values) && !values.includes(null)) made['enum'] = [...values, null]
  if (constant !== undefined && constant !== null) {
    delete made['const']
    made['enum'] = [constant, null]
  }
  for (const name of ['oneOf', 'anyOf']) {
    const branches = made[name]
    if (Array.isArray(branches) && !branches.some(isNull)) made[name] = [...branches, { type: 'null' }]
  }
  return made
}

function isNull(branch: Json): boolean {
  return isJsonObject(branch) && branch['type'] === 'null'
}

function withoutHidden(schema: JsonObject, hidden: readonly string[]): JsonObject {
  if (hidden.length === 0) return schema
  const { required, properties, ...rest } = schema
  const names = Array.isArray(required) ? required.filter((name) => !hidden.some((one) => one === name)) : []
  const shown = isJsonObject(properties)
    ? Object.fromEntries(Object.entries(properties).filter(([name]) => !hidden.includes(name)))
    : {}
  return {
    ...rest,
    ...(Object.keys(shown).length > 0 ? { properties: shown } : {}),
    ...(names.length > 0 ? { required: names } : {}),
  }
}

function both(first: JsonObject, second: JsonObject): JsonObject {
  const merged: JsonObject = { ...second, ...first }
  const type = bothTypes(first['type'], second['type'])
  if (type !== undefined) merged['type'] = type
  const properties = bothProperties(first['properties'], second['properties'])
  if (properties !== undefined) merged['properties'] = properties
  const required = [...new Set([...listField(first, 'required'), ...listField(second, 'required')])]
  if (required.length > 0) merged['required'] = required
  if (Array.isArray(first['enum']) && Array.isArray(second['enum'])) {
    const allowed = second['enum']
    const common = first['enum'].filter((value) => allowed.includes(value))
    if (common.length > 0) merged['enum'] = common
  }
  // Two choices cannot be one: the second stands beside it, as a condition of its own.
  for (const name of ['oneOf', 'anyOf']) {
    const choice = second[name]
    if (first[name] === undefined || choice === undefined) continue
    merged['allOf'] = [...listField(merged, 'allOf'), { [name]: choice }]
  }
  return merged
}

function bothTypes(first: Json | undefined, second: Json | undefined): Json | undefined {
  if (first === undefined || second === undefined || first === second) return first ?? second
  const allowed = Array.isArray(second) ? second : [second]
  const common = (Array.isArray(first) ? first : [first]).filter(
    (type) => allowed.includes(type) || (type === 'integer' && allowed.includes('number')),
  )
  const [only] = common
  return only === undefined ? first : common.length === 1 ? only : common
}

function bothProperties(first: Json | undefined, second: Json | undefined): JsonObject | undefined {
  if (!isJsonObject(first)) return isJsonObject(second) ? second : undefined
  if (!isJsonObject(second)) return first
  const merged: JsonObject = { ...first }
  for (const [name, part] of Object.entries(second)) {
    const before = Object.hasOwn(merged, name) ? merged[name] : undefined
    merged[name] = isJsonObject(before) && isJsonObject(part) ? both(before, part) : (before ?? part)
  }
  return merged
}
