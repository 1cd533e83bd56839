/** JSON schemas that people and strangers write: whether a text of one is one, and the forms in which servers take it. */
import { isJsonObject } from '../flow/json'
import type { Json, JsonObject } from '../flow/records'

const TYPE_NAMES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']
const TYPES: ReadonlySet<Json> = new Set(TYPE_NAMES)
const MOST_LEVELS = 40
const MOST_PARTS = 2000

/** What is being looked at: `root` is the whole, for references; `parts` counts what was looked at. */
type Looking = { root: JsonObject; parts: number; level: number }
/** Says what is wrong with the value of a keyword, or null. `at` is its place in words. */
type Check = (value: Json, at: string, looking: Looking) => string | null

const text: Check = (value, at) => (typeof value === 'string' ? null : `${at} must be a text`)
const yesOrNo: Check = (value, at) => (typeof value === 'boolean' ? null : `${at} must be true or false`)
const number: Check = (value, at) => (typeof value === 'number' ? null : `${at} must be a number`)
const count: Check = (value, at) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? null : `${at} must be a whole number from 0`
const list: Check = (value, at) =>
  Array.isArray(value) && value.length > 0 ? null : `${at} must be a list with something in it`
const names: Check = (value, at) =>
  Array.isArray(value) && value.every((name) => typeof name === 'string') ? null : `${at} must be a list of names`
const oneSchema: Check = (value, at, looking) => faultAt(value, at, looking)
const schemas: Check = (value, at, looking) =>
  list(value, at, looking) ??
  first(Object.entries(value as Json[]), ([key, one]) => faultAt(one, `${at} ${key}`, looking))
const namedSchemas: Check = (value, at, looking) =>
  isJsonObject(value)
    ? first(Object.entries(value), ([name, one]) => faultAt(one, `${at} "${name}"`, looking))
    : `${at} must be an object that has a schema for each name`
const typeName: Check = (value, at) =>
  [value].flat().every((one) => TYPES.has(one)) && (!Array.isArray(value) || value.length > 0)
    ? null
    : `${at} must be one of ${TYPE_NAMES.join(', ')}, not ${JSON.stringify(value).slice(0, 60)}`
const pattern: Check = (value, at) => {
  if (typeof value !== 'string') return `${at} must be a text`
  try {
    new RegExp(value, 'u')
    return null
  } catch {
    return `${at} is not a regular expression`
  }
}
const reference: Check = (value, at, { root }) => {
  if (typeof value !== 'string') return `${at} must be a text`
  if (!value.startsWith('#')) return `${at} must lead to a place in the schema itself, such as #/$defs/Name`
  return isThere(root, value) ? null : `${at} leads to ${value}, which is not there`
}

const KEYWORDS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['type', typeName],
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'].map(
    (key) => [key, namedSchemas] as const,
  ),
  ...['items', 'additionalProperties', 'contains', 'propertyNames', 'not', 'if', 'then', 'else'].map(
    (key) => [key, oneSchema] as const,
  ),
  ...['anyOf', 'oneOf', 'allOf', 'prefixItems'].map((key) => [key, schemas] as const),
  ['required', names],
  ['enum', list],
  ['$ref', reference],
  ['pattern', pattern],
  ...['title', 'description', 'format'].map((key) => [key, text] as const),
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].map((key) => [key, number] as const),
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map(
    (key) => [key, count] as const,
  ),
  ['uniqueItems', yesOrNo],
])

/** Why this is no JSON schema of an object, in words that complete "The schema ..." after a colon; null: it is one. */
export function schemaFault(schema: JsonObject): string | null {
  if (schema['type'] !== 'object') return 'its type must be "object"'
  return faultAt(schema, 'the schema', { root: schema, parts: 0, level: 0 })
}

function faultAt(schema: Json, at: string, looking: Looking): string | null {
  if (typeof schema === 'boolean') return null
  if (!isJsonObject(schema)) return `${at} must be a schema`
  looking.parts += 1
  if (looking.level >= MOST_LEVELS || looking.parts > MOST_PARTS) return 'it is too large'
  const inner = at === 'the schema' ? '' : `${at}: `
  looking.level += 1
  const fault = first(Object.entries(schema), ([key, value]) => {
    const check = KEYWORDS.get(key)
    return check === undefined ? null : check(value, `${inner}${key}`, looking)
  })
  looking.level -= 1
  return fault
}

function first<T>(items: readonly T[], faultOf: (item: T) => string | null): string | null {
  for (const item of items) {
    const fault = faultOf(item)
    if (fault !== null) return fault
  }
  return null
}

/** Whether a pointer such as `#/$defs/Name` leads to something in a schema. */
function isThere(root: JsonObject, pointer: string): boolean {
  let place: Json | undefined = root
  for (const part of pointer.slice(1).split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, key)) return false
    place = (place as { [key: string]: Json })[key]
  }
  return isJsonObject(place)
}

/** Keywords that take no more time to check than the value is long. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'title', 'description'],
  ...['format', 'default', 'examples', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties', '$schema', '$id'],
])

/** Whether a value is checked by the schema at once. Patterns, references and choices can be made to take for ever. */
export function isQuickSchema(schema: Json): boolean {
  if (!isJsonObject(schema)) return true
  return Object.entries(schema).every(([key, value]) => {
    if (!PLAIN.has(key)) return false
    if (key === 'properties') return !isJsonObject(value) || Object.values(value).every(isQuickSchema)
    return key === 'items' || key === 'additionalProperties' ? isQuickSchema(value) : true
  })
}

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
