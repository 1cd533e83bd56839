/**
 * The forms in which model servers take the schema of a tool's parameters. What a form cannot say is not lost: calls are held against the schema
 * as it was written, and the model is told what does not fit.
 */
import { isJsonObject } from '../flow/json'
import type { Json, JsonObject } from '../flow/json-values'
import { plainSchema } from './bare-schema'
import { atPointer, propertiesOf, requiredOf, schemaPart } from './walk'

/** `whole`: what every server takes. `plain`: with the few keywords that Gemini and Moonshot read, and without references. */
export type SentSchemaForm = 'whole' | 'plain'

/** A schema as it is sent, and the names that its properties have there; empty: their own. */
export type SentSchema = { readonly schema: JsonObject; readonly names: ReadonlyMap<string, string> }

/** Beyond, a schema goes as it is, and a choice is not looked into. */
const MOST_LEVELS = 30
const MOST_PARTS = 2000

/** The parameters of a tool as they are sent. One that nothing is to be changed in stays the same object. */
export function sentSchema(parameters: JsonObject, form: SentSchemaForm): SentSchema {
  const flat = withoutChoices(parameters)
  const { schema, names } = withSafeNames(form === 'plain' ? plainSchema(flat) : (mended(flat, 0) as JsonObject))
  return { schema, names }
}

/** OpenAI ("must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level") and Anthropic take none of them there. */
const CHOICES = ['oneOf', 'anyOf', 'allOf', 'enum', 'not', '$ref']
/** Says which draft it is, and is refused by Moonshot and others (nanobot#2287, promptfoo#5965). */
const DRAFT = '$schema'

function withoutChoices(schema: JsonObject): JsonObject {
  if (![...CHOICES, DRAFT].some((key) => Object.hasOwn(schema, key))) return schema
  const { properties, required } = joined(schema, { root: schema, level: 0, left: { parts: MOST_PARTS } })
  const others = Object.entries(schema).filter(([key]) => key !== DRAFT && !CHOICES.includes(key))
  return {
    ...Object.fromEntries(others),
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.size > 0 ? { required: [...required] } : {}),
  }
}

/** `left`: how many parts are still looked at, wherever references lead. */
type JoiningContext = { root: JsonObject; level: number; left: { parts: number } }
type JoinedParts = { properties: Map<string, Json>; required: ReadonlySet<string> }

/** What an object may have by a schema and all its choices, and what it must have by each of them. */
function joined(schema: JsonObject, { root, level, left }: JoiningContext): JoinedParts {
  const properties = new Map(Object.entries(propertiesOf(schema)))
  const required = new Set(requiredOf(schema))
  left.parts -= 1
  if (level > MOST_LEVELS || left.parts < 0) return { properties, required }
  const { $ref, allOf } = schema
  const target = typeof $ref === 'string' ? atPointer(root, $ref) : undefined
  const read = (part: Json) => joined(schemaPart(part), { root, level: level + 1, left })
  const all = [...(target === undefined ? [] : [target]), ...(Array.isArray(allOf) ? allOf : [])].map(read)
  const choices = [schema['anyOf'], schema['oneOf']].map((parts) => (Array.isArray(parts) ? parts.map(read) : []))
  for (const part of [...all, ...choices.flat()])
    for (const [name, one] of part.properties) properties.set(name, eitherOf(properties.get(name), one))
  for (const part of all) for (const name of part.required) required.add(name)
  for (const [first, ...others] of choices)
    for (const name of first?.required ?? []) if (others.every((one) => one.required.has(name))) required.add(name)
  return { properties, required }
}

function eitherOf(known: Json | undefined, other: Json): Json {
  if (known === undefined || JSON.stringify(known) === JSON.stringify(other)) return other
  const variants = isJsonObject(known) && Object.keys(known).join() === 'anyOf' ? known['anyOf'] : undefined
  return { anyOf: [...(Array.isArray(variants) ? variants : [known]), other] }
}

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const ONE = new Set(['items', 'additionalProperties', 'not', 'contains', 'if', 'then', 'else'])
const LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions'])

/**
 * What old drafts wrote in another way, and lists that do not say what is in them ("array schema missing items", mcphost#35; Anthropic: "must match
 * JSON Schema draft 2020-12").
 */
function mended(schema: Json, level: number): Json {
  if (!isJsonObject(schema) || level > MOST_LEVELS) return schema
  const inner = (one: Json) => mended(one, level + 1)
  const made: JsonObject = {}
  let isChanged = false
  for (const [key, value] of Object.entries(schema)) {
    const next = mendedValue(key, value, inner)
    made[key] = next
    isChanged ||= next !== value
  }
  const { type, items } = schema
  if (items === undefined && (type === 'array' || (Array.isArray(type) && type.includes('array')))) {
    made['items'] = {}
    isChanged = true
  }
  for (const [old, bound] of EXCLUSIVE) {
    if (typeof schema[old] !== 'boolean') continue
    isChanged = true
    delete made[old]
    const limit = schema[bound]
    if (schema[old] !== true || limit === undefined) continue
    delete made[bound]
    made[old] = limit
  }
  return isChanged ? made : schema
}

const EXCLUSIVE = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const

function mendedValue(key: string, value: Json, inner: (one: Json) => Json): Json {
  if (key === 'items' && Array.isArray(value)) {
    const [first, ...others] = value.map(inner)
    return others.length === 0 ? (first ?? {}) : { anyOf: [first ?? {}, ...others] }
  }
  if (ONE.has(key)) return inner(value)
  if (LISTS.has(key) && Array.isArray(value)) {
    const made = value.map(inner)
    return made.some((one, at) => one !== value[at]) ? made : value
  }
  if (!NAMED.has(key) || !isJsonObject(value)) return value
  const made = Object.entries(value).map(([name, one]) => [name, inner(one)] as const)
  return made.some(([name, one]) => one !== value[name]) ? Object.fromEntries(made) : value
}

/** Anthropic and Bedrock: "Property keys should match pattern" (claude-code#79418, decocms/studio#6874); of the outermost ones only. */
const SAFE_NAME = /^[a-zA-Z0-9_.-]{1,64}$/
const OWN_NAMES: ReadonlyMap<string, string> = new Map()

function withSafeNames(schema: JsonObject): SentSchema {
  const properties = propertiesOf(schema)
  const all = Object.keys(properties)
  if (all.every((name) => SAFE_NAME.test(name))) return { schema, names: OWN_NAMES }
  const taken = new Set(all.filter((name) => SAFE_NAME.test(name)))
  const names = new Map<string, string>()
  for (const name of all) if (!taken.has(name)) names.set(name, takeSafeName(name, taken))
  const sent = Object.entries(properties).map(([name, one]) => [names.get(name) ?? name, told(name, one, names)])
  const required = requiredOf(schema).map((name) => names.get(name) ?? name)
  return {
    schema: {
      ...schema,
      properties: Object.fromEntries(sent) as JsonObject,
      ...(required.length > 0 ? { required } : {}),
    },
    names,
  }
}

/** A name of letters that are not Latin says nothing any more, so that it stands in the description. */
function told(name: string, schema: Json, names: ReadonlyMap<string, string>): Json {
  if (!names.has(name) || !isJsonObject(schema)) return schema
  const { description } = schema
  return { ...schema, description: typeof description === 'string' ? `${name}: ${description}` : name }
}

function takeSafeName(name: string, taken: Set<string>): string {
  const latin = name.replace(/[^a-zA-Z0-9_.-]+/g, '_').replace(/^_+|_+$/g, '')
  const base = (latin === '' ? 'value' : latin).slice(0, 60)
  let safe = base
  for (let count = 2; taken.has(safe); count += 1) safe = `${base}_${count}`
  taken.add(safe)
  return safe
}
