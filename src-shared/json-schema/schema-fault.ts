/** Whether what a person wrote as a JSON schema is one, and what is wrong with it where it is not. */
import { inARow, message as sentence, quoted, type Message, type Sentence } from '../languages/translate'
import { isJsonObject } from '../flow/json'
import type { Json, JsonObject } from '../flow/records'
import { atPointer, TYPE_NAMES } from './walk'

const TYPES: ReadonlySet<Json> = new Set(TYPE_NAMES)
const MOST_LEVELS = 40
const MOST_PARTS = 2000

/** What is being looked at: `root` is the whole, for references; `parts` counts what was looked at. */
type CheckState = { root: JsonObject; parts: number; level: number }
/** Says what is wrong with the value of a keyword, or null. `at` is its place in words. */
type Check = (value: Json, at: string | Message, looking: CheckState) => Sentence | null

const text: Check = (value, at) => (typeof value === 'string' ? null : sentence('{at} must be a text', { at }))
const yesOrNo: Check = (value, at) =>
  typeof value === 'boolean' ? null : sentence('{at} must be true or false', { at })
const number: Check = (value, at) => (typeof value === 'number' ? null : sentence('{at} must be a number', { at }))
const count: Check = (value, at) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0
    ? null
    : sentence('{at} must be a whole number from 0', { at })
const list: Check = (value, at) =>
  Array.isArray(value) && value.length > 0 ? null : sentence('{at} must be a list with something in it', { at })
const names: Check = (value, at) =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')
    ? null
    : sentence('{at} must be a list of names', { at })
const oneSchema: Check = (value, at, looking) => faultAt(value, at, looking)
const schemas: Check = (value, at, looking) =>
  list(value, at, looking) ??
  first(Object.entries(value as Json[]), ([key, one]) => faultAt(one, inARow([at, key], ' '), looking))
const namedSchemas: Check = (value, at, looking) =>
  isJsonObject(value)
    ? first(Object.entries(value), ([name, one]) => faultAt(one, inARow([at, quoted(name)], ' '), looking))
    : sentence('{at} must be an object that has a schema for each name', { at })
const typeName: Check = (value, at) =>
  [value].flat().every((one) => TYPES.has(one)) && (!Array.isArray(value) || value.length > 0)
    ? null
    : sentence('{at} must be one of {types}, not {value}', {
        at,
        types: TYPE_NAMES.join(', '),
        value: JSON.stringify(value).slice(0, 60),
      })
const pattern: Check = (value, at) => {
  if (typeof value !== 'string') return sentence('{at} must be a text', { at })
  try {
    new RegExp(value, 'u')
    return null
  } catch {
    return sentence('{at} is not a regular expression', { at })
  }
}
const reference: Check = (value, at, { root }) => {
  if (typeof value !== 'string') return sentence('{at} must be a text', { at })
  if (!value.startsWith('#'))
    return sentence('{at} must lead to a place in the schema itself, such as #/$defs/Name', { at })
  return isJsonObject(atPointer(root, value))
    ? null
    : sentence('{at} leads to {value}, which is not there', { at, value })
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
export function schemaFault(schema: JsonObject): Sentence | null {
  if (schema['type'] !== 'object') return 'its type must be “object”'
  return faultAt(schema, null, { root: schema, parts: 0, level: 0 })
}

function faultAt(schema: Json, at: string | Message | null, looking: CheckState): Sentence | null {
  if (typeof schema === 'boolean') return null
  if (!isJsonObject(schema)) return sentence('{at} must be a schema', { at: at ?? sentence('the schema') })
  looking.parts += 1
  if (looking.level >= MOST_LEVELS || looking.parts > MOST_PARTS) return 'it is too large'
  looking.level += 1
  const fault = first(Object.entries(schema), ([key, value]) => {
    const check = KEYWORDS.get(key)
    return check === undefined ? null : check(value, at === null ? key : inARow([at, key], ': '), looking)
  })
  looking.level -= 1
  return fault
}

function first<T>(items: readonly T[], faultOf: (item: T) => Sentence | null): Sentence | null {
  for (const item of items) {
    const fault = faultOf(item)
    if (fault !== null) return fault
  }
  return null
}
