/**
 * A schema in the few keywords that every server with a schema language of its own reads (Gemini's `Schema`, Moonshot's): no references, no
 * combinations but `anyOf`, one type each.
 */
import type { Json, JsonObject } from '../flow/json-values'
import { atPointer, choicesOf, itemsOf, propertiesOf, requiredOf, schemaPart, typesOf, variantsOf } from './walk'
import type { TypeName } from './walk'

type BareContext = {
  root: JsonObject
  /** References that are being followed. */ open: readonly string[]
  level: number
  /** How many parts are still looked at, wherever references lead. */
  left: { parts: number }
}

const MOST_LEVELS = 20
const MOST_PARTS = 2000

/** The parameters of a tool in these keywords (gptel#806, zed#45552, opencode#2687; moonshot: "when using anyOf, type should be defined in anyOf items"). */
export function plainSchema(schema: JsonObject): JsonObject {
  return { ...bareAt(schema, { root: schema, open: [], level: 0, left: { parts: MOST_PARTS } }), type: 'object' }
}

function bareAt(schema: Json, at: BareContext): JsonObject {
  const { $ref, allOf, ...own } = schemaPart(schema)
  const inner = { ...at, level: at.level + 1 }
  at.left.parts -= 1
  if (at.level > MOST_LEVELS || at.left.parts < 0) return withWords({ type: 'object' }, own)
  if (typeof $ref === 'string') {
    const target = at.open.includes($ref) ? undefined : atPointer(at.root, $ref)
    if (target === undefined) return withWords({ type: 'object' }, own)
    return bareAt({ ...schemaPart(target), ...own }, { ...inner, open: [...at.open, $ref] })
  }
  if (Array.isArray(allOf)) return bareAt(allOf.reduce<JsonObject>(together, own), inner)
  const types = typesOf(own)
  const variants = Object.keys(propertiesOf(own)).length > 0 ? [] : variantsOf(own)
  const named = types.filter((type) => type !== 'null')
  const choices =
    variants.length > 0
      ? variants.filter((one) => typesOf(one).join() !== 'null').map((one) => bareAt(one, inner))
      : named.length > 1
        ? named.map((type) => bareOf(type, own, inner))
        : []
  const isNullable =
    own['nullable'] === true || types.includes('null') || variants.some((one) => typesOf(one).join() === 'null')
  const nullable = isNullable ? { nullable: true } : {}
  const [only, ...others] = choices
  if (only === undefined) return withWords({ ...bareOf(named[0] ?? guessed(own), own, inner), ...nullable }, own)
  if (others.length === 0) return withWords({ ...only, ...nullable }, own)
  return { anyOf: choices.map((one) => withWords({ ...one, ...nullable }, own)) }
}

/** Both at once, as far as that is one object. */
function together(one: JsonObject, other: Json): JsonObject {
  const part = schemaPart(other)
  const properties = { ...propertiesOf(one), ...propertiesOf(part) }
  const required = [...new Set([...requiredOf(one), ...requiredOf(part)])]
  return {
    ...part,
    ...one,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  }
}

function guessed(schema: JsonObject): TypeName {
  if (schema['properties'] !== undefined || schema['additionalProperties'] !== undefined) return 'object'
  if (schema['items'] !== undefined) return 'array'
  const [choice] = choicesOf(schema)
  return typeof choice === 'number' ? 'number' : typeof choice === 'boolean' ? 'boolean' : 'string'
}

function bareOf(type: TypeName, schema: JsonObject, at: BareContext): JsonObject {
  if (type === 'object') return objectOf(schema, at)
  if (type === 'array') return { type, items: bareAt(firstOf(itemsOf(schema)), at), ...numbersOf(schema, ITEMS) }
  const choices = choicesOf(schema).filter((choice) => choice !== null)
  if (choices.length === 0) return { type, ...(type === 'string' ? {} : numbersOf(schema, BOUNDS)) }
  // "enum: only allowed for STRING type".
  if (type === 'string' && choices.every((choice) => typeof choice === 'string' && choice !== ''))
    return { type, enum: choices }
  return { type, description: `enum: ${choices.map((choice) => JSON.stringify(choice)).join(', ')}` }
}

const ITEMS = ['minItems', 'maxItems']
const BOUNDS = ['minimum', 'maximum']

function numbersOf(schema: JsonObject, names: readonly string[]): JsonObject {
  const said = names.flatMap((name): [string, Json][] => {
    const value = schema[name]
    return typeof value === 'number' ? [[name, value]] : []
  })
  return Object.fromEntries(said)
}

/** Of a list of schemas by place, which some drafts wrote, one stands for all. */
function firstOf(items: Json | undefined): Json {
  return Array.isArray(items) ? (items[0] ?? {}) : (items ?? {})
}

/** "properties: should be non-empty for OBJECT type" (inspect_ai#918, agno#2112). */
function objectOf(schema: JsonObject, at: BareContext): JsonObject {
  const properties = Object.entries(propertiesOf(schema)).map(([name, one]) => [name, bareAt(one, at)] as const)
  if (properties.length === 0) return { type: 'object' }
  const required = requiredOf(schema).filter((name) => properties.some(([known]) => known === name))
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
  }
}

/** With what is said of it in words. */
function withWords(bare: JsonObject, { description }: JsonObject): JsonObject {
  if (typeof description !== 'string' || description === '') return bare
  const { description: more } = bare
  return { ...bare, description: typeof more === 'string' ? `${description} ${more}` : description }
}
