/** The forms in which model servers take the schema of an answer. */
import { isJsonObject } from '../flow/json'
import type { Json, JsonObject } from '../flow/records'
import { schemaFault } from './schema-fault'

/** Keywords that strict structured outputs know; others are refused there, or not in every place. */
const STRICT: ReadonlySet<string> = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'anyOf', '$ref', '$defs'],
  ...['title', 'description', 'definitions'],
])

/**
 * A schema as servers with strict outputs want it, where it can be said so: every object closed and every property of it required.
 * `isStrict` false: it cannot without changing what fits, so it is sent as it is, to be followed as well as the model can.
 */
export function strictSchema(schema: JsonObject): { schema: JsonObject; isStrict: boolean } {
  const closed = closedSchema(schema)
  return closed === null || !isJsonObject(closed) ? { schema, isStrict: false } : { schema: closed, isStrict: true }
}

/** The schema with every object closed; null where it has optional properties or keywords that strict outputs do not know. */
function closedSchema(schema: Json): Json | null {
  if (!isJsonObject(schema)) return null
  const { required = [], properties = {}, additionalProperties = false } = schema
  if (Object.keys(schema).some((key) => !STRICT.has(key)) || additionalProperties !== false) return null
  const parts: [string, Json | null][] = Object.entries(schema).map(([key, value]) => {
    if (key === 'items') return [key, closedSchema(value)]
    if (key === 'anyOf') return [key, closedAll(value)]
    return ['properties', '$defs', 'definitions'].includes(key) ? [key, closedEach(value)] : [key, value]
  })
  if (parts.some(([, value]) => value === null)) return null
  const closed: JsonObject = Object.fromEntries(parts)
  if (schema['type'] !== 'object' && !Object.hasOwn(schema, 'properties')) return closed
  const isWhole = Array.isArray(required) && Object.keys(properties ?? {}).every((name) => required.includes(name))
  return isWhole && Object.keys(properties ?? {}).length > 0 ? { ...closed, additionalProperties: false } : null
}

function closedAll(value: Json): Json | null {
  const parts = Array.isArray(value) ? value.map(closedSchema) : []
  return parts.length === 0 || parts.includes(null) ? null : parts
}

function closedEach(value: Json): Json | null {
  if (!isJsonObject(value)) return null
  const parts = Object.entries(value).map(([name, one]) => [name, closedSchema(one)] as const)
  return parts.some(([, one]) => one === null) ? null : Object.fromEntries(parts as [string, Json][])
}

/** The same object with every property allowed to be null: what an answer need not know. Null: it is no schema that can be sent. */
export function schemaOfKnown(schema: JsonObject): JsonObject | null {
  const { properties } = schema
  if (schemaFault({ type: 'object', ...schema }) !== null || !isJsonObject(properties)) return null
  const names = Object.keys(properties)
  if (names.length === 0) return null
  const known = Object.entries(properties).map(([name, one]): [string, Json] => [
    name,
    { anyOf: [one, { type: 'null' }] },
  ])
  const { $defs, definitions } = schema
  return {
    type: 'object',
    properties: Object.fromEntries(known),
    required: names,
    additionalProperties: false,
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  }
}
