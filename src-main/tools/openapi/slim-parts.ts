/** Copies of schemas, parameters and bodies with only what is read of them. */
import { isJsonObject } from '../../../src-shared/flow/json'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import { entries, field, listField, objectField, referenceOf, textField } from './references'
import {
  chosenProperties,
  MAX_BRANCHES,
  MAX_SCHEMA_DESCRIPTION,
  MAX_SCHEMA_STEPS,
  ownKeywords,
  requiredNames,
} from './schemas'
import { cut } from './texts'

export type Section = 'schemas' | 'parameters' | 'requestBodies' | 'securitySchemes'

/** The reference to the copy of what a reference points at. */
export type Move = (reference: string, section: Section) => string

/** In 3.0 a bound is exclusive by a word beside it. */
const EXCLUSIVE = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const
const WRITING = ['style', 'explode', 'allowReserved'] as const

export function schemaCopy(raw: Json | undefined, move: Move, depth = 0): Json {
  if (!isJsonObject(raw)) return raw === false ? false : {}
  if (depth > MAX_SCHEMA_STEPS) return {}
  const copy = schemaWords(raw)
  const reference = referenceOf(raw)
  if (reference !== null) copy['$ref'] = move(reference, 'schemas')
  if (isJsonObject(field(raw, 'properties'))) {
    const properties = chosenProperties(objectField(raw, 'properties'), requiredNames(raw))
    copy['properties'] = Object.fromEntries(properties.map(([name, part]) => [name, schemaCopy(part, move, depth + 1)]))
  }
  for (const name of ['allOf', 'oneOf', 'anyOf', 'prefixItems']) {
    const parts = listField(raw, name).slice(0, MAX_BRANCHES)
    if (parts.length > 0) copy[name] = parts.map((part) => schemaCopy(part, move, depth + 1))
  }
  const items = field(raw, 'items')
  if (items !== undefined) copy['items'] = schemaCopy(items, move, depth + 1)
  const more = field(raw, 'additionalProperties')
  if (isJsonObject(more)) copy['additionalProperties'] = schemaCopy(more, move, depth + 1)
  else if (typeof more === 'boolean') copy['additionalProperties'] = more
  if (entries(field(raw, 'patternProperties')).length > 0) copy['patternProperties'] = { '': {} }
  return copy
}

export function parameterCopy(raw: JsonObject, move: Move): JsonObject {
  const copy = referring(raw, 'parameters', move)
  if (copy !== null) return copy
  return {
    ...picked(raw, ['name', 'in', ...WRITING]),
    ...flags(raw, ['required', 'deprecated']),
    ...described(raw),
    ...(Object.hasOwn(raw, 'schema') ? { schema: schemaCopy(raw['schema'], move) } : {}),
    ...(isJsonObject(field(raw, 'content')) ? { content: contentCopy(raw, move) } : {}),
  }
}

export function requestBodyCopy(raw: JsonObject, move: Move): JsonObject {
  const copy = referring(raw, 'requestBodies', move)
  return copy ?? { ...flags(raw, ['required']), ...described(raw), content: contentCopy(raw, move) }
}

function contentCopy(raw: JsonObject, move: Move): JsonObject {
  const media = entries(field(raw, 'content')).map(([type, given]): [string, Json] => {
    if (!isJsonObject(given)) return [type, {}]
    const encodings = entries(field(given, 'encoding')).map(([name, encoding]): [string, Json] => [
      name,
      isJsonObject(encoding) ? picked(encoding, ['contentType', ...WRITING]) : {},
    ])
    return [
      type,
      {
        ...(Object.hasOwn(given, 'schema') ? { schema: schemaCopy(given['schema'], move) } : {}),
        ...(encodings.length > 0 ? { encoding: Object.fromEntries(encodings) } : {}),
      },
    ]
  })
  return Object.fromEntries(media)
}

export function securitySchemeCopy(raw: JsonObject, move: Move): JsonObject {
  const copy = referring(raw, 'securitySchemes', move)
  if (copy !== null) return copy
  const flows = field(raw, 'type') === 'oauth2' ? { flows: {} } : {}
  return { ...picked(raw, ['type', 'scheme', 'in', 'name', 'openIdConnectUrl']), ...flows }
}

/** A copy that only refers, when the part only refers. */
function referring(raw: JsonObject, section: Section, move: Move): JsonObject | null {
  const reference = referenceOf(raw)
  return reference === null ? null : { $ref: move(reference, section) }
}

function schemaWords(raw: JsonObject): JsonObject {
  const words = { ...ownKeywords(raw), ...flags(raw, ['nullable', 'readOnly']) }
  for (const [name, bound] of EXCLUSIVE) if (field(raw, name) === true) Object.assign(words, picked(raw, [name, bound]))
  const required = [...requiredNames(raw)]
  return required.length > 0 ? { ...words, required } : words
}

/** Texts longer than what is told of them are cut where they would be cut anyway. */
function described(raw: JsonObject): JsonObject {
  const description = cut(textField(raw, 'description') ?? '', MAX_SCHEMA_DESCRIPTION)
  return description === '' ? {} : { description }
}

function flags(raw: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.filter((name) => field(raw, name) === true).map((name) => [name, true]))
}

/** Fields that hold a text, a number or a yes. */
function picked(raw: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const value = field(raw, name)
      return value === undefined || typeof value === 'object' ? [] : [[name, value]]
    }),
  )
}
