/** Reading single keywords of a JSON schema that may hold anything: what is not as it should be counts as not there. */
import { isJsonObject } from '../flow/json'
import type { Json, JsonObject } from '../flow/json-values'
import { isPlainPattern, readPattern } from './patterns'

/** The names that a schema may give as a type. */
export const TYPE_NAMES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const
export type TypeName = (typeof TYPE_NAMES)[number]

/** A part of a schema as an object; an empty one where it is none, such as `true` or nothing. */
export function schemaPart(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}

/** The schemas of an object's properties. */
export function propertiesOf(schema: unknown): JsonObject {
  return schemaPart(schemaPart(schema)['properties'])
}

/** The schema of one property; undefined: it says nothing about it. */
export function propertyOf(schema: unknown, name: string): Json | undefined {
  const properties = propertiesOf(schema)
  return Object.hasOwn(properties, name) ? properties[name] : undefined
}

/** The names of the properties that must be there. */
export function requiredOf(schema: unknown): string[] {
  const { required } = schemaPart(schema)
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

/** The schema of a list's items. */
export function itemsOf(schema: unknown): Json | undefined {
  return schemaPart(schema)['items']
}

/** The types that a schema names; empty: it names none. */
export function typesOf(schema: unknown): TypeName[] {
  const { type } = schemaPart(schema)
  return TYPE_NAMES.filter((name) => (Array.isArray(type) ? type.includes(name) : type === name))
}

/** The values of which it must be one; empty: any. */
export function choicesOf(schema: unknown): readonly Json[] {
  const part = schemaPart(schema)
  const { const: only, enum: values } = part
  if (only !== undefined) return [only]
  return Array.isArray(values) ? values : []
}

/** The schemas of which one is to fit; empty: there is no such choice. */
export function variantsOf(schema: unknown): readonly Json[] {
  const { anyOf, oneOf } = schemaPart(schema)
  const variants = anyOf ?? oneOf
  return Array.isArray(variants) ? variants : []
}

/** Whether an empty text is known to fit; where a schema says more than is read here, it is not. */
export function takesEmptyText(schema: unknown): boolean {
  const part = schemaPart(schema)
  if (['$ref', 'allOf', 'not', 'if', 'format'].some((keyword) => part[keyword] !== undefined)) return false
  const choices = choicesOf(part)
  if (choices.length > 0 && !choices.includes('')) return false
  const variants = variantsOf(part)
  if (variants.length > 0) return variants.some(takesEmptyText)
  const { minLength, pattern } = part
  if (typeof minLength === 'number' && minLength > 0) return false
  if (typeof pattern === 'string' && !(isPlainPattern(pattern) && readPattern(pattern)?.test('') === true)) return false
  return choices.length > 0 || typesOf(part).includes('string')
}

/** What a pointer such as `#/$defs/Name` leads to in a schema; undefined: nothing that is there. */
export function atPointer(root: Json, pointer: string): Json | undefined {
  let place: Json | undefined = root
  for (const part of pointer.slice(1).split('/').slice(1)) {
    const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, key)) return undefined
    place = Array.isArray(place) ? place[Number(key)] : place[key]
  }
  return place
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The type of a value, a whole number as `integer`. */
export function typeOfValue(value: Json): TypeName {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value as 'object' | 'string' | 'boolean'
}

/** Whether a schema's types take a value; a schema without types takes all. */
export function takesType(types: readonly TypeName[], value: Json): boolean {
  const type = typeOfValue(value)
  return types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'))
}
