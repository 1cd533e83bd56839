/** From a step's bracket text to what its tool is called with: evidence in the place of references, with the types that the tool asks for. */
import { z } from 'zod'
import { fillInput, inputValue } from '../../../src-shared/agents/plan/references'
import { isJsonObject } from '../../../src-shared/flow/json'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import { numberInText } from '../../../src-shared/json-schema/lossless'
import { itemsOf, propertiesOf, requiredOf, schemaPart, type TypeName } from '../../../src-shared/json-schema/walk'

/** The evidence of a step as text; undefined: no step of that id has any. */
export type EvidenceOf = (id: string) => string | undefined
/** A JSON schema of type object. */
export type Parameters = { readonly [name: string]: Json }

/** An input with evidence in its place: text, or the JSON that the input is written as (ReWOO 8 to 13). */
export function fillStep(input: string, evidence: EvidenceOf): Json {
  return fillValue(valueOf(input), undefined, evidence)
}

/**
 * The arguments of a call: bracket text that is a JSON object becomes them, anything else fills the first required
 * property, else the first. A reference that is all of the input becomes them only where its evidence has what is required.
 */
export function argumentsFor(parameters: Parameters, input: string, evidence: EvidenceOf): JsonObject {
  const properties = propertiesOf(parameters)
  const value = valueOf(input)
  if (isJsonObject(value)) {
    const filled = Object.entries(value).map(([key, part]) => [key, fillValue(part, properties[key], evidence)])
    return z.record(z.string(), z.json()).parse(Object.fromEntries(filled))
  }
  const required = requiredOf(parameters)
  const whole = fillValue(value, undefined, evidence)
  if (isJsonObject(whole) && fits(whole, { required, properties })) return whole
  const [first] = [...required, ...Object.keys(properties), 'input']
  if (first === undefined || (input.trim() === '' && required.length === 0)) return {}
  return { [first]: fillValue(value, properties[first], evidence) }
}

/**
 * The value that an input is written as; a reference without quotes inside of JSON counts as one with them. No evidence is
 * put in here, so that none is looked through for references (ReWOO 10).
 */
function valueOf(input: string): Json {
  const value = inputValue(input)
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value
  const quoted = value.replace(/"(?:[^"\\]|\\.)*(?:"|$)|[^"]+/g, (part) => {
    const filled = part.startsWith('"') ? part : fillInput(part, (id) => `"#${id}"`)
    return typeof filled === 'string' ? filled : part
  })
  const parsed = inputValue(quoted)
  return typeof parsed === 'string' ? value : parsed
}

/** Fills a value as a schema wants it; a text that is nothing but a reference keeps the type of its evidence. */
function fillValue(value: Json, schema: Json | undefined, evidence: EvidenceOf): Json {
  if (Array.isArray(value)) return value.map((item) => fillValue(item, itemsOf(schema), evidence))
  if (isJsonObject(value)) {
    const properties = propertiesOf(schema)
    const filled = Object.entries(value).map(([key, part]) => [key, fillValue(part, properties[key], evidence)])
    return z.json().parse(Object.fromEntries(filled))
  }
  if (typeof value !== 'string') return value
  // Only a text that is nothing but a reference becomes what is put in for it.
  const whole = fillInput(value, (id) => [id])
  const id = Array.isArray(whole) ? whole[0] : undefined
  const text = typeof id === 'string' ? evidence(id) : undefined
  if (text !== undefined) return wants(schema, 'string') ? text : coerced(typed(text), schema)
  return coerced(fillInput(value, evidence), schema)
}

/** Texts that are JSON lists, objects, numbers or truth values, as that; a number only where nothing of it is lost. */
function typed(text: string): Json {
  const value = inputValue(text)
  if (typeof value !== 'string') return value
  const plain = text.trim()
  if (plain !== '' && String(Number(plain)) === plain && Number.isFinite(Number(plain))) return Number(plain)
  return plain === 'true' ? true : plain === 'false' ? false : text
}

function coerced(value: Json, schema: Json | undefined): Json {
  if (wants(schema, 'string')) return typeof value === 'string' ? value : JSON.stringify(value)
  if (typeof value !== 'string') return value
  if (wants(schema, 'number') || wants(schema, 'integer')) return numberInText(value.trim()) ?? value
  if (wants(schema, 'boolean') || wants(schema, 'array') || wants(schema, 'object')) return typed(value)
  return value
}

function wants(schema: Json | undefined, type: TypeName): boolean {
  return schemaPart(schema)['type'] === type
}

function fits(value: JsonObject, schema: { required: readonly string[]; properties: JsonObject }): boolean {
  const keys = Object.keys(value)
  return (
    schema.required.every((name) => keys.includes(name)) && keys.some((key) => Object.hasOwn(schema.properties, key))
  )
}
