/** Whether what a person wrote as a JSON schema is one, and what is wrong with it where it is not. */
import { isJsonObject } from '../flow/json'
import type { Json, JsonObject } from '../flow/records'
import { atPointer, TYPE_NAMES } from './walk'

const TYPES: ReadonlySet<Json> = new Set(TYPE_NAMES)
const MOST_LEVELS = 40
const MOST_PARTS = 2000

/** What is being looked at: `root` is the whole, for references; `parts` counts what was looked at. */
type CheckState = { root: JsonObject; parts: number; level: number }
/** Says what is wrong with the value of a keyword, or null. `at` is its place in words. */
type Check = (value: Json, at: string, looking: CheckState) => string | null

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
  return isJsonObject(atPointer(root, value)) ? null : `${at} leads to ${value}, which is not there`
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

function faultAt(schema: Json, at: string, looking: CheckState): string | null {
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
