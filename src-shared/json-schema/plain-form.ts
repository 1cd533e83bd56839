/**
 * A JSON schema of any draft as one of draft 2020-12 that a validator can read and that means the same: what strangers wrote wrongly, and what leads
 * out of the schema, is left out, so that it is not checked. And whether a value is held against it in a moment.
 */
import { isJsonObject } from '../flow/json'
import type { Json, JsonObject } from '../flow/json-values'
import { isPlainPattern, isReadablePattern } from './patterns'
import { dropUncertain } from './uncertain-parts'
import { atPointer, schemaPart, TYPE_NAMES, typesOf } from './walk'

/** Beyond, anything fits. */
const MOST_LEVELS = 60
const MOST_PARTS = 3000
/** So many parts are looked at for one value at most, wherever references lead; a pattern counts as many. */
const MOST_WEIGHT = 2000
const PATTERN_WEIGHT = 50

/** What a validator is given. */
export type PlainForm = {
  schema: JsonObject
  /** `never`: it can be made to take for ever; `short`: only with long texts. */
  danger: 'none' | 'short' | 'never'
}

type SchemaRisks = { slow: boolean; patterns: boolean }
type Definition = { name: string; schema: Json }
/** A schema that references start from, and the address that it gives itself; empty: none. */
type SchemaResource = { schema: JsonObject; from: string }
/** `base`: the innermost resource that is being read. `open`: parts of which something was left out. */
type SchemaReading = SchemaRisks & {
  root: SchemaResource
  base: SchemaResource
  /** What its definitions call themselves: addresses of the whole's, and names of each resource's. Read when first asked for. */
  addresses: ReadonlyMap<string, SchemaResource> | null
  names: Map<JsonObject, ReadonlyMap<string, JsonObject>>
  parts: number
  made: JsonObject[]
  open: Set<JsonObject>
  definitions: Map<string, Definition>
}

/** Reads a schema; whatever it holds, this ends soon and throws nothing. */
export function plainForm(root: JsonObject): PlainForm {
  // Draft 4 calls it `id`.
  const [id = ''] = [root['$id'], root['id']].filter((one) => typeof one === 'string')
  const resource = { schema: root, from: addressOf(id, '') }
  const reading: SchemaReading = {
    root: resource,
    base: resource,
    addresses: null,
    names: new Map(),
    parts: 0,
    made: [],
    open: new Set(),
    definitions: new Map(),
    slow: false,
    patterns: false,
  }
  const own = formAt(root, reading, 0)
  const definitions = [...reading.definitions.values()].map(({ name, schema }): [string, Json] => [name, schema])
  const schema: JsonObject = isJsonObject(own) ? own : {}
  if (definitions.length > 0) schema['$defs'] = Object.fromEntries(definitions)
  dropUncertain({ root: schema, parts: reading.made, open: reading.open })
  const isHeavy = weightOf(schema, { root: schema, known: new Map() }) > MOST_WEIGHT
  return { schema, danger: reading.slow || isHeavy ? 'never' : reading.patterns ? 'short' : 'none' }
}

function formAt(schema: Json, reading: SchemaReading, level: number): Json {
  if (typeof schema === 'boolean') return schema
  reading.parts += 1
  const made: JsonObject = {}
  if (!isJsonObject(schema) || level > MOST_LEVELS || reading.parts > MOST_PARTS) {
    reading.open.add(made)
    return made
  }
  const { base } = reading
  const { $id: id } = schema
  if (schema !== reading.root.schema && typeof id === 'string' && !id.startsWith('#'))
    reading.base = { schema, from: addressOf(id, base.from) }
  for (const [key, value] of Object.entries(schema)) {
    const kept = KEYWORDS.get(key)?.(value, { schema, reading, level: level + 1 })
    if (kept !== undefined) made[key] = kept
    else if (isLost(key, value)) reading.open.add(made)
  }
  takeReference(schema, made, { reading, level })
  takeOldForms(schema, made, { reading, level: level + 1 })
  if (schema['nullable'] === true) takeNull(made, reading)
  if (made['uniqueItems'] === true && !hasScalarItems(made)) reading.slow = true
  reading.made.push(made)
  reading.base = base
  return made
}

/** Whether a keyword that is not kept would have forbidden something; what older drafts wrote in another way is kept in the new one. */
function isLost(key: string, value: Json): boolean {
  const isOldForm = typeof value === 'boolean' || (key === 'items' && Array.isArray(value))
  return key === 'format' || (KEYWORDS.has(key) && !isOldForm)
}

type KeywordContext = { schema: JsonObject; reading: SchemaReading; level: number }
/** The value of a keyword as it is kept; undefined: it is left out. */
type KeywordReader = (value: Json, at: KeywordContext) => Json | undefined

const finite: KeywordReader = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)
const count: KeywordReader = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
const truth: KeywordReader = (value) => (value === true ? true : undefined)
const oneSchema: KeywordReader = (value, { reading, level }) =>
  isJsonObject(value) || typeof value === 'boolean' ? formAt(value, reading, level) : undefined
const schemas: KeywordReader = (value, { reading, level }) =>
  Array.isArray(value) && value.length > 0 ? value.map((one) => formAt(one, reading, level)) : undefined
const namedSchemas: KeywordReader = (value, { reading, level }) => {
  if (!isJsonObject(value)) return undefined
  const read: JsonObject = {}
  for (const [name, one] of Object.entries(value)) if (name !== '__proto__') read[name] = formAt(one, reading, level)
  return read
}
const nameList: KeywordReader = (value) =>
  Array.isArray(value) && value.every((name) => typeof name === 'string') ? [...new Set(value)] : undefined
const type: KeywordReader = (value) => {
  const all = Array.isArray(value) ? value : [value]
  const known = typesOf({ type: value })
  if (known.length === 0 || !all.every((one) => TYPE_NAMES.some((name) => name === one))) return undefined
  return Array.isArray(value) ? known : value
}
const values: KeywordReader = (value) => (Array.isArray(value) && value.length > 0 ? value : undefined)
const pattern: KeywordReader = (value, { reading }) => {
  if (typeof value !== 'string' || !isReadablePattern(value)) return undefined
  tellPattern(value, reading)
  return value
}

function tellPattern(text: string, reading: SchemaReading): void {
  reading.patterns = true
  if (!isPlainPattern(text)) reading.slow = true
}

/** Where a pattern cannot be read, nobody knows which names are extra. */
const namePatterns: KeywordReader = (value, at) => {
  if (!isJsonObject(value) || !Object.keys(value).every(isReadablePattern)) return undefined
  for (const text of Object.keys(value)) tellPattern(text, at.reading)
  return namedSchemas(value, at)
}
const rest: KeywordReader = (value, at) => {
  const { patternProperties } = at.schema
  const isUnknown = patternProperties !== undefined && namePatterns(patternProperties, at) === undefined
  return isUnknown ? undefined : oneSchema(value, at)
}

const KEYWORDS: ReadonlyMap<string, KeywordReader> = new Map<string, KeywordReader>([
  ['type', type],
  ['enum', values],
  ['const', (value) => value],
  ['pattern', pattern],
  ['required', nameList],
  ['uniqueItems', truth],
  ['patternProperties', namePatterns],
  ['additionalProperties', rest],
  ['unevaluatedProperties', rest],
  ['items', (value, at) => (Array.isArray(value) ? undefined : oneSchema(value, at))],
  ['multipleOf', (value) => (typeof value === 'number' && value > 0 ? value : undefined)],
  ['dependentRequired', (value, at) => listsOf(value, at)],
  ...['properties', 'dependentSchemas'].map((key) => [key, namedSchemas] as const),
  ...['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'unevaluatedItems'].map(
    (key) => [key, oneSchema] as const,
  ),
  ...['anyOf', 'oneOf', 'allOf', 'prefixItems'].map((key) => [key, schemas] as const),
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((key) => [key, finite] as const),
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map(
    (key) => [key, count] as const,
  ),
  ...['minContains', 'maxContains'].map((key) => [key, count] as const),
])

function listsOf(value: Json, at: KeywordContext): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined
  const lists = Object.entries(value).flatMap(([name, one]): [string, Json][] => {
    const list = nameList(one, at)
    return list === undefined || name === '__proto__' ? [] : [[name, list]]
  })
  return Object.fromEntries(lists)
}

type SchemaLocation = { reading: SchemaReading; level: number }

/** A reference within the schema leads to a definition of its own; any other is left out. */
function takeReference(schema: JsonObject, made: JsonObject, { reading, level }: SchemaLocation): void {
  const { $ref: written, $recursiveRef: recursive, $dynamicRef: dynamic } = schema
  const [text] = [written, recursive, dynamic].filter((reference) => typeof reference === 'string')
  if (text === undefined) return
  const found = targetOf(text, reading)
  if (found === null) {
    reading.open.add(made)
    return
  }
  const key = `${found.resource.from} ${found.pointer}`
  const known = reading.definitions.get(key)
  const definition = known ?? { name: `d${reading.definitions.size}`, schema: true }
  if (known === undefined) {
    reading.definitions.set(key, definition)
    const { base } = reading
    reading.base = found.resource
    definition.schema = formAt(found.target, reading, level + 1)
    reading.base = base
  }
  made['$ref'] = `#/$defs/${definition.name}`
}

type ReferenceTarget = { resource: SchemaResource; pointer: string; target: Json }

/** Where a reference leads within the whole; null: out of it, or nowhere. */
function targetOf(reference: string, reading: SchemaReading): ReferenceTarget | null {
  const { root, base } = reading
  const [address = '', fragment = ''] = reference.split('#')
  const pointer = `#${fragment}`
  // Many mean the whole by `#`, though they gave a part an address.
  const resources = address === '' ? [base, root] : resourceAt(addressOf(address, base.from), reading)
  for (const resource of resources) {
    const { schema } = resource
    const isPath = pointer === '#' || pointer.startsWith('#/')
    const target = isPath ? atPointer(schema, pointer) : namesIn(schema, reading).get(pointer)
    if (target !== undefined) return { resource, pointer, target }
  }
  return null
}

function resourceAt(address: string, reading: SchemaReading): SchemaResource[] {
  const { root } = reading
  if (address === root.from) return [root]
  reading.addresses ??= new Map(
    definitionsOf(root.schema).flatMap((schema): [string, SchemaResource][] => {
      const { $id: id } = schema
      const from = typeof id === 'string' ? addressOf(id, root.from) : ''
      return from === '' ? [] : [[from, { schema, from }]]
    }),
  )
  const found = reading.addresses.get(address)
  return found === undefined ? [] : [found]
}

/** The definitions of a resource by the names that they give themselves, as references write them; of several the first counts. */
function namesIn(schema: JsonObject, { names: known }: SchemaReading): ReadonlyMap<string, JsonObject> {
  const before = known.get(schema)
  if (before !== undefined) return before
  const made = new Map<string, JsonObject>()
  for (const one of definitionsOf(schema)) {
    const { $anchor: anchor, $dynamicAnchor: dynamic, $id: id, id: oldId } = one
    const written = [anchor, dynamic].map((name) => (typeof name === 'string' ? `#${name}` : null))
    for (const name of [...written, id, oldId])
      if (typeof name === 'string' && name.startsWith('#') && !made.has(name)) made.set(name, one)
  }
  known.set(schema, made)
  return made
}

/** An address in full, without what stands behind `#`. */
function addressOf(id: string, base: string): string {
  const address = id.replace(/#.*$/, '')
  return base !== '' && URL.canParse(address, base) ? new URL(address, base).href : address
}

function definitionsOf({ $defs, definitions }: JsonObject): JsonObject[] {
  return [$defs, definitions].flatMap((all) => (isJsonObject(all) ? Object.values(all) : [])).filter(isJsonObject)
}

/** What drafts before 2019 wrote in another way. */
function takeOldForms(schema: JsonObject, made: JsonObject, place: SchemaLocation): void {
  const { items, additionalItems, dependencies } = schema
  const at = { schema, ...place }
  if (Array.isArray(items) && made['prefixItems'] === undefined) {
    const first = schemas(items, at)
    if (first !== undefined) made['prefixItems'] = first
    const others = additionalItems === undefined ? undefined : oneSchema(additionalItems, at)
    if (others !== undefined) made['items'] = others
  }
  for (const [old, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const limit = made[bound]
    if (schema[old] !== true || limit === undefined) continue
    made[old] = limit
    delete made[bound]
  }
  if (!isJsonObject(dependencies)) return
  const lists = listsOf(dependencies, at)
  const inner: [string, Json][] = Object.entries(dependencies).filter(([, one]) => !Array.isArray(one))
  if (lists !== undefined && Object.keys(lists).length > 0) made['dependentRequired'] ??= lists
  const read = namedSchemas(Object.fromEntries(inner), at)
  if (read !== undefined && inner.length > 0) made['dependentSchemas'] ??= read
}

/** OpenAPI 3.0's word for a type that takes null. */
function takeNull(made: JsonObject, { made: all, open }: SchemaReading): void {
  const { type: types, enum: choices, const: only, ...others } = made
  const isOnlyTyped = !['anyOf', 'oneOf', 'allOf', '$ref', 'not', 'if'].some((key) => others[key] !== undefined)
  if (!isOnlyTyped) {
    const whole = { ...made }
    all.push(whole)
    if (open.has(made)) open.add(whole)
    for (const key of Object.keys(made)) delete made[key]
    made['anyOf'] = [whole, { type: 'null' }]
    return
  }
  if (types !== undefined) made['type'] = [...new Set([...typesOf(made), 'null'])]
  if (Array.isArray(choices) && !choices.includes(null)) made['enum'] = [...choices, null]
  if (only !== undefined && only !== null) {
    delete made['const']
    made['enum'] = [only, null]
  }
}

/** Lists of plain values are compared by a table, others each with each. */
function hasScalarItems({ items }: JsonObject): boolean {
  const types = typesOf(items)
  return types.length > 0 && !types.includes('object') && !types.includes('array')
}

type WeightContext = { root: JsonObject; known: Map<string, number> }

/** How many parts are looked at for one value at most; without end where a part needs itself. */
function weightOf(schema: Json, weighing: WeightContext): number {
  if (Array.isArray(schema)) return schema.reduce<number>((sum, one) => sum + weightOf(one, weighing), 0)
  if (!isJsonObject(schema)) return 0
  let weight = 1
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$defs') continue
    if (key === '$ref' && typeof value === 'string') weight += weightOfReference(value, weighing)
    else if (key === 'pattern') weight += PATTERN_WEIGHT
    else if (key === 'enum' || key === 'const') weight += Array.isArray(value) ? value.length / 10 : 1
    else if (key === 'properties' || key === 'patternProperties' || key === 'dependentSchemas')
      weight +=
        weightOf(isJsonObject(value) ? Object.values(value) : [], weighing) +
        (key === 'patternProperties' ? PATTERN_WEIGHT * Object.keys(schemaPart(value)).length : 0)
    else weight += weightOf(value, weighing)
  }
  return weight
}

function weightOfReference(pointer: string, weighing: WeightContext): number {
  const { root, known } = weighing
  const found = known.get(pointer)
  if (found !== undefined) return found
  // Whoever comes here again before it is known needs itself.
  known.set(pointer, Infinity)
  const weight = weightOf(atPointer(root, pointer) ?? true, weighing)
  known.set(pointer, weight)
  return weight
}
