/**
 * Schemas of a document made small and self-contained for a model: references resolved, compositions merged where that is plain,
 * 3.0 and 3.1 made the same. "Fuel" bounds it: every step costs some, so circles end and the same schema is worked out once per amount.
 */
import { isJsonObject } from '../../../src-shared/flow/json'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import { fault } from './parse'
import { field, listField, objectField, referenceOf, textField, type References } from './references'
import { allOf, withNull, type Simple } from './schema-merge'
import { cut } from './texts'
import { message as sentence } from '../../../src-shared/languages/translate'

/** Levels of objects and lists within each other. */
const MAX_LEVELS = 5
/** Fuel for one level; composition and reference cost 1. */
const LEVEL = 6
const SPARE = 6
/** Characters of the description of a schema or a parameter. */
export const MAX_SCHEMA_DESCRIPTION = 400
const MAX_PROPERTIES = 128
/** Branches of a composition. */
export const MAX_BRANCHES = 16
const MAX_ENUM = 100
const MAX_ENUM_LENGTH = 3_000
const MAX_DEFAULT = 200
const MAX_PATTERN = 300
/** Schemas looked at in one document: GitHub needs some ten thousand. */
const MAX_STEPS = 1_000_000

/** No schema is read further down than this many steps. */
export const MAX_SCHEMA_STEPS = MAX_LEVELS * LEVEL + SPARE

/** Keywords with a number. */
const NUMBER_KEYWORDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
] as const

const TYPES = new Set<Json>(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])

export type Schemas = {
  /** A schema of at most about `maxSize` characters: what does not fit loses its deepest levels. */
  simplify: (raw: Json | undefined, maxSize: number) => Simple
}

/** Characters of a schema that anybody asks for; beyond, nothing is worked out: circles can unfold to more than any machine holds. */
export const MAX_SCHEMA_SIZE = 16_000

const OPEN: Simple = { schema: {}, size: 2, hidden: [], isReadOnly: false }
const NEVER: Simple = { ...OPEN, schema: { not: {} } }
const TOO_LARGE: Simple = { ...OPEN, size: Infinity }

export function createSchemas(references: References): Schemas {
  const known = new Map<JsonObject, Simple[]>()
  let steps = 0

  function remembered(raw: Json | undefined, fuel: number): Simple {
    if (!isJsonObject(raw)) return simple(raw, fuel)
    const byFuel = known.get(raw) ?? []
    const found = byFuel[fuel]
    if (found !== undefined) return found
    const whole = simple(raw, fuel)
    const made = whole.size > MAX_SCHEMA_SIZE ? TOO_LARGE : whole
    byFuel[fuel] = made
    known.set(raw, byFuel)
    return made
  }

  function simple(raw: Json | undefined, fuel: number): Simple {
    steps += 1
    if (steps > MAX_STEPS)
      throw fault(sentence('Its schemas are too intricate: more than {most} parts.', { most: MAX_STEPS }))
    if (raw === false) return NEVER
    if (!isJsonObject(raw)) return OPEN
    const reference = referenceOf(raw)
    const composed = Object.hasOwn(raw, 'allOf') ? listField(raw, 'allOf') : []
    if (reference === null && composed.length === 0) return plain(raw, fuel)
    if (fuel < 1) return OPEN
    const parts = composed.slice(0, MAX_BRANCHES).map((part) => simple(part, fuel - 1))
    if (reference !== null) parts.unshift(remembered(references.lookUp(reference), fuel - 1))
    const own = plain(raw, fuel)
    const saysNothing = Object.keys(own.schema).length === 0 && !own.isReadOnly && own.hidden.length === 0
    const all = saysNothing ? parts : [own, ...parts]
    if (all.reduce((sum, part) => sum + part.size, 0) > MAX_SCHEMA_SIZE) return TOO_LARGE
    const merged = allOf(all)
    return field(raw, 'nullable') === true ? { ...merged, schema: withNull(merged.schema) } : merged
  }

  function plain(raw: JsonObject, fuel: number): Simple {
    const own = ownKeywords(raw)
    const hidden: string[] = []
    let size = JSON.stringify(own).length
    const take = (name: string, inner: Simple): Json => {
      size += inner.size + name.length + 4
      return inner.schema
    }
    const inner = (part: Json | undefined, cost: number) => (size > MAX_SCHEMA_SIZE ? OPEN : simple(part, fuel - cost))
    if (fuel >= LEVEL) {
      takeProperties(raw, own, { hidden, take, inner: (part) => inner(part, LEVEL) })
      takeItems(raw, own, (part, name) => take(name, inner(part, LEVEL)))
    } else if (own['type'] === 'array') own['items'] = {}
    for (const name of fuel < 1 ? [] : ['oneOf', 'anyOf']) {
      const branches = listField(raw, name).slice(0, MAX_BRANCHES)
      if (branches.length > 0) own[name] = branches.map((branch) => take('', inner(branch, 1)))
    }
    if (size > MAX_SCHEMA_SIZE) return TOO_LARGE
    const schema = field(raw, 'nullable') === true ? withNull(own) : own
    return { schema, size, hidden, isReadOnly: field(raw, 'readOnly') === true }
  }

  return {
    simplify: (raw, maxSize) => {
      let made = OPEN
      for (let levels = MAX_LEVELS; levels >= 0; levels -= 1) {
        made = remembered(raw, levels * LEVEL + SPARE)
        if (made.size <= maxSize) return made
      }
      return { ...OPEN, schema: typeOnly(made.schema) }
    },
  }
}

function typeOnly({ type, description }: JsonObject): JsonObject {
  return { ...(type === undefined ? {} : { type }), ...(description === undefined ? {} : { description }) }
}

type SchemaTaker = { hidden: string[]; take: (name: string, inner: Simple) => Json; inner: (part: Json) => Simple }

function takeProperties(raw: JsonObject, own: JsonObject, { hidden, take, inner }: SchemaTaker): void {
  const required = requiredNames(raw)
  const properties: JsonObject = {}
  for (const [name, part] of chosenProperties(objectField(raw, 'properties'), required)) {
    const made = inner(part)
    if (made.isReadOnly) {
      hidden.push(name)
      required.delete(name)
    } else properties[name] = take(name, made)
  }
  if (Object.keys(properties).length > 0) own['properties'] = properties
  if (required.size > 0 && required.size <= MAX_PROPERTIES) own['required'] = [...required]
  const more = field(raw, 'additionalProperties')
  const isClosed = more === false && Object.keys(objectField(raw, 'patternProperties')).length === 0
  if (isJsonObject(more)) own['additionalProperties'] = take('additionalProperties', inner(more))
  else if (more === true || isClosed) own['additionalProperties'] = more
}

/** The names of the properties that a schema requires. */
export function requiredNames(raw: JsonObject): Set<string> {
  const names = listField(raw, 'required').filter((name) => typeof name === 'string' && name !== '__proto__')
  return new Set(names.map(String))
}

/** The properties that are told: of very many, the required ones first. `__proto__` is none. */
export function chosenProperties(properties: JsonObject, required: ReadonlySet<string>): [string, Json][] {
  const all = Object.entries(properties).filter(([name]) => name !== '__proto__')
  if (all.length <= MAX_PROPERTIES) return all
  const needed = all.filter(([name]) => required.has(name))
  const rest = all.filter(([name]) => !required.has(name))
  return [...needed, ...rest].slice(0, MAX_PROPERTIES)
}

function takeItems(raw: JsonObject, own: JsonObject, take: (part: Json | undefined, name: string) => Json): void {
  const first = listField(raw, 'prefixItems').slice(0, MAX_BRANCHES)
  if (first.length > 0) own['prefixItems'] = first.map((part) => take(part, ''))
  const items = field(raw, 'items')
  if (items === false && first.length > 0) own['items'] = false
  else if (items !== undefined) own['items'] = take(items, 'items')
  else if (own['type'] === 'array' && first.length === 0) own['items'] = {}
}

/** The keywords without schemas in them, as they are told. */
export function ownKeywords(raw: JsonObject): JsonObject {
  const own: JsonObject = {}
  const type = typeOf(raw)
  if (type !== null) own['type'] = type
  const description = cut(textField(raw, 'description') ?? '', MAX_SCHEMA_DESCRIPTION)
  if (description !== '') own['description'] = description
  const format = textField(raw, 'format')
  if (format !== null && format.length < 60) own['format'] = format
  const pattern = textField(raw, 'pattern')
  if (pattern !== null && pattern.length <= MAX_PATTERN) own['pattern'] = pattern
  takeValues(raw, own)
  for (const name of NUMBER_KEYWORDS) {
    const number = field(raw, name)
    if (typeof number === 'number' && Number.isFinite(number)) own[name] = number
  }
  exclusiveOfOld(raw, own)
  if (field(raw, 'uniqueItems') === true) own['uniqueItems'] = true
  if (field(raw, 'deprecated') === true) own['deprecated'] = true
  return own
}

function takeValues(raw: JsonObject, own: JsonObject): void {
  const values = listField(raw, 'enum').filter(isScalar)
  if (values.length > 0 && values.length <= MAX_ENUM && JSON.stringify(values).length <= MAX_ENUM_LENGTH)
    own['enum'] = values
  const constant = field(raw, 'const')
  if (constant !== undefined && isShort(constant)) own['const'] = constant
  const value = field(raw, 'default')
  if (value !== undefined && isShort(value)) own['default'] = value
}

/** OpenAPI 3.0 says whether a bound is exclusive, 3.1 says the exclusive bound. */
function exclusiveOfOld(raw: JsonObject, own: JsonObject): void {
  for (const [name, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const limit = own[bound]
    if (field(raw, name) !== true || limit === undefined) continue
    own[name] = limit
    delete own[bound]
  }
}

function typeOf(raw: JsonObject): Json | null {
  const given = field(raw, 'type')
  const named = (Array.isArray(given) ? given : [given]).filter((type) => type !== undefined && TYPES.has(type))
  const types = [...new Set(named)].flatMap((type) => type ?? [])
  const [first] = types
  if (first !== undefined) return types.length === 1 ? first : types
  if (isJsonObject(field(raw, 'properties'))) return 'object'
  return field(raw, 'items') === undefined && field(raw, 'prefixItems') === undefined ? null : 'array'
}

function isScalar(value: Json): value is string | number | boolean | null {
  return typeof value === 'number' ? Number.isFinite(value) : typeof value !== 'object' || value === null
}

function isShort(value: Json): boolean {
  if (isScalar(value)) return typeof value !== 'string' || value.length <= MAX_DEFAULT
  // A list or object as a default is told when it is small; it may nest far deeper than can be written.
  const items = Array.isArray(value) ? value : isJsonObject(value) ? Object.entries(value).flat() : []
  return (
    items.length <= 20 && items.every((item) => isScalar(item) && String(item).length <= 40 && item !== '__proto__')
  )
}
